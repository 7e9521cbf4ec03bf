#include "search/mnk/pattern_network.h"

#include <algorithm>
#include <cstdint>

#include "search/mnk/fit/weights.inc"

namespace gauntlet::search::mnk {

const PatternNetwork& PatternNetwork::get() {
  static const PatternNetwork network(kFittedPatternWeights);
  return network;
}

namespace {

PatternNetwork::Row row_of(const PatternWeights::Vector& first,
                           const PatternWeights::Vector& second) {
  PatternNetwork::Row row;
  for (std::size_t i = 0; i < kChannels; ++i) {
    row.of[0][i] = first[i];
    row.of[1][i] = second[i];
  }
  return row;
}

}  // namespace

PatternNetwork::PatternNetwork(const PatternWeights& weights) : head_(weights.head) {
  const PatternTable& table = PatternTable::get();
  for (std::size_t code = 0; code < kPatterns; ++code)
    rows_.push_back(row_of(weights.patterns[code],
                           weights.patterns[table.exchanged(static_cast<PatternCode>(code))]));
  for (std::size_t first = 0; first < SquareClass::kCodes; ++first)
    for (std::size_t second = 0; second < SquareClass::kCodes; ++second)
      class_rows_.push_back(row_of(weights.classes[first][second], weights.classes[second][first]));
}

int PatternNetwork::log_odds(const Totals& totals, int mover, ThreatMarks marks) const {
  constexpr int kUnit = PatternWeights::kTotalsUnit * PatternWeights::kOne;
  constexpr int kDivisor = kUnit / WholePatternHead::kInputOne;
  WholePatternHead::Totals inputs;
  for (std::size_t view = 0; view < 2; ++view) {
    const auto& of = totals.of[static_cast<std::size_t>(view == 0 ? mover : 1 - mover)];
    for (std::size_t i = 0; i < kChannels; ++i)
      inputs[view * kChannels + i] = static_cast<std::int16_t>(
          std::min((of[i] + kDivisor / 2) / kDivisor, static_cast<std::int32_t>(INT16_MAX)));
  }
  return head_.log_odds(inputs, marks);
}

}  // namespace gauntlet::search::mnk
