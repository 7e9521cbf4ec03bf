// What random play needs to know of a Sudokill board.
#pragma once

#include <array>
#include <cstdint>

#include "engine/square_set.h"
#include "engine/sudoku_lines.h"

namespace gauntlet::search::sudokill {

/// The eight others of a square's row, then the eight others of its column, both ascending: where
/// the next move goes.
inline constexpr auto kInLines = [] {
  std::array<std::array<std::uint8_t, 16>, engine::SquareSet::kSquares> squares{};
  for (int square = 0; square < engine::SquareSet::kSquares; ++square) {
    const int row = engine::row_of(square), column = engine::column_of(square);
    for (int i = 0; i < 8; ++i) {
      squares[square][i] = static_cast<std::uint8_t>(9 * row + i + (i >= column));
      squares[square][8 + i] = static_cast<std::uint8_t>(9 * (i + (i >= row)) + column);
    }
  }
  return squares;
}();

/// The digits that fit on each of the squares kInLines: sixteen bits a square from the lowest
/// word's lowest bit on, bit i for digit i + 1.
struct alignas(32) InLines {
  std::array<std::uint64_t, 4> words;
};

/// The digits that each row, column and box holds, and which squares are filled: 27 sets of digits
/// of which a move changes three, and sixteen squares whose moves come from them. Digits are 0..8
/// here. This is plain code; UsedDigitsAvx2 and UsedDigitsAvx512 do the same by vectors.
class UsedDigits {
 public:
  /// REQUIRES: the square is empty, and no square that sees it holds the digit.
  void place(int square, int digit) {
    const int row = engine::row_of(square), column = kColumns + engine::column_of(square);
    used_[row] |= bit(digit);
    used_[column] |= bit(digit);
    used_[kBoxes + engine::box_of(square)] |= bit(digit);
    filled_[row] |= bit(column - kColumns);
    filled_[column] |= bit(row);
  }

  /// What fits on the other squares of the row and the column of `square`.
  InLines in_lines(int square) const {
    const Square& at = kSquares[square];
    InLines found{};
    for (unsigned i = 0; i < 16; ++i) {
      const unsigned used = used_[at.lines[i]] | used_[at.lines[16 + i]] | used_[at.boxes[i]] |
                            ((filled_[at.lines[i]] & at.bits[i]) != 0 ? kNine : 0);
      found.words[i / 4] |= std::uint64_t{kNine & ~used} << i % 4 * 16;
    }
    return found;
  }

  /// The digits that fit on one square, bit by bit; none on a filled one.
  unsigned fitting(int square) const {
    const int row = engine::row_of(square), column = engine::column_of(square);
    if ((filled_[row] >> column & 1) != 0) return 0;
    return kNine &
           ~(used_[row] | used_[kColumns + column] | used_[kBoxes + engine::box_of(square)]);
  }

  /// Whether the row and the column of `square` have no empty square.
  bool lines_are_full(int square) const {
    return (filled_[engine::row_of(square)] & filled_[kColumns + engine::column_of(square)]) ==
           kNine;
  }

 protected:
  static constexpr unsigned kNine = 0x1ff;
  static constexpr int kColumns = 9, kBoxes = 18;  ///< Where they begin; rows are 0..8.

  using Sets = std::array<std::uint16_t, 32>;
  using Lanes = std::array<std::uint16_t, 16>;

  /// What belongs to a square, and to each of the sixteen others of its row and column.
  struct alignas(64) Square {
    Sets lines;             ///< Where their rows are in used_ and filled_, then their columns.
    Sets fills;             ///< What a move here adds to filled_.
    Lanes boxes;            ///< Where they are in used_.
    Lanes bits;             ///< What the square is in its row's filled_.
    std::uint32_t changes;  ///< The three of used_ that a move here changes.
  };
  static const std::array<Square, engine::SquareSet::kSquares> kSquares;

  alignas(64) Sets used_{};    ///< Digits, by row, column and box.
  alignas(64) Sets filled_{};  ///< Squares, by row and column.

 private:
  static constexpr std::uint16_t bit(int i) { return static_cast<std::uint16_t>(1u << i); }
  static constexpr Square square_of(int square);
};

constexpr UsedDigits::Square UsedDigits::square_of(int square) {
  Square at{};
  const int row = engine::row_of(square), column = engine::column_of(square);
  for (unsigned i = 0; i < 16; ++i) {
    const int other = kInLines[square][i];
    at.lines[i] = static_cast<std::uint16_t>(engine::row_of(other));
    at.lines[16 + i] = static_cast<std::uint16_t>(kColumns + engine::column_of(other));
    at.boxes[i] = static_cast<std::uint16_t>(kBoxes + engine::box_of(other));
    at.bits[i] = bit(engine::column_of(other));
  }
  at.fills[row] = bit(column);
  at.fills[kColumns + column] = bit(row);
  at.changes = 1u << row | 1u << (kColumns + column) | 1u << (kBoxes + engine::box_of(square));
  return at;
}

inline constexpr std::array<UsedDigits::Square, engine::SquareSet::kSquares> UsedDigits::kSquares =
    [] {
      std::array<Square, engine::SquareSet::kSquares> squares{};
      for (int square = 0; square < engine::SquareSet::kSquares; ++square)
        squares[square] = square_of(square);
      return squares;
    }();

}  // namespace gauntlet::search::sudokill
