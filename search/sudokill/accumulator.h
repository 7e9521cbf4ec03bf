// Move ordering of Sudokill: first the moves that leave the opponent the fewest replies.
#pragma once

#include "engine/sudokill/sudokill.h"
#include "search/alpha_beta/accumulator.h"
#include "search/sudokill/evaluation.h"

namespace gauntlet::search {

/// A move without a reply wins at once; one that leaves few keeps the tree narrow, which pays for
/// looking at every child before any is searched.
template <>
class Accumulator<engine::Sudokill> : public PlainAccumulator<engine::Sudokill> {
 public:
  using State = engine::Sudokill;
  using Move = State::Move;

  explicit Accumulator(const State::Rules&) {}

  void reset(const State&) {}
  void play(const State&, Move) {}
  void undo(const State&, Move) {}
  int evaluate(const State& state) const { return Evaluation<State>::evaluate(state); }
  int plies_left(const State& state) const { return state.empty().size(); }

  void candidates(const State& state, Candidates<State>& out) const {
    State::Moves legal;
    state.legal_moves(legal);
    out.moves.clear();
    for (const Move move : legal) {
      const int replies = engine::child(state, move).mobility();
      if (replies == 0) {
        out.moves.clear();
        out.moves.push_back({move, 0});
        return;
      }
      out.moves.push_back({move, -replies * kPerReply});
    }
  }

 private:
  /// Against at most 2^14 of history: a reply outweighs what other positions learned.
  static constexpr std::int32_t kPerReply = 1 << 12;
};

}  // namespace gauntlet::search
