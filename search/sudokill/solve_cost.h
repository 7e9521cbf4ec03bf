// What it takes to solve a Sudokill position, before it is tried.
#pragma once

namespace gauntlet::search::sudokill {

/// Nodes to the proof with so many candidates (pairs of a square and a digit that fits): a middle
/// value, of three positions two need between a third of it and three times as many. Candidates
/// tell the work far better than empty squares do (docs/strength.md).
double nodes_to_solve(int candidates);

/// With how many candidates that many nodes suffice.
double solved_candidates(double nodes);

/// Nodes of one thread in a second, about.
inline constexpr double kSolverNodesPerSecond = 3e6;

}  // namespace gauntlet::search::sudokill
