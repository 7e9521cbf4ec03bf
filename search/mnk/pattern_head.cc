#include "search/mnk/pattern_head.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "engine/bits.h"

namespace gauntlet::search::mnk {

namespace {

/// Within `most` on both sides.
std::int32_t rounded(float weight, int bits, std::int32_t most = INT32_MAX) {
  const double scaled = std::round(std::ldexp(static_cast<double>(weight), bits));
  return static_cast<std::int32_t>(std::clamp<double>(scaled, -most, most));
}

}  // namespace

/// By what the weights add up to, whatever their signs.
bool WholePatternHead::fits(const PatternHead& head) {
  for (std::size_t j = 0; j < kHiddenUnits; ++j) {
    float sum = std::abs(head.hidden_bias[j]);
    for (std::size_t i = 0; i < head.to_hidden.size(); ++i)
      sum += std::abs(head.to_hidden[i][j]) *
             static_cast<float>(i < 2 * std::size_t{kChannels} ? kMostInput : 1);
    if (!(sum < kMostSum)) return false;
  }
  return true;
}

WholePatternHead::WholePatternHead(const PatternHead& head) {
  static_assert(kMostInput == (INT16_MAX + 1) >> kInputBits);
  static_assert(kMostSum == 1 << (31 - kInputBits - kWeightBits));
  assert(fits(head));
  constexpr int kSumBits = kInputBits + kWeightBits;
  constexpr std::int32_t kHalf = 1 << (kSumBits - kHiddenBits - 1);  // so that sums are rounded
  constexpr std::size_t kTotals = 2 * kChannels;
  for (std::size_t j = 0; j < kHiddenUnits; ++j) {
    for (std::size_t i = 0; i < kTotals; ++i)
      pairs_[i / 2][j][i % 2] =
          static_cast<std::int16_t>(rounded(head.to_hidden[i][j], kWeightBits, INT16_MAX));
    for (std::size_t mark = 0; mark < marks_.size(); ++mark)
      marks_[mark][j] = rounded(head.to_hidden[kTotals + mark][j], kSumBits);
    hidden_bias_[j] = rounded(head.hidden_bias[j], kSumBits) + kHalf;
    from_hidden_[j] = rounded(head.from_hidden[j], kOutputBits);
  }
  for (std::size_t i = 0; i < kTotals; ++i)
    direct_[i] = rounded(head.direct[i], kHiddenBits + kOutputBits - kInputBits);
  for (std::size_t mark = 0; mark < marks_.size(); ++mark)
    direct_marks_[mark] = rounded(head.direct[kTotals + mark], kHiddenBits + kOutputBits);
  bias_ = rounded(head.bias, kHiddenBits + kOutputBits);
}

int WholePatternHead::log_odds(const Totals& totals, ThreatMarks marks) const {
  alignas(32) Sums sums = hidden_bias_;
  std::int64_t told = bias_;
  for (std::size_t pair = 0; pair < kPairs; ++pair)
    add_pair(pairs_[pair], totals[2 * pair], totals[2 * pair + 1], sums);
  for (std::size_t i = 0; i < totals.size(); ++i)
    told += static_cast<std::int64_t>(totals[i]) * direct_[i];
  for (std::uint64_t left = marks.bits; left != 0;) {
    const auto mark = static_cast<std::size_t>(engine::pop_lowest(left));
    for (std::size_t j = 0; j < kHiddenUnits; ++j) sums[j] += marks_[mark][j];
    told += direct_marks_[mark];
  }
  constexpr int kShift = kInputBits + kWeightBits - kHiddenBits;
  for (std::size_t j = 0; j < kHiddenUnits; ++j) {
    const std::int32_t passed = std::max(sums[j] >> kShift, 0);
    told += static_cast<std::int64_t>(passed) * from_hidden_[j];
  }
  // In 256ths, to the nearest one.
  constexpr int kRest = kHiddenBits + kOutputBits - 8;
  return static_cast<int>((told + (std::int64_t{1} << (kRest - 1))) >> kRest);
}

}  // namespace gauntlet::search::mnk
