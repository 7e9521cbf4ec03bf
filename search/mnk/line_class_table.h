// What a stone on an empty square makes of one line, for both players at once.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/bits.h"
#include "engine/mnk/mnk.h"
#include "search/mnk/shape.h"
#include "search/mnk/square_class.h"

namespace gauntlet::search::mnk {

/// A line with its stones. Square i of the line is bit i + kMargin; all bits beyond the ends of the
/// line are set for both players: nobody can play there.
struct LineStones {
  static constexpr int kMargin = 5;
  static constexpr int kWord = 64;
  static constexpr int kNear = 4;
  static_assert(engine::mnk::kMaxSide + 2 * kMargin <= kWord && kNear <= kMargin);

  std::uint64_t of[2] = {~std::uint64_t{0}, ~std::uint64_t{0}};

  /// An empty line of so many squares.
  static LineStones empty(int length) {
    const std::uint64_t outside = ~(((std::uint64_t{1} << length) - 1) << kMargin);
    LineStones line;
    line.of[0] = line.of[1] = outside;
    return line;
  }
  static constexpr std::uint64_t bit(int position) {
    return std::uint64_t{1} << (position + kMargin);
  }
  std::uint64_t empties() const { return ~(of[0] | of[1]); }
  /// The kNear squares on either side of one, player 0's stones in the low byte and player 1's in
  /// the high one; beyond the ends both have one.
  std::size_t around(int position) const {
    return near(of[0], position) | near(of[1], position) << 8;
  }

 private:
  static std::size_t near(std::uint64_t stones, int position) {
    return engine::gather_bits(stones >> (position + kMargin - kNear), 0x1ef);
  }
};

/// For one k. Where no stone further than four squares away matters (k <= 5) the squares around,
/// two bits each, index a table of 64 KB; beyond that each player's shape is looked up. Immutable.
class LineClassTable {
 public:
  /// The one of these rules, made when it is first asked for. Any thread may ask.
  static const LineClassTable& of(const engine::mnk::Rules& rules);

  explicit LineClassTable(const engine::mnk::Rules& rules);

  /// Squares further from a stone than this do not see it.
  int reach() const { return shapes_.reach(); }
  bool has_pairs() const { return !pairs_.empty(); }

  /// REQUIRES: the square is empty.
  LinePair at(const LineStones& line, int position) const {
    return has_pairs() ? Pairs(*this).at(line, position) : by_shapes(line, position);
  }

  /// The table of pairs alone, for loops that would read its place anew at each step. REQUIRES:
  /// has_pairs().
  class Pairs {
   public:
    explicit Pairs(const LineClassTable& table) : pairs_(table.pairs_.data()) {}
    LinePair at(const LineStones& line, int position) const {
      return pairs_[line.around(position)];
    }

   private:
    const LinePair* pairs_;
  };

 private:
  static constexpr int kReach = LineStones::kNear;

  LinePair by_shapes(const LineStones& line, int position) const;

  int k_;
  ShapeTable shapes_;
  std::vector<LinePair> pairs_;  ///< Empty where somebody sees further than kReach.
};

}  // namespace gauntlet::search::mnk
