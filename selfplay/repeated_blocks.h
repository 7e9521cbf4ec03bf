// Which blocks of games repeat earlier ones, game for game.
#pragma once

#include <absl/container/flat_hash_set.h>

#include <algorithm>
#include <cstdint>
#include <span>

#include "engine/rng.h"

namespace gauntlet::selfplay {

/// Remembers games by their keys (see GameKey), 10 to 20 bytes for each, and half of that for each
/// block of two. One thread.
class RepeatedBlocks {
 public:
  /// Whether all `games` of a block are those of one earlier block: who plays the same games again
  /// tells nothing new. Of a block that is not `whole`, games of several blocks do as well.
  bool repeats(std::span<const std::uint64_t> games, bool whole) {
    bool are_all_known = true;
    std::uint64_t block = 0;  // the same in whatever order the games came
    for (const std::uint64_t game : games) {
      are_all_known &= !games_.insert(game).second;
      block += engine::Rng(game).next();
    }
    if (!whole) return are_all_known;
    return !blocks_.insert(block).second;
  }

  /// How many different games there were.
  std::uint64_t distinct_games() const { return games_.size(); }

 private:
  absl::flat_hash_set<std::uint64_t> games_, blocks_;
};

}  // namespace gauntlet::selfplay
