// How Two-Doku's search colours and hides.
#pragma once

#include "engine/rng.h"
#include "engine/twodoku/twodoku.h"

namespace gauntlet::search::twodoku {

/// Rules fitted by play against each other; docs/strength.md tells what they are worth. Face-down
/// dominoes go where the other's squares see them, and chance has a part in each choice.
enum class Setup {
  /// The first half of one's squares lies out of sight of all others. The rest depends on what the
  /// other's first half looks like: as a rule it lies in sight of the other's, where dominoes of
  /// either side block the other, and out of one's own. Against one who only spreads its own
  /// squares it lies in sight of all others, on none of the other's: then what stays white, where
  /// the face-down dominoes will lie, is seen by few. Against one who colours at random it lies
  /// close together, on none of the other's.
  kStrongest,
  /// At first any square that the other has not coloured; then, whatever the other does, in sight
  /// of all coloured squares. Loses to kStrongest, but between two who colour so it counts more who
  /// plays better from then on: for players below full strength, who are to be told apart by their
  /// play.
  kOpen,
};

/// Colours and hides for one player, game after game. Not thread-safe.
class SetupPlayer {
 public:
  explicit SetupPlayer(Setup setup) : setup_(setup) {}

  void new_game() { other_is_random_ = false; }

  /// What it has seen of the other when half of its squares were coloured it remembers until the
  /// game ends: later squares look alike, whoever has chosen them. Who is first asked after that
  /// takes the other for one that does not colour at random.
  /// REQUIRES: view.to_move() >= 0, before the deal.
  engine::TwoDoku::Move choose(const engine::TwoDoku& view, engine::Rng& rng);

 private:
  const Setup setup_;
  bool other_is_random_ = false;
};

}  // namespace gauntlet::search::twodoku
