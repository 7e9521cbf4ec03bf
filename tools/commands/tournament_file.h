// A tournament described in a TOML file.
#pragma once

#include <string>

#include "engine/status.h"
#include "tools/commands/tournament_plan.h"

namespace gauntlet::tools {

/// What the file says: the keys are the options' names with '_' for '-', and each player is a
/// table:
///
///   game = "gomoku:15"
///   rounds = 10
///   time_per_move = "1s"
///   [[player]]
///   name = "ann"
///   player = "cmd:python3 ann/bot.py {port}"
///
/// Fails with a sentence that names the file, the line and what would be right; so do keys that
/// mean nothing.
absl::StatusOr<TournamentPlan> read_tournament_file(const std::string& path);

}  // namespace gauntlet::tools
