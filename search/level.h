// Difficulty levels: how a searcher is held back so that people of any strength find their match.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "engine/any_game.h"
#include "search/limits.h"
#include "search/softness.h"

namespace gauntlet::search {

struct Method;

/// Whole levels; between them lie tenths.
inline constexpr int kLevels = 10;
/// Memory of a level's searcher.
inline constexpr std::size_t kLevelHashMb = 64;

/// What a whole level of a game allows its method. Limits count work and not time, so a level is
/// equally strong on every machine.
struct LevelStep {
  std::uint64_t nodes;
  double temperature;  ///< As in Softness.
  int depth = Limits::kNoDepth;
  std::string_view method = {};   ///< The word of one; empty: the game's strongest.
  std::uint64_t table_nodes = 0;  ///< As in LevelSpec; 0: by the usual rule.
  double cap = 0;                 ///< As in Softness; 0: what the level has in all games.
};

/// A level on the dial, in tenths: 10 is level 1, the weakest, 43 level 4.3, 100 level 10.
using LevelTenths = int;
inline constexpr LevelTenths kLowestLevel = 10, kHighestLevel = 10 * kLevels;

/// One level of one game.
struct LevelSpec {
  const Method* method;
  Limits limits;
  /// What its tables are made for (SearcherOptions::most_nodes): up to level 5 fewer than it
  /// searches, so that a thousand games at once fit.
  std::uint64_t table_nodes;
  Softness softness;
};

/// Between two whole levels work grows geometrically and softness evenly, unless they have
/// different methods, whose work cannot be compared: then all between are as the lower one, but for
/// cap and care. REQUIRES: kLowestLevel <= tenths <= kHighestLevel.
LevelSpec level(const engine::AnyGame& game, LevelTenths tenths);

/// So that no two games are alike, a level draws more freely in the opening of a game that no
/// chance varies: among all moves within its cap, and among all wins that it has the nodes to find.
/// The first stones it sees but two plies ahead, where what a longer look prefers is the same move
/// each time. `plies` were made so far.
void vary_opening(int plies, Limits& limits, Softness& softness);

}  // namespace gauntlet::search
