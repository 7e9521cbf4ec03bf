// What it takes to solve a Sudokill position, before it is tried.
#pragma once

namespace gauntlet::search::sudokill {

/// Nodes to the verdict with so many candidates (pairs of a square and a digit that fits): a middle
/// value, of three positions two need between a third of it and three times as many. Candidates
/// tell the work best: its logarithm correlates with them at 0.93, with the number of empty squares
/// at 0.41 (319 positions with 26 to 31 empty squares, after random and fewest-replies play).
double nodes_to_solve(int candidates);

/// With how many candidates that many nodes suffice.
double solved_candidates(double nodes);

/// Nodes of one thread in a second, about.
inline constexpr double kSolverNodesPerSecond = 3e6;

}  // namespace gauntlet::search::sudokill
