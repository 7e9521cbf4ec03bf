// Difficulty levels: how a searcher is held back so that people of any strength find their match.
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/any_game.h"
#include "search/limits.h"

namespace gauntlet::search {

struct Method;

inline constexpr int kLevels = 10;
/// Memory of a level's searcher.
inline constexpr std::size_t kLevelHashMb = 64;

/// What a level allows the strongest method of its game. Limits count work and not time, so a level
/// is equally strong on every machine.
struct LevelStep {
  std::uint64_t nodes;
  /// How often attention lapses: a move at random instead of the best one, 0..1.
  double lapse;
  int depth = Limits::kNoDepth;
};

/// One level of one game.
struct LevelSpec {
  const Method* method = nullptr;  ///< Null: every move at random.
  Limits limits;
  double lapse = 0;  ///< As in LevelStep.
};

/// Level `n` of `game`, 1 the weakest. REQUIRES: 1 <= n <= kLevels.
LevelSpec level(const engine::AnyGame& game, int n);

}  // namespace gauntlet::search
