// How the strongest player of Two-Doku colours and hides.
#pragma once

#include "engine/rng.h"
#include "engine/twodoku/twodoku.h"

namespace gauntlet::search::twodoku {

/// Rules fitted by play against each other; docs/strength.md tells what they are worth. At first
/// any square that the other has not coloured; then those with most coloured squares in sight, so
/// that what stays white, where the face-down dominoes will lie, is seen by few squares of one's
/// own. Face-down dominoes go where the other's squares see them. Ties are broken at random.
/// REQUIRES: view.to_move() >= 0, before the deal.
engine::TwoDoku::Move choose_setup(const engine::TwoDoku& view, engine::Rng& rng);

}  // namespace gauntlet::search::twodoku
