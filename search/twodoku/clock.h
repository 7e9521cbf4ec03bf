// How a clock is spent on a game of Two-Doku.
#pragma once

#include <chrono>

#include "engine/any_game.h"

namespace gauntlet::search::twodoku {

/// How long to think about the decision that `view` asks for when `left` is left for it and for all
/// that follow. Colouring and hiding get a small share; the rest goes to the turns, as many of them
/// as the hand has dominoes, but something is kept for a game that goes on to its last possible
/// turn. Never less than ten milliseconds. REQUIRES: view.to_move() >= 0.
std::chrono::milliseconds decision_time(const engine::AnyState& view,
                                        std::chrono::milliseconds left);

}  // namespace gauntlet::search::twodoku
