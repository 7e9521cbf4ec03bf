// What the dice of Kimble gave and took.
#pragma once

#include "engine/kimble/kimble.h"

namespace gauntlet::search::kimble {

/// By how much each player's chance to win was better after the chance move `drawn` than on
/// average over all it could have drawn: its luck. Chances are those of the fitted network one
/// ply further, where whoever has thrown makes the move that is best for it.
///
/// Over all draws the mean is 0, whatever the network knows and however anybody plays. So a game's
/// return less the luck of all its draws has the mean of the return; it varies less the more the
/// network knows (control variates of games: White and Bowling, Learning a Value Analysis Tool for
/// Agent Evaluation, 2009). Thread-safe. REQUIRES: two players or more; the next move is a chance
/// move, and `drawn` is one of its outcomes.
engine::Returns luck_of(const engine::Kimble& state, engine::Kimble::Move drawn);

}  // namespace gauntlet::search::kimble
