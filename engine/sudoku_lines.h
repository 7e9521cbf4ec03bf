// Rows, columns and boxes of the 9x9 board as sets of squares.
#pragma once

#include <array>

#include "engine/square_set.h"

namespace gauntlet::engine {

constexpr int row_of(int square) {
  return square / 9;
}
constexpr int column_of(int square) {
  return square % 9;
}
constexpr int box_of(int square) {
  return square / 27 * 3 + square % 9 / 3;
}

/// The sets, each by its number 0..8, and what binds each square.
struct alignas(16) SudokuLines {  // aligned for those who read a set as one register
  std::array<SquareSet, 9> row;
  std::array<SquareSet, 9> column;
  std::array<SquareSet, 9> box;
  std::array<SquareSet, SquareSet::kSquares> both;     ///< A square's row and column, itself too.
  std::array<SquareSet, SquareSet::kSquares> all_but;  ///< Every square but this.
  /// Every square but this and the others of its row, column and box.
  std::array<SquareSet, SquareSet::kSquares> unbound;
};

inline constexpr SudokuLines kSudokuLines = [] {
  SudokuLines lines;
  for (int s = 0; s < SquareSet::kSquares; ++s) {
    lines.row[row_of(s)].add(s);
    lines.column[column_of(s)].add(s);
    lines.box[box_of(s)].add(s);
  }
  for (int s = 0; s < SquareSet::kSquares; ++s) {
    lines.both[s] = lines.row[row_of(s)] | lines.column[column_of(s)];
    lines.all_but[s] = SquareSet::all();
    lines.all_but[s].remove(s);
    lines.unbound[s] = SquareSet::all().without(lines.both[s] | lines.box[box_of(s)]);
  }
  return lines;
}();

}  // namespace gauntlet::engine
