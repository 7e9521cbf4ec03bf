// Wins, draws and losses that the tree of MCTS has proven, and how they travel up it.
#pragma once

#include "search/mcts/tree.h"

namespace gauntlet::search {

/// What the end of a game proves for a player who got `mine`.
inline Proven proof_by_return(float mine) {
  return mine == 1 ? Proven::kWin : mine == 0 ? Proven::kLoss : Proven::kDraw;
}

/// Chance proves only what all its outcomes share.
inline Proven proof_by_chance(const Tree& tree, NodeIndex parent) {
  bool first = true;
  Proven shared = Proven::kNothing;
  tree.for_each_child(parent, [&](NodeIndex child) {
    const Proven proof = tree[child].proof.load(std::memory_order_relaxed);
    shared = first || shared == proof ? proof : Proven::kNothing;
    first = false;
  });
  return shared;
}

/// The mover takes its best child (Winands, Bjornsson & Saito 2008). `own`: the node counts for the
/// mover; else for somebody else, for whom the mover's win is a loss and, between two players, the
/// mover's loss a win.
inline Proven proof_by_choice(const Tree& tree, NodeIndex parent, bool own, int players) {
  bool all_proven = true, draw = false, win = false;
  tree.for_each_child(parent, [&](NodeIndex child) {
    const Proven proof = tree[child].proof.load(std::memory_order_relaxed);
    win |= proof == Proven::kWin;
    draw |= proof == Proven::kDraw;
    all_proven &= proof != Proven::kNothing;
  });
  if (win) return own ? Proven::kWin : Proven::kLoss;
  if (!all_proven) return Proven::kNothing;
  if (draw) return own || players == 2 ? Proven::kDraw : Proven::kNothing;
  if (own) return Proven::kLoss;
  return players == 2 ? Proven::kWin : Proven::kNothing;
}

/// What a proof is worth. REQUIRES: proof != Proven::kNothing.
inline double proven_return(Proven proof) {
  return proof == Proven::kWin ? 1 : proof == Proven::kLoss ? 0 : 0.5;
}

}  // namespace gauntlet::search
