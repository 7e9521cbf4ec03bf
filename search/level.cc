#include "search/level.h"

#include <array>
#include <cassert>

namespace gauntlet::search {

namespace {

struct Step {
  std::uint64_t nodes;         // of alpha-beta
  std::uint64_t simulations;   // of MCTS
  std::uint64_t solver_nodes;  // of the solver, of its estimates too
  int horizon;                 // empty squares from which on it solves
  double lapse;
};

// Two levels up there are about half as many lapses and six to ten times as much work, so that each
// level is plainly stronger than the one two below: lapses tell the lower levels apart, work the
// higher ones, and in Sudokill, where who solves first wins, the horizon. Level 1 is random.
constexpr std::array<Step, kLevels> kSteps = {{
    {1, 1, 1, 0, 1},
    {60, 30, 60, 12, 0.70},
    {150, 60, 150, 15, 0.50},
    {400, 120, 400, 18, 0.36},
    {1'000, 250, 1'000, 21, 0.25},
    {3'000, 600, 3'000, 24, 0.17},
    {8'000, 1'500, 8'000, 27, 0.10},
    {25'000, 4'000, 25'000, 30, 0.05},
    {80'000, 10'000, 80'000, 33, 0.015},
    {300'000, 40'000, 1'000'000, Limits::kNoDepth, 0},
}};

// Dice leave little to gain by more work, so that there lapses alone tell the levels apart.
Step step_with_dice(int n) {
  return {.nodes = 10'000,
          .simulations = 1'000,
          .solver_nodes = 0,
          .horizon = 0,
          .lapse = 1 - (n - 1) / (kLevels - 1.0)};
}

Limits limits_of(const Step& step, Method method) {
  Limits limits;
  limits.nodes = method == Method::kSolver      ? step.solver_nodes
                 : method == Method::kAlphaBeta ? step.nodes
                                                : step.simulations;
  if (method == Method::kSolver) limits.depth = step.horizon;
  return limits;
}

}  // namespace

LevelSpec level(const engine::AnyGame& game, int n) {
  assert(n >= 1 && n <= kLevels);
  const bool has_dice = game.is_stochastic() && !game.is_hidden();
  const Method method = strongest(game);
  const Step step = has_dice ? step_with_dice(n) : kSteps[static_cast<std::size_t>(n - 1)];
  LevelSpec spec{std::nullopt, {}, step.lapse};
  if (spec.lapse == 1) return spec;
  spec.method = method;
  spec.limits = limits_of(step, method);
  return spec;
}

}  // namespace gauntlet::search
