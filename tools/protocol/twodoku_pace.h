// How to spend a clock on a game of Two-Doku.
#pragma once

#include "engine/twodoku.h"
#include "tools/protocol/client.h"

namespace gauntlet::tools {

/// How long to think about the decision that `view` asks for when `left` is left for it and for all
/// that follow. Colouring and hiding get a small share; the rest goes to the turns, as many of them
/// as the hand has dominoes, but something is kept for a game that goes on to its last possible
/// turn. Never less than ten milliseconds. REQUIRES: view.to_move() >= 0.
Milliseconds twodoku_pace(const engine::TwoDoku& view, Milliseconds left);

}  // namespace gauntlet::tools
