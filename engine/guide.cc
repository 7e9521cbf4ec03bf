#include "engine/guide.h"

#include "engine/registry.h"

namespace gauntlet::engine {

namespace {

/// Plays `plies` random moves from the start of the game, or as many as leave one to be made.
AnyState played_on(const AnyGame& game, int plies) {
  Rng rng(1);
  AnyState state = game.start(rng);
  state.play_chance_moves(rng, nullptr);
  for (int ply = 0; ply < plies && !state.is_over(); ++ply) {
    AnyState next = state;
    next.apply(next.random_move(rng));
    next.play_chance_moves(rng, nullptr);
    if (next.is_over()) break;
    state = next;
  }
  return state;
}

}  // namespace

GameExample example_of(const AnyGame& game) {
  const AnyState state = played_on(game, family_of(game.name()).guide->example_plies);
  GameExample example{state.to_text(), ""};
  if (state.is_over()) return example;
  AnyMoves moves;
  state.legal_moves(moves);
  example.move = state.format(moves[moves.size() / 2]);
  return example;
}

std::string seat_name(const AnyState& state, Player player) {
  return family_of(state.game().name()).guide->seat_name(state, player);
}

Ending ending_of(const AnyState& over) {
  return family_of(over.game().name()).guide->ending(over);
}

std::string_view lead_unit(const AnyGame& game) {
  return family_of(game.name()).guide->lead_unit;
}

std::string why_passed(const AnyState& state, std::string_view text) {
  const auto told = family_of(state.game().name()).guide->why_passed;
  return told ? told(state, text) : "";
}

std::vector<std::string> seat_names(const AnyGame& game) {
  Rng rng(0);
  const AnyState state = game.start(rng);
  std::vector<std::string> names;
  for (int seat = 0; seat < game.players(); ++seat)
    names.push_back(seat_name(state, static_cast<Player>(seat)));
  return names;
}

}  // namespace gauntlet::engine
