// What one stone makes of one line of an m,n,k board: the smallest piece of knowledge about
// threats.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "engine/mnk/mnk.h"

namespace gauntlet::search::mnk {

/// What a stone on an empty square would make of one line through it, for the stone's owner.
///
/// `missing` is how many more own stones a winning run through that stone needs. The shape is open
/// when there are two different ways to make the last of them: one answer then does not stop it.
/// With k = 5 an open shape that misses 1 is the open four, a closed one the four; 2 are the
/// threes, and so on. What holds for k = 5 under these names holds for any k by the same
/// definition.
class Shape {
 public:
  /// Codes lie below this.
  static constexpr int kCodes = 2 * engine::mnk::kMaxSide + 1;

  /// No winning run through the stone can come about any more.
  constexpr Shape() = default;
  constexpr Shape(int missing, bool open)
      : code_(static_cast<std::uint8_t>(2 * missing + (open ? 0 : 1))) {}

  /// Fewer is better for the owner: 0 is a win.
  constexpr std::uint8_t code() const { return code_; }
  constexpr bool is_none() const { return code_ == kNone; }
  constexpr int missing() const { return code_ / 2; }
  constexpr bool is_open() const { return code_ % 2 == 0; }
  constexpr bool operator==(const Shape&) const = default;

 private:
  static constexpr std::uint8_t kNone = kCodes - 1;
  std::uint8_t code_ = kNone;
};

/// One line as its stones' owner sees it. Bit i is the line's i-th square; a line has at most 32.
struct SeenLine {
  std::uint64_t own = 0;   ///< Own stones.
  std::uint64_t open = 0;  ///< Own stones and empty squares; no bits beyond the line's end.
};

/// The shape that a stone on square `position` of a line makes, by the definition: all windows of k
/// squares are looked at. REQUIRES: `position` is empty and on the line.
Shape shape_by_definition(const SeenLine& line, int position, int k, bool exact);

/// Shapes for one k, in constant time up to k = kLargest, beyond that by the definition. Immutable.
///
/// Of each side of a square only what lies before the first stone of the opponent matters, and no
/// more than `reach` squares. Those squares' bits under a leading 1 are that side's code, and both
/// codes together index the table: 1 KB for k = 5, 64 KB for k = 8.
class ShapeTable {
 public:
  static constexpr int kLargest = 8;

  explicit ShapeTable(const engine::mnk::Rules& rules);

  /// Squares further from a stone than this do not see it.
  int reach() const { return reach_; }
  Shape at(const SeenLine& line, int position) const {
    return shapes_.empty() ? shape_by_definition(line, position, k_, exact_)
                           : shapes_[index(line, position, reach_)];
  }

 private:
  static std::size_t index(const SeenLine& line, int position, int reach) {
    const std::uint64_t behind_open = line.open >> position >> 1;
    const std::uint64_t before_open = line.open << (63 - position) << 1;
    const int behind_length = std::min(std::countr_one(behind_open), reach);
    const int before_length = std::min(std::countl_one(before_open), reach);
    const std::uint64_t behind_end = std::uint64_t{1} << behind_length;
    const std::uint64_t before_end = std::uint64_t{1} << before_length;
    const std::uint64_t behind = (line.own >> position >> 1 & (behind_end - 1)) | behind_end;
    const std::uint64_t before =
        (line.own >> (position - before_length) & (before_end - 1)) | before_end;
    return static_cast<std::size_t>(before << (reach + 1) | behind);
  }

  int k_;
  bool exact_;
  int reach_;
  std::vector<Shape> shapes_;  ///< Empty above kLargest.
};

}  // namespace gauntlet::search::mnk
