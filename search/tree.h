// The tree of MCTS: a pool of nodes addressed by index, shared by the threads of one search.
#pragma once

#include <atomic>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <new>

#include "search/big_memory.h"
#include "search/proven.h"

namespace gauntlet::search {

/// ln(x) to three decimals, for x >= 1, by operations that give the same result on every machine.
inline float natural_log(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  const auto exponent = static_cast<float>(static_cast<int>(bits >> 23) - 127);
  const float m = std::bit_cast<float>((bits & 0x7fffff) | 0x3f800000);  // 1..2
  // The cubic that interpolates ln at the Chebyshev nodes of 1..2.
  const float fraction = ((0.1058438f * m - 0.7117269f) * m + 2.0871786f) * m - 1.4807232f;
  return exponent * 0.6931472f + fraction;
}

/// Index of a node in its tree; 0 is no node.
using NodeIndex = std::uint32_t;
inline constexpr NodeIndex kNoNode = 0;

/// A move that was played, and everything known of what followed. 40 bytes in a cache line of their
/// own, so that threads that update neighbours do not wait for each other (two threads gained up to
/// a quarter in noisy measurements, in some runs nothing):
///
///   mean 4 | spread 4 | value 8 | visits 4 | move 4 | children 4 | next 4 | flags 3
///
/// "Its player" is whoever chose the move (below nature's moves: whoever chose before nature).
/// Threads update nodes without locks, with relaxed atomics: visits and value lose nothing, mean
/// and spread are derived from them and may lag by one update; both races are accepted.
struct alignas(64) Node {
  static constexpr double kValueUnit = 1 << 20;  ///< value is in 2^-20 of a return.
  static constexpr float kNewSpread = 100;       ///< Outbids every visited sibling's.

  std::atomic<float> mean{0};             ///< value / visits; beyond 0..1 once proven.
  std::atomic<float> spread{kNewSpread};  ///< 1 / sqrt(visits); huge while unvisited.
  std::atomic<std::int64_t> value{0};     ///< Sum of its player's returns.
  std::atomic<std::uint32_t> visits{0};   ///< Simulations through it, those under way included.
  std::uint32_t move = 0;                 ///< Bits of the move.
  std::atomic<NodeIndex> children{kNoNode};
  std::atomic<NodeIndex> next{kNoNode};  ///< The sibling after this one, when it ends a block.
  bool ends_block = true;                ///< Else the next sibling is the next index.
  std::atomic<Proven> proof{Proven::kNothing};  ///< For its player.
  std::atomic<bool> expanding{false};           ///< One thread adds children.
};
static_assert(sizeof(Node) == 64);

/// Allocates nodes in blocks and never frees one before clear(). All but clear() may be called by
/// several threads at once.
class Tree {
 public:
  /// REQUIRES: megabytes >= 1.
  explicit Tree(std::size_t megabytes)
      : capacity_((megabytes << 20) / sizeof(Node)), memory_(capacity_ * sizeof(Node)) {
    clear();
  }

  /// Leaves only a fresh root.
  void clear() {
    used_.store(1, std::memory_order_relaxed);
    root_ = allocate(1);
  }

  NodeIndex root() const { return root_; }
  Node& operator[](NodeIndex index) {
    assert(index != kNoNode && index < capacity_);
    return reinterpret_cast<Node*>(memory_.data())[index];
  }
  const Node& operator[](NodeIndex index) const { return const_cast<Tree&>(*this)[index]; }

  /// `count` adjacent fresh siblings, or kNoNode when the memory is used up.
  NodeIndex allocate(std::uint32_t count) {
    if (used_.load(std::memory_order_relaxed) + count > capacity_) return kNoNode;
    const std::size_t first = used_.fetch_add(count, std::memory_order_relaxed);
    if (first + count > capacity_) {
      used_.fetch_sub(count, std::memory_order_relaxed);
      return kNoNode;
    }
    for (std::size_t i = first; i < first + count; ++i)
      new (memory_.data() + i * sizeof(Node)) Node{.ends_block = i + 1 == first + count};
    return static_cast<NodeIndex>(first);
  }

  /// Gives `parent` one more child, or returns kNoNode when the memory is used up. REQUIRES: no two
  /// threads add to one parent at once.
  NodeIndex add(NodeIndex parent, std::uint32_t move) {
    const NodeIndex child = allocate(1);
    if (child == kNoNode) return kNoNode;
    std::atomic<NodeIndex>& first = (*this)[parent].children;
    (*this)[child].move = move;
    (*this)[child].next.store(first.load(std::memory_order_relaxed), std::memory_order_relaxed);
    first.store(child, std::memory_order_release);
    return child;
  }

  /// The child of `parent` that `move` leads to, or kNoNode.
  NodeIndex find(NodeIndex parent, std::uint32_t move) const {
    NodeIndex child = (*this)[parent].children.load(std::memory_order_acquire);
    while (child != kNoNode && (*this)[child].move != move) child = next(child);
    return child;
  }

  /// The sibling after `index`, or kNoNode.
  NodeIndex next(NodeIndex index) const {
    const Node& node = (*this)[index];
    return node.ends_block ? node.next.load(std::memory_order_acquire) : index + 1;
  }

  /// Calls visit(NodeIndex) for each child of `parent`.
  template <class Visit>
  void for_each_child(NodeIndex parent, Visit&& visit) const {
    for (NodeIndex child = (*this)[parent].children.load(std::memory_order_acquire);
         child != kNoNode; child = next(child))
      visit(child);
  }

  /// Recomputes what selection reads after visits or value changed.
  static void publish(Node& node) {
    switch (node.proof.load(std::memory_order_relaxed)) {
      case Proven::kWin:
        return node.mean.store(kProvenWinMean, std::memory_order_relaxed);
      case Proven::kLoss:
        return node.mean.store(-kProvenWinMean, std::memory_order_relaxed);
      default:
        break;
    }
    const auto visits = static_cast<float>(node.visits.load(std::memory_order_relaxed));
    const auto value = static_cast<double>(node.value.load(std::memory_order_relaxed));
    node.mean.store(static_cast<float>(value / Node::kValueUnit) / visits,
                    std::memory_order_relaxed);
    node.spread.store(1 / std::sqrt(visits), std::memory_order_relaxed);
  }

  /// Lowers the mean for one more visit that has not brought a return yet; the spread, which hardly
  /// changes, is left to publish().
  static void publish_loss(Node& node, std::uint32_t visits) {
    if (node.proof.load(std::memory_order_relaxed) != Proven::kNothing) return;
    const auto value = static_cast<float>(node.value.load(std::memory_order_relaxed));
    node.mean.store(value / static_cast<float>(Node::kValueUnit) / static_cast<float>(visits),
                    std::memory_order_relaxed);
    if (visits == 1) node.spread.store(1, std::memory_order_relaxed);  // no longer unvisited
  }

  static constexpr float kProvenWinMean = 1000;  ///< Outbids any exploration term.

 private:
  std::size_t capacity_;
  BigMemory memory_;
  NodeIndex root_ = kNoNode;
  /// Apart from what every access reads, for it changes with every expansion.
  alignas(64) std::atomic<std::size_t> used_{1};
};

}  // namespace gauntlet::search
