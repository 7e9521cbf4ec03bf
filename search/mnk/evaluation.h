// The scale of the m,n,k evaluation; its value is kept by the Accumulator (accumulator.h).
#pragma once

#include <cmath>

#include "engine/mnk/mnk.h"
#include "search/alpha_beta/evaluation.h"

namespace gauntlet::search {

template <int Words>
struct Evaluation<engine::Mnk<Words>> {
  /// Scores are logarithms of the odds (SquareWorth).
  static double win_probability(int score) { return 1 / (1 + std::exp(score / -256.0)); }
};

}  // namespace gauntlet::search
