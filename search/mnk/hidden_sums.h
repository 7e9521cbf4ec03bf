// The sums of a hidden layer in whole numbers, two inputs at a time.
#pragma once

#ifdef __AVX2__
#include <immintrin.h>
#endif

#include <array>
#include <cstddef>
#include <cstdint>

namespace gauntlet::search::mnk {

template <std::size_t kUnits>
using HiddenSums = std::array<std::int32_t, kUnits>;
/// What the first and what the second of two inputs weighs, by hidden unit.
template <std::size_t kUnits>
using PairWeights = std::array<std::array<std::int16_t, 2>, kUnits>;

/// Adds what two inputs bring to all hidden units.
template <std::size_t kUnits>
inline void add_pair_plainly(const PairWeights<kUnits>& weights, std::int16_t first,
                             std::int16_t second, HiddenSums<kUnits>& sums) {
  for (std::size_t j = 0; j < kUnits; ++j)
    sums[j] += first * weights[j][0] + second * weights[j][1];
}

#ifdef __AVX2__
/// The same, eight units at once. REQUIRES: both arrays are aligned to 32 bytes.
template <std::size_t kUnits>
inline void add_pair(const PairWeights<kUnits>& weights, std::int16_t first, std::int16_t second,
                     HiddenSums<kUnits>& sums) {
  static_assert(kUnits % 8 == 0);
  const auto both = static_cast<std::uint32_t>(static_cast<std::uint16_t>(first)) |
                    static_cast<std::uint32_t>(static_cast<std::uint16_t>(second)) << 16;
  const __m256i inputs = _mm256_set1_epi32(static_cast<int>(both));
  for (std::size_t j = 0; j < kUnits; j += 8) {
    auto* const sum = reinterpret_cast<__m256i*>(&sums[j]);
    const __m256i of_eight = _mm256_load_si256(reinterpret_cast<const __m256i*>(&weights[j]));
    _mm256_store_si256(
        sum, _mm256_add_epi32(_mm256_load_si256(sum), _mm256_madd_epi16(of_eight, inputs)));
  }
}
#else
template <std::size_t kUnits>
inline void add_pair(const PairWeights<kUnits>& weights, std::int16_t first, std::int16_t second,
                     HiddenSums<kUnits>& sums) {
  add_pair_plainly(weights, first, second, sums);
}
#endif

}  // namespace gauntlet::search::mnk
