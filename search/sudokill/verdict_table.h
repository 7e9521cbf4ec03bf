// The solver's transposition table.
#pragma once

#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>

#include "search/big_memory.h"

namespace gauntlet::search {

/// Whether the player to move wins, for positions that were solved. A fixed-size hash table without
/// locks; any number of threads may use it at once.
///
///   bucket (one cache line):  8 x { key 57 | log2 of the subtree's nodes 6 | win 1 }
///
/// Where a bucket is full the smallest subtree goes. Two positions may share a key of 57 bits: with
/// 8 of them looked at in each of 10^10 probes that happens in about one of two million searches.
class VerdictTable {
 public:
  /// Takes the largest power of two of buckets within `megabytes`. REQUIRES: megabytes >= 1.
  explicit VerdictTable(std::size_t megabytes)
      : mask_(std::bit_floor((megabytes << 20) / sizeof(Bucket)) - 1),
        memory_((mask_ + 1) * sizeof(Bucket)),
        // New memory is zeroed, which is what an empty bucket looks like: what is not used costs
        // nothing.
        buckets_(reinterpret_cast<Bucket*>(memory_.data())) {}

  /// Forgets everything. REQUIRES: no other thread uses the table meanwhile.
  void clear() { std::memset(memory_.data(), 0, (mask_ + 1) * sizeof(Bucket)); }

  /// What is known of a position.
  struct Verdict {
    bool wins;  ///< The player to move does.
    int size;   ///< 1 + log2 of the nodes it took.
  };

  void prefetch(std::uint64_t key) const { __builtin_prefetch(&buckets_[key & mask_]); }

  std::optional<Verdict> probe(std::uint64_t key) const {
    for (const auto& slot : buckets_[key & mask_].slots) {
      const std::uint64_t data = slot.load(std::memory_order_relaxed);
      if ((data ^ key) >> kKeyShift == 0 && data != 0)
        return Verdict{(data & 1) != 0, static_cast<int>(data >> 1 & 63)};
    }
    return std::nullopt;
  }

  /// REQUIRES: nodes >= 1.
  void store(std::uint64_t key, bool wins, std::uint64_t nodes) {
    const auto size = static_cast<std::uint64_t>(std::bit_width(nodes));
    std::atomic<std::uint64_t>* victim = nullptr;
    std::uint64_t least = ~std::uint64_t{0};
    for (auto& slot : buckets_[key & mask_].slots) {
      const std::uint64_t data = slot.load(std::memory_order_relaxed);
      const bool same = (data ^ key) >> kKeyShift == 0;
      const std::uint64_t worth = same ? 0 : data >> 1 & 63;
      if (worth >= least) continue;
      least = worth;
      victim = &slot;
    }
    victim->store(key >> kKeyShift << kKeyShift | size << 1 | (wins ? 1u : 0u),
                  std::memory_order_relaxed);
  }

 private:
  static constexpr int kKeyShift = 7;
  struct alignas(64) Bucket {
    std::atomic<std::uint64_t> slots[8]{};
  };

  std::size_t mask_;
  BigMemory memory_;
  Bucket* buckets_;
};

}  // namespace gauntlet::search
