// Reads games from lines of JSON, as export writes them.
#pragma once

#include <string>
#include <string_view>

#include "tools/forms/told_game.h"

namespace gauntlet::tools {

/// Lines longer than this are no games of ours.
inline constexpr std::size_t kLongestJsonLine = 8 << 20;

/// Reads "game", "players", "start", "moves", "returns", "reason", "result", "ended" and
/// "strength" of each object, and passes over whatever else it has. `game` is played where that is
/// not said. An error is the visitor's.
absl::Status read_json_lines(std::string_view text, const std::string& game,
                             const GameVisitor& visitor);

}  // namespace gauntlet::tools
