// A game as a file tells it, before anybody has looked whether it is one.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "engine/status.h"
#include "selfplay/finished_game.h"

namespace gauntlet::tools {

/// What readers find. Nothing of it has been checked.
struct ToldGame {
  std::string game;
  std::string start;                 ///< A position's text; empty: the game's one start.
  std::vector<std::string> players;  ///< By seat.
  std::vector<std::string> moves;    ///< In the game's notation, chance moves among them.
  std::vector<double> returns;       ///< By seat; empty where nothing is said.
  bool board_decides = false;        ///< The returns are for games that do not end on the board.
  std::string reason;
  std::optional<selfplay::OpponentStrength> strength = {};
  std::string ended;  ///< "2026-11-21 14:03:59", or empty.
};

/// Plays it from its start. An error is what is wrong with it, as in "move 3: square 7,7 is
/// occupied"; printable.
absl::StatusOr<selfplay::FinishedGame> played(const ToldGame& told);

/// "crashed: exit status 3" of a result other than "played", for stores that keep a reason alone.
std::string reason_with(std::string_view result, std::string_view reason);

/// What becomes of the games of a file. `ended` is UTC, or empty where that is not known.
struct GameVisitor {
  /// An error ends the reading, and is returned.
  std::function<absl::Status(const selfplay::FinishedGame& game, const std::string& ended)> game;
  /// A game that is none: the line where it begins, and what is wrong with it.
  std::function<void(std::size_t line, const std::string& what)> fault;
  std::stop_token stop = {};  ///< Ends the reading with a CancelledError.
};

/// Plays what was told, or why nothing was, and tells the visitor.
absl::Status hand_on(const absl::StatusOr<ToldGame>& told, std::size_t line,
                     const GameVisitor& visitor);

/// Of hostile files: a game has no more moves (as GameLog takes them), a text no more bytes; those
/// that are longer end there.
inline constexpr std::size_t kMostToldMoves = 1'000'000;
inline constexpr std::size_t kLongestToldText = 8'192;

}  // namespace gauntlet::tools
