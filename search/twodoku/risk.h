// How likely a placement of Two-Doku is to meet a face-down domino, from what the mover knows.
#pragma once

#include <array>

#include "engine/twodoku/twodoku.h"

namespace gauntlet::search::twodoku {

/// Squares that see a face-down domino which play has not proved to be another digit: everywhere
/// else this digit is accepted for certain. Public knowledge; works on views and whole states.
inline engine::SquareSet risky_squares(const engine::TwoDoku& state, int digit) {
  engine::SquareSet risky;
  for (int i = 0; i < state.face_down_count(); ++i) {
    const engine::twodoku::FaceDown& domino = state.face_down(i);
    if ((domino.excluded >> digit & 1) == 0) risky |= engine::kPeers[domino.square];
  }
  return risky;
}

/// The mover's beliefs about digits that it cannot see. Takes the face-down dominoes as
/// independent draws from the unseen ones, which is close while those are many.
class Beliefs {
 public:
  /// What `player` can tell from a view of its own (or, of a whole state, could).
  Beliefs(const engine::TwoDoku& state, engine::Player player) : state_(state) {
    const engine::Player other = 1 - player;
    for (int digit = 1; digit <= 9; ++digit) {
      const int seen = state.face_up(digit).size() + state.hand(player)[digit] +
                       state.known_minimum(other)[digit] +
                       (state.rules().open ? state.hand(other)[digit] : 0);
      const int there = state.certain(digit);
      unseen_[digit] = seen < there ? there - seen : 0;
      total_ += unseen_[digit];
      sum_ += digit * unseen_[digit];
    }
  }

  /// Unseen dominoes of this digit, wherever they are.
  int unseen(int digit) const { return unseen_[digit]; }

  /// The probability that the placement fails.
  double failure(int square, int digit) const {
    double success = 1;
    for (int i = 0; i < state_.face_down_count(); ++i) {
      const engine::twodoku::FaceDown& domino = state_.face_down(i);
      if (!engine::kPeers[square].has(domino.square) || (domino.excluded >> digit & 1) != 0)
        continue;
      int possible = 0;
      for (int d = 1; d <= 9; ++d)
        if ((domino.excluded >> d & 1) == 0) possible += unseen_[d];
      if (possible > 0) success *= 1 - static_cast<double>(unseen_[digit]) / possible;
    }
    return 1 - success;
  }

  /// The sum of `other`'s hand: known, or the middle of its bounds; where it has none, its known
  /// dominoes and the average for the others.
  double expected_sum(engine::Player other) const {
    if (state_.knows_sum(other)) return state_.hand_sum(other);
    const engine::twodoku::SumRange range = state_.sum_range(other);
    if (range != engine::twodoku::SumRange::of_size(state_.hand_size(other)))
      return (range.low + range.high) / 2.0;
    const engine::twodoku::DigitCounts& known = state_.known_minimum(other);
    const int unknown = state_.hand_size(other) - engine::twodoku::domino_count(known);
    return engine::twodoku::digit_sum(known) +
           (total_ > 0 ? unknown * static_cast<double>(sum_) / total_ : 0);
  }

 private:
  const engine::TwoDoku& state_;
  std::array<int, 10> unseen_{};
  int total_ = 0;
  int sum_ = 0;
};

}  // namespace gauntlet::search::twodoku
