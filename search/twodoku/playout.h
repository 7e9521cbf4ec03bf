// Quick play to the end of a Two-Doku game by a sensible policy: leaves for tree search. Uniformly
// random play (playout.h) passes and fails too often to tell much about a position.
#pragma once

#include <algorithm>
#include <cstdint>

#include "engine/twodoku/twodoku.h"
#include "search/mcts/leaf_playout.h"
#include "search/playout.h"
#include "search/twodoku/risk.h"

namespace gauntlet::search::twodoku {

/// Both players place their highest digit that no face-down domino can refuse; without one they
/// trade a low domino of their own colour for a higher one there, else try their highest digit at a
/// risk if passing would lose, else pass. Whoever can pass to win does. Colours and hides at
/// random. The policy looks only at what its player may know, but that it takes the sum of the
/// other's hand as known throughout. docs/twodoku.md tells how strong it is. Stateless: one serves
/// all threads. Must not allocate, lock or read clocks.
class PolicyPlayout {
 public:
  using Move = engine::TwoDoku::Move;
  using Kind = Move::Kind;

  explicit PolicyPlayout(const engine::TwoDoku::Rules&) {}

  /// REQUIRES: state is a full (not redacted) state; it may be over already.
  PlayoutResult operator()(engine::TwoDoku state, engine::Rng& rng) const {
    for (int plies = 0;; ++plies) {
      const engine::Player mover = state.to_move();
      if (mover == engine::kNobody) return {state.returns(), plies};
      state.apply(mover == engine::kChance ? state.sample_chance(rng) : choose(state, rng));
    }
  }

  /// The policy's move. REQUIRES: state.to_move() >= 0.
  static Move choose(const engine::TwoDoku& state, engine::Rng& rng) {
    if (state.stage() < engine::TwoDoku::Stage::kTurn) return state.random_move(rng);
    const engine::Player mover = state.to_move();
    const bool last_chance = state.idle_turns() == 1;
    const int lead = state.hand_sum(1 - mover) - state.hand_sum(mover);
    if (last_chance && lead > 0) return Move::of(Kind::kPass);
    Move risk = Move::of(Kind::kPass);
    const engine::SquareSet targets = state.targets(mover);
    for (int digit = 9; digit >= 1; --digit) {
      if (state.hand(mover)[digit] == 0) continue;
      const engine::SquareSet open = targets.without(state.seen_by(digit));
      const engine::SquareSet safe = open.without(risky_squares(state, digit));
      if (!safe.empty()) return Move::of(Kind::kPlay, any_of(safe, rng), digit);
      if (!open.empty() && risk.kind() == Kind::kPass)
        risk = Move::of(Kind::kPlay, any_of(open, rng), digit);
    }
    if (state.may_take())
      if (const Move take = trade(state, mover, rng); take.kind() == Kind::kTake) return take;
    return last_chance || lead <= 0 ? risk : Move::of(Kind::kPass);
  }

 private:
  static int any_of(const engine::SquareSet& squares, engine::Rng& rng) {
    return squares.nth(static_cast<int>(rng.below(static_cast<std::uint32_t>(squares.size()))));
  }

  /// Takes the lowest domino from which the highest held digit can gain: after it is gone its
  /// square is open to that digit. A pass if there is none.
  static Move trade(const engine::TwoDoku& state, engine::Player mover, engine::Rng& rng) {
    for (int high = 9; high >= 2; --high) {
      if (state.hand(mover)[high] == 0) continue;
      const engine::SquareSet closed = state.seen_by(high) | risky_squares(state, high);
      for (int low = 1; low < high; ++low) {
        const engine::SquareSet squares =
            (state.face_up(low) & state.coloured(mover)).without(closed);
        if (!squares.empty()) return Move::of(Kind::kTake, any_of(squares, rng));
      }
    }
    return Move::of(Kind::kPass);
  }
};

}  // namespace gauntlet::search::twodoku

namespace gauntlet::search {

/// Leaves by the policy: uniformly random players pass and fail too often to tell much.
template <>
class LeafPlayout<engine::TwoDoku> : public twodoku::PolicyPlayout {
 public:
  using PolicyPlayout::PolicyPlayout;
};

}  // namespace gauntlet::search
