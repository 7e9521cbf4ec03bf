#include "search/kimble/luck.h"

#include <cassert>
#include <cstddef>

#include "search/kimble/fit/value.h"

namespace gauntlet::search::kimble {

using engine::Kimble;
using engine::Returns;

namespace {

/// Everybody's chances after a draw.
Returns chances_after(const Kimble& drawn) {
  if (drawn.to_move() == engine::kChance) return win_chances(drawn);
  const auto mover = static_cast<std::size_t>(drawn.to_move());
  Kimble::Moves moves;
  drawn.legal_moves(moves);
  Returns best{};
  float most = -1;
  for (const Kimble::Move move : moves) {
    const Kimble next = engine::child(drawn, move);
    const Returns chances = engine::is_over(next) ? next.returns() : win_chances(next);
    if (chances[mover] <= most) continue;
    most = chances[mover];
    best = chances;
  }
  return best;
}

}  // namespace

Returns luck_of(const Kimble& state, Kimble::Move drawn) {
  assert(state.to_move() == engine::kChance && state.players() >= 2);
  Returns luck{};
  state.chance_outcomes([&](Kimble::Move outcome, double probability) {
    const Returns chances = chances_after(engine::child(state, outcome));
    const float weight = (outcome == drawn ? 1.0f : 0.0f) - static_cast<float>(probability);
    for (std::size_t player = 0; player < luck.size(); ++player)
      luck[player] += weight * chances[player];
  });
  return luck;
}

}  // namespace gauntlet::search::kimble
