// What a stone on a square threatens, all lines through it taken together.
#pragma once

#include <bit>
#include <cstdint>

#include "search/mnk/shape.h"
#include "search/mnk/shape_worth.h"

namespace gauntlet::search::mnk {

/// What a stone on an empty square would be, by the best that it does for its owner, worst first.
/// The names are those of k = 5; see Shape for what they mean with another k.
enum class Threat : std::uint8_t {
  kNone,         ///< A stone that has nothing to do with any other.
  kBuilds,       ///< Some line with another own stone, nothing of what follows.
  kOpenThree,    ///< An open four comes next, if nothing is done.
  kDoubleThree,  ///< That on two lines.
  kFour,         ///< A win comes next, if the one square is not taken.
  kFourThree,    ///< That, and an open three besides.
  kOpenFour,     ///< A win comes next on either of two squares: an open four or two fours.
  kFive,         ///< A win.
};
inline constexpr int kThreats = 8;

/// What the lines through a square make of it: how many have which shape, in eight counters of four
/// bits, the best highest, and what they are worth to play on.
class ShapeSum {
 public:
  /// Shapes that are no better than a stone alone on the board count for nothing.
  static ShapeSum of(Shape shape, int k, const ShapeWorth& worth) {
    ShapeSum sum;
    if (shape.is_none()) return sum;
    sum.worth_ = worth.to_play(shape);
    const int missing = shape.missing();
    if (missing == 0) sum.counts_ = kFive;
    if (missing == 1) sum.counts_ = shape.is_open() ? kOpenFour : kFour;
    if (missing == 2) sum.counts_ = shape.is_open() ? kOpenThree : kThree;
    if (missing == 3) sum.counts_ = shape.is_open() ? kOpenTwo : kTwo;
    if (missing > 3) sum.counts_ = kOther;
    if (missing > 2 && missing >= k - 1) sum.counts_ = 0;
    return sum;
  }

  void operator+=(ShapeSum other) {
    counts_ += other.counts_;
    worth_ += other.worth_;
  }
  void operator-=(ShapeSum other) {
    counts_ -= other.counts_;
    worth_ -= other.worth_;
  }
  constexpr bool operator==(const ShapeSum&) const = default;

  Threat threat() const {
    if (counts_ >= kFive) return Threat::kFive;
    const unsigned fours = counts_ >> 20 & 15, open_threes = counts_ >> 16 & 15;
    if (counts_ >= kOpenFour || fours > 1) return Threat::kOpenFour;
    if (fours > 0) return open_threes > 0 ? Threat::kFourThree : Threat::kFour;
    if (open_threes > 0) return open_threes > 1 ? Threat::kDoubleThree : Threat::kOpenThree;
    return counts_ != 0 ? Threat::kBuilds : Threat::kNone;
  }
  /// True only where both make the same threat; cheaper than to compare the two.
  bool has_same_threat_at_a_glance(ShapeSum other) const {
    return (counts_ ^ other.counts_) >> 16 == 0 && (counts_ != 0) == (other.counts_ != 0);
  }
  /// What the best two lines make together, told by their places among the eight counters.
  int best_two() const {
    std::uint32_t counts = counts_;
    const int best = best_of(counts);
    if (best == 0) return 0;
    counts -= std::uint32_t{1} << (4 * (best - 1));
    return best * (best + 1) / 2 + best_of(counts);
  }
  /// best_two() lies below this.
  static constexpr int kPairs = 45;
  /// The sum of ShapeWorth::to_play.
  std::int32_t worth() const { return worth_; }

 private:
  /// 1 to 8, 0 where all are zero.
  static int best_of(std::uint32_t counts) { return (std::bit_width(counts) + 3) / 4; }

  static constexpr std::uint32_t kFive = 1u << 28, kOpenFour = 1u << 24, kFour = 1u << 20,
                                 kOpenThree = 1u << 16, kThree = 1u << 12, kOpenTwo = 1u << 8,
                                 kTwo = 1u << 4, kOther = 1;
  std::uint32_t counts_ = 0;
  std::int32_t worth_ = 0;
};

}  // namespace gauntlet::search::mnk
