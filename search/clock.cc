#include "search/clock.h"

#include <algorithm>
#include <cmath>

#include "engine/sudokill.h"
#include "search/sudokill/effort.h"
#include "search/sudokill/glance.h"

namespace gauntlet::search {

namespace {

using std::chrono::milliseconds;

constexpr double kUsualShare = 1.0 / 20;

/// Where the rest of the clock may bring the verdict a large part of it is spent; the further that
/// is away, the less.
double share_in_sudokill(const engine::Sudokill& state, milliseconds left) {
  constexpr double kLargest = 0.4, kSmallest = 0.005, kForEachCandidate = 0.86;
  const double seconds = std::max(0.001, static_cast<double>(left.count()) / 1000);
  const double horizon = solved_candidates(seconds * kSolverNodesPerSecond);
  const double beyond = std::max(0.0, candidates_of(state) - horizon);
  return std::max(kSmallest, kLargest * std::pow(kForEachCandidate, beyond));
}

}  // namespace

milliseconds thinking_time(const engine::AnyState& view, milliseconds left) {
  const double share = view.holds<engine::Sudokill>()
                           ? share_in_sudokill(view.as<engine::Sudokill>(), left)
                           : kUsualShare;
  const auto time = static_cast<std::int64_t>(static_cast<double>(left.count()) * share);
  return milliseconds(std::max<std::int64_t>(1, time));
}

}  // namespace gauntlet::search
