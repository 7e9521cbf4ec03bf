// How exposed a Kimble player's pieces are.
#pragma once

#include "engine/kimble/kimble.h"

namespace gauntlet::search::kimble {

/// The chance that a piece of `player` is sent home before it throws again, if the others capture
/// where they can (Policy::kCapture). A chain of throws less likely than 1e-5 is taken for
/// harmless. REQUIRES: the die is about to be thrown, or the game is over.
double capture_risk(const engine::Kimble& state, engine::Player player);

}  // namespace gauntlet::search::kimble
