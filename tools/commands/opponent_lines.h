// How strong the built-in players of a server are, told when it starts.
#pragma once

#include <boost/json/object.hpp>
#include <string>
#include <vector>

#include "tools/commands/host_kinds.h"

namespace gauntlet::tools {

/// "gomoku:15: everybody plays level:4 (2601 Elo)", and what the levels that people can ask for
/// were measured to be worth. REQUIRES: kind.make(settings) succeeds.
std::vector<std::string> opponent_lines(const HostKind& kind, const HostSettings& settings);

/// {"player": the one that everybody plays, and where it was measured "elo"}; empty where there is
/// none. REQUIRES: so too.
boost::json::object opponent_json(const HostKind& kind, const HostSettings& settings);

}  // namespace gauntlet::tools
