// Sets of squares of a 9x9 board, and which squares see each other under Sudoku's rules.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>

#include "engine/bits.h"

namespace gauntlet::engine {

/// A set of squares 0..80, row * 9 + column. Two machine words: square s is bit s % 64 of word
/// s / 64, and bits 81..127 stay zero.
class SquareSet {
 public:
  static constexpr int kSquares = 81;

  constexpr SquareSet() = default;
  static constexpr SquareSet all() {
    SquareSet set;
    set.words_ = {~std::uint64_t{0}, (std::uint64_t{1} << (kSquares - 64)) - 1};
    return set;
  }

  constexpr bool has(int square) const { return words_[square >> 6] >> (square & 63) & 1; }
  constexpr void add(int square) { words_[square >> 6] |= std::uint64_t{1} << (square & 63); }
  constexpr void remove(int square) { words_[square >> 6] &= ~(std::uint64_t{1} << (square & 63)); }
  constexpr bool empty() const { return (words_[0] | words_[1]) == 0; }
  constexpr int size() const { return std::popcount(words_[0]) + std::popcount(words_[1]); }

  /// The n-th square in ascending order, n from 0. REQUIRES: n < size().
  int nth(int n) const {
    const int in_first = std::popcount(words_[0]);
    const bool is_second = n >= in_first;  // selected without a branch: it would often mispredict
    const std::uint64_t word = is_second ? words_[1] : words_[0];
    return nth_set_bit(word, n - (is_second ? in_first : 0)) + 64 * is_second;
  }
  /// Calls visit(square) in ascending order.
  template <class Visit>
  constexpr void for_each(Visit visit) const {
    for (std::uint64_t word = words_[0]; word != 0; word &= word - 1) visit(std::countr_zero(word));
    for (std::uint64_t word = words_[1]; word != 0; word &= word - 1)
      visit(64 + std::countr_zero(word));
  }

  constexpr SquareSet& operator|=(const SquareSet& other) {
    words_[0] |= other.words_[0];
    words_[1] |= other.words_[1];
    return *this;
  }
  constexpr SquareSet& operator&=(const SquareSet& other) {
    words_[0] &= other.words_[0];
    words_[1] &= other.words_[1];
    return *this;
  }
  friend constexpr SquareSet operator|(SquareSet a, const SquareSet& b) { return a |= b; }
  friend constexpr SquareSet operator&(SquareSet a, const SquareSet& b) { return a &= b; }
  /// The squares that are not in `other`.
  constexpr SquareSet without(SquareSet other) const {
    other.words_[0] = words_[0] & ~other.words_[0];
    other.words_[1] = words_[1] & ~other.words_[1];
    return other;
  }
  constexpr bool meets(const SquareSet& other) const {
    return ((words_[0] & other.words_[0]) | (words_[1] & other.words_[1])) != 0;
  }
  constexpr bool operator==(const SquareSet&) const = default;

 private:
  std::array<std::uint64_t, 2> words_{};
};

/// For each square the twenty others in its row, column or 3x3 box.
inline constexpr std::array<SquareSet, SquareSet::kSquares> kPeers = [] {
  std::array<SquareSet, SquareSet::kSquares> peers;
  for (int a = 0; a < SquareSet::kSquares; ++a)
    for (int b = 0; b < SquareSet::kSquares; ++b) {
      const bool same_box = a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3;
      if (a != b && (a / 9 == b / 9 || a % 9 == b % 9 || same_box)) peers[a].add(b);
    }
  return peers;
}();

}  // namespace gauntlet::engine
