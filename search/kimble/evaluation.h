// What a two-player Kimble position is worth to alpha-beta.
#pragma once

#include <cmath>

#include "engine/kimble/kimble.h"
#include "search/alpha_beta/evaluation.h"
#include "search/kimble/fit/value.h"

namespace gauntlet::search {

/// A score is the expected result in linear units, as averages over throws want it: 20'000 for a
/// certain win of player 0.
template <>
struct Evaluation<engine::Kimble> {
  static int evaluate(const engine::Kimble& state) {
    return static_cast<int>(
        std::lround(kMaxEvaluation * (2 * double{kimble::win_chances(state)[0]} - 1)));
  }

  static double win_probability(int score) { return 0.5 + 0.5 * score / kMaxEvaluation; }
};

}  // namespace gauntlet::search
