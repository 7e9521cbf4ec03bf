// Random play to the end of the game: the leaves of MCTS, and the statistics of self-play.
#pragma once

#include "engine/game.h"
#include "engine/rng.h"

namespace gauntlet::search {

/// The end of a playout.
struct PlayoutResult {
  engine::Returns returns;
  int plies;  ///< Moves of players and of chance from the given state to the end.
};

/// Plays uniformly random legal moves (and chance moves by their probabilities) from a state to the
/// end. A game specialises this in search/<game>/playout.h when it can do so faster than move by
/// move; the distribution of results and lengths must stay the same. Holds scratch memory that is
/// reused: one per thread. Must not allocate, lock or read clocks.
template <class S>
class Playout {
 public:
  explicit Playout(const typename S::Rules&) {}

  /// REQUIRES: state is a full (not redacted) state; it may be over already.
  PlayoutResult operator()(S state, engine::Rng& rng) {
    int plies = 0;
    for (;; ++plies) {
      const engine::Player mover = state.to_move();
      if (mover == engine::kNobody) return {state.returns(), plies};
      if constexpr (engine::Stochastic<S>) {
        if (mover == engine::kChance) {
          state.apply(state.sample_chance(rng));
          continue;
        }
      }
      state.apply(state.random_move(rng));
    }
  }
};

}  // namespace gauntlet::search
