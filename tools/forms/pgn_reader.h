// Reads games from text in the manner of chess's Portable Game Notation.
#pragma once

#include <string>
#include <string_view>

#include "tools/forms/told_game.h"

namespace gauntlet::tools {

/// All games of a text as pgn.h tells their form. Comments, variations, glyphs ($1), move numbers
/// and tags that are not known are passed over; `game` is played where [Game] is absent. A game
/// that is broken ends at the next line that begins with '['. An error is the visitor's.
absl::Status read_pgn(std::string_view text, const std::string& game, const GameVisitor& visitor);

}  // namespace gauntlet::tools
