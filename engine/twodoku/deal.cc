#include "engine/twodoku/deal.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace gauntlet::engine::twodoku {

namespace {

/// The two digits with the most dominoes, the lower first. With eighty dominoes of nine digits they
/// have at least eighteen together, so that the others fit a machine word.
std::array<int, 2> commonest_two(const DigitCounts& pool) {
  int most = 1,
      second = 2;  // by hand: a library's sort decides ties as it likes, and deals with it
  if (pool[second] > pool[most]) std::swap(second, most);
  for (int digit = 3; digit <= 9; ++digit) {
    if (pool[digit] <= pool[second]) continue;
    second = std::exchange(most, digit);
    if (pool[second] > pool[most]) std::swap(second, most);
  }
  return {std::min(most, second), std::max(most, second)};
}

}  // namespace

// Every domino of seven digits goes to red by the toss of a coin: one random word. How many of the
// two other digits red gets then follows from count and sum, and the toss is kept with a
// probability proportional to the ways to choose those. About twenty tosses a deal.
DigitCounts sample_deal(const DigitCounts& pool, Rng& rng) {
  const auto [low, high] = commonest_two(pool);
  const int half_sum = digit_sum(pool) / 2;
  const std::uint32_t most_ways =
      kChoose[pool[low]][pool[low] / 2] * std::uint32_t{kChoose[pool[high]][pool[high] / 2]};
  for (;;) {
    DigitCounts hand{};
    std::uint64_t coins = rng.next();
    int count = 40;
    int sum = half_sum;
    for (int digit = 1; digit <= 9; ++digit) {
      if (digit == low || digit == high) continue;
      const int tossed = pool[digit];
      hand[digit] =
          static_cast<std::uint8_t>(std::popcount(coins & ((std::uint64_t{1} << tossed) - 1)));
      coins >>= tossed;
      count -= hand[digit];
      sum -= digit * hand[digit];
    }
    const int excess = sum - low * count;
    if (excess < 0 || excess % (high - low) != 0) continue;
    const int of_high = excess / (high - low);
    const int of_low = count - of_high;
    if (of_high > pool[high] || of_low < 0 || of_low > pool[low]) continue;
    const std::uint32_t ways =
        kChoose[pool[low]][of_low] * std::uint32_t{kChoose[pool[high]][of_high]};
    if (rng.below(most_ways) >= ways) continue;
    hand[low] = static_cast<std::uint8_t>(of_low);
    hand[high] = static_cast<std::uint8_t>(of_high);
    return hand;
  }
}

bool is_deal(const DigitCounts& pool, const DigitCounts& hand) {
  for (int digit = 1; digit <= 9; ++digit)
    if (hand[digit] > pool[digit]) return false;
  return 2 * domino_count(hand) == domino_count(pool) && 2 * digit_sum(hand) == digit_sum(pool);
}

double ways_to_deal(const DigitCounts& left, int low, int high) {
  DigitCounts pool = left;
  --pool[low];
  --pool[high];
  return DealEnumeration(pool).total_ways();
}

double ways_to_draw(const DigitCounts& left, int values) {
  double ways = 0;
  DigitCounts rest = left;
  for (int low = 1; values > 0 && low <= 9; ++low) {
    if (left[low] == 0) continue;
    --rest[low];
    ways += left[low] * ways_to_draw(rest, values - 1);
    ++rest[low];
  }
  for (int low = 1; values == 0 && low <= 9; ++low)
    for (int high = low; high <= 9; ++high) {
      const int pots = low == high ? left[low] * (left[low] - 1) / 2 : left[low] * left[high];
      if (pots > 0 && (digit_sum(left) - low - high) % 2 == 0)
        ways += pots * ways_to_deal(left, low, high);
    }
  return ways;
}

}  // namespace gauntlet::engine::twodoku
