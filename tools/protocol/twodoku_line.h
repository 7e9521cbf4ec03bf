// The lines of the Two-Doku protocol, as both sides write and read them; docs/twodoku-protocol.md.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/twodoku/twodoku.h"
#include "tools/protocol/line_words.h"

namespace gauntlet::tools {

/// The referee's first line: the protocol and its version.
inline constexpr std::string_view kTwoDokuGreeting = "twodoku 1";
/// Bytes of a line without its end: a player's, and the referee's.
inline constexpr std::size_t kLongestTwoDokuAnswer = 80;
inline constexpr std::size_t kLongestTwoDokuMessage = 500;
/// Bytes of a player's name.
inline constexpr std::size_t kLongestTwoDokuName = 60;

/// "red" or "blue" as a seat.
std::optional<engine::Player> read_seat(std::string_view word);

/// The engine's text as this protocol has it: a comma directly between two characters becomes a
/// blank, in moves and in the sentences that show them.
std::string without_commas(std::string text);

/// A move, of a player or of chance, in the protocol's words.
std::string move_text(const engine::TwoDoku& state, engine::TwoDoku::Move move);

/// How the referee asks whoever is to move: `colour?`, `hide?` or `turn?`; "" if nobody is.
std::string_view prompt_of(const engine::TwoDoku& state);

/// All that the referee tells a player of one move: whole lines, none if the player sees nothing of
/// it. `before` and `after` are that player's views, `seen` is what it sees of the move: nothing
/// else can come in, so nothing else can come out.
std::string told(const engine::TwoDoku& before, engine::TwoDoku::Move seen,
                 const engine::TwoDoku& after);

/// Whether what has happened before `state` can be told to who has not seen it: up to the first
/// turn, for whose squares are coloured and where dominoes lie says all of it.
bool can_be_told(const engine::TwoDoku& state);
/// All that is told of it to the owner of this view, as lines of moves in an order in which they
/// may have been made. REQUIRES: can_be_told(view).
std::string told_start(const engine::TwoDoku& view);

/// Nine counts, of the digits 1 to 9, each at most 10, that make a hand of 40.
std::optional<engine::twodoku::DigitCounts> read_hand(std::string_view text);

/// The end of a game.
struct TwoDokuOver {
  std::array<int, 2> scores{};  ///< Red's and blue's: the higher one has won, equal ones tie.
  std::string reason;           ///< Printable.
};
std::string over_line(const TwoDokuOver& over);
/// The same for people: "red's hand is empty: red 129, blue 32". The scores are left out where they
/// say no more than who has won, as after a game that ran out of time or turns.
std::string told_end(const TwoDokuOver& over);
/// `rest` is what follows the word `over`.
std::optional<TwoDokuOver> read_over(std::string_view rest);

}  // namespace gauntlet::tools
