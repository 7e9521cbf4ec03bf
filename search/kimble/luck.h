// What the dice of Kimble gave and took.
#pragma once

#include "engine/kimble.h"

namespace gauntlet::search::kimble {

/// By how much each player's chance to win was better after nature has drawn `drawn` than on
/// average over all it could have drawn: its luck. Chances are those of the fitted network one
/// ply further, where whoever has thrown makes the move that is best for it.
///
/// Over all draws the mean is 0, whatever the network knows and however anybody plays. So a game's
/// return less the luck of all its draws has the mean of the return; it varies less the more the
/// network knows (control variates of games: White and Bowling, Learning a Value Analysis Tool for
/// Agent Evaluation, 2009). Thread-safe. REQUIRES: two players or more; nature is to move, and
/// `drawn` is one of its outcomes.
engine::Returns luck_of(const engine::Kimble& state, engine::KimbleMove drawn);

}  // namespace gauntlet::search::kimble
