// perft: counting all sequences of moves, the oracle for move generation.
#pragma once

#include <concepts>
#include <cstdint>

#include "engine/game.h"

namespace gauntlet::engine {

/// A game that counts what two plies lead to from what it knows of a position, at less than the
/// cost of the moves one by one: replies() is the sum over all legal moves of the number of legal
/// moves after each. REQUIRES: to_move() >= 0.
template <class S>
concept CountsReplies = Game<S> && requires(const S& state) {
  { state.replies() } -> std::same_as<std::uint64_t>;
};

/// Sequences of exactly `depth` plies from `state`; a chance outcome is a ply, finished games have
/// no continuation.
template <Game S>
std::uint64_t perft(const S& state, int depth) {
  if (depth == 0) return 1;
  const Player mover = state.to_move();
  if (mover == kNobody) return 0;
  std::uint64_t leaves = 0;
  if constexpr (Stochastic<S>) {
    if (mover == kChance) {
      state.chance_outcomes(
          [&](typename S::Move move, double) { leaves += perft(child(state, move), depth - 1); });
      return leaves;
    }
  }
  if constexpr (CountsReplies<S>)
    if (depth == 2) return state.replies();
  typename S::Moves moves;
  state.legal_moves(moves);
  if (depth == 1) return moves.size();
  for (const auto move : moves) leaves += perft(child(state, move), depth - 1);
  return leaves;
}

}  // namespace gauntlet::engine
