// What evaluations of Sudokill are fitted to: positions whose moves are all solved.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/sudokill/sudokill.h"
#include "search/sudokill/immediate_win.h"

namespace gauntlet::search::sudokill {

/// A position without a win on the spot, and which of its moves win. What they lead to are
/// siblings, some won and some lost, and to tell those apart is all that an evaluation is for.
struct Siblings {
  std::uint64_t game;  ///< Of which it is a position; those of one game are alike.
  engine::Sudokill parent;
  std::vector<bool> wins;  ///< For the player to move, in the order of legal_moves().
};

/// How many of the positions that the moves of `siblings` lead to are open.
inline int open_children(const Siblings& siblings) {
  engine::Sudokill::Moves moves;
  siblings.parent.legal_moves(moves);
  int open = 0;
  for (const engine::Sudokill::Move move : moves)
    open += is_open(engine::child(siblings.parent, move));
  return open;
}

}  // namespace gauntlet::search::sudokill
