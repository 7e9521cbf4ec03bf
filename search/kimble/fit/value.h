// Chances to win Kimble by a network.
#pragma once

#include "engine/kimble.h"
#include "search/kimble/fit/value_features.h"
#include "search/logistic_network.h"

namespace gauntlet::search {

using KimbleValueNetwork = LogisticNetwork<kimble_value::kCount, 32>;

/// The network that the program was built with, for so many players (2..4): see weights.h.
const KimbleValueNetwork& kimble_value_network(int players);

/// The logarithm of `player`'s odds to win. REQUIRES: as visit_value_features().
inline float kimble_log_odds(const engine::Kimble& state, const KimbleExposures& exposures,
                             engine::Player player, const KimbleValueNetwork& network) {
  return network.log_odds_of(
      [&](auto&& add) { visit_value_features(state, exposures, player, add); });
}

/// Of two players, the logarithm of player 0's odds to win: what both views say counts alike.
/// REQUIRES: the starter is drawn, nobody has won.
float kimble_lead(const engine::Kimble& state);

/// Each player's chance to win; they add up to 1. A die that is thrown is not looked at. REQUIRES:
/// two players or more, and nobody has won.
engine::Returns kimble_chances(const engine::Kimble& state);

}  // namespace gauntlet::search
