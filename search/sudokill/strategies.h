// Rules of thumb for Sudokill.
#pragma once

#include <span>

#include "engine/rng.h"
#include "engine/sudokill/sudokill.h"
#include "search/strategy.h"

namespace gauntlet::search::sudokill {

/// The first fitting digit along the row of the last move, from the left, else down its column;
/// where play is free, on the first square of the board where any fits. Draws nothing.
/// REQUIRES: state.to_move() >= 0.
engine::Sudokill::Move choose_naive(const engine::Sudokill& state);

/// One of the moves that leave the opponent the fewest replies, each as likely.
/// REQUIRES: state.to_move() >= 0.
engine::Sudokill::Move choose_fewest(const engine::Sudokill& state, engine::Rng& rng);

/// "naive" and "fewest".
std::span<const Strategy> strategies();

}  // namespace gauntlet::search::sudokill
