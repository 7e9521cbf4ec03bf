#include "search/level.h"

#include <array>
#include <cassert>

namespace gauntlet::search {

namespace {

struct Step {
  std::uint64_t nodes;        // of alpha-beta
  std::uint64_t simulations;  // of MCTS
  double lapse;
};

// Two levels up there are about half as many lapses and six to ten times as much work, so that each
// level is plainly stronger than the one two below: lapses tell the lower levels apart, work the
// higher ones. Level 1 is random.
constexpr std::array<Step, kLevels> kSteps = {{
    {1, 1, 1},
    {60, 30, 0.70},
    {150, 60, 0.50},
    {400, 120, 0.36},
    {1'000, 250, 0.25},
    {3'000, 600, 0.17},
    {8'000, 1'500, 0.10},
    {25'000, 4'000, 0.05},
    {80'000, 10'000, 0.015},
    {300'000, 40'000, 0},
}};

struct SolvingStep {
  std::uint64_t nodes;
  int horizon;  // empty squares from which on it solves
  double lapse;
};

// In Sudokill who solves first wins: lapses again tell the lower levels apart, the horizon and the
// work to reach it the higher ones.
constexpr std::array<SolvingStep, kLevels> kSolvingSteps = {{
    {1, 0, 1},
    {60, 12, 0.70},
    {150, 15, 0.50},
    {400, 18, 0.36},
    {1'000, 21, 0.25},
    {3'000, 24, 0.17},
    {8'000, 27, 0.10},
    {25'000, 30, 0.05},
    {80'000, 33, 0.015},
    {1'000'000, Limits::kNoDepth, 0},
}};

LevelSpec solving_level(const SolvingStep& step) {
  LevelSpec spec{std::nullopt, {}, step.lapse};
  if (step.lapse == 1) return spec;
  spec.method = Method::kSolver;
  spec.limits.nodes = step.nodes;
  spec.limits.depth = step.horizon;
  return spec;
}

// Dice leave little to gain by more work, so that there lapses alone tell the levels apart.
Step step_with_dice(int n) {
  return {10'000, 1'000, 1 - (n - 1) / (kLevels - 1.0)};
}

}  // namespace

LevelSpec level(const engine::AnyGame& game, int n) {
  assert(n >= 1 && n <= kLevels);
  if (fits(Method::kSolver, game))
    return solving_level(kSolvingSteps[static_cast<std::size_t>(n - 1)]);
  const bool has_dice = game.is_stochastic() && !game.is_hidden();
  const Step step = has_dice ? step_with_dice(n) : kSteps[static_cast<std::size_t>(n - 1)];
  const bool alpha_beta = fits(Method::kAlphaBeta, game);
  LevelSpec spec{std::nullopt, {}, step.lapse};
  if (spec.lapse == 1) return spec;
  spec.method = alpha_beta ? Method::kAlphaBeta : Method::kMcts;
  spec.limits.nodes = alpha_beta ? step.nodes : step.simulations;
  return spec;
}

}  // namespace gauntlet::search
