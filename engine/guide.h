// What people need to know of a game before they play it.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/any_game.h"

namespace gauntlet::engine {

/// How a game came to its end.
struct Ending {
  std::string_view how;  ///< A few words, the same for all games that ended so: "an empty hand".
  /// By how much the first seat is ahead, in what GameGuide::lead_unit says.
  int lead = 0;
};

/// A game told to people: texts of plain sentences, to be wrapped by whoever shows them. Commands
/// and documents take them from here. How people write moves and positions is what the game's
/// parse() and from_text() read.
struct GameGuide {
  /// What may follow the game's word in its name.
  struct Variant {
    std::string_view written;  ///< "/exact", ":SIZE"
    std::string_view change;   ///< What it changes, and what holds without it.
  };

  std::string_view seats;  ///< Who the players are, and who begins.
  std::string_view rules;  ///< As they are played here, a paragraph.
  std::span<const Variant> variants;
  std::string_view moves;     ///< How a move is written.
  std::string_view position;  ///< How a position is written.
  /// A position after so many moves of players is a good example.
  int example_plies;
  /// What a player is called in `state`'s game: "x", "red", "C". REQUIRES: 0 <= player < players.
  std::string (*seat_name)(const AnyState& state, Player player);
  /// See ending_of().
  Ending (*ending)(const AnyState& over);
  /// What Ending::lead counts: "digits"; "" where a game is won or lost and nothing else.
  std::string_view lead_unit = "";
  /// See why_passed(); null where no turn passes by itself.
  std::string (*why_passed)(const AnyState& state, std::string_view text) = nullptr;
};

// Each game's own, in engine/<game>_guide.cc.
extern const GameGuide kGomokuGuide;
extern const GameGuide kMnkGuide;
extern const GameGuide kSudokillGuide;
extern const GameGuide kKimbleGuide;
extern const GameGuide kTwoDokuGuide;

/// A position that is easy to imagine from which a move can be made, the same every time, and such
/// a move: examples for people, in `game` with its variant.
struct GameExample {
  std::string position;
  std::string move;  ///< "" when the game has no move at all.
};
GameExample example_of(const AnyGame& game);

/// What a player is called in the game of `state`.
std::string seat_name(const AnyState& state, Player player);
/// REQUIRES: over.is_over().
Ending ending_of(const AnyState& over);
/// See GameGuide::lead_unit.
std::string_view lead_unit(const AnyGame& game);
/// Why whoever moves in the position written as `text`, which was read as `state`, has nothing to
/// decide there, so that the turn has passed: a sentence without its end. "" if that is not so.
std::string why_passed(const AnyState& state, std::string_view text);
/// All players' names, by seat.
std::vector<std::string> seat_names(const AnyGame& game);

}  // namespace gauntlet::engine
