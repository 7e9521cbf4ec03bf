// What is said of Two-Doku's placements.
#pragma once

#include "search/game_search.h"

namespace gauntlet::search::twodoku {

/// The exact probability that a placement meets a face-down domino of its digit; see Belief. For
/// people the squares of each digit, the safest first.
extern const MoveRisks kRisks;

}  // namespace gauntlet::search::twodoku
