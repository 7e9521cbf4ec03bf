// What search offers for Sudokill.
#pragma once

#include "engine/sudokill/sudokill.h"
#include "search/game_search.h"

namespace gauntlet::search {

const GameSearch& game_search(engine::Types<engine::Sudokill>);

}  // namespace gauntlet::search
