// Games as text in the manner of chess's Portable Game Notation, for all games.
#pragma once

#include <string>

#include "tools/lab/stored_games.h"

namespace gauntlet::tools {

/// A game with an empty line behind it, in lines of at most 79 characters but for tags. The tags
/// and comments are those of PGN's standard (1994) and [Game], [Start], [Reason], [Returns] and
/// [Seat1] .. beside them; moves are in the game's own notation, with '_' for blanks. White is who
/// moves first.
std::string to_pgn(const StoredGame& game);

/// The tag of a seat, counted from 0, in a game with so many: "White", "Black" or "Seat3".
std::string pgn_seat_tag(std::size_t seat, std::size_t seats);

}  // namespace gauntlet::tools
