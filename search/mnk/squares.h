// Sets of squares of an m,n,k board, and keys of stones on them.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "engine/bits.h"

namespace gauntlet::search::mnk {

inline constexpr int kNoSquare = -1;

/// The first square of a set; kNoSquare where it is empty.
template <std::size_t Words>
inline int lowest(const std::array<std::uint64_t, Words>& squares) {
  for (std::size_t w = 0; w < Words; ++w)
    if (squares[w] != 0) return static_cast<int>(64 * w) + std::countr_zero(squares[w]);
  return kNoSquare;
}

template <std::size_t Words>
inline int count(const std::array<std::uint64_t, Words>& squares) {
  int n = 0;
  for (const std::uint64_t word : squares) n += std::popcount(word);
  return n;
}

/// What a stone adds, by exclusive or, to the key of a position.
inline std::uint64_t stone_key(int player, int square) {
  return engine::mix(static_cast<std::uint64_t>(2 * square + player) + 0x6d6e6b0000000001u);
}

}  // namespace gauntlet::search::mnk
