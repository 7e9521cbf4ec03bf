#include "search/kimble/fit/value.h"

#include <array>
#include <cmath>
#include <cstddef>

#include "search/kimble/fit/weights.h"

namespace gauntlet::search::kimble {

using engine::Kimble;
using engine::Player;
using engine::Returns;

namespace {

const ValueNetwork& network_for(int players) {
  return kFittedValues[static_cast<std::size_t>(players - 2)];
}

/// The logarithm of `player`'s odds to win.
float log_odds(const Kimble& state, const Exposures& exposures, Player player) {
  return network_for(state.players()).log_odds_of([&](auto&& add) {
    visit_value_features(state, exposures, player, add);
  });
}

float logistic(float log_odds) {
  return 1 / (1 + std::exp(-log_odds));
}

}  // namespace

Returns win_chances(const Kimble& state) {
  const int players = state.players();
  Returns chances{};
  if (state.turn() < 0) {
    for (int player = 0; player < players; ++player)
      chances[static_cast<std::size_t>(player)] = 1 / static_cast<float>(players);
    return chances;
  }
  const Exposures exposures(state);
  if (players == 2) {  // what both views say counts alike
    chances[0] = logistic((log_odds(state, exposures, 0) - log_odds(state, exposures, 1)) / 2);
    chances[1] = 1 - chances[0];
    return chances;
  }
  float sum = 0;
  for (int player = 0; player < players; ++player)
    sum += chances[static_cast<std::size_t>(player)] =
        logistic(log_odds(state, exposures, static_cast<Player>(player)));
  for (float& chance : chances) chance /= sum;
  return chances;
}

}  // namespace gauntlet::search::kimble
