// Sudokill positions for tests, and who wins them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>

#include "engine/sudokill/sudokill.h"

namespace gauntlet::search {

/// Whether the player to move wins, by playing everything.
inline bool wins_by_force(const engine::Sudokill& state) {
  if (engine::is_over(state)) return false;
  engine::Sudokill::Moves moves;
  state.legal_moves(moves);
  return std::any_of(moves.begin(), moves.end(), [&](engine::Sudokill::Move move) {
    return !wins_by_force(engine::child(state, move));
  });
}

/// A position with `empties` empty squares after random moves from a board of some density; nothing
/// when the game ended before.
inline std::optional<engine::Sudokill> random_position(int empties, std::uint64_t seed) {
  engine::Rng rng(20, seed);
  engine::Sudokill::Rules rules;
  rules.filled = static_cast<std::uint8_t>(20 + rng.below(50));
  engine::Sudokill state = engine::Sudokill::start(rules, rng);
  while (!engine::is_over(state) && state.empty().size() > empties)
    state.apply(state.random_move(rng));
  if (engine::is_over(state) || state.empty().size() > empties) return std::nullopt;
  return state;
}

}  // namespace gauntlet::search
