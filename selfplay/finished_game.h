// A game that has ended, wherever it was played.
#pragma once

#include <string>
#include <vector>

#include "engine/any_game.h"

namespace gauntlet::selfplay {

/// Enough to play it again. A game that was forfeited or given up may end before the rules end it.
struct FinishedGame {
  engine::AnyGame game;
  engine::AnyState start;
  std::vector<engine::AnyMove> moves;  ///< Of players and of chance, each playable.
  std::vector<std::string> players;    ///< By seat: a name or a player spec; legible (utf8.h).
  engine::Returns returns{};
  std::string reason;  ///< How it ended; legible.
};

/// Else somebody forfeited, left or never came.
inline bool ended_by_rules(const FinishedGame& game) {
  engine::AnyState state = game.start;
  for (const engine::AnyMove move : game.moves) state.apply(move);
  return state.is_over();
}

}  // namespace gauntlet::selfplay
