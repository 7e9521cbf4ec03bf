// Random playouts of m,n,k boards of at most 16 rows and 16 columns.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>

#include "engine/mnk/mnk.h"
#include "search/mnk/playout/rows.h"
#include "search/playout.h"

namespace gauntlet::search::mnk {

/// Plays the games that LinePlayout plays, about twice as fast (docs/performance.md): a player's
/// stones are one vector, and lines are looked for every kBlock plies. Where there is one, the
/// block is played again to find the ply that made it.
template <int Words>
class RowPlayout {
 public:
  using State = engine::Mnk<Words>;

  static bool can_play(const engine::mnk::Rules& rules) {
    return rules.width <= 16 && rules.height <= 16 && rules.k >= kLeastK && rules.k <= kMostK &&
           !rules.exact && !rules.page;
  }

  /// REQUIRES: can_play(rules).
  explicit RowPlayout(const engine::mnk::Rules& rules) : rules_(rules) {}

  /// REQUIRES: the game is not over.
  PlayoutResult operator()(const State& state, engine::Rng& rng);

 private:
  static constexpr int kLeastK = 3, kMostK = 7;
  static constexpr std::uint32_t kBlock = 12;
  static_assert(kBlock % 4 == 0, "blocks begin with a new random number, and with the same player");

  /// The stones of both, [0] of who moves at even plies of the playout.
  using Stones = std::array<Rows, 2>;

  template <int K>
  PlayoutResult play(const State& state, engine::Rng& rng);
  template <int K>
  int plies_to_run(Stones& stones, std::uint32_t left, engine::Rng& rng) const;
  void load(const State& state, Stones& stones);
  std::uint16_t row_of(const typename State::Board& board, int row) const;
  RowSquare draw(std::uint64_t& random, std::uint32_t left);
  void draw_block(Stones& stones, std::uint32_t end, engine::Rng& rng);

  engine::mnk::Rules rules_;
  std::uint32_t left_ = 0;  ///< Empty squares not yet drawn.
  /// The first left_ are those, in no order; behind them what was drawn, the first draw last. They
  /// are written in eights, none of which reaches further than its own squares would.
  std::array<RowSquare, RowStones::kSquares> squares_;
};

/// Of each byte the set bits, lowest first.
inline constexpr auto kBitsOfByte = [] {
  std::array<std::array<RowSquare, 8>, 256> bits{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    int count = 0;
    for (RowSquare bit = 0; bit < 8; ++bit)
      if (byte >> bit & 1) bits[byte][count++] = bit;
  }
  return bits;
}();

template <int Words>
inline std::uint16_t RowPlayout<Words>::row_of(const typename State::Board& board, int row) const {
  const int first = row * rules_.width, word = first >> 6, shift = first & 63;
  std::uint64_t bits = board[word] >> shift;
  if (shift + rules_.width > 64) bits |= board[word + 1] << (64 - shift);
  return static_cast<std::uint16_t>(bits & ((1u << rules_.width) - 1));
}

template <int Words>
inline void RowPlayout<Words>::load(const State& state, Stones& stones) {
  constexpr std::uint64_t kEach = 0x0101010101010101u;
  const auto free = state.empties();
  const engine::Player first = state.to_move();
  std::array<RowStones::Lanes, 2> lanes{};
  RowSquare* end = squares_.data();
  for (int row = 0; row < rules_.height; ++row) {
    lanes[0][row] = row_of(state.stones(first), row);
    lanes[1][row] = row_of(state.stones(static_cast<engine::Player>(1 - first)), row);
    const unsigned empty = row_of(free, row);
    for (unsigned column = 0; column < 16; column += 8) {
      const unsigned byte = empty >> column & 0xff;
      const auto squares = std::bit_cast<std::uint64_t>(kBitsOfByte[byte]) +
                           kEach * (16 * static_cast<unsigned>(row) + column);
      std::memcpy(end, &squares, sizeof squares);
      end += std::popcount(byte);
    }
  }
  left_ = static_cast<std::uint32_t>(end - squares_.data());
  std::memcpy(&stones, &lanes, sizeof stones);
}

/// Draws one of the first `left` squares and puts it behind the others.
template <int Words>
inline RowSquare RowPlayout<Words>::draw(std::uint64_t& random, std::uint32_t left) {
  asm("" : "+r"(left));  // or GCC 12 counts down in 128 bits, for the product
  const auto product = static_cast<unsigned __int128>(random) * left;
  random = static_cast<std::uint64_t>(product);
  RowSquare& drawn = squares_[static_cast<std::size_t>(product >> 64)];
  const RowSquare square = drawn;
  drawn = squares_[left - 1];
  return squares_[left - 1] = square;
}

/// Plays until `end` squares are left, four plies by each random number (see LinePlayout).
template <int Words>
inline void RowPlayout<Words>::draw_block(Stones& stones, std::uint32_t end, engine::Rng& rng) {
  std::uint32_t left = left_;
  for (; left >= end + 4; left -= 4) {
    std::uint64_t random = rng.next();
    kRowStones.add_to(stones[0], draw(random, left));
    kRowStones.add_to(stones[1], draw(random, left - 1));
    kRowStones.add_to(stones[0], draw(random, left - 2));
    kRowStones.add_to(stones[1], draw(random, left - 3));
  }
  if (left > end) {
    std::uint64_t random = rng.next();
    for (int ply = 0; left > end; ++ply) kRowStones.add_to(stones[ply & 1], draw(random, left--));
  }
  left_ = left;
}

/// Plays again, from `stones`, what was drawn while the squares fell from `left` to left_, and
/// returns the plies up to the one that makes a line, with `rng` as it was there.
template <int Words>
template <int K>
inline int RowPlayout<Words>::plies_to_run(Stones& stones, std::uint32_t left,
                                           engine::Rng& rng) const {
  for (int ply = 0;; ++ply) {
    if (ply % 4 == 0) rng.next();
    kRowStones.add_to(stones[ply & 1], squares_[left - 1 - static_cast<unsigned>(ply)]);
    if (has_run<K>(stones[ply & 1])) return ply + 1;
  }
}

template <int Words>
template <int K>
PlayoutResult RowPlayout<Words>::play(const State& state, engine::Rng& rng) {
  Stones stones;
  load(state, stones);
  const std::uint32_t all = left_;
  while (left_ > 0) {
    const std::uint32_t left = left_;
    const Stones stones_before = stones;
    const engine::Rng rng_before = rng;
    draw_block(stones, left - std::min(left, kBlock), rng);
    if (has_run<K>(stones[0], stones[1])) [[unlikely]] {
      stones = stones_before;
      rng = rng_before;
      const int plies = static_cast<int>(all - left) + plies_to_run<K>(stones, left, rng);
      const bool first_won = (plies & 1) == (state.to_move() == 0);
      return {first_won ? engine::Returns{1, 0, 0, 0} : engine::Returns{0, 1, 0, 0}, plies};
    }
  }
  return {{0.5f, 0.5f, 0, 0}, static_cast<int>(all)};
}

template <int Words>
PlayoutResult RowPlayout<Words>::operator()(const State& state, engine::Rng& rng) {
  switch (rules_.k) {
    case 3:
      return play<3>(state, rng);
    case 4:
      return play<4>(state, rng);
    case 5:
      return play<5>(state, rng);
    case 6:
      return play<6>(state, rng);
    default:
      return play<7>(state, rng);
  }
}

}  // namespace gauntlet::search::mnk
