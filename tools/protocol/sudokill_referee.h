// What a Sudokill server says of a move.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "engine/sudokill/sudokill.h"

namespace gauntlet::tools {

/// A move as it was written: row, column and digit, not checked yet. Numbers that are far too large
/// are capped.
using WrittenMove = std::array<int, 3>;

/// What stands for a move where there is none.
inline constexpr std::string_view kNoMove = "0 0 0";

/// Three runs of digits with single blanks between, as the real server wants them; else nothing.
std::optional<WrittenMove> read_written_move(std::string_view line);

/// The move that is written. REQUIRES: it violates nothing.
engine::Sudokill::Move played_move(const WrittenMove& move);

/// Why the move loses the game, in the real server's words; nothing when it is legal. The order of
/// the checks is the real one: range, value, occupied, required placement, row, column, section.
std::optional<std::string> violation(const engine::Sudokill& state, const WrittenMove& move);

}  // namespace gauntlet::tools
