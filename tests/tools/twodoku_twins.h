// Positions of Two-Doku that are one to a player, and moves in them.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "engine/rng.h"
#include "engine/twodoku/twodoku.h"

namespace gauntlet::tools {

inline bool can_happen(const engine::TwoDoku& state, engine::TwoDoku::Move move) {
  if (state.to_move() == engine::kChance) return state.is_outcome(move);
  engine::TwoDoku::Moves legal;
  state.legal_moves(legal);
  return std::find(legal.begin(), legal.end(), move) != legal.end();
}

inline engine::TwoDoku::Move any_move(const engine::TwoDoku& state, engine::Rng& rng) {
  return state.to_move() == engine::kChance ? state.sample_chance(rng) : state.random_move(rng);
}

/// Whether an observer sees the same of a move in one position and of a move in another. Of an open
/// deal it sees both hands.
inline bool looks_alike(const engine::TwoDoku& state, engine::TwoDoku::Move move,
                        const engine::TwoDoku& twin, engine::TwoDoku::Move other,
                        engine::Player observer) {
  if (state.seen(move, observer) != twin.seen(other, observer)) return false;
  return move.kind() != engine::TwoDoku::Kind::kDeal || !state.rules().open ||
         engine::child(state, move).hand(1) == engine::child(twin, other).hand(1);
}

/// A move of `twin` that looks to the observer like `move` in `state`, if one is found.
inline std::optional<engine::TwoDoku::Move> lookalike(const engine::TwoDoku& state,
                                                      engine::TwoDoku::Move move,
                                                      const engine::TwoDoku& twin,
                                                      engine::Player observer, engine::Rng& rng) {
  std::vector<engine::TwoDoku::Move> candidates = {move};
  for (int digit = 1; digit <= 9; ++digit)
    candidates.push_back(engine::TwoDoku::Move::of(move.kind(), 0, digit));
  for (int i = 0; i < 20; ++i) candidates.push_back(any_move(twin, rng));
  // Those that look alike without being the same come first.
  std::rotate(candidates.begin(), candidates.begin() + 1, candidates.end());
  for (const engine::TwoDoku::Move candidate : candidates)
    if (can_happen(twin, candidate) && looks_alike(state, move, twin, candidate, observer))
      return candidate;
  return std::nullopt;
}

}  // namespace gauntlet::tools
