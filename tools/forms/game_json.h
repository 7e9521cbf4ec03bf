// A game as JSON, on one line.
#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "selfplay/finished_game.h"
#include "tools/lab/stored_games.h"

namespace gauntlet::tools {

/// {"player", "played", "score", "estimate", "next" (levels, as "played"), "games", and where the
/// game was calibrated "elo", "elo_error"}.
boost::json::object strength_json(const selfplay::OpponentStrength& strength);

/// {"game", "players", "returns", "reason", "moves" in the game's notation, "plies", "start"}, and
/// where level:auto has played "strength".
boost::json::object game_json(const selfplay::FinishedGame& game);

/// A line of `export --format jsonl`, with the fields that its store tells: docs/export.md.
std::string to_json_line(const StoredGame& game);

}  // namespace gauntlet::tools
