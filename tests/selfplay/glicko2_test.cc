#include "selfplay/statistics/glicko2.h"

#include <gtest/gtest.h>

#include <vector>

namespace gauntlet::selfplay {

namespace {

// Glickman, "Example of the Glicko-2 system" (2013), whose figures are rounded on the way.
TEST(Glicko2, AgreesWithGlickmansExample) {
  const std::vector<Glicko2Games> games = {
      {{1400, 30, 0.06}, 1}, {{1550, 100, 0.06}, 0}, {{1700, 300, 0.06}, 0}};
  const Glicko2Rating after = after_period({1500, 200, 0.06}, games, 0.5);
  EXPECT_NEAR(after.rating, 1464.06, 0.02);
  EXPECT_NEAR(after.deviation, 151.52, 0.01);
  EXPECT_NEAR(after.volatility, 0.05999, 0.00001);
}

TEST(Glicko2, WithoutGamesOnlyTheDeviationGrows) {
  const Glicko2Rating after = after_period({1600, 50, 0.06}, {});
  EXPECT_EQ(after.rating, 1600);
  EXPECT_EQ(after.volatility, 0.06);
  EXPECT_NEAR(after.deviation, 51.07, 0.01);  // the root of 50^2 + (0.06 * 173.7)^2
}

TEST(Glicko2, AnUpsetRaisesTheVolatility) {
  const std::vector<Glicko2Games> games(20, {{2200, 30, 0.06}, 1});
  EXPECT_GT(after_period({1500, 50, 0.06}, games).volatility, 0.06);
}

TEST(Glicko2, PeriodsFollowEachOther) {
  Outcomes outcomes;
  for (int period = 0; period < 2; ++period) {
    outcomes.begin_block();
    for (int i = 0; i < 8; ++i) outcomes.add({{0, 1}, {1, 0}});
    outcomes.add({{1, 1}, {1, 0}});
  }
  const std::vector<std::size_t> ends = {1, 2};
  const auto once = glicko2(3, outcomes, std::span(ends).first(1)),
             twice = glicko2(3, outcomes, ends);
  EXPECT_GT(once[0].rating, 1600);
  EXPECT_GT(twice[0].rating, once[0].rating);
  EXPECT_NEAR(twice[0].rating - 1500, 1500 - twice[1].rating, 1e-6);
  EXPECT_EQ(twice[2].rating, 1500);
  EXPECT_GT(twice[2].deviation, 350);
}

}  // namespace

}  // namespace gauntlet::selfplay
