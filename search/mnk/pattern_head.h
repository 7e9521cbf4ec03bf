// What a network over patterns makes of its sums, in whole numbers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "search/fit/logistic_network.h"
#include "search/mnk/hidden_sums.h"
#include "search/mnk/threat_marks.h"

namespace gauntlet::search::mnk {

inline constexpr int kChannels = 16;
inline constexpr int kHiddenUnits = 64;

/// As it is fitted. Sees the mover's totals, then the other's, then the ThreatMarks.
using PatternHead = LogisticNetwork<2 * kChannels + ThreatMarks::kAll, kHiddenUnits>;

/// A PatternHead rounded to whole numbers, for search: the same on every machine, and sooner done.
/// Immutable; any thread.
class WholePatternHead {
 public:
  /// Inputs of which kInputOne is 1: the mover's totals, then the other's.
  using Totals = std::array<std::int16_t, 2 * kChannels>;
  static constexpr int kInputBits = 9;
  static constexpr int kInputOne = 1 << kInputBits;

  /// Weights from totals to hidden units beyond +-8 are cut there. REQUIRES: no hidden unit's sum
  /// can leave +-kMostSum with inputs of up to kMostInput.
  explicit WholePatternHead(const PatternHead& head);
  static constexpr int kMostInput = 64;   ///< Larger ones do not fit.
  static constexpr int kMostSum = 1'024;  ///< The same.
  static bool fits(const PatternHead& head);

  /// The logarithm of the odds that the mover wins, in 256ths.
  int log_odds(const Totals& totals, ThreatMarks marks) const;

 private:
  static constexpr int kWeightBits = 12, kHiddenBits = 12, kOutputBits = 12;
  static constexpr std::size_t kPairs = kChannels;
  using Sums = HiddenSums<kHiddenUnits>;

  alignas(32) std::array<PairWeights<kHiddenUnits>, kPairs> pairs_;
  alignas(32) std::array<Sums, ThreatMarks::kAll> marks_;
  alignas(32) Sums hidden_bias_;
  std::array<std::int32_t, kHiddenUnits> from_hidden_;
  std::array<std::int32_t, 2 * kChannels> direct_;
  std::array<std::int32_t, ThreatMarks::kAll> direct_marks_;
  std::int32_t bias_;
};

}  // namespace gauntlet::search::mnk
