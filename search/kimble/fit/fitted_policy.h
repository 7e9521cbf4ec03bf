// Kimble by the sum of what a move changes.
#pragma once

#include "engine/kimble/kimble.h"
#include "search/kimble/fit/move_features.h"

namespace gauntlet::search::kimble {

/// The weights that the program was built with, for so many players (2..4): see weights.h. They
/// were fitted to games with four pieces.
const PolicyWeights& fitted_weights(int players);

/// What the features of `move` add up to.
int move_score(const engine::Kimble& state, engine::Kimble::Move move,
               const PolicyWeights& weights);

/// The move with the highest score, of equal ones that of the rearmost piece. REQUIRES:
/// state.to_move() >= 0, two players or more.
engine::Kimble::Move fitted_choice(const engine::Kimble& state, const PolicyWeights& weights);

}  // namespace gauntlet::search::kimble
