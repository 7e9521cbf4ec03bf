// Rules of thumb for Two-Doku.
#pragma once

#include <span>

#include "engine/rng.h"
#include "engine/twodoku/twodoku.h"
#include "search/strategy.h"

namespace gauntlet::search::twodoku {

/// Colours and hides at random; then places its highest digit that is not visibly refused, on a
/// random square, and passes if there is none. REQUIRES: view.to_move() >= 0.
engine::TwoDoku::Move choose_greedy(const engine::TwoDoku& view, engine::Rng& rng);

/// Spreads its colour over the board, hides dominoes where they threaten the other's squares,
/// weighs each placement's digit against the risk that it meets a face-down domino, takes a low
/// domino where a higher one gains by it, and passes when that ends the game in its favour.
/// REQUIRES: view.to_move() >= 0.
engine::TwoDoku::Move choose_careful(const engine::TwoDoku& view, engine::Rng& rng);

/// Both, as `greedy` and `careful`.
std::span<const Strategy> strategies();

}  // namespace gauntlet::search::twodoku
