// The ways to search for a move, and which of them fits which game.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "engine/any_game.h"

namespace gauntlet::search {

enum class Method : std::uint8_t {
  kAlphaBeta,   ///< Iterative-deepening alpha-beta, for two players who see everything.
  kMcts,        ///< Monte-Carlo tree search, for every game.
  kSolver,      ///< Exact verdicts as early as they can be had: Sudokill.
  kTable,       ///< By the values of all positions, where there is a table: Kimble of two.
  kRollouts,    ///< Games to their ends from behind each choice: Kimble of two or more.
  kExpectimax,  ///< All throws of the next few turns: Kimble of two or more.
};

inline constexpr std::array kMethods = {Method::kAlphaBeta, Method::kMcts,     Method::kSolver,
                                        Method::kTable,     Method::kRollouts, Method::kExpectimax};

/// "ab", "mcts", "solver", "table", "rollouts", "expectimax": what it is called on command lines
/// and in stores.
std::string_view word_of(Method method);

/// Whether `method` can play `game`.
bool fits(Method method, const engine::AnyGame& game);

/// The strongest method for `game`.
Method strongest(const engine::AnyGame& game);

}  // namespace gauntlet::search
