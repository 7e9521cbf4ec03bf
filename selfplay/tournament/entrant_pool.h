// The players of a tournament, reused from game to game.
#pragma once

#include <absl/base/thread_annotations.h>
#include <absl/synchronization/mutex.h>

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

#include "selfplay/tournament/run_tournament.h"

namespace gauntlet::selfplay {

/// A free list for each entrant: who plays takes a player and gives it back, so there are never
/// more of one than games at the same time. Thread-safe.
class EntrantPool {
 public:
  EntrantPool(const MakeEntrant& make, std::size_t entrants) : make_(make), free_(entrants) {}

  absl::StatusOr<std::unique_ptr<Player>> take(int entrant) {
    {
      const absl::MutexLock lock(&mutex_);
      auto& free = free_[static_cast<std::size_t>(entrant)];
      if (!free.empty()) {
        auto player = std::move(free.back());
        free.pop_back();
        kept_ -= player->memory();
        return player;
      }
    }
    return make_(entrant);
  }

  void give(int entrant, std::unique_ptr<Player> player) {
    const absl::MutexLock lock(&mutex_);
    if (kept_ + player->memory() > kMostKept) return;  // the next one is made anew
    kept_ += player->memory();
    free_[static_cast<std::size_t>(entrant)].push_back(std::move(player));
  }

 private:
  static constexpr std::size_t kMostKept = std::size_t{1} << 30;  // bytes, of those who rest

  const MakeEntrant& make_;
  absl::Mutex mutex_;
  std::vector<std::vector<std::unique_ptr<Player>>> free_ ABSL_GUARDED_BY(mutex_);
  std::size_t kept_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace gauntlet::selfplay
