#include "search/mnk/pattern_network.h"

#include <algorithm>

#include "search/mnk/fit/weights.inc"

namespace gauntlet::search::mnk {

const PatternNetwork& PatternNetwork::get() {
  static const PatternNetwork network(kFittedPatternWeights);
  return network;
}

PatternNetwork::PatternNetwork(const PatternWeights& weights)
    : rows_(kPatterns), head_(weights.head) {
  const PatternTable& table = PatternTable::get();
  for (std::size_t code = 0; code < kPatterns; ++code) {
    const auto& own = weights.patterns[code];
    const auto& other = weights.patterns[table.exchanged(static_cast<PatternCode>(code))];
    for (std::size_t i = 0; i < kChannels; ++i) {
      rows_[code].of[0][i] = own[i];
      rows_[code].of[1][i] = other[i];
    }
  }
}

float PatternNetwork::log_odds(const Totals& totals, int mover) const {
  constexpr float kUnit = PatternWeights::kTotalsUnit * PatternWeights::kOne;
  PatternHead::Inputs inputs;
  const auto &own = totals.of[static_cast<std::size_t>(mover)],
             &other = totals.of[static_cast<std::size_t>(1 - mover)];
  for (std::size_t i = 0; i < kChannels; ++i) {
    inputs[i] = static_cast<float>(own[i]) * (1 / kUnit);
    inputs[i + kChannels] = static_cast<float>(other[i]) * (1 / kUnit);
  }
  return head_.log_odds(inputs);
}

}  // namespace gauntlet::search::mnk
