// UsedDigits in AVX2 registers.
#pragma once

#ifdef __x86_64__

#include <immintrin.h>

#include <array>
#include <cstdint>

#include "engine/square_set.h"
#include "engine/sudoku_lines.h"
#include "search/instruction_set.h"
#include "search/sudokill/playout/used_digits.h"

namespace gauntlet::search::sudokill {

/// As UsedDigits, arranged so that no set has to be looked for in the nine: AVX2 moves no lanes of
/// 16 bits between the halves of a register. Rows and columns are stored twice, for all but one of
/// nine in order are the first of eight, then the second of eight. Own row and box are one set.
class UsedDigitsAvx2 {
 public:
  GAUNTLET_AVX2 void place(int square, int digit) {
    const Square& at = kSquares[square];
    const __m256i bit = _mm256_set1_epi16(static_cast<short>(1 << digit));
    add(first_, _mm256_and_si256(bit, load(at.in_first)));
    add(second_, _mm256_and_si256(bit, load(at.in_second)));
    add(rows_[at.band],
        _mm256_or_si256(_mm256_and_si256(bit, load(at.in_band)), load(at.fills_band)));
    add(columns_[at.stack],
        _mm256_or_si256(_mm256_and_si256(bit, load(at.in_stack)), load(at.fills_stack)));
  }

  GAUNTLET_AVX2 InLines in_lines(int square) const {
    const Square& at = kSquares[square];
    const __m256i across = _mm256_blendv_epi8(load(first_), load(second_), load(at.from_second));
    // In each half the row's four lanes, then the column's.
    const __m256i own =
        _mm256_blend_epi32(four_times(rows_[at.row]), four_times(columns_[at.column]), 0xcc);
    const __m256i along = _mm256_shuffle_epi8(own, load(at.boxes));
    const __m256i filled =
        _mm256_shuffle_epi8(own, _mm256_setr_epi64x(0x0706070607060706, 0x0706070607060706,
                                                    0x0f0e0f0e0f0e0f0e, 0x0f0e0f0e0f0e0f0e));
    const __m256i empty =
        _mm256_cmpeq_epi16(_mm256_and_si256(filled, load(at.bits)), _mm256_setzero_si256());
    InLines found;
    _mm256_store_si256(reinterpret_cast<__m256i*>(&found),
                       _mm256_andnot_si256(_mm256_or_si256(across, along), empty));
    return found;
  }

  unsigned fitting(int square) const {
    const int column = engine::column_of(square);
    const Line& row = rows_[kSquares[square].row];
    const unsigned in_column = column < 8 ? first_[column] : second_[7];
    return (row[3] >> column & 1) != 0 ? 0 : kNine & ~(row[column / 3] | in_column);
  }

  bool lines_are_full(int square) const {
    const Square& at = kSquares[square];
    return (rows_[at.row][3] & columns_[at.column][3]) == kNine;
  }

 private:
  static constexpr unsigned kNine = 0x1ff;

  using Lanes = std::array<std::uint16_t, 16>;
  /// For each of the three boxes that a line meets the digits that line or box hold; then which
  /// squares of the line are filled.
  using Line = std::array<std::uint16_t, 4>;

  /// What belongs to a square, and lane by lane to the sixteen others of its row and column.
  struct alignas(64) Square {
    Lanes from_second;              ///< All bits where across a line they come from second_.
    Lanes boxes;                    ///< As bytes to take from own lines' lanes.
    Lanes bits;                     ///< As the bit of a line's filled squares.
    Lanes in_first, in_second;      ///< All bits where a move here adds its digit.
    Lanes in_band, in_stack;        ///< The same.
    Lanes fills_band, fills_stack;  ///< What a move here adds beside.
    std::uint8_t row, column;       ///< Where in rows_ and columns_ they are.
    std::uint8_t band, stack;       ///< Where the three of its band, of its stack begin.
  };

  static constexpr std::uint16_t all_if(bool condition) { return condition ? 0xffff : 0; }
  /// The two bytes of a lane.
  static constexpr std::uint16_t bytes_of(int lane) {
    return static_cast<std::uint16_t>(2 * lane | (2 * lane + 1) << 8);
  }
  static constexpr Square square_of(int square) {
    Square at{};
    const int row = engine::row_of(square), column = engine::column_of(square);
    for (int i = 0; i < 8; ++i) {
      const int other_column = i + (i >= column), other_row = i + (i >= row);
      at.from_second[i] = all_if(other_column > i);
      at.from_second[8 + i] = all_if(other_row > i);
      at.boxes[i] = bytes_of(other_column / 3);
      at.boxes[8 + i] = bytes_of(4 + other_row / 3);
      at.bits[i] = static_cast<std::uint16_t>(1u << other_column);
      at.bits[8 + i] = static_cast<std::uint16_t>(1u << other_row);
      at.in_first[i] = all_if(i == column);
      at.in_first[8 + i] = all_if(i == row);
      at.in_second[i] = all_if(i + 1 == column);
      at.in_second[8 + i] = all_if(i + 1 == row);
    }
    for (int line = 0; line < 3; ++line)
      for (int box = 0; box < 3; ++box) {
        at.in_band[4 * line + box] = all_if(line == row % 3 || box == column / 3);
        at.in_stack[4 * line + box] = all_if(line == column % 3 || box == row / 3);
      }
    at.fills_band[row % 3 * 4 + 3] = static_cast<std::uint16_t>(1u << column);
    at.fills_stack[column % 3 * 4 + 3] = static_cast<std::uint16_t>(1u << row);
    at.row = static_cast<std::uint8_t>(row + row / 3);
    at.column = static_cast<std::uint8_t>(column + column / 3);
    at.band = static_cast<std::uint8_t>(row / 3 * 4);
    at.stack = static_cast<std::uint8_t>(column / 3 * 4);
    return at;
  }
  static const std::array<Square, engine::SquareSet::kSquares> kSquares;

  GAUNTLET_AVX2 static __m256i load(const Lanes& lanes) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(&lanes));
  }
  /// Adds to sixteen lanes from `to` on: Lanes, or four lines.
  template <class First>
  GAUNTLET_AVX2 static void add(First& to, __m256i bits) {
    auto* lanes = reinterpret_cast<__m256i*>(&to);
    _mm256_store_si256(lanes, _mm256_or_si256(_mm256_load_si256(lanes), bits));
  }
  GAUNTLET_AVX2 static __m256i four_times(const Line& line) {
    return _mm256_broadcastq_epi64(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(&line)));
  }

  static constexpr Lanes no_digits() {
    Lanes lanes{};
    for (std::uint16_t& lane : lanes) lane = 0xffff & ~kNine;  // so that these bits never fit
    return lanes;
  }

  /// Digits of columns 0..7, then of rows 0..7; of columns 1..8, then of rows 1..8.
  alignas(32) Lanes first_ = no_digits(), second_ = no_digits();
  /// By band and by stack, of which each has room for a fourth line.
  alignas(32) std::array<Line, 12> rows_{}, columns_{};
};

inline constexpr std::array<UsedDigitsAvx2::Square, engine::SquareSet::kSquares>
    UsedDigitsAvx2::kSquares = [] {
      std::array<Square, engine::SquareSet::kSquares> squares{};
      for (int square = 0; square < engine::SquareSet::kSquares; ++square)
        squares[square] = square_of(square);
      return squares;
    }();

}  // namespace gauntlet::search::sudokill

#endif
