// What it takes to solve a Sudokill position, before it is tried.
#pragma once

namespace gauntlet::search {

/// Nodes to the verdict on a position with so many empty squares from the middle of a game, as
/// measured: a middle value, single positions need a tenth or tenfold.
double nodes_to_solve(int empty_squares);

/// How many empty squares are left where that many nodes suffice.
double solved_empty_squares(double nodes);

/// Nodes of one thread in a second, about.
inline constexpr double kSolverNodesPerSecond = 3e6;

}  // namespace gauntlet::search
