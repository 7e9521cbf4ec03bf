// What one thread of MCTS has seen below busy nodes and not yet told the other threads.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "search/mcts/tree.h"

namespace gauntlet::search {

/// Near the root all threads pass the same nodes, and each update of a node takes its cache line
/// away from the others. So a thread adds its visits to a busy node several at a time; what it
/// holds back is at most 1/8 of the node's visits, which changes little of what UCT explores.
/// Nodes with few visits, where a simulation under way must show at once, are not busy.
class VisitBuffer {
 public:
  static bool is_busy(const Node& node) {
    return node.visits.load(std::memory_order_relaxed) >= 2 * kShare;
  }

  /// Counts one visit to a busy node, with its return in units of `Node::kValueUnit`.
  void add(Tree& tree, NodeIndex index, std::int64_t value) {
    Entry& entry = entries_[index % kEntries];
    if (entry.index != index) {
      flush(tree, entry);
      entry.index = index;
    }
    entry.value += value;
    const std::uint32_t visits = tree[index].visits.load(std::memory_order_relaxed);
    if (++entry.visits >= std::min(visits / kShare, kMostHeld)) flush(tree, entry);
  }

  /// Tells everything.
  void flush(Tree& tree) {
    for (Entry& entry : entries_) flush(tree, entry);
  }

 private:
  static constexpr std::size_t kEntries = 4096;
  static constexpr std::uint32_t kShare = 8;
  static constexpr std::uint32_t kMostHeld = 64;

  struct Entry {
    NodeIndex index = kNoNode;
    std::uint32_t visits = 0;
    std::int64_t value = 0;
  };

  static void flush(Tree& tree, Entry& entry) {
    if (entry.visits == 0) return;
    Node& node = tree[entry.index];
    node.visits.fetch_add(entry.visits, std::memory_order_relaxed);
    node.value.fetch_add(entry.value, std::memory_order_relaxed);
    tree.publish(entry.index);
    entry = {};
  }

  std::array<Entry, kEntries> entries_{};
};

}  // namespace gauntlet::search
