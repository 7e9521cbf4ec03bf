// What a Sudokill position is worth before it can be searched to its end.
#pragma once

#include <cmath>

#include "engine/sudokill/sudokill.h"
#include "search/alpha_beta/evaluation.h"
#include "search/sudokill/fit/network.h"
#include "search/sudokill/fit/weights.h"

namespace gauntlet::search {

/// Scores are log-odds in thousandths. A win on the spot is exact, and so is a loss because every
/// move leaves one; else a network tells that was fitted to positions which the solver has solved.
/// `gauntlet fit` makes it anew; docs/strength.md tells what it knows and what it costs.
template <>
struct Evaluation<engine::Sudokill> {
  static int evaluate(const engine::Sudokill& state) {
    const auto score =
        static_cast<int>(kUnit * sudokill::log_odds(sudokill::kFittedWeights, state));
    return state.to_move() == 0 ? score : -score;
  }

  static double win_probability(int score) { return 1 / (1 + std::exp(-score / double{kUnit})); }

 private:
  static constexpr float kUnit = 1000;
};

}  // namespace gauntlet::search
