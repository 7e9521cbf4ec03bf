// Players of adjustable strength.
#pragma once

#include <memory>

#include "engine/any_game.h"
#include "selfplay/player.h"

namespace gauntlet::selfplay {

/// A player of search::level(game, n); null when the level's searcher does not fit the game.
/// REQUIRES: 1 <= n <= search::kLevels.
std::unique_ptr<Player> make_level_player(const engine::AnyGame& game, int n,
                                          const PlayerSetup& setup);

}  // namespace gauntlet::selfplay
