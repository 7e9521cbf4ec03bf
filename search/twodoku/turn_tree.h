// The tree of Two-Doku's search: whole turns as edges, kept in memory that is taken once.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/twodoku/candidates.h"

namespace gauntlet::search::twodoku {

/// Of one thread. Nodes are what the observer can tell apart: a turn leads to another node for each
/// outcome that it sees.
class TurnTree {
 public:
  using Index = std::uint32_t;
  static constexpr Index kNone = 0;

  /// A turn and what is known of it.
  struct Edge {
    Candidate turn;
    std::uint8_t taken_digit = 0;  ///< Of the domino that the turn takes, or 0.
    float prior = 0;               ///< Not normalised: the most promising turn of a node has 1.
    float value = 0;               ///< Sum of what the games were worth to who plays it.
    float wins = 0;                ///< Sum of its returns.
    std::uint32_t visits = 0;
    Index outcomes = kNone;  ///< First of a list.
  };
  /// Where one outcome of a turn leads.
  struct Outcome {
    std::uint32_t seen = 0;  ///< What the observer sees of chance, as bits of a move; 0: nothing.
    Index node = kNone;
    Index next = kNone;
  };
  struct Node {
    Index edges = kNone;  ///< The first; kNone until it is expanded.
    std::uint32_t count = 0;
    std::uint32_t visits = 0;
  };

  /// Room for `simulations`, if it fits into the megabytes: each adds a node at most and gives one
  /// its edges. REQUIRES: megabytes >= 1.
  TurnTree(std::size_t megabytes, std::uint64_t simulations) {
    constexpr std::size_t kEdges = 8;  // seldom are more than one in four nodes expanded
    constexpr std::size_t kBytes = sizeof(Node) + sizeof(Outcome) + kEdges * sizeof(Edge);
    const std::uint64_t most = (megabytes << 20) / kBytes;
    const auto nodes = static_cast<std::size_t>(std::min(most - 2, simulations) + 2);
    nodes_.reserve(nodes);
    outcomes_.reserve(nodes);
    edges_.reserve(std::min<std::size_t>(kEdges * most, Candidates::kCapacity * nodes));
    clear();
  }

  std::size_t bytes() const {
    return nodes_.capacity() * sizeof(Node) + outcomes_.capacity() * sizeof(Outcome) +
           edges_.capacity() * sizeof(Edge);
  }

  /// Leaves an unexpanded root.
  void clear() {
    nodes_.assign(2, {});
    outcomes_.assign(1, {});
    edges_.assign(1, {});
  }

  Index root() const { return 1; }
  Node& node(Index index) { return nodes_[index]; }
  const Node& node(Index index) const { return nodes_[index]; }
  Edge& edge(Index index) { return edges_[index]; }
  const Edge& edge(Index index) const { return edges_[index]; }

  /// Whether a node could still be expanded and its edges followed.
  bool has_room() const {
    return edges_.capacity() - edges_.size() >= Candidates::kCapacity &&
           nodes_.capacity() > nodes_.size() && outcomes_.capacity() > outcomes_.size();
  }

  /// Adds an edge to the node that was last given one, or to one that has none. REQUIRES:
  /// has_room() was true before its first edge.
  void add_edge(Index node, const Edge& edge) {
    if (nodes_[node].count++ == 0) nodes_[node].edges = static_cast<Index>(edges_.size());
    edges_.push_back(edge);
  }

  /// The node to which `edge` leads when the observer sees `seen`; made if there is none yet, kNone
  /// when the memory is used up.
  Index follow(Index edge, std::uint32_t seen) {
    for (Index i = edges_[edge].outcomes; i != kNone; i = outcomes_[i].next)
      if (outcomes_[i].seen == seen) return outcomes_[i].node;
    if (nodes_.capacity() == nodes_.size() || outcomes_.capacity() == outcomes_.size())
      return kNone;
    const auto node = static_cast<Index>(nodes_.size());
    nodes_.emplace_back();
    outcomes_.push_back({seen, node, edges_[edge].outcomes});
    edges_[edge].outcomes = static_cast<Index>(outcomes_.size() - 1);
    return node;
  }

 private:
  std::vector<Node> nodes_;        // 0 is none, 1 the root
  std::vector<Outcome> outcomes_;  // 0 is none
  std::vector<Edge> edges_;        // 0 is none
};

}  // namespace gauntlet::search::twodoku
