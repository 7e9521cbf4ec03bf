// Very many probabilities in little room.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "search/kimble/tablebase/packed_values.h"

namespace gauntlet::search::kimble {

/// Numbers in 0..1 in 14 bits each, four in seven bytes, the first in the lowest bits: a little
/// over half of PackedValues, whose units it speaks, to the nearest 1/16383. Only to be read.
class NarrowValues {
 public:
  static_assert(std::endian::native == std::endian::little);
  static constexpr int kBits = 14;
  static constexpr std::uint64_t kGroup = 4;       ///< Values that lie in whole bytes together,
  static constexpr std::uint64_t kGroupBytes = 7;  ///< and the bytes.

  static constexpr std::uint64_t bytes_for(std::uint64_t size) {
    return (size + kGroup - 1) / kGroup * kGroupBytes;
  }
  /// The nearest value that 14 bits can tell.
  static constexpr std::uint32_t rounded(std::uint32_t value) { return value_of(code_of(value)); }

  /// REQUIRES: the bytes outlive it, and there is a byte before them.
  explicit NarrowValues(const std::byte* bytes) : bytes_(bytes) {}

  std::uint32_t get(std::uint64_t place) const {
    return value_of(static_cast<std::uint32_t>(group(place / kGroup) >> kBits * (place % kGroup)) &
                    kMost);
  }

  /// Writes the values of a group. REQUIRES: kGroup values, kGroupBytes bytes.
  static void pack(std::span<const std::uint32_t> values, std::byte* bytes) {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < kGroup; ++i)
      word |= std::uint64_t{code_of(values[i])} << kBits * static_cast<int>(i);
    std::memcpy(bytes, &word, kGroupBytes);
  }

 private:
  static constexpr std::uint32_t kOne = PackedValues::kOne;
  static constexpr std::uint32_t kMost = (1u << kBits) - 1;

  static constexpr std::uint32_t code_of(std::uint32_t value) {
    return static_cast<std::uint32_t>((std::uint64_t{value} * kMost + kOne / 2) / kOne);
  }
  static constexpr std::uint32_t value_of(std::uint32_t code) {
    return static_cast<std::uint32_t>((std::uint64_t{code} * kOne + kMost / 2) / kMost);
  }
  /// What lies before the group is read too and dropped, so that nothing after it is touched.
  std::uint64_t group(std::uint64_t number) const {
    std::uint64_t word;
    std::memcpy(&word, bytes_ + kGroupBytes * number - 1, sizeof word);
    return word >> 8;
  }

  const std::byte* bytes_;
};

}  // namespace gauntlet::search::kimble
