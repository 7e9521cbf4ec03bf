#include "search/kimble/fit/value.h"

#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>

#include "search/kimble/fit/weights.h"

namespace gauntlet::search {

using engine::Kimble;
using engine::Player;
using engine::Returns;

const KimbleValueNetwork& kimble_value_network(int players) {
  assert(players >= 2 && players <= engine::kMaxPlayers);
  return kKimbleValues[static_cast<std::size_t>(players - 2)];
}

namespace {

float logistic(float log_odds) {
  return 1 / (1 + std::exp(-log_odds));
}

}  // namespace

float kimble_lead(const Kimble& state) {
  const KimbleValueNetwork& network = kimble_value_network(2);
  const KimbleExposures exposures(state);
  return (kimble_log_odds(state, exposures, 0, network) -
          kimble_log_odds(state, exposures, 1, network)) /
         2;
}

Returns kimble_chances(const Kimble& state) {
  const int players = state.players();
  Returns chances{};
  if (state.turn() < 0) {
    for (int player = 0; player < players; ++player)
      chances[static_cast<std::size_t>(player)] = 1 / static_cast<float>(players);
    return chances;
  }
  if (players == 2) {
    chances[0] = logistic(kimble_lead(state));
    chances[1] = 1 - chances[0];
    return chances;
  }
  const KimbleValueNetwork& network = kimble_value_network(players);
  const KimbleExposures exposures(state);
  float sum = 0;
  for (int player = 0; player < players; ++player)
    sum += chances[static_cast<std::size_t>(player)] =
        logistic(kimble_log_odds(state, exposures, static_cast<Player>(player), network));
  for (float& chance : chances) chance /= sum;
  return chances;
}

}  // namespace gauntlet::search
