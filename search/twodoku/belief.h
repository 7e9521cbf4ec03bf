// What a player of Two-Doku may believe about all that it does not see, exactly.
#pragma once

#include <vector>

#include "engine/rng.h"
#include "engine/twodoku/fillings.h"
#include "engine/twodoku/twodoku.h"

namespace gauntlet::search::twodoku {

/// The probabilities of a view's hidden digits, for players who choose without regard to what they
/// hold: all physical ways to lay the unseen dominoes that agree with the view are equally likely.
/// They are counted, not sampled; worlds for a search come from TwoDoku::determinized(), which
/// draws from the same distribution. Making one takes microseconds to some tens of milliseconds
/// (see Fillings). Const members may be called by several threads at once.
class Belief {
 public:
  /// REQUIRES: a view after the deal that agrees with itself (TwoDoku::from_text checks that).
  explicit Belief(const engine::TwoDoku& view);

  /// The probability, 0..1, that placing `digit` on `square` fails because of a face-down domino.
  double failure(int square, int digit) const;

  /// The probability that the i-th face-down domino, in the order of squares, is `digit`.
  double face_down(int i, int digit) const;

 private:
  double any_of(std::uint32_t slots, int digit) const;
  void add_swapped(const engine::twodoku::DigitCounts& counts, int digit, int left, double ways);

  /// The fillings of one choice of digits for the swapped dominoes; usually there is none to make.
  struct Case {
    engine::twodoku::Fillings fillings;
    double weight;
  };

  engine::TwoDoku view_;
  std::vector<Case> cases_;
  double weight_ = 0;  ///< Of all cases.
};

}  // namespace gauntlet::search::twodoku
