// Difficulty levels: how a searcher is held back so that people of any strength find their match.
#pragma once

#include <cstddef>
#include <optional>

#include "engine/any_game.h"
#include "search/limits.h"
#include "search/method.h"

namespace gauntlet::search {

inline constexpr int kLevels = 10;
/// Memory of a level's searcher.
inline constexpr std::size_t kLevelHashMb = 64;

/// One level of one game. Limits count work and not time, so a level is equally strong on every
/// machine.
struct LevelSpec {
  std::optional<Method> method;  ///< None: every move at random.
  Limits limits;
  /// How often attention lapses: a move at random instead of the best one, 0..1.
  double lapse;
};

/// Level `n` of `game`, 1 the weakest. REQUIRES: 1 <= n <= kLevels.
LevelSpec level(const engine::AnyGame& game, int n);

}  // namespace gauntlet::search
