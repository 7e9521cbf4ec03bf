// Players of adjustable strength.
#pragma once

#include <memory>

#include "engine/any_game.h"
#include "engine/rng.h"
#include "search/searcher.h"
#include "selfplay/player.h"

namespace gauntlet::selfplay {

/// A player of search::level(game, n); null when the level's searcher does not fit the game.
/// REQUIRES: 1 <= n <= search::kLevels.
std::unique_ptr<Player> make_level_player(const engine::AnyGame& game, int n,
                                          const PlayerSetup& setup);

/// One of `moves`, drawn by softmax: a move worse than the best by `softness` is chosen e times
/// less often; with softness 0 the first of the best. REQUIRES: moves is not empty.
engine::AnyMove soft_choice(const std::vector<search::RootMove>& moves, double softness,
                            engine::Rng& rng);

}  // namespace gauntlet::selfplay
