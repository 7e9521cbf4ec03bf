// The scale of the m,n,k evaluation; its value is kept by the Accumulator (accumulator.h).
#pragma once

#include "engine/mnk/mnk.h"
#include "search/alpha_beta/evaluation.h"

namespace gauntlet::search {

template <int Words>
struct Evaluation<engine::Mnk<Words>> {
  /// Fitted by eye: about an open three (300) ahead is a three-in-four chance.
  static double win_probability(int score) {
    const double advantage = score / 300.0;
    return 0.5 + 0.5 * advantage / (1 + (advantage < 0 ? -advantage : advantage));
  }
};

}  // namespace gauntlet::search
