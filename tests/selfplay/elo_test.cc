#include "selfplay/statistics/elo.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gauntlet::selfplay {

namespace {

// fastchess, app/tests/elo_test.cpp: games as wins, losses, draws.
TEST(Elo, AgreesWithFastchessOnGames) {
  const EloEstimate better = elo_of(Trinomial{136, 96, 111});
  EXPECT_NEAR(better.elo, 40.70, 0.005);
  EXPECT_NEAR(better.error(), 30.43, 0.005);
  EXPECT_NEAR(better.normalized, 49.77, 0.005);
  EXPECT_NEAR(better.normalized_error, 36.77, 0.005);
  EXPECT_NEAR(better.superiority, 0.9960, 0.00005);
  const EloEstimate worse = elo_of(Trinomial{76, 89, 123});
  EXPECT_NEAR(worse.normalized, -20.76, 0.005);
  EXPECT_NEAR(worse.normalized_error, 40.13, 0.005);
  EXPECT_NEAR(worse.superiority, 0.1553, 0.00005);
}

// The same: pairs as LL, LD, WL, DD, WD, WW.
TEST(Elo, AgreesWithFastchessOnPairs) {
  const EloEstimate better = elo_of(Pentanomial{{34, 54, 31 + 32, 64, 75}});
  EXPECT_NEAR(better.elo, 55.58, 0.005);
  EXPECT_NEAR(better.error(), 27.65, 0.005);
  EXPECT_NEAR(better.normalized, 57.94, 0.005);
  EXPECT_NEAR(better.normalized_error, 28.28, 0.005);
  const EloEstimate worse = elo_of(Pentanomial{{332, 433, 457 + 41, 333, 334}});
  EXPECT_NEAR(worse.elo, -8.64, 0.005);
  EXPECT_NEAR(worse.error(), 10.33, 0.005);
  EXPECT_NEAR(worse.normalized, -9.17, 0.005);
  EXPECT_NEAR(worse.normalized_error, 10.96, 0.005);
  EXPECT_NEAR(worse.superiority, 0.0505, 0.00005);
  const EloEstimate many = elo_of(Pentanomial{{7895, 8757, 5485 + 200, 568, 9999}});
  EXPECT_NEAR(many.elo, -21.04, 0.005);
  EXPECT_NEAR(many.error(), 2.95, 0.005);
  EXPECT_NEAR(many.normalized, -19.01, 0.005);
  EXPECT_NEAR(many.normalized_error, 2.65, 0.005);
}

TEST(Elo, AllWonIsInfinite) {
  const EloEstimate all = elo_of(Trinomial{5, 0, 0});
  EXPECT_EQ(all.elo, INFINITY);
  EXPECT_EQ(all.superiority, 1);
  const EloEstimate drawn = elo_of(Pentanomial{{0, 0, 3, 0, 0}});
  EXPECT_EQ(drawn.elo, 0);
  EXPECT_EQ(drawn.superiority, 0.5);
  EXPECT_EQ(drawn.normalized, 0);
}

TEST(Elo, ScoresAndEloAreInverse) {
  EXPECT_NEAR(elo_of_score(10.0 / 11), 400, 1e-9);
  for (const double elo : {-700.0, -3.0, 0.0, 50.0, 700.0})
    EXPECT_NEAR(elo_of_score(score_of_elo(elo)), elo, 1e-9);
}

}  // namespace

}  // namespace gauntlet::selfplay
