// What a Gomoku server writes and reads.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/any_game.h"
#include "engine/status.h"
#include "tools/protocol/line_buffer.h"

namespace gauntlet::tools {

/// A longer line is no move.
inline constexpr std::size_t kLongestGomokuLine = 64;

/// The status; the rows, 'x', 'o' or ' '; the last move, "-1 -1" when none was made; the side to
/// move, or who would be next when the game is over. REQUIRES: a game on a board of stones.
std::string write_gomoku_message(std::string_view status, const engine::AnyState& state,
                                 std::optional<engine::AnyMove> last);

/// The move that a line `R C` writes. Fails with the line and what is wrong with it, printable and
/// short: "'9 9' (off the board, whose rows and columns are 0 to 8)". REQUIRES: the game is not
/// over, and its board is a square.
absl::StatusOr<engine::AnyMove> read_gomoku_move(const engine::AnyState& state, const Line& line);

}  // namespace gauntlet::tools
