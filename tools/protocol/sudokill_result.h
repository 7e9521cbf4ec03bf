// Who has won, by what a Sudokill server says at the end.
#pragma once

#include <string_view>

#include "tools/protocol/client.h"

namespace gauntlet::tools {

/// What a player knows of its game when the end is told.
struct SudokillTurn {
  std::string_view name;     ///< Ours, as the server knows it.
  bool is_our_turn = false;  ///< The server waits for us, or has not shown the move that we sent.
  std::string_view sent;     ///< That move; empty when we have not moved in this turn.
};

/// Our verdict by GAME OVER's text, which is one of
///
///   W WINS! L played R C V: <what was wrong>
///   W WINS! L ran out of time!
///   NAME left the game               and it is told to who has stayed only
///   Game stopped!
///
/// The opponent's name may be anything, another result or our own name too. So every place is tried
/// at which the names can end. When the text can be read both ways the game decides: who loses by a
/// move or by the clock is who was to move. Texts of other servers that begin with `W WINS!` count
/// if the game agrees; what cannot be told is unknown.
Verdict sudokill_verdict(std::string_view text, const SudokillTurn& turn);

}  // namespace gauntlet::tools
