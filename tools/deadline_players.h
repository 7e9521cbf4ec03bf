// Players for many games at once.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <list>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>

#include "engine/any_game.h"
#include "selfplay/players/make_player.h"
#include "tools/net/margin.h"

namespace gauntlet::tools {

/// Makes players as they are needed and keeps some of them, with what they have learned, for the
/// next move of the same game. Thread-safe.
class DeadlinePlayers {
 public:
  /// Players that rest between moves; each keeps its search's memory.
  static constexpr std::size_t kMostIdle = 8;

  /// `threads` are those of one search.
  DeadlinePlayers(std::uint64_t seed, int threads) : threads_(threads), seed_(seed) {}

  using Time = std::chrono::steady_clock::time_point;

  /// What is asked for.
  struct Question {
    const engine::AnyGame& game;
    const std::string& spec;       ///< Of the player; moves at random if there is none such.
    const engine::AnyState& view;  ///< REQUIRES: a position of `game` in which a player moves.
    Time due;                      ///< When nobody waits for the answer any more.
    int waiting = 0;               ///< Questions for which there is no thread yet.
    int threads = 1;               ///< That answer questions.
  };

  /// The move, before it is due, or nothing. Who waits for a thread gets as much of the time as who
  /// has one; what is kept back for the way from the search to the network is learned (Margin); and
  /// with more searches than cores it comes somewhat earlier, so as not to come late.
  std::optional<engine::AnyMove> choose(const Question& question, std::stop_token stop);

  /// Of the time for an answer, for the way from the search to the network.
  Time::duration kept_back_of(Time::duration allowance) const;

 private:
  struct Seat {
    engine::AnyGame game;  // which the player refers to
    std::string spec;
    std::unique_ptr<selfplay::Player> player;
  };
  using Seats = std::list<Seat>;

  engine::AnyMove think(const Question& question, Time deadline, std::stop_token stop);
  Time deadline_of(const Question& question, Time now, int searches) const;
  void learn(Time::duration late);
  Seats take(const engine::AnyGame& game, const std::string& spec);
  void give_back(Seats seat);

  const int threads_;
  std::atomic<int> searches_ = 0;  // under way
  mutable std::mutex mutex_;       // guards what follows
  Margin margin_;
  std::uint64_t seed_;  // of the next player made
  Seats idle_;          // those used last at the back
};

}  // namespace gauntlet::tools
