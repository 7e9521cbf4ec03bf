// What is seen of a Sudokill position without a search.
#pragma once

#include "engine/square_set.h"
#include "engine/sudokill/sudokill.h"
#include "engine/sudoku_lines.h"

namespace gauntlet::search::sudokill {

/// Whether the player to move can leave the opponent without a reply; exact, at a fraction of what
/// playing every move costs. A move wins when all other squares where the opponent might play then
/// either hold no candidate or, as their only one, the digit just played in their sight.
/// REQUIRES: state.to_move() >= 0.
inline bool has_winning_move(const engine::Sudokill& state) {
  using engine::SquareSet;
  SquareSet alive, choice;  // squares where at least one, at least two digits fit
  for (int digit = 1; digit <= engine::sudokill::kSide; ++digit) {
    choice |= alive & state.fits(digit);
    alive |= state.fits(digit);
  }
  bool wins = false;
  (alive & state.region()).for_each([&](int square) {
    const SquareSet& others = engine::kSudokuLines.all_but[square];
    const SquareSet lines = engine::kSudokuLines.both[square] & others;
    const SquareSet region = lines.meets(state.empty()) ? lines : others;
    if (wins || region.meets(choice)) return;
    const SquareSet left = region & alive;
    for (int digit = 1; digit <= engine::sudokill::kSide; ++digit)
      wins |= state.fits(digit).has(square) &&
              left.without(state.fits(digit) & engine::kPeers[square]).empty();
  });
  return wins;
}

/// Pairs of a square and a digit that fits: how open the board is.
inline int candidates_of(const engine::Sudokill& state) {
  int candidates = 0;
  for (int digit = 1; digit <= engine::sudokill::kSide; ++digit)
    candidates += state.fits(digit).size();
  return candidates;
}

/// Whether nothing simpler decides `state`: it is neither over nor won on the spot.
inline bool is_open(const engine::Sudokill& state) {
  return !engine::is_over(state) && !has_winning_move(state);
}

}  // namespace gauntlet::search::sudokill
