// The two stones that swap2 allows whoever is offered three.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

namespace gauntlet::tools {

/// Looks for the two stones, white's and black's, after which the opponent gains least by choosing
/// the colour: white's is given, black's is the one of some candidates that comes nearest to equal
/// chances. Somebody else judges the positions, one after the other.
class Swap2Pair {
 public:
  using Square = std::pair<int, int>;  ///< Column and row.

  /// How far from equal the chances of three stones must be for a colour to be worth taking.
  static constexpr double kClear = 0.06;

  /// `taken` are the three stones. Black's candidates are at all distances from white's new stone:
  /// the nearer, the more they are worth.
  Swap2Pair(int width, int height, const std::vector<Square>& taken, Square white);

  Square white() const { return white_; }
  /// The candidate that is to be judged now; nothing when all have been.
  std::optional<Square> to_judge() const;
  /// Candidates that are left to judge.
  std::size_t left() const { return candidates_.size() - judged_; }
  /// What to_judge() is worth, to white, who moves next.
  void judged(double win);
  /// Black's best candidate so far. REQUIRES: there was a free square for one.
  Square black() const { return candidates_[best_]; }

 private:
  static constexpr int kFarthest = 6;

  const Square white_;
  std::vector<Square> candidates_;
  std::size_t judged_ = 0;
  std::size_t best_ = 0;
  double best_off_ = 1;  // more than any is off from equal chances
};

}  // namespace gauntlet::tools
