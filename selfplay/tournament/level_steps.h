// Which players of a tournament are levels that stand next to each other.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "selfplay/tournament/tournament.h"

namespace gauntlet::selfplay {

/// The places of "level:1" and "level:2", of "level:2" and "level:3", .. among `entrants`, where
/// both take part; of players that are there twice the first.
std::vector<std::pair<int, int>> level_steps(std::span<const Entrant> entrants);

}  // namespace gauntlet::selfplay
