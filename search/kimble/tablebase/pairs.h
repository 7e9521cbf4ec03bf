// Which configurations of two Kimble players can stand on the ring together.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "engine/bits.h"
#include "search/kimble/tablebase/configurations.h"

namespace gauntlet::search::kimble {

/// A table of two players with a row for each configuration of one of them and, in it, a place for
/// each configuration of the other that shares no square with it: places are numbered through, row
/// after row. Nobody has finished in a row or column. For four pieces that makes about 1.1e9
/// places of 1.7e9.
///
/// A row knows its columns as a bitmap, which is made when it is wanted (see ConfigurationRow) out
/// of one bitmap for each square, and how many there are before each word of it.
class Pairs {
 public:
  /// The columns' player sits `further` corners clockwise of the rows' player. REQUIRES: 1 <=
  /// further <= 3; `configurations` outlives it.
  Pairs(const Configurations& configurations, int further);

  /// How many places there are.
  std::uint64_t size() const { return starts_.back(); }
  std::uint64_t start_of(int row) const { return starts_[static_cast<std::size_t>(row)]; }

  /// The squares of the ring that a row's pieces stand on, as bits of the column player's board.
  std::uint32_t blocked_by(int row) const { return seen(configurations_->board(row) & kOnRing); }
  /// The row whose piece on `square` of the column player's board is sent home. REQUIRES:
  /// blocked_by(row) has it.
  int sends_home(int row, int square) const {
    const int own = (square + shift_) % engine::Kimble::kRing;
    return configurations_->number_of(configurations_->board(row) ^ 1u << own);
  }
  bool fits(int row, int column) const {
    return (blocked_by(row) & configurations_->board(column)) == 0;
  }
  /// REQUIRES: fits(row, column), and neither has finished.
  std::uint64_t place_of(int row, int column) const;

  /// Places that follow each other.
  struct Places {
    std::uint64_t begin, end;
  };
  /// Those in a row of the columns from `first` to `end`. REQUIRES: first <= end.
  Places places_of(int row, int first, int end) const {
    const bool to_the_last = end == configurations_->size();
    return {place_of(row, first), to_the_last ? start_of(row + 1) : place_of(row, end)};
  }

 private:
  friend class ConfigurationRow;
  static constexpr std::uint32_t kOnRing = (1u << engine::Kimble::kRing) - 1;

  std::uint64_t on_square(int square, std::size_t word) const {
    return on_square_[static_cast<std::size_t>(square) * words_ + word];
  }
  std::uint32_t before(int row, std::size_t word) const {
    return before_[word * rows_ + static_cast<std::size_t>(row)];
  }
  /// Of a column's word, the columns before it.
  static constexpr std::uint64_t below(int column) { return (std::uint64_t{1} << column % 64) - 1; }
  std::uint32_t seen(std::uint32_t ring) const {
    return (ring >> shift_ | ring << (engine::Kimble::kRing - shift_)) & kOnRing;
  }
  std::uint64_t fitting_word(std::uint32_t blocked, std::size_t word) const {
    std::uint64_t taken = ~usable_[word];
    for (; blocked != 0; blocked &= blocked - 1)
      taken |= on_square(std::countr_zero(blocked), word);
    return ~taken;
  }

  const Configurations* configurations_;
  int shift_;
  std::size_t rows_, words_;
  std::vector<std::uint64_t> on_square_;  ///< By square and word: who has a piece there.
  std::vector<std::uint64_t> usable_;     ///< Who has not finished.
  /// By word and row: the columns before it. So the places of one column in many rows, which is
  /// what a sweep looks up, need neighbouring ones.
  std::vector<std::uint16_t> before_;
  std::vector<std::uint64_t> starts_;
};

inline std::uint64_t Pairs::place_of(int row, int column) const {
  const std::size_t word = static_cast<std::size_t>(column) / 64;
  const std::uint64_t left = fitting_word(blocked_by(row), word) & below(column);
  return start_of(row) + before(row, word) + static_cast<unsigned>(std::popcount(left));
}

/// Neighbouring columns of one row, for many looks.
class ConfigurationRow {
 public:
  /// The columns from first to end. REQUIRES: first < end.
  void open(const Pairs& pairs, int row, int first, int end);

  /// REQUIRES: `column` is one of them, and fits.
  std::uint64_t place_of(int column) const {
    const std::size_t word = static_cast<std::size_t>(column / 64 - first_word_);
    const std::uint64_t left = fitting_[word] & Pairs::below(column);
    return starts_[word] + static_cast<unsigned>(std::popcount(left));
  }

  /// Visits those from first to end that fit, with their places.
  template <class Visit>
  void for_each(int first, int end, Visit&& visit) const {
    for (int word = first / 64; 64 * word < end; ++word) {
      const auto at = static_cast<std::size_t>(word - first_word_);
      std::uint64_t left = fitting_[at], place = starts_[at];
      if (word == first / 64) {
        place += static_cast<unsigned>(std::popcount(left & Pairs::below(first)));
        left &= ~Pairs::below(first);
      }
      if (word == end / 64) left &= Pairs::below(end);
      while (left != 0) visit(64 * word + engine::pop_lowest(left), place++);
    }
  }
  /// The same of those that stand on `square` of their ring.
  template <class Visit>
  void for_each_on(int square, int first, int end, Visit&& visit) const {
    for (int word = first / 64; 64 * word < end; ++word) {
      const auto at = static_cast<std::size_t>(word - first_word_);
      const std::uint64_t fitting = fitting_[at];
      std::uint64_t left = fitting & pairs_->on_square(square, static_cast<std::size_t>(word));
      if (word == first / 64) left &= ~Pairs::below(first);
      if (word == end / 64) left &= Pairs::below(end);
      while (left != 0) {
        const int bit = engine::pop_lowest(left);
        const auto before = static_cast<unsigned>(std::popcount(fitting & Pairs::below(bit)));
        visit(64 * word + bit, starts_[at] + before);
      }
    }
  }

 private:
  static constexpr std::size_t kMostWords = 128;

  const Pairs* pairs_ = nullptr;
  int first_word_ = 0;
  std::array<std::uint64_t, kMostWords> fitting_;  // uninitialised on purpose
  std::array<std::uint64_t, kMostWords> starts_;   ///< The place of a word's first column.
};

}  // namespace gauntlet::search::kimble
