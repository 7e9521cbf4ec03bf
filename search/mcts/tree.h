// The tree of MCTS: a pool of nodes addressed by index, shared by the threads of one search.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <new>

#include "search/big_memory.h"
#include "search/portable_math.h"
#include "search/proven.h"

namespace gauntlet::search {

/// Index of a node in its tree; 0 is no node.
using NodeIndex = std::uint32_t;
inline constexpr NodeIndex kNoNode = 0;

/// What selection reads of a node. Siblings lie side by side, eight to a cache line.
struct SelectionStats {
  static constexpr float kNewSpread = 100;  ///< Above every visited sibling's.

  std::atomic<float> mean{0};             ///< value / visits; beyond 0..1 once proven.
  std::atomic<float> spread{kNewSpread};  ///< 1 / sqrt(visits); huge while unvisited.
};

/// A move that was played, and everything else known of what followed.
///
/// "Its player" is whoever chose the move (below chance moves: whoever chose before them).
/// Threads update nodes without locks, with relaxed atomics: visits and value lose nothing, the
/// stats are derived from them and may lag by one update; both races are accepted.
struct alignas(32) Node {
  static constexpr double kValueUnit = 1 << 20;  ///< value is in 2^-20 of a return.

  std::atomic<std::int64_t> value{0};        ///< Sum of its player's returns.
  std::atomic<std::uint32_t> visits{0};      ///< Simulations through it, those under way included.
  std::atomic<NodeIndex> children{kNoNode};  ///< Their first block.
  std::atomic<NodeIndex> next_block{
      kNoNode};                            ///< Of a block's first node: its parent's next block.
  std::atomic<std::uint16_t> in_block{0};  ///< Of a block's first node: how many are in use.
  std::uint16_t block_room = 0;            ///< Of a block's first node: how many there could be.
  std::atomic<Proven> proof{Proven::kNothing};  ///< For its player.
  std::atomic<bool> expanding{false};           ///< One thread adds children.
};
static_assert(sizeof(Node) == 32);

/// The nodes that one thread has taken from a tree and not used yet: threads that took each node
/// from the common counter would wait for each other.
struct NodeReserve {
  NodeIndex next = 0;
  NodeIndex end = 0;
};

/// Allocates nodes in blocks of siblings and never frees one before clear(). All but clear() may be
/// called by several threads at once, each with a reserve of its own.
class Tree {
 public:
  static constexpr std::size_t kNodeBytes =
      sizeof(Node) + sizeof(SelectionStats) + sizeof(std::uint32_t);

  /// Room for `most_nodes` nodes, if they fit into the megabytes. Memory is only taken for nodes
  /// that come into use. REQUIRES: megabytes >= 1.
  explicit Tree(std::size_t megabytes, std::uint64_t most_nodes = ~std::uint64_t{0})
      : capacity_(std::min<std::uint64_t>((megabytes << 20) / kNodeBytes, most_nodes)),
        chunk_(std::clamp<std::size_t>(capacity_ / 1024, 1, 1024)),
        node_memory_(capacity_ * sizeof(Node), pages()),
        stats_memory_(capacity_ * sizeof(SelectionStats), pages()),
        move_memory_(capacity_ * sizeof(std::uint32_t), pages()),
        nodes_(reinterpret_cast<Node*>(node_memory_.data())),
        stats_(reinterpret_cast<SelectionStats*>(stats_memory_.data())),
        moves_(reinterpret_cast<std::uint32_t*>(move_memory_.data())) {
    clear();
  }

  std::size_t bytes() const { return capacity_ * kNodeBytes; }

  /// Leaves only a fresh root. Reserves must be emptied too.
  void clear() {
    // Here and not when they are allocated, for most are never visited. New memory is zeroed, which
    // is what a fresh node looks like.
    const std::size_t used = used_.exchange(1, std::memory_order_relaxed);
    for (std::size_t i = 0; i < used; ++i) new (nodes_ + i) Node();
    NodeReserve reserve;
    root_ = allocate(1, 1, reserve);
  }

  NodeIndex root() const { return root_; }
  Node& operator[](NodeIndex index) {
    assert(index != kNoNode && index < capacity_);
    return nodes_[index];
  }
  const Node& operator[](NodeIndex index) const { return const_cast<Tree&>(*this)[index]; }
  const SelectionStats& stats(NodeIndex index) const { return stats_[index]; }
  /// Bits of the move that leads to the node.
  std::uint32_t move(NodeIndex index) const { return moves_[index]; }

  /// Gives `parent`, which has none, `count` children, the i-th by the move `move_of(i)`. False
  /// when the memory is used up. REQUIRES: no two threads add to one parent at once.
  template <class MoveOf>
  bool expand(NodeIndex parent, std::uint32_t count, NodeReserve& reserve, MoveOf&& move_of) {
    const NodeIndex block = allocate(count, count, reserve);
    if (block == kNoNode) return false;
    for (std::uint32_t i = 0; i < count; ++i) moves_[block + i] = move_of(i);
    nodes_[parent].children.store(block, std::memory_order_release);
    return true;
  }

  /// Gives `parent` one more child, its last, or returns kNoNode when the memory is used up.
  /// REQUIRES: no two threads add to one parent at once.
  NodeIndex add(NodeIndex parent, std::uint32_t move, NodeReserve& reserve) {
    const NodeIndex last = last_block(parent);
    const std::uint32_t used = last == kNoNode ? 0 : end_of(last) - last;
    if (last != kNoNode && used < nodes_[last].block_room) {
      moves_[last + used] = move;
      nodes_[last].in_block.store(static_cast<std::uint16_t>(used + 1), std::memory_order_release);
      return last + used;
    }
    const std::uint32_t room =
        last == kNoNode ? kFirstRoom : std::min(2u * nodes_[last].block_room, kMostRoom);
    const NodeIndex block = allocate(1, room, reserve);
    if (block == kNoNode) return kNoNode;
    moves_[block] = move;
    std::atomic<NodeIndex>& link =
        last == kNoNode ? nodes_[parent].children : nodes_[last].next_block;
    link.store(block, std::memory_order_release);
    return block;
  }

