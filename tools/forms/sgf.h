// Games on m,n,k boards in the Smart Game Format, for editors and viewers of games with stones.
#pragma once

#include <string>
#include <string_view>

#include "tools/lab/stored_games.h"

namespace gauntlet::tools {

/// A game tree of FF[4] (red-bean.com/sgf) for Gomoku+Renju, GM[4]: Black moves first. The
/// opening's stones are set up, RU has the game's full name, GC the reason, C what a player said of
/// its chances and the time. A collection is any number of them behind each other. REQUIRES: an
/// m,n,k game.
std::string to_sgf(const StoredGame& game);

/// `text` as a value of a property, without its brackets.
std::string sgf_escaped(std::string_view text);

/// The letters of columns and rows, from the left and from the top.
inline constexpr std::string_view kSgfLetters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";

}  // namespace gauntlet::tools
