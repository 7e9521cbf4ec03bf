// How a clock for a whole game is spent.
#pragma once

#include <chrono>

#include "engine/any_game.h"

namespace gauntlet::search {

/// How long to think about the move in `view` when `left` remains for it and all later ones; at
/// least a millisecond. A pure function: it reads no clock. The game says where its time is spent
/// best (GameSearch::thinking_time); else each move gets the same part of what is left.
/// REQUIRES: view.to_move() >= 0.
std::chrono::milliseconds thinking_time(const engine::AnyState& view,
                                        std::chrono::milliseconds left);

/// So much of what is left, at least a millisecond.
std::chrono::milliseconds part_of(std::chrono::milliseconds left, double share);

}  // namespace gauntlet::search
