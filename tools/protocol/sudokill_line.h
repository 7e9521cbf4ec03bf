// The lines of a Sudokill server, as hosts and seats write them: without their line ends.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/any_game.h"
#include "engine/sudokill/sudokill.h"

namespace gauntlet::tools {

inline constexpr std::string_view kSudokillGameOver = "GAME OVER|";
inline constexpr std::string_view kSudokillStopped = "Game stopped!";

/// START|1|2|row0|..|row8: the player in `seat` and the board, on which the square `left_empty`
/// shows no digit.
std::string sudokill_start(engine::Player seat, const engine::Sudokill& state,
                           std::optional<int> left_empty = std::nullopt);
/// ADD|row0|..|row8: the board on which to move.
std::string sudokill_add(const engine::Sudokill& state);
/// `ROW COL VAL`.
std::string sudokill_move(engine::sudokill::Move move);
/// What is told to who moves out of turn.
std::string sudokill_wait(std::string_view name);
/// What is told to who says anything else.
std::string sudokill_chat(std::string_view name, std::string_view line);
/// What is told to who has sent too many lines that mean nothing.
std::string sudokill_farewell();

// How a game ends, behind GAME OVER.
std::string sudokill_fault(std::string_view winner, std::string_view loser, std::string_view move,
                           std::string_view violation);
std::string sudokill_timeout(std::string_view winner, std::string_view loser);
std::string sudokill_left(std::string_view name);

}  // namespace gauntlet::tools
