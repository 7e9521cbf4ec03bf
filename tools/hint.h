// What a person who is stuck is told.
#pragma once

#include <span>
#include <string>

#include "engine/any_game.h"
#include "search/searcher.h"

namespace gauntlet::tools {

/// "4,5" in games where the hint is a square and not a move (Sudokill), else "". REQUIRES: `moves`
/// are those of `view`.
std::string hinted_square(const engine::AnyState& view, std::span<const search::JudgedMove> moves);

/// "the safest square is 4,5." or "5,3 looks best.", as the strongest player sees it after a
/// second, and where moves may fail how likely they do. Lines that end with a newline. REQUIRES:
/// view.to_move() >= 0.
std::string hint(const engine::AnyGame& game, const engine::AnyState& view);

}  // namespace gauntlet::tools
