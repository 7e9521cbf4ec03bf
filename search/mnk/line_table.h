// Where the squares of an m,n,k board lie on its lines.
#pragma once

#include <array>
#include <cstdint>

#include "engine/mnk/mnk.h"

namespace gauntlet::search::mnk {

/// Four line words, so that one instruction looks along the four lines through a square.
using FourWords = std::uint32_t __attribute__((vector_size(16)));

/// Where a square lies on the lines through it. Four lines at most, six where page lines wrap.
struct SquareLines {
  static constexpr int kStraight = 4;
  static constexpr int kAll = 6;
  std::array<std::uint16_t, kAll> line{};  ///< Line 0 is a dummy that nobody wins on.
  std::array<std::uint32_t, kAll> bit{};   ///< 0 on the dummy.
};

/// The tables of one board: built once per searcher, read by every playout.
class LineTable {
 public:
  /// 32 rows + 32 columns + 2 * 63 diagonals + the dummy fit; page lines only prolong diagonals.
  static constexpr int kMaxLines = 192;

  explicit LineTable(const engine::mnk::Rules& rules);

  const SquareLines& at(int square) const { return squares_[square]; }
  int lines() const { return lines_; }

 private:
  int lines_ = 1;
  std::array<SquareLines, engine::kMaxMoves> squares_{};
};

}  // namespace gauntlet::search::mnk
