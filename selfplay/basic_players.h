// The players without levels or people behind them: random moves, strategies, searchers.
#pragma once

#include <memory>

#include "search/searcher.h"
#include "search/strategy.h"
#include "selfplay/player.h"
#include "selfplay/player_spec.h"

namespace gauntlet::selfplay {

/// Every legal move equally likely.
std::unique_ptr<Player> make_random_player();

/// Plays by a classic strategy, whose table entry must outlive it.
std::unique_ptr<Player> make_strategy_player(const search::Strategy& strategy);

/// Plays what `searcher` finds within the limits of `spec`, or until `stop`.
std::unique_ptr<Player> make_search_player(std::unique_ptr<search::Searcher> searcher,
                                           const PlayerSpec& spec, std::stop_token stop);

}  // namespace gauntlet::selfplay
