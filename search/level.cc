#include "search/level.h"

#include <array>
#include <cassert>

namespace gauntlet::search {

namespace {

struct Step {
  std::uint64_t nodes;        // of alpha-beta
  std::uint64_t simulations;  // of MCTS
  double softness;
};

// Work rises four- and threefold a level while softness falls to nothing. Level 1 is random.
constexpr std::array<Step, kLevels> kSteps = {{
    {0, 0, 0},
    {100, 20, 0.20},
    {400, 60, 0.14},
    {1'600, 180, 0.10},
    {6'400, 540, 0.07},
    {25'600, 1'600, 0.05},
    {102'400, 4'800, 0.03},
    {409'600, 14'400, 0.02},
    {1'638'400, 43'200, 0.01},
    {6'553'600, 129'600, 0},
}};

}  // namespace

bool fits_alpha_beta(const engine::AnyGame& game) {
  return game.players() == 2 && !game.is_hidden();
}

LevelSpec level(const engine::AnyGame& game, int n) {
  assert(n >= 1 && n <= kLevels);
  const Step& step = kSteps[static_cast<std::size_t>(n - 1)];
  const bool alpha_beta = fits_alpha_beta(game);
  LevelSpec spec{LevelSpec::Kind::kRandom, {}, step.softness};
  if (step.nodes == 0) return spec;
  spec.kind = alpha_beta ? LevelSpec::Kind::kAlphaBeta : LevelSpec::Kind::kMcts;
  spec.limits.nodes = alpha_beta ? step.nodes : step.simulations;
  return spec;
}

}  // namespace gauntlet::search
