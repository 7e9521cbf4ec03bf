// How Two-Doku's search colours and hides.
#pragma once

#include "engine/rng.h"
#include "engine/twodoku/twodoku.h"

namespace gauntlet::search::twodoku {

/// Rules fitted by play against each other; docs/strength.md tells what they are worth. Face-down
/// dominoes go where the other's squares see them, and chance has a part in each choice.
enum class Setup {
  /// The first half of one's squares lies out of sight of all others; the rest in sight of the
  /// other's, where dominoes of either side block the other, and out of one's own. Against one who
  /// only spreads its own squares the rest lies in sight of all others, on none of the other's:
  /// then what stays white, where the face-down dominoes will lie, is seen by few.
  kStrongest,
  /// At first any square that the other has not coloured; then, whatever the other does, in sight
  /// of all coloured squares. Loses to kStrongest, but between two who colour so it counts more who
  /// plays better from then on: for players below full strength, who are to be told apart by their
  /// play.
  kOpen,
};

/// REQUIRES: view.to_move() >= 0, before the deal.
engine::TwoDoku::Move choose_setup(const engine::TwoDoku& view, Setup setup, engine::Rng& rng);

}  // namespace gauntlet::search::twodoku
