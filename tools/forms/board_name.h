// Which game a foreign file of stones has.
#pragma once

#include <string>
#include <string_view>

#include "engine/status.h"

namespace gauntlet::tools {

/// The full name of the game on a board of that size: what `rules` names, if it is one of ours and
/// of that size; else `wanted`, if it is not empty; else gomoku, with exactly five in a row where
/// `rules` speaks of Standard. Renju and the like are refused.
absl::StatusOr<std::string> board_name(std::uint64_t width, std::uint64_t height,
                                       std::string_view rules, const std::string& wanted);

}  // namespace gauntlet::tools