  /// The child of `parent` that `move` leads to, or kNoNode.
  NodeIndex find(NodeIndex parent, std::uint32_t move) const {
    for (NodeIndex block = first_block(parent); block != kNoNode; block = block_after(block))
      for (NodeIndex child = block; child < end_of(block); ++child)
        if (moves_[child] == move) return child;
    return kNoNode;
  }

  /// Calls visit(NodeIndex) for each child of `parent`, in the order in which they were given.
  template <class Visit>
  void for_each_child(NodeIndex parent, Visit&& visit) const {
    for (NodeIndex block = first_block(parent); block != kNoNode; block = block_after(block))
      for (NodeIndex child = block, end = end_of(block); child < end; ++child) visit(child);
  }

  /// Recomputes the stats after visits or value changed.
  void publish(NodeIndex index) {
    const Node& node = nodes_[index];
    SelectionStats& stats = stats_[index];
    switch (node.proof.load(std::memory_order_relaxed)) {
      case Proven::kWin:
        return stats.mean.store(kProvenWinMean, std::memory_order_relaxed);
      case Proven::kLoss:
        return stats.mean.store(-kProvenWinMean, std::memory_order_relaxed);
      default:
        break;
    }
    const auto visits = static_cast<float>(node.visits.load(std::memory_order_relaxed));
    const auto value = static_cast<double>(node.value.load(std::memory_order_relaxed));
    stats.mean.store(static_cast<float>(value / Node::kValueUnit) / visits,
                     std::memory_order_relaxed);
    stats.spread.store(1 / std::sqrt(visits), std::memory_order_relaxed);
  }

  /// Lowers the mean for one more visit that has not brought a return yet; the spread, which hardly
  /// changes, is left to publish().
  void publish_loss(NodeIndex index, std::uint32_t visits) {
    const Node& node = nodes_[index];
    SelectionStats& stats = stats_[index];
    if (node.proof.load(std::memory_order_relaxed) != Proven::kNothing) return;
    const auto value = static_cast<float>(node.value.load(std::memory_order_relaxed));
    stats.mean.store(value / static_cast<float>(Node::kValueUnit) / static_cast<float>(visits),
                     std::memory_order_relaxed);
    if (visits == 1) stats.spread.store(1, std::memory_order_relaxed);  // no longer unvisited
  }

  static constexpr float kProvenWinMean = 1000;  ///< Outbids any exploration term.

 private:
  /// A tree that can be no larger seldom fills even one huge page.
  static constexpr std::size_t kSmallBytes = std::size_t{16} << 20;
  static constexpr std::uint32_t kFirstRoom = 4;  ///< Of blocks that grow; then doubled.
  static constexpr std::uint32_t kMostRoom = 64;

  Pages pages() const {
    return capacity_ * kNodeBytes <= kSmallBytes ? Pages::kSmall : Pages::kHuge;
  }
  NodeIndex first_block(NodeIndex parent) const {
    return nodes_[parent].children.load(std::memory_order_acquire);
  }
  NodeIndex block_after(NodeIndex block) const {
    return nodes_[block].next_block.load(std::memory_order_acquire);
  }
  NodeIndex last_block(NodeIndex parent) const {
    NodeIndex last = kNoNode;
    for (NodeIndex block = first_block(parent); block != kNoNode; block = block_after(block))
      last = block;
    return last;
  }
  NodeIndex end_of(NodeIndex block) const {
    return block + nodes_[block].in_block.load(std::memory_order_acquire);
  }

  /// A block of `room` fresh siblings of which `count` are in use, or kNoNode when the memory is
  /// used up.
  NodeIndex allocate(std::uint32_t count, std::uint32_t room, NodeReserve& reserve) {
    if (reserve.end - reserve.next < room && !refill(reserve, room)) return kNoNode;
    const NodeIndex first = reserve.next;
    reserve.next += room;
    for (NodeIndex i = first; i < first + room; ++i) new (stats_ + i) SelectionStats();
    nodes_[first].in_block.store(static_cast<std::uint16_t>(count), std::memory_order_relaxed);
    nodes_[first].block_room = static_cast<std::uint16_t>(room);
    return first;
  }

  bool refill(NodeReserve& reserve, std::uint32_t least) {
    for (const std::size_t wanted : {std::max<std::size_t>(chunk_, least), std::size_t{least}}) {
      if (used_.load(std::memory_order_relaxed) + wanted > capacity_) continue;
      const std::size_t first = used_.fetch_add(wanted, std::memory_order_relaxed);
      if (first + wanted > capacity_) {
        used_.fetch_sub(wanted, std::memory_order_relaxed);
        continue;
      }
      reserve = {static_cast<NodeIndex>(first), static_cast<NodeIndex>(first + wanted)};
      return true;
    }
    return false;
  }

  std::size_t capacity_;
  std::size_t chunk_;
  BigMemory node_memory_;
  BigMemory stats_memory_;
  BigMemory move_memory_;
  Node* nodes_;
  SelectionStats* stats_;
  std::uint32_t* moves_;
  NodeIndex root_ = kNoNode;
  /// Apart from what every access reads, for it changes with every chunk.
  alignas(64) std::atomic<std::size_t> used_{1};
};

}  // namespace gauntlet::search
