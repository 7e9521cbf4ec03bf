// What MCTS takes a Kimble position for at its leaves.
#pragma once

#include "engine/kimble/kimble.h"
#include "search/kimble/fit/value.h"
#include "search/kimble/playout/playout.h"
#include "search/mcts/leaf_playout.h"

namespace gauntlet::search {

/// Each player's fitted chance instead of a playout: one game to its end says so little about a
/// move that is worth one win in fifty (the spread of a result is twenty times as much) that
/// thousands are needed where tens of estimates do, and a playout takes longer. Alone against the
/// dice there is nobody to compare with: a playout.
template <>
class LeafPlayout<engine::Kimble> : public Playout<engine::Kimble> {
 public:
  using Playout<engine::Kimble>::Playout;

  PlayoutResult operator()(const engine::Kimble& state, engine::Rng& rng) const {
    if (state.players() == 1) return Playout<engine::Kimble>::operator()(state, rng);
    return {kimble::win_chances(state), 0};
  }
};

}  // namespace gauntlet::search
