// The figures of `gauntlet bench`: how fast one thread plays, counts and searches a game.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "engine/any_game.h"

namespace gauntlet::tools {

/// The games that are measured, by their full names.
std::vector<std::string_view> measured_games();

/// Figures of one game, each per second of CPU time of the calling thread.
struct Speed {
  double playouts = 0;
  double playout_plies = 0;  ///< Mean length of a playout; not a rate.
  double perft_leaves = 0;
  std::optional<double> mcts_simulations;  ///< Empty when the searcher does not fit the game.
  std::optional<double> alpha_beta_nodes;
};

/// Measures for about `seconds` of CPU time a figure.
Speed measure_speed(const engine::AnyGame& game, double seconds);

/// The sum of what every method of the game does in fixed positions, by one thread and without a
/// clock: node counts, depths, best moves and, where a method judges all moves, what it says of
/// each; and of what the game's rules of thumb choose there. The positions are reached by random
/// play from fixed seeds, from the start to the end of a game. Methods that need a table are left
/// out. It is the same on every machine and changes only when rules or search behave differently.
std::uint64_t signature(const engine::AnyGame& game);

}  // namespace gauntlet::tools
