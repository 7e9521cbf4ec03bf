#include "search/mnk/pattern_policy.h"

#include "search/mnk/fit/policy.inc"

namespace gauntlet::search::mnk {

const PatternPolicy& PatternPolicy::get() {
  static const PatternPolicy policy(kFittedPolicyWeights);
  return policy;
}

PatternPolicy::PatternPolicy(const PolicyWeights& weights) : classes_(weights.classes) {
  const PatternTable& table = PatternTable::get();
  for (std::size_t code = 0; code < kPatterns; ++code) {
    patterns_[0][code] = weights.patterns[code];
    patterns_[1][code] = weights.patterns[table.exchanged(static_cast<PatternCode>(code))];
  }
}

}  // namespace gauntlet::search::mnk
