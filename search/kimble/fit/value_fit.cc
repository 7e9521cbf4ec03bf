#include "search/kimble/fit/value_fit.h"

#include <algorithm>
#include <cmath>

#include "engine/rng.h"

namespace gauntlet::search::kimble {

std::vector<ValueExample> value_examples(std::span<const LabelledDecision> decisions,
                                         std::size_t most, std::uint64_t seed) {
  std::size_t all = 0;
  for (const LabelledDecision& decision : decisions) all += decision.choices.size();
  const double share = static_cast<double>(most) / static_cast<double>(all);
  engine::Rng rng(seed);
  std::vector<ValueExample> examples;
  examples.reserve(std::min(all, most));
  for (const LabelledDecision& decision : decisions) {
    const auto players = static_cast<std::uint32_t>(decision.state.players());
    for (const LabelledDecision::LabelledMove& choice : decision.choices) {
      const auto player = static_cast<engine::Player>(rng.below(players));
      const engine::Kimble after = engine::child(decision.state, choice.move);
      if (rng.uniform() >= share || examples.size() == most) continue;
      ValueExample example{{}, choice.wins[static_cast<std::size_t>(player)]};
      visit_value_features(after, Exposures(after), player, [&](int feature, float input) {
        example.inputs[static_cast<std::size_t>(feature)] = input;
      });
      examples.push_back(example);
    }
  }
  return examples;
}

double value_error(std::span<const ValueExample> examples, const ValueNetwork& network) {
  double sum = 0;
  for (const ValueExample& example : examples) {
    const double chance = 1 / (1 + std::exp(-network.log_odds(example.inputs)));
    sum += (chance - example.yes) * (chance - example.yes);
  }
  return std::sqrt(sum / static_cast<double>(examples.size()));
}

}  // namespace gauntlet::search::kimble
