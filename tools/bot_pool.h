// Built-in players who think while somebody else does the talking.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <stop_token>
#include <thread>
#include <vector>

#include "selfplay/players/make_player.h"
#include "tools/protocol/host.h"

namespace gauntlet::tools {

/// The built-in players of a host, on threads of their own. Any thread may call; nothing blocks but
/// the destructor, which waits until all searches have stopped. A player answers within its
/// allowance; when more are asked than there are threads, they share the time.
class BotPool {
 public:
  /// Called on a thread of the pool, with a legal move; never for a player that is gone by then. It
  /// must not call the pool.
  using Answer = std::function<void(BotId bot, engine::AnyMove move)>;

  /// Bytes of the searches that are kept between moves, if nothing else is said. Where players need
  /// more, those that have rested longest begin anew at their next move.
  static constexpr std::size_t kMostKept = std::size_t{512} << 20;

  BotPool(int threads, Answer answer, std::size_t most_kept = kMostKept);
  ~BotPool();
  BotPool(const BotPool&) = delete;
  BotPool& operator=(const BotPool&) = delete;

  void add(const HostWishes::Bot& bot);
  /// REQUIRES: the player has answered its last question. One that is unknown is not asked.
  void ask(const HostWishes::Question& question);
  /// Stops its search; it will not answer any more.
  void remove(BotId bot);

  /// Bytes of the searches that are kept now.
  std::size_t kept() const;

 private:
  using Time = Host::Time;
  struct Bot;
  using Shared = std::shared_ptr<Bot>;

  void work(std::stop_token stop);
  Time deadline(Time due) const;
  static engine::AnyMove think(Bot& bot, Time deadline);
  static std::unique_ptr<selfplay::Player> make_player(const Bot& bot);
  void rest(const Shared& bot);
  void wake(const Shared& bot);
  std::vector<std::unique_ptr<selfplay::Player>> too_many();

  const std::size_t thread_count_;
  const std::size_t most_kept_;
  const Answer answer_;
  mutable std::mutex mutex_;  // guards what follows, and what Bot says of its members
  std::condition_variable_any is_asked_;
  std::map<BotId, Shared> bots_;
  std::deque<Shared> queue_;    // asked, not thinking yet
  std::deque<Shared> resting_;  // with a search, the one used last at the back
  std::size_t kept_ = 0;        // bytes of their searches
  std::vector<std::jthread> threads_;
};

}  // namespace gauntlet::tools
