#include "search/sudokill/solve_cost.h"

#include <cmath>

namespace gauntlet::search::sudokill {

namespace {
constexpr int kCandidates = 60;
constexpr double kNodes = 750'000;     // with so many candidates
constexpr double kLogGrowth = 0.2588;  // for each more
}  // namespace

double nodes_to_solve(int candidates) {
  return kNodes * std::exp(kLogGrowth * (candidates - kCandidates));
}

double solved_candidates(double nodes) {
  return kCandidates + std::log(nodes / kNodes) / kLogGrowth;
}

}  // namespace gauntlet::search::sudokill
