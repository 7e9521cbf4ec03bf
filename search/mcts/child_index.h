// Finds children by move: a small hash table that one thread refills at each node.
#pragma once

#include <array>
#include <cstdint>

#include "engine/game.h"
#include "search/mcts/tree.h"

namespace gauntlet::search {

/// Emptied by a counter instead of by writing; holds at most kMaxMoves children.
class ChildIndex {
 public:
  /// Replaces the contents with the children of `parent`.
  void fill(const Tree& tree, NodeIndex parent) {
    ++epoch_;
    tree.for_each_child(parent, [&](NodeIndex child) { add(tree.move(child), child); });
  }

  void add(std::uint32_t move, NodeIndex child) {
    std::size_t i = slot(move);
    while (slots_[i].epoch == epoch_) i = (i + 1) % kSlots;
    slots_[i] = {epoch_, move, child};
  }

  /// kNoNode when there is none.
  NodeIndex find(std::uint32_t move) const {
    for (std::size_t i = slot(move); slots_[i].epoch == epoch_; i = (i + 1) % kSlots)
      if (slots_[i].move == move) return slots_[i].child;
    return kNoNode;
  }

 private:
  static constexpr std::size_t kSlots = 4 * engine::kMaxMoves;
  struct Slot {
    std::uint64_t epoch = 0;
    std::uint32_t move = 0;
    NodeIndex child = kNoNode;
  };

  static std::size_t slot(std::uint32_t move) { return (move * 0x9e3779b1u >> 20) % kSlots; }

  std::uint64_t epoch_ = 0;
  std::array<Slot, kSlots> slots_{};
};

}  // namespace gauntlet::search
