// What MCTS takes a Kimble position for at its leaves.
#pragma once

#include <array>
#include <cmath>

#include "engine/kimble.h"
#include "search/kimble/playout/playout.h"
#include "search/kimble/standing.h"
#include "search/leaf_playout.h"

namespace gauntlet::search {

/// Each player's expected return by where its pieces stand, instead of a playout: one game to its
/// end says so little about a move that is worth one win in fifty (the spread of a result is
/// twenty times as much) that thousands are needed where tens of estimates do, and a playout takes
/// longer. Alone against the dice there is nobody to compare with: a playout.
template <>
class LeafPlayout<engine::Kimble> : public Playout<engine::Kimble> {
 public:
  using Playout<engine::Kimble>::Playout;

  PlayoutResult operator()(const engine::Kimble& state, engine::Rng& rng) const {
    if (state.players() == 1) return Playout<engine::Kimble>::operator()(state, rng);
    return {estimate(state), 0};
  }

  /// REQUIRES: two players or more.
  static engine::Returns estimate(const engine::Kimble& state) {
    std::array<double, engine::kMaxPlayers> weights;
    double sum = 0;
    for (engine::Player player = 0; player < state.players(); ++player) {
      const auto seat = static_cast<std::size_t>(player);
      weights[seat] = std::exp(kSteepness * kimble_standing(state, player));
      sum += weights[seat];
    }
    engine::Returns returns{};
    for (engine::Player player = 0; player < state.players(); ++player)
      returns[player] = static_cast<float>(weights[static_cast<std::size_t>(player)] / sum);
    return returns;
  }

 private:
  /// Makes the odds of two players agree with alpha-beta's near even positions.
  static constexpr double kSteepness = 2;
};

}  // namespace gauntlet::search
