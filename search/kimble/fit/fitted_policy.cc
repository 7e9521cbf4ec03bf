#include "search/kimble/fit/fitted_policy.h"

#include <cassert>
#include <cstddef>

#include "search/kimble/fit/weights.h"

namespace gauntlet::search::kimble {

using engine::Kimble;

const PolicyWeights& fitted_weights(int players) {
  assert(players >= 2 && players <= engine::kMaxPlayers);
  return kFittedPolicies[static_cast<std::size_t>(players - 2)];
}

int move_score(const Kimble& state, Kimble::Move move, const PolicyWeights& weights) {
  int score = 0;
  visit_features(state, move, [&](int feature, int times) {
    score += times * weights[static_cast<std::size_t>(feature)];
  });
  return score;
}

Kimble::Move fitted_choice(const Kimble& state, const PolicyWeights& weights) {
  assert(state.to_move() >= 0 && state.players() > 1);
  Kimble::Moves moves;
  state.legal_moves(moves);
  Kimble::Move best = moves[moves.size() - 1];
  int most = move_score(state, best, weights);
  for (std::size_t i = moves.size() - 1; i-- > 0;) {
    const int score = move_score(state, moves[i], weights);
    if (score <= most) continue;
    most = score;
    best = moves[i];
  }
  return best;
}

}  // namespace gauntlet::search::kimble
