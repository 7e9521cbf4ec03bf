// Which players can be compared at all.
#pragma once

#include <span>
#include <vector>

#include "selfplay/statistics/outcomes.h"

namespace gauntlet::selfplay {

/// Players who can be rated on one scale.
struct ComparisonGroup {
  /// A player whose every game against the others of its group ended the same way: it is better, or
  /// worse, but nothing says by how much.
  struct Open {
    enum class Side : std::uint8_t { kAbove, kBelow, kUnknown };
    int player;
    Side side;  ///< kUnknown: both lost to a third, or both won.
  };

  std::vector<int> rated;  ///< Ascending, never empty. Each has a finite rating among them.
  std::vector<Open> open;  ///< By ascending player.
  bool is_anchored = false;
};

/// Splits players 0 .. players-1. Ratings of some players exist if and only if however they are
/// split in two parts, each part has taken a point, or part of one, from the other (Ford 1957;
/// Hunter 2004, assumption 1): the strongly connected components of who took from whom. Anchored
/// players count as comparable with each other. A component of one belongs to the largest group
/// with which it is connected by games, as an open player; larger ones are groups of their own, and
/// so are those that never met. Groups are sorted by their first rated players.
std::vector<ComparisonGroup> comparison_groups(int players, const std::vector<Outcome>& outcomes,
                                               std::span<const int> anchored);

}  // namespace gauntlet::selfplay
