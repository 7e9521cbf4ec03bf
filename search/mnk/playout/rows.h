// The stones of one player on a small m,n,k board as one vector: a whole board is tested at once.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <utility>

#ifdef __AVX2__
#include <immintrin.h>
#endif

namespace gauntlet::search::mnk {

/// Lane r, bit c: a stone in row r, column c of a board of at most 16 rows and columns.
using Rows = std::uint16_t __attribute__((vector_size(32)));

/// A square as `Rows` count them: 16 * row + column.
using RowSquare = std::uint8_t;

/// One stone alone, by its square.
struct alignas(32) RowStones {
  static constexpr int kSquares = 256;
  using Lanes = std::array<std::uint16_t, 16>;

  constexpr RowStones() {
    for (int square = 0; square < kSquares; ++square)
      lanes[square][square / 16] = static_cast<std::uint16_t>(1 << square % 16);
  }
  /// Adds the stone on `square` to `stones`.
  void add_to(Rows& stones, RowSquare square) const {
    Rows stone;
    std::memcpy(&stone, &lanes[square], sizeof stone);
    stones |= stone;
  }

  std::array<Lanes, kSquares> lanes{};
};
inline constexpr RowStones kRowStones;

/// Adds to `starts` the stones that begin a straight line of K, across, down or on a diagonal.
template <int K>
[[gnu::always_inline]] inline void add_run_starts(const Rows& stones, Rows& starts) {
  Rows across = stones, down = stones, falling = stones, rising = stones;
  const auto step = [&]<int I>(std::integral_constant<int, I>) {
    const Rows below =  // row r of it is row r + I; no stones come in at the end
        __builtin_shufflevector(stones, Rows{}, I, I + 1, I + 2, I + 3, I + 4, I + 5, I + 6, I + 7,
                                I + 8, I + 9, I + 10, I + 11, I + 12, I + 13, I + 14, I + 15);
    across &= stones >> I;
    down &= below;
    falling &= below >> I;
    rising &= below << I;
  };
  [&]<int... I>(std::integer_sequence<int, I...>) {
    (step(std::integral_constant<int, I + 1>()), ...);
  }
  (std::make_integer_sequence<int, K - 1>());
  starts |= across | down | falling | rising;
}

/// Whether there is a straight line of K or more in any of `stones`, each the Rows of one player.
template <int K, class... Stones>
[[gnu::always_inline]] inline bool has_run(const Stones&... stones) {
  Rows starts{};
  (add_run_starts<K>(stones, starts), ...);
#ifdef __AVX2__
  const auto bits = reinterpret_cast<__m256i>(starts);
  return _mm256_testz_si256(bits, bits) == 0;
#else
  const auto words = std::bit_cast<std::array<std::uint64_t, 4> >(starts);
  return (words[0] | words[1] | words[2] | words[3]) != 0;
#endif
}

}  // namespace gauntlet::search::mnk
