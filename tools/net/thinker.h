// A player on a thread of its own, for those who must not wait.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>

#include "selfplay/players/make_player.h"
#include "tools/protocol/client.h"

namespace gauntlet::tools {

/// Thinks about one decision at a time; a newer one replaces it. The members may be called by one
/// thread and return at once; the destructor waits for the player, who has been told to stop.
class Thinker {
 public:
  struct Options {
    std::string player = "expert";  ///< A player spec; it must fit the games of the decisions.
    int threads = 1;                ///< Of one search.
    selfplay::SharedKnowledge knowledge;
  };
  struct Answer {
    std::uint64_t number;        ///< Of the question.
    engine::AnyMove move;        ///< If nothing failed.
    std::exception_ptr failure;  ///< There is no player, or no memory for it.
  };

  /// `answered` is called on the thinker's thread, once at most for each question. An answer that
  /// was under way when its question was replaced or dropped may still come: compare the number.
  Thinker(Options options, std::function<void(const Answer&)> answered);
  ~Thinker();
  Thinker(const Thinker&) = delete;
  Thinker& operator=(const Thinker&) = delete;

  /// The next question is the first of a new game, which depends on `seed` only.
  void new_game(std::uint64_t seed);
  /// Asks for the answer to `decision` by `deadline`.
  void think(std::uint64_t number, const Decision& decision, Client::Time deadline);
  /// The answer is not wanted any more.
  void drop();

 private:
  struct Question {
    std::uint64_t number;
    Decision decision;
    Client::Time deadline;
    std::stop_token stop;
    std::optional<std::uint64_t> seed;  // of the game that begins with it
  };

  void work(std::stop_token stop);
  engine::AnyMove choose(const Question& question);
  void make_player(const engine::AnyGame& game);

  const Options options_;
  const std::function<void(const Answer&)> answered_;

  // The asker's.
  std::stop_source current_;
  std::optional<std::uint64_t> seed_;

  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::optional<Question> next_;  // guarded by mutex_

  // The worker's. The game is kept for the player, who refers to it.
  std::optional<engine::AnyGame> game_;
  std::unique_ptr<selfplay::Player> player_;
  std::uint64_t game_seed_ = 0;

  std::jthread worker_;
};

}  // namespace gauntlet::tools
