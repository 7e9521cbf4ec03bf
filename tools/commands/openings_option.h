// `--openings`: how the games of a batch begin.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "engine/status.h"
#include "selfplay/batch.h"

namespace gauntlet::tools {

void add_openings_option(CLI::App& command, std::optional<std::string>& option);

/// Gives `batch` the openings that were asked for: a word, a number of plies, or a file; the usual
/// ones if none were. REQUIRES: its game, players and position are set.
absl::Status choose_openings(const std::optional<std::string>& option, selfplay::Batch& batch);

/// Whether they can be had; the usual ones are left out where there are none. That, and where no
/// position is balanced, is told on stderr unless it is to be quiet. REQUIRES: the seed is set too.
absl::Status check_openings(const std::optional<std::string>& option, bool quiet,
                            selfplay::Batch& batch);

}  // namespace gauntlet::tools
