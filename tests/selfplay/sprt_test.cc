#include "selfplay/statistics/sprt.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/rng.h"
#include "selfplay/statistics/elo.h"

namespace gauntlet::selfplay {

namespace {

/// LL, LD, WL, DD, WD, WW, as fastchess has it.
Pentanomial pairs(const std::array<std::uint64_t, 6>& six) {
  return {{six[0], six[1], six[2] + six[3], six[4], six[5]}};
}

struct Golden {
  std::array<std::uint64_t, 6> results;
  EloModel model;
  double elo0, elo1, ratio;
};

constexpr EloModel kNormalized = EloModel::kNormalized, kLogistic = EloModel::kLogistic;

// fastchess, app/tests/sprt_test.cpp: what it computes for real tests of Stockfish.
constexpr Golden kPairs[] = {
    {{365, 16618, 36029, 200, 16974, 390}, kNormalized, 0, 2, 2.25},
    {{127, 4883, 10311, 401, 5150, 104}, kNormalized, -1.75, 0.25, 3.01},
    {{223, 9863, 20279, 1000, 10037, 246}, kLogistic, 0.5, 2.5, -3.07},
    {{871, 26175, 55003, 980, 26678, 821}, kLogistic, 0, 2, -4.98},
};

TEST(Sprt, AgreesWithFastchessOnPairs) {
  for (const Golden& golden : kPairs) {
    const Sprt test{.elo0 = golden.elo0, .elo1 = golden.elo1, .model = golden.model};
    EXPECT_NEAR(log_likelihood_ratio(test, pairs(golden.results)), golden.ratio, 0.005);
  }
}

// OpenBench's results, which it shows with five bins: LL, LD, DD or WL, WD, WW.
TEST(Sprt, AgreesWithOpenBench) {
  const Sprt wide{.elo0 = 0, .elo1 = 4}, narrow{.elo0 = 0, .elo1 = 3};
  EXPECT_NEAR(log_likelihood_ratio(wide, Pentanomial{{48, 855, 1980, 1022, 40}}), 2.74, 0.005);
  EXPECT_NEAR(log_likelihood_ratio(narrow, Pentanomial{{56, 1941, 4334, 2144, 62}}), 2.96, 0.005);
}

struct GoldenGames {
  Trinomial games;
  EloModel model;
  double elo0, elo1, ratio;
};

// The same file of fastchess; wins, losses, draws.
constexpr GoldenGames kGames[] = {
    {{36433, 36027, 68692}, kNormalized, 0, 2, 0.92},
    {{10871, 10650, 20431}, kNormalized, -1.75, 0.25, 2.30},
    {{21404, 21184, 40708}, kLogistic, 0.5, 2.5, -1.57},
    {{57433, 57030, 106593}, kLogistic, 0, 2, -2.59},
};

TEST(Sprt, AgreesWithFastchessOnGames) {
  for (const GoldenGames& golden : kGames) {
    const Sprt test{.elo0 = golden.elo0, .elo1 = golden.elo1, .model = golden.model};
    EXPECT_NEAR(log_likelihood_ratio(test, golden.games), golden.ratio, 0.005);
  }
}

TEST(Sprt, LimitsAreWalds) {
  const Sprt usual, other{.alpha = 0.01, .beta = 0.1};
  EXPECT_NEAR(usual.lower(), -2.944, 0.001);
  EXPECT_NEAR(usual.upper(), 2.944, 0.001);
  EXPECT_NEAR(other.lower(), std::log(0.1 / 0.99), 1e-12);
  EXPECT_NEAR(other.upper(), std::log(0.9 / 0.01), 1e-12);
}

TEST(Sprt, NothingSaysNothingAndSidesMirror) {
  for (const EloModel model : {kNormalized, kLogistic}) {
    const Sprt test{.elo0 = -3, .elo1 = 5, .model = model};
    const Sprt mirrored{.elo0 = -5, .elo1 = 3, .model = model};
    EXPECT_EQ(log_likelihood_ratio(test, Trinomial{}), 0);
    EXPECT_EQ(log_likelihood_ratio(test, Pentanomial{}), 0);
    EXPECT_NEAR(log_likelihood_ratio(test, Trinomial{40, 30, 20}),
                -log_likelihood_ratio(mirrored, Trinomial{30, 40, 20}), 1e-9);
  }
}

/// Results with empty bins, and hypotheses as far apart as may be.
TEST(Sprt, StaysFiniteEverywhere) {
  const Pentanomial results[] = {{{0, 0, 0, 0, 1000000}},
                                 {{9, 0, 0, 0, 0}},
                                 {{0, 0, 7, 0, 0}},
                                 {{1, 0, 0, 0, 1}},
                                 {{0, 1, 0, 0, 0}}};
  for (const EloModel model : {kNormalized, kLogistic})
    for (const double elo0 : {-399.0, -100.0, -1.0, 0.0, 398.0})
      for (const double elo1 : {elo0 + 0.001, elo0 + 1.0, 399.0}) {
        const Sprt test{.elo0 = elo0, .elo1 = elo1, .model = model};
        for (const Pentanomial& result : results)
          EXPECT_TRUE(std::isfinite(log_likelihood_ratio(test, result))) << elo0 << " " << elo1;
        EXPECT_TRUE(std::isfinite(log_likelihood_ratio(test, Trinomial{0, 5, 0})));
        EXPECT_GT(log_likelihood_ratio(test, Trinomial{1000, 0, 0}), 0) << elo0 << " " << elo1;
      }
}

/// How often H1 is accepted where each pair scores as `shares` say.
double share_accepted(const Sprt& test, const std::array<double, 5>& shares) {
  constexpr int kTests = 200, kStep = 40;
  engine::Rng rng(11);
  int accepted = 0;
  for (int number = 0; number < kTests; ++number) {
    Pentanomial results;
    double ratio = 0;
    while (ratio > test.lower() && ratio < test.upper()) {
      for (int pair = 0; pair < kStep; ++pair) {
        double drawn = rng.uniform();
        std::size_t bin = 0;
        while (bin < 4 && drawn >= shares[bin]) drawn -= shares[bin++];
        ++results.pairs[bin];
      }
      ratio = log_likelihood_ratio(test, results);
    }
    accepted += ratio >= test.upper();
  }
  return static_cast<double>(accepted) / kTests;
}

TEST(Sprt, ErrsAsOftenAsItSays) {
  const Sprt test{.elo0 = 0, .elo1 = 60};
  const std::array<double, 5> equal = {0.1, 0.2, 0.4, 0.2, 0.1};
  EXPECT_LT(share_accepted(test, equal), 0.09);  // 5 % or a little less, of 200 tests
  // The same spread around a mean that is 60 normalized Elo higher.
  const double sigma = std::sqrt(2 * (0.2 * 0.25 + 0.4 * 0.0625));
  const double moved = 60 / kNormalizedEloPerSigma * sigma / 1.5;  // by 1 and by 1/2
  const std::array<double, 5> stronger = {0.1 - moved, 0.2 - moved, 0.4, 0.2 + moved, 0.1 + moved};
  EXPECT_GT(share_accepted(test, stronger), 0.90);
}

}  // namespace

}  // namespace gauntlet::selfplay
