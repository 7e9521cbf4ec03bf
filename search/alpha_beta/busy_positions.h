// Which subtrees of an alpha-beta search some thread is searching right now.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "engine/bits.h"

namespace gauntlet::search {

/// Lets the threads of one search share the work of a node: a move that another thread is at is put
/// off until the others are done, and by then the shared table knows the answer (ABDADA, Weill
/// 1996, as simplified by T. Kerrigan). Only a hint: entries may overwrite each other, which costs
/// some work twice and no correctness. All members may be called by several threads at once.
class BusyPositions {
 public:
  /// Subtrees of less depth are not worth the look.
  static constexpr int kLeastDepth = 3;

  BusyPositions() : slots_(std::make_unique<std::atomic<std::uint64_t>[]>(kSlots)) {}

  bool contains(std::uint64_t key, int depth) const {
    const std::uint64_t subtree = subtree_of(key, depth);
    return slot(subtree).load(std::memory_order_relaxed) == subtree;
  }

  void enter(std::uint64_t key, int depth) {
    const std::uint64_t subtree = subtree_of(key, depth);
    slot(subtree).store(subtree, std::memory_order_relaxed);
  }

  void leave(std::uint64_t key, int depth) {
    const std::uint64_t subtree = subtree_of(key, depth);
    std::atomic<std::uint64_t>& mine = slot(subtree);
    if (mine.load(std::memory_order_relaxed) == subtree) mine.store(0, std::memory_order_relaxed);
  }

 private:
  static constexpr std::size_t kSlots = 1 << 14;

  static std::uint64_t subtree_of(std::uint64_t key, int depth) {
    return engine::mix(key + static_cast<std::uint64_t>(depth)) | 1;
  }
  std::atomic<std::uint64_t>& slot(std::uint64_t subtree) const { return slots_[subtree >> 50]; }

  std::unique_ptr<std::atomic<std::uint64_t>[]> slots_;
};

}  // namespace gauntlet::search
