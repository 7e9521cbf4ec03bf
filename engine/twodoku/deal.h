// Dealing Two-Doku's dominoes: two hands of one size (forty, on the small board three) with equal
// sums, all physical ways to do so equally likely.
#pragma once

#include <array>
#include <cstdint>

#include "engine/rng.h"
#include "engine/twodoku/move.h"

namespace gauntlet::engine::twodoku {

/// Ways to choose k of n dominoes, n and k in 0..10.
inline constexpr std::array<std::array<std::uint16_t, 11>, 11> kChoose = [] {
  std::array<std::array<std::uint16_t, 11>, 11> choose{};
  for (int n = 0; n <= 10; ++n) {
    choose[n][0] = 1;
    for (int k = 1; k <= n; ++k) choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
  }
  return choose;
}();

/// The sum of the digits.
constexpr int digit_sum(const DigitCounts& counts) {
  int sum = 0;
  for (int digit = 1; digit <= 9; ++digit) sum += digit * counts[digit];
  return sum;
}

/// The number of dominoes.
constexpr int domino_count(const DigitCounts& counts) {
  int count = 0;
  for (int digit = 1; digit <= 9; ++digit) count += counts[digit];
  return count;
}

/// Red's hand, drawn from `pool`. REQUIRES: pool holds eighty dominoes, at most ten of a digit, and
/// its sum is even (then an equal split exists: the tests try every such pool).
DigitCounts sample_deal(const DigitCounts& pool, Rng& rng);

/// Whether `hand` is a possible outcome of dealing `pool`: half of its dominoes and of its sum. Any
/// counts may be asked for.
bool is_deal(const DigitCounts& pool, const DigitCounts& hand);

/// Visits every possible hand of red, in lexicographic order of the counts of 1, 2, .., 7 (8 and 9
/// follow), with its number of physical ways.
class DealEnumeration {
 public:
  /// REQUIRES: both the number of dominoes and their sum are even.
  explicit DealEnumeration(const DigitCounts& pool)
      : pool_(pool), hand_(domino_count(pool) / 2), half_sum_(digit_sum(pool) / 2) {}

  /// Calls visit(const DigitCounts& hand, double ways).
  template <class Visit>
  void for_each(Visit& visit) const {
    DigitCounts hand{};
    choose(hand, 1, hand_, half_sum_, 1, visit);
  }
  /// The physical ways of all outcomes together.
  double total_ways() const {
    double total = 0;
    auto add = [&](const DigitCounts&, double ways) { total += ways; };
    for_each(add);
    return total;
  }

 private:
  template <class Visit>
  void choose(DigitCounts& hand, int digit, int count, int sum, double ways, Visit& visit) const {
    if (sum < digit * count || sum > 9 * count) return;
    if (digit == 8) return finish(hand, count, sum, ways, visit);
    for (int k = 0; k <= pool_[digit] && k <= count; ++k) {
      hand[digit] = static_cast<std::uint8_t>(k);
      choose(hand, digit + 1, count - k, sum - k * digit, ways * kChoose[pool_[digit]][k], visit);
    }
  }
  /// Two digits are left, so count and sum say how many of each.
  template <class Visit>
  void finish(DigitCounts& hand, int count, int sum, double ways, Visit& visit) const {
    const int nines = sum - 8 * count;
    const int eights = count - nines;
    if (nines < 0 || nines > pool_[9] || eights < 0 || eights > pool_[8]) return;
    hand[8] = static_cast<std::uint8_t>(eights);
    hand[9] = static_cast<std::uint8_t>(nines);
    visit(hand, ways * kChoose[pool_[8]][eights] * kChoose[pool_[9]][nines]);
  }

  DigitCounts pool_;
  int hand_;
  int half_sum_;
};

/// The physical ways to deal what `left` has beside a pot of these two digits. REQUIRES: it has
/// them, and the rest can be halved as DealEnumeration requires.
double ways_to_deal(const DigitCounts& left, int low, int high);

/// The physical ways to draw `values` face-down dominoes one by one from `left`, then a pot of two
/// and equal hands from the rest. Goes through all of them: for the few dominoes of the small
/// board.
double ways_to_draw(const DigitCounts& left, int values);

}  // namespace gauntlet::engine::twodoku
