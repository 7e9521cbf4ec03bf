// The solver's transposition table.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <thread>

#include "search/big_memory.h"
#include "search/limits.h"

namespace gauntlet::search::sudokill {

/// Whether the player to move wins, for positions that were solved. A hash table without locks that
/// grows by and by to a fixed size; any number of threads may use it at once.
///
///   bucket (one cache line):  8 x { key 57 | log2 of the subtree's nodes 6 | win 1 }
///
/// Where a bucket is full the smallest subtree goes, and the table grows by a few buckets (linear
/// hashing, Litwin 1980: the next bucket in turn gives half of its own to a new one), so that it is
/// half full until all memory is used. Nothing ever waits for the growth, and few positions take
/// little memory: they stay in the processor's cache, and are soon forgotten by clear().
///
/// Two positions may share a key of 57 bits: with 8 of them looked at in each of 10^10 probes that
/// happens in about one of two million searches.
class SolverTable {
 public:
  /// Grows to `megabytes` at most, and begins as small as is enough for a search of `most_nodes`
  /// nodes, if that is known. REQUIRES: megabytes >= 1.
  explicit SolverTable(std::size_t megabytes, std::uint64_t most_nodes = Limits::kNoNodes)
      : first_buckets_(first_buckets(most_nodes)),
        most_buckets_(most_buckets(megabytes, most_nodes)),
        memory_(most_buckets_ * sizeof(Bucket),
                first_buckets_ < kFirstBuckets ? Pages::kSmall : Pages::kHuge),
        // New memory is zeroed, which is what an empty bucket looks like.
        buckets_(reinterpret_cast<Bucket*>(memory_.data())),
        used_(first_buckets_) {}

  /// When it is as large as it may become.
  std::size_t most_bytes() const { return most_buckets_ * sizeof(Bucket); }

  /// Forgets everything. REQUIRES: no other thread uses the table meanwhile.
  void clear() {
    std::memset(memory_.data(), 0, used_ * sizeof(Bucket));
    used_ = first_buckets_;
  }

  /// What is known of a position.
  struct Entry {
    bool wins;  ///< The player to move does.
    int size;   ///< 1 + log2 of the nodes it took.
  };

  void prefetch(std::uint64_t key) const { __builtin_prefetch(&bucket_of(key)); }

  std::optional<Entry> probe(std::uint64_t key) const {
    for (const auto& slot : bucket_of(key).slots) {
      const std::uint64_t data = slot.load(std::memory_order_relaxed);
      if ((data ^ key) >> kKeyShift == 0 && data != 0)
        return Entry{(data & 1) != 0, static_cast<int>(data >> 1 & 63)};
    }
    return std::nullopt;
  }

  /// REQUIRES: nodes >= 1.
  void store(std::uint64_t key, bool wins, std::uint64_t nodes) {
    const auto size = static_cast<std::uint64_t>(std::bit_width(nodes));
    std::atomic<std::uint64_t>* victim = nullptr;
    std::uint64_t least = ~std::uint64_t{0};
    for (auto& slot : bucket_of(key).slots) {
      const std::uint64_t data = slot.load(std::memory_order_relaxed);
      const bool same = (data ^ key) >> kKeyShift == 0;
      const std::uint64_t worth = same ? 0 : data >> 1 & 63;
      if (worth >= least) continue;
      least = worth;
      victim = &slot;
    }
    victim->store(key >> kKeyShift << kKeyShift | size << 1 | (wins ? 1u : 0u),
                  std::memory_order_relaxed);
    if (least != 0 && (key >> kKeyShift) % kFullPerGrowth == 0) grow();
  }

 private:
  static constexpr int kKeyShift = 7;
  struct alignas(64) Bucket {
    std::atomic<std::uint64_t> slots[8]{};
  };
  /// Linear hashing splits by bits of the key that are stored: those above kKeyShift.
  static constexpr std::size_t kFewestBuckets = std::size_t{1} << kKeyShift;
  static constexpr std::size_t kFirstBuckets = (std::size_t{1} << 20) / sizeof(Bucket);
  /// What the searches of a whole game may leave behind, in buckets a node of one of them.
  static constexpr std::uint64_t kBucketsPerNode = 8;
  /// So many buckets are added whenever about so many were full: then about one of twenty is.
  /// Rarely and many at once, for threads that look something up wait for a word that another has
  /// changed.
  static constexpr std::uint64_t kFullPerGrowth = 16;
  static constexpr int kGrowth = 64;

  static std::size_t first_buckets(std::uint64_t most_nodes) {
    return std::clamp(std::bit_ceil(std::min(most_nodes, std::uint64_t{kFirstBuckets}) / 2),
                      kFewestBuckets, kFirstBuckets);
  }
  static std::size_t most_buckets(std::size_t megabytes, std::uint64_t most_nodes) {
    const std::size_t allowed = (megabytes << 20) / sizeof(Bucket);
    if (most_nodes >= allowed) return allowed;
    return std::min<std::size_t>(allowed, std::max(kFewestBuckets, kBucketsPerNode * most_nodes));
  }

  Bucket& bucket_of(std::uint64_t key) const {
    const std::size_t used = used_.load(std::memory_order_relaxed);
    const std::size_t mask = std::bit_ceil(used) - 1, index = key & mask;
    return buckets_[index < used ? index : key & mask >> 1];
  }

  /// One thread after the other: who waits here would only overwrite what it should keep, for as
  /// long as the one that is at it may be suspended. What others store meanwhile may be lost.
  void grow() {
    if (used_.load(std::memory_order_relaxed) == most_buckets_) return;
    while (grows_.exchange(true, std::memory_order_acquire)) std::this_thread::yield();
    for (int i = 0; i < kGrowth; ++i) split_next();
    grows_.store(false, std::memory_order_release);
  }

  void split_next() {
    const std::size_t used = used_.load(std::memory_order_relaxed);
    if (used == most_buckets_) return;
    const std::size_t half = std::bit_floor(used);
    for (int i = 0; i < 8; ++i) {
      std::atomic<std::uint64_t>& slot = buckets_[used - half].slots[i];
      const std::uint64_t data = slot.load(std::memory_order_relaxed);
      if ((data & half) == 0) continue;  // a bit of the key: see kFewestBuckets
      buckets_[used].slots[i].store(data, std::memory_order_relaxed);
      slot.store(0, std::memory_order_relaxed);
    }
    used_.store(used + 1, std::memory_order_relaxed);
  }

  const std::size_t first_buckets_;
  const std::size_t most_buckets_;
  BigMemory memory_;
  Bucket* buckets_;
  std::atomic<std::size_t> used_;
  std::atomic<bool> grows_{false};
};

}  // namespace gauntlet::search::sudokill
