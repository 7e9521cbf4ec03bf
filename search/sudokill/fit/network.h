// The network behind Sudokill's evaluation.
#pragma once

#include <algorithm>

#include "search/fit/logistic_network.h"
#include "search/sudokill/fit/features.h"
#include "search/sudokill/immediate_win.h"

namespace gauntlet::search::sudokill {

/// Predicts from features whether the player to move wins.
inline constexpr int kHidden = 24;
using Network = LogisticNetwork<feature::kCount, kHidden>;

/// Log-odds of what is certain: a win on the spot, and a loss because every move leaves one. What a
/// network says stays within kMostLogOdds.
inline constexpr float kWinOnTheSpot = 15, kLossAtOnce = -14, kMostLogOdds = 10;

/// The logarithm of the odds that the player to move wins. REQUIRES: state.to_move() >= 0.
inline float log_odds(const Network& network, const engine::Sudokill& state) {
  if (has_winning_move(state)) return kWinOnTheSpot;
  Features features;
  if (!read_features(state, features)) return kLossAtOnce;
  return std::clamp(network.log_odds(features), -kMostLogOdds, kMostLogOdds);
}

}  // namespace gauntlet::search::sudokill
