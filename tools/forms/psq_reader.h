// Reads files of Piskvork and of Gomocup's tournaments.
#pragma once

#include <string>
#include <string_view>

#include "tools/forms/told_game.h"

namespace gauntlet::tools {

/// Whether `text` begins as such a file does.
bool is_psq(std::string_view text);

/// The one game of a file, as psq.h tells its form; names, code and winner may be absent. The game
/// is the one that the file names, else `game`, else free gomoku or, where the rule is Standard,
/// gomoku with exactly five; code 15 is a loss on time of who is to move. An error is the
/// visitor's.
absl::Status read_psq(std::string_view text, const std::string& game, const GameVisitor& visitor);

}  // namespace gauntlet::tools
