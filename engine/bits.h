// Bit tricks that every board shares. Pure functions, no state.
#pragma once

#include <bit>
#include <cassert>
#include <cstdint>

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace gauntlet::engine {

/// The position (0..63) of the n-th set bit of `word`, counted from the lowest, n from 0.
/// REQUIRES: n < popcount(word).
inline int nth_set_bit(std::uint64_t word, int n) {
  assert(n >= 0 && n < std::popcount(word));
#ifdef __BMI2__
  return std::countr_zero(_pdep_u64(std::uint64_t{1} << n, word));
#else
  for (; n > 0; --n) word &= word - 1;
  return std::countr_zero(word);
#endif
}

/// The bits of `word` that stand where `mask` has ones, moved together: the lowest of them to bit
/// 0.
inline std::uint64_t gather_bits(std::uint64_t word, std::uint64_t mask) {
#ifdef __BMI2__
  return _pext_u64(word, mask);
#else
  std::uint64_t gathered = 0;
  for (int i = 0; mask != 0; mask &= mask - 1, ++i)
    gathered |= (word >> std::countr_zero(mask) & 1) << i;
  return gathered;
#endif
}

/// Removes the lowest set bit of `word` and returns its position. REQUIRES: word != 0.
template <class Word>
inline int pop_lowest(Word& word) {
  assert(word != 0);
  const int position = std::countr_zero(word);
  word &= word - 1;
  return position;
}

/// Spreads the bits of `x` over the whole word (the finaliser of SplitMix64, Steele et al. 2014).
/// A bijection: different inputs give different outputs.
constexpr std::uint64_t mix(std::uint64_t x) {
  x ^= x >> 30;
  x *= 0xbf58476d1ce4e5b9u;
  x ^= x >> 27;
  x *= 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

}  // namespace gauntlet::engine
