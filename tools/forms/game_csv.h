// Games as tables for spreadsheets and databases.
#pragma once

#include <string>

#include "tools/lab/stored_games.h"

namespace gauntlet::tools {

/// The columns of to_csv_line(), the same for all games: docs/export.md tells what they hold.
std::string csv_heading();
/// A game as one line of the table. What does not apply is empty.
std::string to_csv_line(const StoredGame& game);

/// The columns of to_csv_moves().
std::string csv_moves_heading();
/// A game as a line for each of its moves.
std::string to_csv_moves(const StoredGame& game);

}  // namespace gauntlet::tools
