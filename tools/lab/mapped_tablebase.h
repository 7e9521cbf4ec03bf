// Values that `gauntlet solve kimble` has found, to be played by.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/status.h"
#include "search/kimble/tablebase/tablebase.h"
#include "selfplay/players/player_spec.h"

namespace gauntlet::tools {

/// Maps a finished TablebaseFile: nothing is read until it is looked up, and all processes that use
/// it share its pages. The heading and the size are checked, the values not against its checksum,
/// for that would read them all. The file must not be cut while it is in use. A bad one gets one
/// sentence that names it.
absl::StatusOr<std::shared_ptr<const search::kimble::Tablebase>> map_tablebase(
    const std::string& path);

/// Adds --table to a command in which players are named.
void add_table_option(CLI::App& command, std::optional<std::string>& path);

/// The table that was given, if any; or why it is of no use to `players`, all that play `game`.
absl::StatusOr<selfplay::SharedKnowledge> knowledge_for(const std::optional<std::string>& table,
                                                        const engine::AnyGame& game,
                                                        const std::vector<std::string>& players);

}  // namespace gauntlet::tools
