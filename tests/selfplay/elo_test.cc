#include "selfplay/statistics/elo.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/rng.h"

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

TEST(Elo, AllWonIsInfiniteButBounded) {
  const EloEstimate all = elo_of(Trinomial{5, 0, 0});
  EXPECT_EQ(all.elo, INFINITY);
  EXPECT_TRUE(all.is_alike);
  EXPECT_NEAR(all.low, elo_of_score(std::pow(0.05, 1 / 5.0)), 1e-9);
  EXPECT_EQ(all.high, INFINITY);
}

TEST(Elo, AllDrawnHasAnErrorTooAndNoNormalizedElo) {
  for (const EloEstimate& drawn :
       {elo_of(Pentanomial{{0, 0, 30, 0, 0}}), elo_of(Trinomial{0, 0, 30})}) {
    EXPECT_EQ(drawn.elo, 0);
    EXPECT_TRUE(drawn.is_alike);
    EXPECT_GT(drawn.high, 100);
    EXPECT_LT(drawn.high, 150);
    EXPECT_NEAR(drawn.low, -drawn.high, 1e-9);
    EXPECT_NEAR(drawn.superiority, 0.5, 1e-12);
    EXPECT_TRUE(std::isnan(drawn.normalized));
  }
}

/// P(p > 1/2) where p was uniform before so many wins and losses: a binomial sum.
double after_games(int wins, int losses) {
  double sum = 0, term = std::pow(0.5, wins + losses + 1);
  for (int k = 0; k <= wins; ++k) {
    sum += term;
    term *= double(wins + losses + 1 - k) / (k + 1);
  }
  return sum;
}

TEST(Elo, SuperiorityOfFewGamesHasAUniformPrior) {
  EXPECT_NEAR(elo_of(Trinomial{1, 0, 0}).superiority, 0.75, 1e-12);
  EXPECT_NEAR(elo_of(Trinomial{0, 1, 0}).superiority, 0.25, 1e-12);
  EXPECT_NEAR(elo_of(Trinomial{2, 0, 1000}).superiority, 0.875, 1e-12);
  EXPECT_NEAR(elo_of(Trinomial{30, 9, 7}).superiority, after_games(30, 9), 1e-9);
  EXPECT_NEAR(elo_of(Trinomial{30, 10, 0}).superiority, after_games(30, 10), 0.001);
  EXPECT_EQ(elo_of(Trinomial{1'000'000, 0, 0}).superiority, 1);
}

/// Waits of Gamma's distribution, drawn.
TEST(Elo, SuperiorityOfFewPairsHasAUniformPriorToo) {
  engine::Rng rng(5);
  const auto wait = [&](std::uint64_t steps) {
    double sum = 0;
    for (std::uint64_t step = 0; step < steps + 1; ++step) sum -= std::log(1 - rng.uniform());
    return sum;
  };
  constexpr int kDraws = 200'000;
  for (const Pentanomial& pairs : {Pentanomial{{0, 0, 0, 0, 1}}, Pentanomial{{0, 0, 4, 1, 0}},
                                   Pentanomial{{3, 0, 9, 8, 0}}, Pentanomial{{1, 6, 2, 3, 5}}}) {
    int stronger = 0;
    for (int i = 0; i < kDraws; ++i)
      stronger += 2 * wait(pairs.pairs[4]) + wait(pairs.pairs[3]) >
                  wait(pairs.pairs[1]) + 2 * wait(pairs.pairs[0]);
    EXPECT_NEAR(elo_of(pairs).superiority, double(stronger) / kDraws, 0.005);
  }
}

TEST(Elo, ScoresAndEloAreInverse) {
  EXPECT_NEAR(elo_of_score(10.0 / 11), 400, 1e-9);
  for (const double elo : {-700.0, -3.0, 0.0, 50.0, 700.0})
    EXPECT_NEAR(elo_of_score(score_of_elo(elo)), elo, 1e-9);
}

}  // namespace

}  // namespace gauntlet::selfplay
