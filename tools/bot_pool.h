// Built-in players who think while somebody else does the talking.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "selfplay/player.h"
#include "tools/protocol/host.h"

namespace gauntlet::tools {

/// The built-in players of a host, on threads of their own. Any thread may call; nothing blocks but
/// the destructor, which waits until all searches have stopped.
class BotPool {
 public:
  using Time = Host::Time;
  /// Called on a thread of the pool, with a legal move; never for a player that is gone by then. It
  /// must not call the pool.
  using Answer = std::function<void(BotId bot, engine::AnyMove move)>;

  /// Searches that are kept between moves, with their memory. When there are more players, those
  /// that have rested longest begin anew at their next move.
  static constexpr std::size_t kMostKept = 32;

  BotPool(int threads, Answer answer);
  ~BotPool();
  BotPool(const BotPool&) = delete;
  BotPool& operator=(const BotPool&) = delete;

  void add(const HostWishes::Bot& bot);
  /// REQUIRES: the player has answered its last question. One that is unknown is not asked.
  void ask(const HostWishes::Question& question, Time now);
  /// Stops its search; it will not answer any more.
  void remove(BotId bot);
  /// Stops the searches whose allowance has run out; they answer with what they have.
  void stop_overdue(Time now);

 private:
  struct Bot;
  using Shared = std::shared_ptr<Bot>;

  void work(std::stop_token stop);
  static engine::AnyMove think(Bot& bot);
  static std::unique_ptr<selfplay::Player> make_player(const Bot& bot);
  void rest(const Shared& bot);

  Answer answer_;
  std::mutex mutex_;  // of all that follows, and of the members of Bot that say so
  std::condition_variable_any is_asked_;
  std::map<BotId, Shared> bots_;
  std::deque<Shared> queue_;    // asked, not thinking yet
  std::deque<Shared> resting_;  // with a search, the one used last at the back
  std::vector<std::jthread> threads_;
};

}  // namespace gauntlet::tools
