// What a referee of Two-Doku says and decides; docs/twodoku-protocol.md.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/any_game.h"
#include "engine/twodoku/twodoku.h"
#include "tools/protocol/host.h"
#include "tools/protocol/line_buffer.h"
#include "tools/protocol/twodoku_line.h"

namespace gauntlet::tools {

inline constexpr std::string_view kTwoDokuOutOfTurn =
    "it is not your turn: answer when you are asked";

// Whole lines.
/// To who has come: the protocol and the game.
std::string twodoku_greeting(const std::string& game);
std::string twodoku_seat_line(engine::Player seat);
std::string twodoku_clock_line(Milliseconds left);
std::string twodoku_error_line(std::string_view sentence);
/// To who has sent too many lines that mean nothing.
std::string twodoku_farewell();

/// The name that a first line gives.
std::optional<std::string> read_twodoku_name(const Line& line);
/// What is told when it gives none.
std::string twodoku_name_sentence();

/// What becomes of an answer.
struct TwoDokuRuling {
  /// To be played: the answer, or a pass instead of a placement that has failed at sight. Nothing:
  /// the question comes again.
  std::optional<engine::AnyMove> move;
  std::string error;  ///< The line that tells why it was not taken, or "".
};
/// REQUIRES: `view` is that of the player who answers and is to move.
TwoDokuRuling rule_on_answer(const engine::AnyState& view, const Line& line);

/// A game that is over by the rules. Of a view, which does not know both hands, the scores say no
/// more than who has won as far as that is known. REQUIRES: it is over.
TwoDokuOver twodoku_over(const engine::TwoDoku& state);
/// A game that somebody has lost against its course.
TwoDokuOver twodoku_lost(engine::Player loser, const std::string& reason);

}  // namespace gauntlet::tools
