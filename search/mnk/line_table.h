// Where the lines of an m,n,k board run, and which of them pass each square.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/mnk/mnk.h"

namespace gauntlet::search::mnk {

/// Four line words, so that one instruction looks along the four lines through a square.
using FourWords = std::uint32_t __attribute__((vector_size(16)));

/// Where a square lies on the lines through it. Four lines at most, six where page lines wrap.
struct SquareLines {
  static constexpr int kStraight = 4;
  static constexpr int kAll = 6;
  std::array<std::uint16_t, kAll> line{};  ///< Line 0 is a dummy that nobody wins on.
  std::array<std::uint32_t, kAll> bit{};   ///< Square i of a line is bit i; 0 on the dummy.
  std::uint32_t count = 0;  ///< How many entries are real lines; the rest are the dummy.
};

/// Which squares a line passes.
struct LineCourse {
  std::uint16_t start = 0, step = 0;  ///< Square i is start + i * step.
  std::uint8_t length = 0;
  /// By square: which of the square's lines this one is, as an index into SquareLines::line.
  std::array<std::uint8_t, engine::mnk::kMaxSide> slots{};
};

/// The tables of one board, the same for all that search or play out on it. Immutable.
class LineTable {
 public:
  /// 32 rows + 32 columns + 2 * 63 diagonals + the dummy fit; page lines only prolong diagonals.
  static constexpr int kMaxLines = 192;

  /// The one of these rules: made for the first who asks, and gone with the last who holds it. Any
  /// thread may ask.
  static std::shared_ptr<const LineTable> of(const engine::mnk::Rules& rules);

  explicit LineTable(const engine::mnk::Rules& rules);

  const SquareLines& at(int square) const { return squares_[static_cast<std::size_t>(square)]; }
  const LineCourse& line(int line) const { return lines_[static_cast<std::size_t>(line)]; }
  /// With the dummy.
  int lines() const { return static_cast<int>(lines_.size()); }

 private:
  std::vector<LineCourse> lines_;
  std::vector<SquareLines> squares_;
};

}  // namespace gauntlet::search::mnk
