// What a Sudokill position is worth before it can be searched to its end.
#pragma once

#include "engine/square_set.h"
#include "engine/sudokill.h"
#include "engine/sudoku_lines.h"
#include "search/evaluation.h"

namespace gauntlet::search {

/// Whether the player to move can leave the opponent without a reply; exact, at a fraction of what
/// playing every move costs. A move wins when all other squares where the opponent might play then
/// either hold no candidate or, as their only one, the digit just played in their sight.
/// REQUIRES: state.to_move() >= 0.
inline bool has_winning_move(const engine::Sudokill& state) {
  using engine::SquareSet;
  SquareSet alive, choice;  // squares where at least one, at least two digits fit
  for (int digit = 1; digit <= engine::kSudokillSide; ++digit) {
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
    for (int digit = 1; digit <= engine::kSudokillSide; ++digit)
      wins |= state.fits(digit).has(square) &&
              left.without(state.fits(digit) & engine::kPeers[square]).empty();
  });
  return wins;
}

/// A win on the spot; else a weak hint from the number of replies and from the parity of the
/// squares still alive, for with an odd number the player to move tends to make the last move.
/// Measured at two plies, 2,000 games each, against seeing wins on the spot alone: replies score
/// 55 %, parity 54 %, fewer replies, fewer live squares or their parity in the lines 46-49 %.
template <>
struct Evaluation<engine::Sudokill> {
  static int evaluate(const engine::Sudokill& state) {
    const int score = for_mover(state);
    return state.to_move() == 0 ? score : -score;
  }

  static double win_probability(int score) {
    const double advantage = score / 400.0;
    return 0.5 + 0.5 * advantage / (1 + (advantage < 0 ? -advantage : advantage));
  }

 private:
  static constexpr int kWinOnTheSpot = 15'000;
  static constexpr int kPerReply = 10;
  static constexpr int kUsualReplies = 12;
  static constexpr int kParity = 40;

  static int for_mover(const engine::Sudokill& state) {
    if (has_winning_move(state)) return kWinOnTheSpot;
    const bool is_odd = state.alive().size() % 2 == 1;
    return kPerReply * (state.mobility() - kUsualReplies) + (is_odd ? kParity : -kParity);
  }
};

}  // namespace gauntlet::search
