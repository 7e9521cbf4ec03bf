// The lines of a Kimble server, as hosts and seats write them.
#pragma once

#include <string>
#include <string_view>

#include "engine/any_game.h"

namespace gauntlet::tools {

/// What ends every answer.
inline constexpr std::string_view kKimbleEnd = "END\n";
/// Before the winner's letter.
inline constexpr std::string_view kKimbleWinner = "Voittaja: ";

// Why a request is refused.
inline constexpr std::string_view kKimbleNotUnderstood =
    "pyyntoa ei ymmarretty; lahetas v001222 tai token ja nappulan numero";
inline constexpr std::string_view kKimbleOtherVersion =
    "tuntematon API-versio; ainoa on 001, esim. v001222";
inline constexpr std::string_view kKimbleTooManyGames =
    "sinulla on liian monta pelia kesken; pelaa ne ensin loppuun";
inline constexpr std::string_view kKimbleUnknownToken = "tuntematon tai vanhentunut token";
inline constexpr std::string_view kKimbleNoRank =
    "nappulan numero on 0, 1, 2 tai 3, heti tokenin perassa";
inline constexpr std::string_view kKimbleNotYet = "edellinen siirto on viela kesken";
inline constexpr std::string_view kKimbleTooMuchNonsense =
    "liian monta kelvotonta pyyntoa perakkain, yhteys suljetaan";

/// The whole answer to a request that is refused.
std::string kimble_refusal(std::string_view why);

/// The line that shows a throw: 44 squares before the move, who moves, the die. "" for the draw of
/// the starter, which is not shown. REQUIRES: `move` is a chance move in `before`.
std::string kimble_throw_line(const engine::AnyState& before, engine::AnyMove move);
/// The same of a throw that `state` waits for somebody to move by.
std::string kimble_die_line(const engine::AnyState& state);
/// Such a line as the player at this corner sees it, to whom its own corner is A's.
std::string kimble_line_seen_from(std::string_view line, int corner);
/// The letter of a corner, as the player at the corner `observer` sees it.
char kimble_letter(int corner, int observer = 0);

/// "Voittaja: B", a line.
std::string kimble_winner_line(char letter);

}  // namespace gauntlet::tools
