// How a clock for a whole game is spent.
#pragma once

#include <chrono>

#include "engine/any_game.h"

namespace gauntlet::search {

/// How long to think about the move in `view` when `left` remains for it and all later ones; at
/// least a millisecond. A pure function: it reads no clock. The game says where its time is spent
/// best (GameSearch::thinking_time); else each move gets the same part of what is left.
/// REQUIRES: view.to_move() >= 0.
std::chrono::milliseconds thinking_time(const engine::AnyState& view,
                                        std::chrono::milliseconds left);

/// What a player with a clock may take for one move.
struct MoveTime {
  std::chrono::milliseconds usual;
  std::chrono::milliseconds longest;  ///< While it sees its chances fall; not below `usual`.

  static MoveTime fixed(std::chrono::milliseconds time) { return {time, time}; }
  /// The shorter of each.
  MoveTime within(const MoveTime& most) const;
};

/// The usual time is thinking_time() and what is added to the clock after each move, the longest
/// three times that; but neither is so long that less than half of the clock would be left.
/// REQUIRES: view.to_move() >= 0.
MoveTime move_time(const engine::AnyState& view, std::chrono::milliseconds left,
                   std::chrono::milliseconds increment = {});

/// So much of what is left, at least a millisecond.
std::chrono::milliseconds part_of(std::chrono::milliseconds left, double share);

}  // namespace gauntlet::search
