// Reads games with stones from the Smart Game Format.
#pragma once

#include <string>
#include <string_view>

#include "tools/forms/told_game.h"

namespace gauntlet::tools {

/// Whether a game tree begins near the front of `text`.
bool is_sgf(std::string_view text);

/// All game trees of a collection, of FF[1] to FF[4]: the main line of each, which is the first of
/// its variations. Points are two letters, or as in "h8" a letter and the row from the bottom.
/// Colours may be either way round. The game is the one that RU names, else `game`, else free
/// gomoku or, where RU speaks of Standard, gomoku with exactly five. Unknown properties are passed
/// over. An error is the visitor's.
absl::Status read_sgf(std::string_view text, const std::string& game, const GameVisitor& visitor);

}  // namespace gauntlet::tools
