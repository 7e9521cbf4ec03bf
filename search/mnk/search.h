// What search offers for m,n,k boards, Gomoku among them.
#pragma once

#include "engine/mnk/mnk.h"
#include "search/game_search.h"

namespace gauntlet::search {

template <int Words>
const GameSearch& game_search(engine::Types<engine::Mnk<Words>>);

}  // namespace gauntlet::search
