// Sets of squares of the 9x9 Sudoku board, and the lines and boxes that bind them.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

#include "engine/bits.h"

namespace gauntlet::engine {

inline constexpr int kSudokillSide = 9;
inline constexpr int kSudokillSquares = 81;

/// A set of the board's squares. Square s = 9 * row + column is bit s of the 128:
///
///     row 0   lo  0 ..  8        row 7   lo bit 63, hi 0 .. 7
///     row 1   lo  9 .. 17        row 8   hi 8 .. 16
///     ..                         hi 17 .. 63 are always 0
///     row 6   lo 54 .. 62
struct alignas(16) Squares {
  std::uint64_t lo = 0;
  std::uint64_t hi = 0;

  constexpr Squares operator&(Squares other) const { return {lo & other.lo, hi & other.hi}; }
  constexpr Squares operator|(Squares other) const { return {lo | other.lo, hi | other.hi}; }
  /// The squares of this set that are not in `other`.
  constexpr Squares minus(Squares other) const { return {lo & ~other.lo, hi & ~other.hi}; }
  constexpr bool operator==(const Squares&) const = default;

  constexpr bool any() const { return (lo | hi) != 0; }
  constexpr int count() const { return std::popcount(lo) + std::popcount(hi); }
  /// REQUIRES: 0 <= square < 81.
  constexpr bool has(int square) const { return ((square < 64 ? lo : hi) >> (square & 63)) & 1; }

  /// The n-th square of the set in ascending order, n from 0. REQUIRES: n < count().
  int nth(int n) const {
    assert(n >= 0 && n < count());
    const int in_lo = std::popcount(lo);
    const bool is_high = n >= in_lo;  // both selects compile to moves: a branch here mispredicts
    const std::uint64_t word = is_high ? hi : lo;
    return nth_set_bit(word, n - (is_high ? in_lo : 0)) + 64 * is_high;
  }

  /// Calls visit(square) in ascending order.
  template <class Visit>
  void for_each(Visit visit) const {
    for (std::uint64_t word = lo; word != 0;) visit(pop_lowest(word));
    for (std::uint64_t word = hi; word != 0;) visit(64 + pop_lowest(word));
  }
};

/// The set that holds `square` alone.
constexpr Squares single_square(int square) {
  return square < 64 ? Squares{std::uint64_t{1} << square, 0}
                     : Squares{0, std::uint64_t{1} << (square - 64)};
}

inline constexpr int row_of(int square) {
  return square / kSudokillSide;
}
inline constexpr int column_of(int square) {
  return square % kSudokillSide;
}
inline constexpr int box_of(int square) {
  return square / 27 * 3 + square % 9 / 3;
}

inline constexpr Squares kAllSquares = {~std::uint64_t{0}, (std::uint64_t{1} << 17) - 1};

/// What binds each square.
struct SquareTables {
  std::array<Squares, kSudokillSide> row;
  std::array<Squares, kSudokillSide> column;
  std::array<Squares, kSudokillSide> box;
  std::array<Squares, kSudokillSquares> lines;          ///< Its row and column, itself included.
  std::array<Squares, kSudokillSquares> all_but;        ///< Every square but itself.
  std::array<Squares, kSudokillSquares> all_but_peers;  ///< .. but its row, column and box.
};

constexpr SquareTables make_square_tables() {
  SquareTables tables{};
  for (int s = 0; s < kSudokillSquares; ++s) {
    const Squares self = single_square(s);
    tables.row[row_of(s)] = tables.row[row_of(s)] | self;
    tables.column[column_of(s)] = tables.column[column_of(s)] | self;
    tables.box[box_of(s)] = tables.box[box_of(s)] | self;
  }
  for (int s = 0; s < kSudokillSquares; ++s) {
    tables.lines[s] = tables.row[row_of(s)] | tables.column[column_of(s)];
    tables.all_but[s] = kAllSquares.minus(single_square(s));
    tables.all_but_peers[s] = kAllSquares.minus(tables.lines[s] | tables.box[box_of(s)]);
  }
  return tables;
}

inline constexpr SquareTables kSquareTables = make_square_tables();

}  // namespace gauntlet::engine
