// Difficulty levels: how a searcher is held back so that people of any strength find their match.
#pragma once

#include <cstdint>

#include "engine/any_game.h"
#include "search/limits.h"

namespace gauntlet::search {

inline constexpr int kLevels = 10;

/// One level of one game. Limits count work and not time, so a level is equally strong on every
/// machine.
struct LevelSpec {
  enum class Kind : std::uint8_t { kRandom, kAlphaBeta, kMcts };
  Kind kind;
  Limits limits;
  /// How often attention lapses: a move at random instead of the best one, 0..1.
  double lapse;
};

/// Level `n` of `game`, 1 the weakest. REQUIRES: 1 <= n <= kLevels.
LevelSpec level(const engine::AnyGame& game, int n);

/// Whether alpha-beta fits `game`: two players who see everything.
bool fits_alpha_beta(const engine::AnyGame& game);

}  // namespace gauntlet::search
