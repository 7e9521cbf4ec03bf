// Whether the deal of Two-Doku is fair.
#include <gtest/gtest.h>

#include <vector>

#include "engine/twodoku/deal.h"
#include "engine/twodoku/twodoku.h"
#include "tests/engine/twodoku_chances.h"
#include "tests/engine/twodoku_positions.h"

namespace gauntlet::engine {

using namespace twodoku;

namespace {

TEST(TwoDokuDeal, is_uniform_over_physical_splits) {
  const std::array<DigitCounts, 3> pools = {
      DigitCounts{0, 9, 9, 9, 9, 9, 9, 9, 9, 8},
      DigitCounts{0, 10, 10, 4, 10, 8, 10, 10, 8, 10},
      DigitCounts{0, 10, 10, 10, 10, 0, 10, 10, 10, 10},
  };
  for (const DigitCounts& pool : pools) {
    ASSERT_EQ(domino_count(pool), 80);
    ASSERT_EQ(digit_sum(pool) % 2, 0);
    constexpr int kDeals = 100'000;
    std::array<std::vector<double>, 10> counts;
    counts.fill(std::vector<double>(11, 0.0));
    Rng rng(60);
    for (int i = 0; i < kDeals; ++i) {
      const DigitCounts hand = sample_deal(pool, rng);
      ASSERT_TRUE(is_deal(pool, hand));
      for (int digit = 1; digit <= 9; ++digit)
        ++counts[static_cast<std::size_t>(digit)][hand[static_cast<std::size_t>(digit)]];
    }
    for (const int digit : {1, 6, 9}) {
      const ChiSquare chi = chi_square(counts[static_cast<std::size_t>(digit)],
                                       marginal_of(pool, digit, 40, digit_sum(pool) / 2));
      EXPECT_TRUE(chi.is_plausible()) << "seed 60, digit " << digit << ": " << chi.value << " with "
                                      << chi.freedom << " degrees of freedom";
    }
  }
}

TEST(TwoDokuDeal, enumerates_with_the_same_marginal) {
  const DigitCounts pool = {0, 9, 9, 9, 9, 9, 9, 9, 9, 8};
  std::vector<double> marginal(11, 0.0);
  const DealEnumeration deals(pool);
  auto add = [&](const DigitCounts& hand, double ways) { marginal[hand[9]] += ways; };
  deals.for_each(add);
  const std::vector<double> expected = marginal_of(pool, 9, 40, digit_sum(pool) / 2);
  for (std::size_t n = 0; n <= 10; ++n)
    EXPECT_NEAR(marginal[n] / deals.total_ways(), expected[n] / deals.total_ways(), 1e-12);
}

/// Every way to lack ten dominoes that leaves an even sum leaves an equal split: to be even is all
/// that the pot is redrawn for.
TEST(TwoDokuDeal, can_split_every_even_pool) {
  Rng rng(61);
  int pools = 0;
  DigitCounts pool;
  auto remove = [&](auto&& self, int digit, int missing) -> void {
    if (digit == 9) {
      pool[9] = static_cast<std::uint8_t>(10 - missing);
      if (digit_sum(pool) % 2 != 0) return;
      ++pools;
      ASSERT_TRUE(is_deal(pool, sample_deal(pool, rng)));
      return;
    }
    for (int n = 0; n <= missing; ++n) {
      pool[digit] = static_cast<std::uint8_t>(10 - n);
      self(self, digit + 1, missing - n);
    }
  };
  pool.fill(0);
  remove(remove, 1, 10);
  EXPECT_EQ(pools, 21942);
}

}  // namespace

}  // namespace gauntlet::engine
