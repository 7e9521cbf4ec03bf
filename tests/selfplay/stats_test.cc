#include "selfplay/stats.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/rng.h"

namespace gauntlet::selfplay {

namespace {

/// The game of (block, rotation) in which the first of two players gets `points`.
void add_pair_game(Stats& stats, std::uint64_t block, int rotation, float points) {
  GameSummary summary;
  summary.returns[static_cast<std::size_t>(rotation)] = points;
  summary.returns[static_cast<std::size_t>(1 - rotation)] = 1 - points;
  summary.plies = 10 + static_cast<std::uint32_t>(rotation);
  stats.add({block, rotation}, summary);
}

/// How far from a true score Wilson's interval of `trials` lets the mean lie.
double wilson_distance(double truth, double trials, double quantile) {
  return quantile * std::sqrt(truth * (1 - truth) / trials);
}

constexpr float kDecidedPairs[4][2] = {{1, 1}, {1, 0}, {0, 0.5}, {0, 0}};

TEST(Stats, AgreesWithAHandComputedExample) {
  Stats stats(2);
  for (std::uint64_t block = 0; block < 8; ++block)
    for (int rotation = 0; rotation < 2; ++rotation)
      add_pair_game(stats, block, rotation, kDecidedPairs[block % 4][rotation]);
  const PlayerScore first = stats.score_of(0), second = stats.score_of(1);
  EXPECT_EQ(stats.games(), 16u);
  EXPECT_EQ(first.wins, 6u);
  EXPECT_EQ(first.draws, 2u);
  EXPECT_EQ(first.losses, 8u);
  EXPECT_EQ(second.wins, 8u);
  EXPECT_DOUBLE_EQ(first.mean, 0.4375);
  EXPECT_DOUBLE_EQ(second.mean, 0.5625);
  // Block scores 2, 1, 1/2, 0, twice, where 0.875 is expected: squares 4.375, so the mean's
  // variance is 4.375 * 8 / 7 / 16^2 = 0.01953125. Of 16 games that share nothing it would be
  // 0.4375 * 0.5625 / 15 = 0.01640625; so they are worth 16 * 0.84 = 13.44 games. t(7) = 2.365.
  EXPECT_NEAR(0.4375 - first.low, wilson_distance(first.low, 13.44, 2.365), 1e-12);
  EXPECT_NEAR(first.high - 0.4375, wilson_distance(first.high, 13.44, 2.365), 1e-12);
  EXPECT_NEAR(second.low, 1 - first.high, 1e-12);
  // first seat: rotation 0 of the first player's wins, rotation 1 of the second's
  EXPECT_EQ(stats.seat_wins(0), 4u + 4u);
  EXPECT_EQ(stats.seat_wins(1), 2u + 4u);
  EXPECT_DOUBLE_EQ(stats.mean_plies(), 10.5);
}

TEST(Stats, CountsProvedWinsByPlayer) {
  Stats stats(2);
  GameSummary summary;
  summary.returns = {1, 0};
  summary.proved_after[0] = 20;
  stats.add({0, 0}, summary);
  summary.proved_after[0] = 30;
  stats.add({1, 1}, summary);  // by the second player, in the first seat
  summary.returns = {0, 1};
  summary.proved_after[0] = 10;
  stats.add({2, 0}, summary);
  const Proofs first = stats.proofs(0), second = stats.proofs(1);
  EXPECT_EQ(first.games, 2u);
  EXPECT_EQ(first.lost, 1u);
  EXPECT_DOUBLE_EQ(first.mean_after, 15);
  EXPECT_EQ(second.games, 1u);
  EXPECT_EQ(second.lost, 0u);
  EXPECT_DOUBLE_EQ(second.mean_after, 30);
}

TEST(Stats, TheOrderOfGamesDoesNotMatter) {
  Stats forward(2), backward(2);
  for (int game = 0; game < 40; ++game)
    add_pair_game(forward, game / 2, game % 2, kDecidedPairs[game / 2 % 4][game % 2]);
  for (int game = 39; game >= 0; --game)
    add_pair_game(backward, (game % 20), game / 20, kDecidedPairs[game % 20 % 4][game / 20]);
  EXPECT_EQ(forward.score_of(0).mean, backward.score_of(0).mean);
  EXPECT_NEAR(forward.score_of(0).low, backward.score_of(0).low, 1e-12);
  EXPECT_EQ(forward.seat_wins(0), backward.seat_wins(0));
}

TEST(Stats, NothingIsEverNaN) {
  for (int players = 1; players <= 4; ++players) {
    Stats stats(players);
    const PlayerScore empty = stats.score_of(0);
    EXPECT_EQ(empty.mean, 0);
    EXPECT_EQ(empty.low, 0);
    EXPECT_EQ(empty.high, 1);
    EXPECT_EQ(stats.mean_plies(), 0);
    for (int game = 0; game < 9; ++game) {
      GameSummary summary;
      summary.returns[0] = 1;
      stats.add({static_cast<std::uint64_t>(game / players), game % players}, summary);
      for (int player = 0; player < players; ++player) {
        const PlayerScore result = stats.score_of(player);
        EXPECT_TRUE(result.low >= 0 && result.low <= result.mean + 1e-12 &&
                    result.mean - 1e-12 <= result.high && result.high <= 1)
            << players << " players, game " << game << ": " << result.low << ".." << result.high;
      }
    }
  }
}

TEST(Stats, BlocksThatAreAllWonGetTheExactLimit) {
  Stats stats(2);
  for (std::uint64_t block = 0; block < 10; ++block)
    for (int rotation = 0; rotation < 2; ++rotation) add_pair_game(stats, block, rotation, 1);
  EXPECT_NEAR(std::pow(stats.score_of(0).low, 10), 0.05, 1e-9);  // the chance of 10 of 10
  EXPECT_EQ(stats.score_of(0).high, 1);
  EXPECT_EQ(stats.score_of(1).low, 0);
  EXPECT_NEAR(stats.score_of(1).high, 1 - stats.score_of(0).low, 1e-12);
}

TEST(Stats, BlocksThatAreOtherwiseAlikeGetWilsonsInterval) {
  Stats stats(2);
  for (std::uint64_t block = 0; block < 10; ++block)
    for (int rotation = 0; rotation < 2; ++rotation)
      add_pair_game(stats, block, rotation, rotation == 0 ? 1 : 0.5f);
  const PlayerScore first = stats.score_of(0);
  EXPECT_NEAR(0.75 - first.low, wilson_distance(first.low, 10, 1.959963985), 1e-9);
  EXPECT_NEAR(first.high - 0.75, wilson_distance(first.high, 10, 1.959963985), 1e-9);
}

TEST(Stats, ForfeitsAndAloneAtTheBoard) {
  Stats pair(2);
  GameSummary forfeit;
  forfeit.returns = {0, 1};
  forfeit.termination = Termination::kIllegalMove;
  pair.add({0, 0}, forfeit);
  EXPECT_EQ(pair.forfeits(), 1u);
  EXPECT_EQ(pair.score_of(0).losses, 1u);
  Stats alone(1);
  GameSummary finished;
  finished.returns = {0.75f};
  alone.add({0, 0}, finished);
  EXPECT_EQ(alone.score_of(0).wins, 1u);
  EXPECT_EQ(alone.score_of(0).losses, 0u);
  EXPECT_DOUBLE_EQ(alone.score_of(0).mean, 0.75);
}

/// How often the interval holds the true score of player 0, whose games of a block share the luck
/// of its dice.
double coverage(int players, int blocks, std::uint64_t seed) {
  constexpr int kSimulations = 4000;
  engine::Rng rng(seed);
  const double truth = 1.0 / players;
  int covered = 0;
  for (int simulation = 0; simulation < kSimulations; ++simulation) {
    Stats stats(players);
    for (int block = 0; block < blocks; ++block) {
      const double luck = rng.uniform() < 0.5 ? 0.6 : 1.4;
      for (int rotation = 0; rotation < players; ++rotation) {
        const bool wins = rng.uniform() < luck * truth;
        GameSummary summary;
        summary.returns[static_cast<std::size_t>(wins ? rotation : (rotation + 1) % players)] = 1;
        stats.add({static_cast<std::uint64_t>(block), rotation}, summary);
      }
    }
    const PlayerScore result = stats.score_of(0);
    covered += result.low <= truth && truth <= result.high;
  }
  return static_cast<double>(covered) / kSimulations;
}

TEST(Stats, IntervalsCoverTheTruthSlow) {
  for (const int players : {2, 4})
    for (const int blocks : {20, 40, 200}) {
      const std::uint64_t seed = 100 * static_cast<std::uint64_t>(players) + blocks;
      const double share = coverage(players, blocks, seed);
      EXPECT_GE(share, 0.93) << players << " players, " << blocks << " blocks, seed " << seed;
      EXPECT_LE(share, 0.97) << players << " players, " << blocks << " blocks, seed " << seed;
    }
}

/// How the scores of a batch come about.
struct KindOfGame {
  const char* name;
  bool is_paired;
  bool has_draws;
  double alike;     ///< Share of pairs whose two games end alike.
  double seat = 0;  ///< By what part of the points that are lost the seats differ.
};

constexpr KindOfGame kKinds[] = {
    {"unpaired", false, false, 0},
    {"unpaired, draws", false, true, 0},
    {"paired", true, false, 0},
    {"paired, draws", true, true, 0},
    {"paired, shared luck", true, false, 0.3},
    {"paired, shared luck, draws", true, true, 0.3},
    {"paired, one seat better", true, false, 0, 0.5},
    {"paired, one seat better, draws", true, true, 0, 0.5},
};

/// The score of a game whose mean is `mean`; with draws every fourth lost point goes into one.
double game_score(const KindOfGame& kind, double mean, engine::Rng& rng) {
  const double draws = kind.has_draws ? (1 - mean) / 2 : 0;
  const double drawn = rng.uniform();
  return drawn < mean - draws / 2 ? 1 : drawn < mean + draws / 2 ? 0.5 : 0;
}

BlockSums simulated_batch(const KindOfGame& kind, double truth, int games, engine::Rng& rng) {
  BlockSums sums;
  const double seat = kind.seat * (1 - truth);
  for (int game = 0; game < games; game += kind.is_paired ? 2 : 1) {
    const double first = game_score(kind, truth + seat, rng);
    if (!kind.is_paired) {
      sums.add(1, first);
    } else if (rng.uniform() < kind.alike) {
      sums.add(2, 2 * first);
    } else {
      sums.add(2, first + game_score(kind, truth - seat, rng));
    }
  }
  return sums;
}

/// The share of batches whose interval holds the truth; its standard error is 0.2 %.
template <class IntervalOf>
double share_covered(const KindOfGame& kind, double truth, int games, IntervalOf&& interval_of) {
  constexpr int kBatches = 10000;
  engine::Rng rng(static_cast<std::uint64_t>(games), static_cast<std::uint64_t>(1000 * truth));
  int covered = 0;
  for (int batch = 0; batch < kBatches; ++batch) {
    const Interval interval = interval_of(simulated_batch(kind, truth, games, rng));
    covered += interval.low <= truth && truth <= interval.high;
  }
  return static_cast<double>(covered) / kBatches;
}

/// Without draws three losses more or less are 6 % of the batches: 92.2 or 98.2 % can be had.
bool is_too_coarse(const KindOfGame& kind, double truth, int games) {
  return games == 50 && truth == 0.98 && !kind.has_draws && kind.alike == 0;
}

TEST(Stats, IntervalsCoverLopsidedScoresSlow) {
  for (const KindOfGame& kind : kKinds)
    for (const int games : {50, 200})
      for (const double truth : {0.5, 0.8, 0.93, 0.98}) {
        const double share = share_covered(kind, truth, games, score_interval);
        const double least = is_too_coarse(kind, truth, games) ? 0.915 : 0.93;
        EXPECT_TRUE(least <= share && share <= 0.97)
            << kind.name << ", " << games << " games, true score " << truth << ": " << share;
      }
}

TEST(Stats, IntervalsOfFewGamesCoverTheTruthToo) {
  for (const KindOfGame& kind : kKinds)
    for (const int games : {10, 20})
      for (const double truth : {0.5, 0.8, 0.93, 0.98})
        EXPECT_GE(share_covered(kind, truth, games, score_interval), 0.93)
            << kind.name << ", " << games << " games, true score " << truth;
}

/// That the simulation can tell: the interval that is symmetric about the mean covers too little.
TEST(Stats, SymmetricIntervalsDoNotCoverLopsidedScores) {
  const auto symmetric = [](const BlockSums& sums) {
    return mean_interval(sums).value_or(Interval{0, 1});
  };
  for (const KindOfGame& kind : kKinds)
    EXPECT_LT(share_covered(kind, 0.93, 50, symmetric), 0.925) << kind.name;
}

}  // namespace

}  // namespace gauntlet::selfplay
