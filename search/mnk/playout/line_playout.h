// Random playouts of m,n,k boards of any rules, known only at run time.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>

#include "engine/mnk/mnk.h"
#include "search/mnk/line_table.h"
#include "search/playout.h"

namespace gauntlet::search::mnk {

/// Plays on boards of any size, by all rules. Testing lines as 32-bit words is several times as
/// fast as scanning the board (docs/performance.md).
///
/// Each player has one word per line; a move sets a bit in the (at most four) words through its
/// square and looks for k adjacent bits in them. Squares are drawn without replacement from a
/// shrinking array, four at a time from one 64-bit random number: the bias is below squares^4 /
/// 2^64 < 1e-7.
template <int Words>
class LinePlayout {
 public:
  using State = engine::Mnk<Words>;

  explicit LinePlayout(const engine::mnk::Rules& rules);

  /// REQUIRES: the game is not over.
  PlayoutResult operator()(const State& state, engine::Rng& rng);

 private:
  template <int Lines>
  PlayoutResult play(const State& state, engine::Rng& rng);
  template <int Lines>
  bool place(int player, int square);
  template <int Lines>
  void load(const State& state);
  bool has_run(FourWords words) const;

  const std::shared_ptr<const LineTable> table_;
  bool page_, exact_;
  int k_;
  int shifts_ = 0;              ///< Steps that shrink a run of k bits to one bit, ..
  std::array<int, 6> shift_{};  ///< .. and how far each shifts.
  std::uint32_t left_ = 0;      ///< Empty squares not yet drawn.
  std::array<std::array<std::uint32_t, LineTable::kMaxLines>, 2> words_;
  std::array<std::uint16_t, State::kCapacity> empties_;
};

template <int Words>
LinePlayout<Words>::LinePlayout(const engine::mnk::Rules& rules)
    : table_(LineTable::of(rules)), page_(rules.page), exact_(rules.exact), k_(rules.k) {
  for (int covered = 1; covered < k_;) {
    const int shift = covered <= k_ - covered ? covered : k_ - covered;
    shift_[shifts_++] = shift;
    covered += shift;
  }
}

/// Whether any lane of `words` contains k adjacent bits; in the exact game a run of exactly k.
template <int Words>
inline bool LinePlayout<Words>::has_run(FourWords words) const {
  for (int i = 0; i < shifts_; ++i) words &= words >> shift_[i];
  if (exact_) words &= ~(words << 1) & ~(words >> 1);  // a longer run left adjacent bits
  const auto halves = std::bit_cast<std::array<std::uint64_t, 2>>(words);
  return (halves[0] | halves[1]) != 0;
}

template <int Words>
template <int Lines>
inline bool LinePlayout<Words>::place(int player, int square) {
  const SquareLines& through = table_->at(square);
  std::uint32_t* const words = words_[player].data();
  const auto mark = [&](int i) { return words[through.line[i]] |= through.bit[i]; };
  bool won = has_run(FourWords{mark(0), mark(1), mark(2), mark(3)});
  if constexpr (Lines == SquareLines::kAll) won |= has_run(FourWords{mark(4), mark(5), 0, 0});
  return won;
}

template <int Words>
template <int Lines>
void LinePlayout<Words>::load(const State& state) {
  for (auto& words : words_) std::fill_n(words.begin(), table_->lines(), 0u);
  left_ = 0;
  const auto free = state.empties();
  for (int w = 0; w < Words; ++w) {
    for (std::uint64_t word = free[w]; word != 0;)
      empties_[left_++] = static_cast<std::uint16_t>(64 * w + engine::pop_lowest(word));
    for (int player = 0; player < 2; ++player)
      for (std::uint64_t word = state.stones(static_cast<engine::Player>(player))[w]; word != 0;)
        place<Lines>(player, 64 * w + engine::pop_lowest(word));
  }
}

template <int Words>
template <int Lines>
PlayoutResult LinePlayout<Words>::play(const State& state, engine::Rng& rng) {
  load<Lines>(state);
  int player = state.to_move();
  int plies = 0;
  std::uint64_t random = 0;
  while (left_ > 0) {
    if ((plies & 3) == 0) random = rng.next();
    const auto product = static_cast<unsigned __int128>(random) * left_;
    random = static_cast<std::uint64_t>(product);
    std::uint16_t& drawn = empties_[static_cast<std::size_t>(product >> 64)];
    const int square = drawn;
    drawn = empties_[--left_];
    ++plies;
    if (place<Lines>(player, square))
      return {player == 0 ? engine::Returns{1, 0, 0, 0} : engine::Returns{0, 1, 0, 0}, plies};
    player ^= 1;
  }
  return {{0.5f, 0.5f, 0, 0}, plies};
}

template <int Words>
PlayoutResult LinePlayout<Words>::operator()(const State& state, engine::Rng& rng) {
  return page_ ? play<SquareLines::kAll>(state, rng) : play<SquareLines::kStraight>(state, rng);
}

}  // namespace gauntlet::search::mnk
