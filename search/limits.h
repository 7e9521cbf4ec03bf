// What a search is allowed to use.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>
#include <stop_token>

namespace gauntlet::search {

/// Whatever runs out first ends the search. Work limits (depth, nodes) are deterministic with one
/// thread; a deadline is not.
struct Limits {
  /// Full plies of alpha-beta's iterative deepening. MCTS ignores it.
  int depth = kNoDepth;
  /// Nodes of alpha-beta, simulations of MCTS; a search may overshoot by what one poll covers.
  std::uint64_t nodes = kNoNodes;
  std::optional<std::chrono::steady_clock::time_point> deadline;
  /// A later one, which counts instead while the search sees that its best move is worse than it
  /// seemed. Alpha-beta alone makes use of it.
  std::optional<std::chrono::steady_clock::time_point> crisis_deadline;
  /// Whether to go on after a win for others, where moves are asked for (SearcherOptions::
  /// judges_within). Alpha-beta alone makes use of it.
  bool seeks_all_wins = false;
  /// The one way to cancel, from socket or Ctrl-C down to the search.
  std::stop_token stop;

  static constexpr int kNoDepth = std::numeric_limits<int>::max();
  static constexpr std::uint64_t kNoNodes = std::numeric_limits<std::uint64_t>::max();
};

}  // namespace gauntlet::search
