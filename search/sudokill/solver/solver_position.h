// What decides a Sudokill position, and nothing else of it.
#pragma once

#include <array>
#include <cstdint>

#include "engine/square_set.h"
#include "engine/sudokill/sudokill.h"
#include "engine/sudoku_lines.h"

namespace gauntlet::search::sudokill {

/// Some of the board's lines: bit r is row r, bit 9 + c is column c.
using LineSet = std::uint32_t;

constexpr LineSet lines_of(int square) {
  return 1u << engine::row_of(square) | 1u << (9 + engine::column_of(square));
}

/// A Sudokill position as far as its result goes. Neither the digits on the board matter nor what
/// they are called: only which of them still fit where, which lines hold a dead square (empty, but
/// no digit fits: it binds whoever must play in its lines, for ever), and the lines of the last
/// move. Who moves next is whoever asks.
///
/// Squares that can matter no more are left out: play stays within what can be reached from the
/// last move along rows and columns, until a move leaves both of its lines full. Where every square
/// in reach has a dead square in one of its lines that cannot happen, and what is out of reach is
/// dropped.
struct alignas(16) SolverPosition {
  static constexpr int kDigits = engine::sudokill::kSide;
  static constexpr int kAnywhere = engine::SquareSet::kSquares;

  std::array<engine::SquareSet, kDigits> fits;  ///< By digit - 1.
  engine::SquareSet live;                       ///< Their union.
  LineSet dead;                                 ///< Lines with a dead square.
  int last;                                     ///< The last move's square, or kAnywhere.

  /// REQUIRES: the game is not over.
  static SolverPosition of(const engine::Sudokill& state) {
    SolverPosition position;
    for (int digit = 1; digit <= kDigits; ++digit) position.fits[digit - 1] = state.fits(digit);
    position.live = state.alive();
    position.dead = 0;
    state.empty().without(position.live).for_each([&](int square) {
      position.dead |= lines_of(square);
    });
    position.last = state.is_free() ? kAnywhere : *state.last_square();
    return position;
  }

  /// Where the player to move can play; not empty.
  engine::SquareSet region() const {
    return last == kAnywhere ? live : live & engine::kSudokuLines.both[last];
  }
};

}  // namespace gauntlet::search::sudokill
