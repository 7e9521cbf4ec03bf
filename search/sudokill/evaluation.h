// What a Sudokill position is worth before it can be searched to its end.
#pragma once

#include <cmath>

#include "engine/sudokill.h"
#include "search/evaluation.h"
#include "search/sudokill/network.h"
#include "search/sudokill/weights.h"

namespace gauntlet::search {

/// Wins on the spot and losses at once; else what a network says that was fitted to positions that
/// the solver has solved. Scores are log-odds in thousandths. docs/strength.md tells how good it
/// is, and `gauntlet fit` makes it anew.
template <>
struct Evaluation<engine::Sudokill> {
  static int evaluate(const engine::Sudokill& state) {
    const auto score = static_cast<int>(kUnit * log_odds(kSudokillWeights, state));
    return state.to_move() == 0 ? score : -score;
  }

  static double win_probability(int score) { return 1 / (1 + std::exp(-score / double{kUnit})); }

 private:
  static constexpr float kUnit = 1000;
};

}  // namespace gauntlet::search
