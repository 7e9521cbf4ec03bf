// Files of Piskvork, the manager of Gomocup's tournaments.
#pragma once

#include <string>

#include "tools/lab/stored_games.h"

namespace gauntlet::tools {

/// A whole file, as Piskvork's own source writes and reads it (game.cpp of
/// github.com/plastovicka/Piskvork):
///
///   Piskvorky WIDTHxHEIGHT, LEVEL:LEVEL, 0      levels of computers; 0: the first one begins
///   COLUMN,ROW,MS                               a move, both from 1 at the top left
///   NAME                                        of the first player, then of the second
///   CODE                                        0: ended as usual, -1: in another way
///   WINNER,RULE                                 1, 2 or 0; as Gomocup's judge adds it, here with
///                                               the game's full name
///
/// There are no positions: stones of an opening come first, in the order of the board and without
/// time. REQUIRES: an m,n,k game.
std::string to_psq(const StoredGame& game);

/// Of names that Piskvork would read as numbers or as people. It does not show this itself.
inline constexpr std::string_view kPsqPrefix = "pbrain-";

}  // namespace gauntlet::tools
