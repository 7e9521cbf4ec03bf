// Very many probabilities.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>

#include "search/big_memory.h"

namespace gauntlet::search::kimble {

/// Numbers in 0..1 as multiples of 1 / kOne, three bytes each: as fine as a float between a half
/// and one, in three quarters of its memory. All are 0 at first.
///
/// Threads may set different places and get others meanwhile. A get reads the byte before its three
/// too and drops it, whatever another thread is writing there.
class PackedValues {
 public:
  static_assert(std::endian::native == std::endian::little);
  static constexpr int kBits = 24;
  static constexpr std::uint32_t kOne = (1u << kBits) - 1;
  static constexpr std::uint64_t kBytes = 3;  ///< Of a number.

  /// REQUIRES: size >= 1. Throws std::bad_alloc.
  explicit PackedValues(std::uint64_t size)
      : memory_(std::make_unique<BigMemory>(3 * size + kBefore)),
        bytes_(memory_->data() + kBefore) {}
  /// Over bytes that somebody else has, as bytes() tells them; only to be read if those are.
  /// REQUIRES: they outlive it, and there is a byte before them.
  explicit PackedValues(std::span<std::byte> bytes) : bytes_(bytes.data()) {}

  std::uint32_t get(std::uint64_t place) const {
#ifdef __SANITIZE_THREAD__  // which knows nothing of bytes that are dropped
    std::uint32_t value = 0;
    std::memcpy(&value, bytes_ + 3 * place, kBytes);
    return value;
#endif
    std::uint32_t word;
    std::memcpy(&word, bytes_ + 3 * place - 1, sizeof word);
    return word >> 8;
  }
  void set(std::uint64_t place, std::uint32_t value) {
    const auto low = static_cast<std::uint16_t>(value);
    const auto high = static_cast<std::uint8_t>(value >> 16);
    std::memcpy(bytes_ + 3 * place, &low, sizeof low);
    std::memcpy(bytes_ + 3 * place + 2, &high, sizeof high);
  }
  /// As they lie in memory.
  std::span<std::byte> bytes(std::uint64_t begin, std::uint64_t end) {
    return {bytes_ + 3 * begin, bytes_ + 3 * end};
  }
  void prefetch(std::uint64_t place) const {
    __builtin_prefetch(bytes_ + 3 * place);
  }

 private:
  static constexpr std::size_t kBefore = 1;

  std::unique_ptr<BigMemory> memory_;
  std::byte* bytes_;
};

}  // namespace gauntlet::search::kimble
