// Values that `gauntlet solve kimble` has found, to be played by.
#pragma once

#include <CLI/CLI.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/expected.h"
#include "search/kimble/duel/duel.h"
#include "selfplay/player_spec.h"

namespace gauntlet::tools {

/// Maps a finished DuelFile: nothing is read until it is looked up, and all processes that use it
/// share its pages. The heading and the size are checked, the values not against its checksum, for
/// that would read them all. The file must not be cut while it is in use. A bad one gets one
/// sentence that names it.
engine::Expected<std::shared_ptr<const search::KimbleDuel>> map_duel_table(const std::string& path);

/// Adds --table to a command in which players are named.
void add_table_option(CLI::App& command, std::optional<std::string>& path);

/// Why nobody plays by --table although it was given, where `players` are all that play; else "".
std::string table_objection(const std::optional<std::string>& table,
                            const std::vector<std::string>& players);

/// The table that was given, if any.
engine::Expected<selfplay::PlayerMeans> means_of(const std::optional<std::string>& table);

}  // namespace gauntlet::tools
