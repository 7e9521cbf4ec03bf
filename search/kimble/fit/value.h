// Chances to win Kimble by a network.
#pragma once

#include "engine/kimble/kimble.h"
#include "search/fit/logistic_network.h"
#include "search/kimble/fit/value_features.h"

namespace gauntlet::search::kimble {

using ValueNetwork = LogisticNetwork<value_feature::kCount, 32>;

/// Each player's chance to win by the network that the program was built with; they add up to 1. It
/// was fitted to games with four pieces. A die that is thrown is not looked at. REQUIRES: two
/// players or more, and nobody has won.
engine::Returns win_chances(const engine::Kimble& state);

}  // namespace gauntlet::search::kimble
