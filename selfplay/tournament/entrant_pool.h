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

/// A free list for each entrant and each place where games are played (CoreShares): who plays takes
/// a player and gives it back, so there are never more of one than games at the same time, and a
/// process stays on the cores that it was started on. Thread-safe.
class EntrantPool {
 public:
  EntrantPool(const MakeEntrant& make, std::size_t entrants, std::size_t places)
      : make_(make), entrants_(entrants), free_(entrants * places) {}

  absl::StatusOr<std::unique_ptr<Player>> take(int entrant, std::size_t place) {
    {
      const absl::MutexLock lock(&mutex_);
      auto& free = of(entrant, place);
      if (!free.empty()) {
        auto player = std::move(free.back());
        free.pop_back();
        kept_ -= player->memory();
        return player;
      }
    }
    return make_(entrant);
  }

  void give(int entrant, std::size_t place, std::unique_ptr<Player> player) {
    const absl::MutexLock lock(&mutex_);
    if (kept_ + player->memory() > kMostKept) return;  // the next one is made anew
    kept_ += player->memory();
    of(entrant, place).push_back(std::move(player));
  }

 private:
  static constexpr std::size_t kMostKept = std::size_t{1} << 30;  // bytes, of those who rest
  using Players = std::vector<std::unique_ptr<Player>>;

  Players& of(int entrant, std::size_t place) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return free_[place * entrants_ + static_cast<std::size_t>(entrant)];
  }

  const MakeEntrant& make_;
  const std::size_t entrants_;
  absl::Mutex mutex_;
  std::vector<Players> free_ ABSL_GUARDED_BY(mutex_);
  std::size_t kept_ ABSL_GUARDED_BY(mutex_) = 0;
};

}  // namespace gauntlet::selfplay
