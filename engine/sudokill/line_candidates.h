// What a move on one square takes from its row and column, for all digits at once.
#pragma once

#include <array>

#include "engine/square_set.h"
#include "engine/sudoku_lines.h"

namespace gauntlet::engine::sudokill {

/// The candidates (pairs of a square and a digit that fits there) around one empty square, from
/// which follows how many of them each digit on it leaves: nobody needs to play the move.
class LineCandidates {
 public:
  static constexpr int kDigits = 9;
  using Fits = std::array<SquareSet, kDigits>;  ///< Where each digit fits, by digit - 1.

  LineCandidates(const Fits& fits, int square) {
    const SquareSet lines = kSudokuLines.both[square] & kSudokuLines.all_but[square];
    for (int i = 0; i < kDigits; ++i) {
      all_ += in_lines_[i] = (fits[i] & lines).size();
      here_ += fits[i].has(square);
    }
  }

  /// Candidates in the square's row and column once digit `i + 1` stands on it: of this digit none.
  int left_in_lines(int i) const { return all_ - in_lines_[i]; }
  /// Candidates on the whole board, of `all` now, once digit `i + 1` stands on the square.
  /// REQUIRES: it fits there.
  int left_anywhere(const Fits& fits, int square, int i, int all) const {
    return all - here_ - (fits[i] & kPeers[square]).size();
  }

 private:
  std::array<int, kDigits> in_lines_;
  int all_ = 0;
  int here_ = 0;  // digits that fit on the square
};

}  // namespace gauntlet::engine::sudokill
