// Who meets whom where levels are measured.
#pragma once

#include <string>
#include <vector>

#include "engine/any_game.h"
#include "selfplay/players/level_ratings.h"

namespace gauntlet::tools {

/// Of `game`, from weak to strong: random, all whole levels, and marks, who never change, where
/// they stood `last`; null if the game was never calibrated. Each is to meet the next two. Of marks
/// no more than one stands between two levels, so that levels meet their neighbours: others stand
/// higher than they did, where there is room. Marks of more work are added below a level 1 that
/// stood far above all others.
std::vector<std::string> level_ladder(const engine::AnyGame& game,
                                      const selfplay::LevelRatings* last);

}  // namespace gauntlet::tools
