// Whole games of random moves.
#pragma once

#include <string>
#include <vector>

#include "engine/registry.h"
#include "engine/rng.h"
#include "selfplay/finished_game.h"

namespace gauntlet::selfplay {

/// A game of `name` from its start to its end, with players and a reason that say nothing.
inline FinishedGame random_game(const std::string& name, std::uint64_t seed) {
  const auto rules = *engine::find_game(name);
  engine::Rng rng(seed);
  engine::AnyState state = rules.start(rng);
  FinishedGame game{rules, state, {}, {}, {}, "it is over"};
  while (!state.is_over()) {
    if (state.to_move() == engine::kChance) {
      state.play_chance_moves(rng, &game.moves);
    } else {
      game.moves.push_back(state.random_move(rng));
      state.apply(game.moves.back());
    }
  }
  game.returns = state.returns();
  for (int seat = 0; seat < rules.players(); ++seat)
    game.players.push_back("player " + std::to_string(seat));
  return game;
}

}  // namespace gauntlet::selfplay
