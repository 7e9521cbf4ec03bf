// The built-in players of a host.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <functional>
#include <optional>

#include "selfplay/thinking/pacer.h"
#include "selfplay/thinking/thinking_pool.h"
#include "tools/protocol/host.h"

namespace gauntlet::tools {

/// Has what a host asks its built-in players thought about on other threads. A player answers
/// within its allowance, at a person's pace if that is wished, at random if it cannot be made. The
/// members may be called by one thread, and return at once; the destructor waits until all searches
/// have stopped.
class HostBots {
 public:
  /// Called on a thread of the players, with a legal move, perhaps a moment after the player was
  /// removed.
  using Answered = std::function<void(BotId bot, engine::AnyMove move)>;

  /// `threads` players think at the same time.
  HostBots(int threads, selfplay::Pace pace, Answered answered);

  void add(const HostActions::Bot& bot);
  /// REQUIRES: the player has answered its last question. One that is unknown is not asked.
  void ask(const HostActions::Question& question);
  /// Stops its search, and frees it.
  void remove(BotId bot);

 private:
  struct Bot {
    HostActions::Bot wish;
    std::uint64_t questions = 0;
  };

  const Answered answered_;
  absl::flat_hash_map<BotId, Bot> bots_;
  std::optional<selfplay::Pacer> pacer_;  // calls answered_
  selfplay::ThinkingPool pool_;           // last, for its threads call the two
};

}  // namespace gauntlet::tools
