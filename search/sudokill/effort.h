// What it takes to solve a Sudokill position, before it is tried.
#pragma once

#include "engine/sudokill.h"

namespace gauntlet::search {

/// Pairs of a square and a digit that fits there. They tell the solver's work best: its logarithm
/// correlates with them at 0.93, with the number of empty squares at 0.41 (319 positions with 26 to
/// 31 empty squares, after random and fewest-replies play).
inline int candidates_of(const engine::Sudokill& state) {
  int candidates = 0;
  for (int digit = 1; digit <= engine::kSudokillSide; ++digit)
    candidates += state.fits(digit).size();
  return candidates;
}

/// Nodes to the verdict: a middle value, of three positions two need between a third and three
/// times as many.
double nodes_to_solve(int candidates);

/// With how many candidates that many nodes suffice.
double solved_candidates(double nodes);

/// Nodes of one thread in a second, about.
inline constexpr double kSolverNodesPerSecond = 3e6;

}  // namespace gauntlet::search
