// Complete sets of players, reused from game to game.
#pragma once

#include <absl/base/thread_annotations.h>
#include <absl/synchronization/mutex.h>

#include <memory>
#include <utility>
#include <vector>

#include "engine/status.h"
#include "selfplay/players/make_player.h"

namespace gauntlet::selfplay {

/// One player for each spec of a batch.
using PlayerSet = std::vector<std::unique_ptr<Player>>;

/// A free list of player sets: each worker takes one, plays with it alone and gives it back, so
/// there are never more than workers. Thread-safe.
class PlayerPool {
 public:
  PlayerPool(const std::vector<PlayerSpec>& specs, const engine::AnyGame& game,
             const PlayerSetup& setup)
      : specs_(specs), game_(game), setup_(setup) {}

  /// A free set, or a new one; an error only when a spec cannot be made for the game.
  absl::StatusOr<PlayerSet> take() {
    {
      const absl::MutexLock lock(&mutex_);
      if (!free_.empty()) {
        PlayerSet set = std::move(free_.back());
        free_.pop_back();
        return set;
      }
    }
    return made();
  }

  void give(PlayerSet set) {
    const absl::MutexLock lock(&mutex_);
    free_.push_back(std::move(set));
  }

 private:
  absl::StatusOr<PlayerSet> made() const {
    PlayerSet set;
    for (const PlayerSpec& spec : specs_) {
      auto player = make_player(spec, game_, setup_);
      if (!player.ok()) return player.status();
      set.push_back(std::move(*player));
    }
    return set;
  }

  const std::vector<PlayerSpec>& specs_;
  const engine::AnyGame& game_;
  const PlayerSetup& setup_;
  absl::Mutex mutex_;
  std::vector<PlayerSet> free_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace gauntlet::selfplay
