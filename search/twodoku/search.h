// What search offers for Two-Doku.
#pragma once

#include "engine/twodoku/twodoku.h"
#include "search/game_search.h"

namespace gauntlet::search {

const GameSearch& game_search(engine::Types<engine::TwoDoku>);

}  // namespace gauntlet::search
