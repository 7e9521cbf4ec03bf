// The transposition table: what a search has learned about positions, shared by all its threads.
#pragma once

#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/bits.h"
#include "search/big_memory.h"
#include "search/limits.h"

namespace gauntlet::search {

/// What a stored score says about the true one.
enum class Bound : std::uint8_t { kNone, kUpper, kLower, kExact };

/// What is remembered of one position.
struct TableEntry {
  std::uint32_t move;  ///< Bits of the best move.
  std::int16_t score;  ///< For the side to move.
  std::uint8_t depth;  ///< Plies searched below the position.
  Bound bound;
};

/// A fixed-size hash table without locks.
///
///   bucket (one cache line):  4 x { key ^ data, data }
///   data:  move 32 | score 16 | depth 8 | generation 6 | bound 2      (from the highest bit)
///
/// Threads may read and write a slot at the same time. Both words are relaxed atomics and the key
/// is stored xor the data (Hyatt & Mann 2002), so a slot torn between two writers matches no
/// position and is a miss: that race is accepted.
class Table {
 public:
  /// Takes the largest power of two of buckets within `megabytes`, but no more than searches of
  /// `most_nodes` nodes can use. Memory is only taken where something is stored.
  /// REQUIRES: megabytes >= 1.
  explicit Table(std::size_t megabytes, std::uint64_t most_nodes = Limits::kNoNodes);

  std::size_t bytes() const { return (mask_ + 1) * sizeof(Bucket); }

  /// Forgets all positions, at the cost of a counter: older entries no longer match and are the
  /// first to be replaced. Every 63rd call gives the memory back to the system.
  void new_game();

  std::optional<TableEntry> probe(std::uint64_t key) const;
  /// Keeps the deeper results of a full bucket.
  void store(std::uint64_t key, const TableEntry& entry);
  void prefetch(std::uint64_t key) const { __builtin_prefetch(&bucket(engine::mix(key))); }

 private:
  struct Slot {
    std::atomic<std::uint64_t> checked_key{0};
    std::atomic<std::uint64_t> data{0};
  };
  static constexpr int kSlots = 4;
  struct alignas(64) Bucket {
    Slot slots[kSlots];
  };
  static_assert(sizeof(Bucket) == 64);
  /// What the last searches of a game have stored is kept: so many slots a node of one search.
  static constexpr std::uint64_t kSlotsPerNode = 8;
  static constexpr std::size_t kLeastBuckets = 64;

  static std::size_t buckets_for(std::size_t megabytes, std::uint64_t most_nodes);
  const Bucket& bucket(std::uint64_t mixed) const { return buckets_[mixed & mask_]; }
  Bucket& bucket(std::uint64_t mixed) { return buckets_[mixed & mask_]; }

  std::size_t mask_;
  BigMemory memory_;
  Bucket* buckets_;  ///< mask_ + 1 of them.
  /// Part of every key that is stored, so that those of earlier games match no longer. A position's
  /// bucket is the same in every game, or the games before would decide what is pushed out of it.
  std::uint64_t salt_ = 0;
  std::uint64_t games_ = 0;
  unsigned generation_ = 1;  ///< 1..63; 0 marks memory never written.
};

// ---- inline: called at every node ----

inline std::optional<TableEntry> Table::probe(std::uint64_t key) const {
  const std::uint64_t mixed = engine::mix(key);
  key = mixed ^ salt_;
  for (const Slot& slot : bucket(mixed).slots) {
    const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
    if ((slot.checked_key.load(std::memory_order_relaxed) ^ data) != key || data == 0) continue;
    return TableEntry{static_cast<std::uint32_t>(data >> 32), static_cast<std::int16_t>(data >> 16),
                      static_cast<std::uint8_t>(data >> 8), static_cast<Bound>(data & 3)};
  }
  return std::nullopt;
}

inline void Table::store(std::uint64_t key, const TableEntry& entry) {
  const std::uint64_t mixed = engine::mix(key);
  key = mixed ^ salt_;
  Slot* victim = nullptr;
  int victim_worth = 1 << 16;
  for (Slot& slot : bucket(mixed).slots) {
    const std::uint64_t data = slot.data.load(std::memory_order_relaxed);
    const bool same = (slot.checked_key.load(std::memory_order_relaxed) ^ data) == key;
    const bool current = (data >> 2 & 63) == generation_;
    const int worth = same ? -2 : current ? static_cast<int>(data >> 8 & 255) : -1;
    if (worth < victim_worth) {
      victim = &slot;
      victim_worth = worth;
    }
  }
  const std::uint64_t data = static_cast<std::uint64_t>(entry.move) << 32 |
                             static_cast<std::uint64_t>(static_cast<std::uint16_t>(entry.score))
                                 << 16 |
                             static_cast<std::uint64_t>(entry.depth) << 8 | generation_ << 2 |
                             static_cast<std::uint64_t>(entry.bound);
  victim->data.store(data, std::memory_order_relaxed);
  victim->checked_key.store(key ^ data, std::memory_order_relaxed);
}

}  // namespace gauntlet::search
