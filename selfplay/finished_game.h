// A game that has ended, wherever it was played.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/any_game.h"

namespace gauntlet::selfplay {

/// What the games of an opponent so far tell of them, to whoever has played them as `level:auto`.
struct OpponentStrength {
  std::string player;  ///< Whose strength it is; legible.
  std::string played;  ///< The level that this game was against: "4.3".
  double score = 0;    ///< What it has brought them: 1 a win, 0.5 a draw, 0 a loss.
  std::string level;   ///< The one that is as strong as they are.
  std::string next;    ///< The one to play now.
  std::uint64_t games = 0;
  std::optional<double> elo = {};    ///< Above random, where the game was calibrated.
  std::optional<double> error = {};  ///< The standard error of that.
};

/// Enough to play it again. A game that was forfeited or given up may end before the rules end it.
struct FinishedGame {
  engine::AnyGame game;
  engine::AnyState start;
  std::vector<engine::AnyMove> moves;  ///< Of players and of chance, each playable.
  std::vector<std::string> players;    ///< By seat: a name or a player spec; legible (utf8.h).
  engine::Returns returns{};
  std::string reason;                             ///< How it ended; legible.
  std::optional<OpponentStrength> strength = {};  ///< Of who has played `level:auto`.
};

/// Else somebody forfeited, left or never came.
inline bool ended_by_rules(const FinishedGame& game) {
  engine::AnyState state = game.start;
  for (const engine::AnyMove move : game.moves) state.apply(move);
  return state.is_over();
}

/// Whether `player` has made a move of its own.
inline bool has_moved(const FinishedGame& game, engine::Player player) {
  engine::AnyState state = game.start;
  for (const engine::AnyMove move : game.moves) {
    if (state.to_move() == player) return true;
    state.apply(move);
  }
  return false;
}

}  // namespace gauntlet::selfplay
