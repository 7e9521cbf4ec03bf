// What level:auto knew after each game, as a table of a file of games.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/status.h"
#include "selfplay/finished_game.h"
#include "selfplay/sqlite.h"

namespace gauntlet::selfplay {

/// Creates the table: an OpponentStrength a row. `idx` is that of its game; `elo` and `error` are
/// NULL where the game was not calibrated.
inline constexpr char kStrengthTable[] =
    "CREATE TABLE strength (idx INTEGER PRIMARY KEY, player TEXT NOT NULL, played TEXT NOT NULL,"
    " score REAL NOT NULL, level TEXT NOT NULL, next TEXT NOT NULL, games INTEGER NOT NULL,"
    " elo REAL, error REAL);";

/// What insert_strength() takes.
inline constexpr char kInsertStrength[] =
    "INSERT OR REPLACE INTO strength VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)";
/// The code of SQLite.
int insert_strength(Statement& insert, std::int64_t index, const OpponentStrength& strength);

/// What to select for read_strength(), where the table is joined to that of the games.
inline constexpr char kStrengthColumns[] =
    "strength.player, strength.played, strength.score, strength.level, strength.next,"
    " strength.games, strength.elo, strength.error";
/// Of the game of the current row, kStrengthColumns beginning at `column`: nothing where the game
/// has none, a sentence where it is what no strength can be.
absl::StatusOr<std::optional<OpponentStrength>> read_strength(const Statement& row, int column);

}  // namespace gauntlet::selfplay
