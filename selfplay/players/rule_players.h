// Players who do not search: moves at random, and classic strategies.
#pragma once

#include <memory>

#include "search/strategy.h"
#include "selfplay/players/player.h"

namespace gauntlet::selfplay {

/// Every legal move equally likely.
std::unique_ptr<Player> make_random_player();

/// Plays by a classic strategy, whose table entry must outlive it.
std::unique_ptr<Player> make_strategy_player(const search::Strategy& strategy);

}  // namespace gauntlet::selfplay
