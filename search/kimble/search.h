// What search offers for Kimble.
#pragma once

#include "engine/kimble/kimble.h"
#include "search/game_search.h"

namespace gauntlet::search {

const GameSearch& game_search(engine::Types<engine::Kimble>);

}  // namespace gauntlet::search
