// What a table of Kimble's values says of one position.
#pragma once

#include <optional>
#include <string>

#include "engine/status.h"
#include "search/kimble/tablebase/tablebase.h"
#include "tools/commands/position.h"

namespace gauntlet::tools {

struct KimbleValue {
  double value;                     ///< The chance to win, 0 to 1, of who is to throw or to move.
  std::optional<std::string> best;  ///< The best move; nothing before the die is thrown.
};

/// The position of `text`, in the game of these players; without a text the start, where the first
/// of them is to throw. An error says what would be right where nobody is to throw or to move, or
/// where the one to move plays a strategy, so that there is no best move to be found.
absl::StatusOr<Position> read_kimble_position(const std::optional<std::string>& text, int pieces,
                                              const search::kimble::Tablebase::Players& players);

/// REQUIRES: the table is solved, and read_kimble_position() has given `state` for its pieces and
/// players.
KimbleValue value_in(const engine::Kimble& state, const search::kimble::Tablebase& table);

}  // namespace gauntlet::tools
