// Wins of Two-Doku that nothing hidden can take away.
#pragma once

#include <optional>

#include "engine/twodoku/twodoku.h"

namespace gauntlet::search::twodoku {

/// The move that wins at once whatever the other holds: a pass that ends the game while the other's
/// hand weighs more for certain, or the last domino on a square where no face-down domino can
/// refuse it. Sound, not complete: of sums it knows what a view keeps.
/// REQUIRES: view.to_move() >= 0, and it is its view.
std::optional<engine::TwoDoku::Move> certain_win(const engine::TwoDoku& view);

}  // namespace gauntlet::search::twodoku
