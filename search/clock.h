// How a clock for a whole game is spent.
#pragma once

#include <chrono>

#include "engine/any_game.h"

namespace gauntlet::search {

/// How long to think about the move in `view` when `left` remains for it and all later ones; at
/// least a millisecond. A pure function: it reads no clock. REQUIRES: view.to_move() >= 0.
///
/// Sudokill: nothing is lost by haste while the end is out of reach, and everything is decided
/// where the first exact verdict can be had; so most of the time goes there. Other games: the same
/// part of what is left for each move.
std::chrono::milliseconds thinking_time(const engine::AnyState& view,
                                        std::chrono::milliseconds left);

}  // namespace gauntlet::search
