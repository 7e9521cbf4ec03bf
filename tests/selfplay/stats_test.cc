#include "selfplay/stats.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/rng.h"

namespace gauntlet::selfplay {

namespace {

/// The game of (block, rotation) in which the first of two players gets `points`.
void add_pair_game(Stats& stats, std::uint64_t block, int rotation, float points) {
  Outcome outcome;
  outcome.returns[static_cast<std::size_t>(rotation)] = points;
  outcome.returns[static_cast<std::size_t>(1 - rotation)] = 1 - points;
  outcome.plies = 10 + static_cast<std::uint32_t>(rotation);
  stats.add({block, rotation}, outcome);
}

constexpr float kPairs[4][2] = {{1, 1}, {1, 0}, {0, 0.5}, {0, 0}};

TEST(Stats, AgreesWithAHandComputedExample) {
  Stats stats(2);
  for (std::uint64_t block = 0; block < 8; ++block)
    for (int rotation = 0; rotation < 2; ++rotation)
      add_pair_game(stats, block, rotation, kPairs[block % 4][rotation]);
  const Standing first = stats.standing(0), second = stats.standing(1);
  EXPECT_EQ(stats.games(), 16u);
  EXPECT_EQ(first.wins, 6u);
  EXPECT_EQ(first.draws, 2u);
  EXPECT_EQ(first.losses, 8u);
  EXPECT_EQ(second.wins, 8u);
  EXPECT_DOUBLE_EQ(first.score, 0.4375);
  EXPECT_DOUBLE_EQ(second.score, 0.5625);
  // Block means 1, 1/2, 1/4, 0, twice: s^2 = 1.09375 / 7, error sqrt(s^2 / 8), t(7) = 2.365.
  const double half = 2.365 * std::sqrt(1.09375 / 7 / 8);
  EXPECT_NEAR(first.low, 0.4375 - half, 1e-12);
  EXPECT_NEAR(first.high, 0.4375 + half, 1e-12);
  EXPECT_NEAR(second.low, 0.5625 - half, 1e-12);
  // first seat: rotation 0 of the first player's wins, rotation 1 of the second's
  EXPECT_EQ(stats.seat_wins(0), 4u + 4u);
  EXPECT_EQ(stats.seat_wins(1), 2u + 4u);
  EXPECT_DOUBLE_EQ(stats.mean_plies(), 10.5);
}

TEST(Stats, CountsProvedWinsByPlayer) {
  Stats stats(2);
  Outcome outcome;
  outcome.returns = {1, 0};
  outcome.proved_after[0] = 20;
  stats.add({0, 0}, outcome);
  outcome.proved_after[0] = 30;
  stats.add({1, 1}, outcome);  // by the second player, in the first seat
  outcome.returns = {0, 1};
  outcome.proved_after[0] = 10;
  stats.add({2, 0}, outcome);
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
    add_pair_game(forward, game / 2, game % 2, kPairs[game / 2 % 4][game % 2]);
  for (int game = 39; game >= 0; --game)
    add_pair_game(backward, (game % 20), game / 20, kPairs[game % 20 % 4][game / 20]);
  EXPECT_EQ(forward.standing(0).score, backward.standing(0).score);
  EXPECT_NEAR(forward.standing(0).low, backward.standing(0).low, 1e-12);
  EXPECT_EQ(forward.seat_wins(0), backward.seat_wins(0));
}

TEST(Stats, NothingIsEverNaN) {
  for (int players = 1; players <= 4; ++players) {
    Stats stats(players);
    const Standing empty = stats.standing(0);
    EXPECT_EQ(empty.score, 0);
    EXPECT_EQ(empty.low, 0);
    EXPECT_EQ(empty.high, 1);
    EXPECT_EQ(stats.mean_plies(), 0);
    for (int game = 0; game < 9; ++game) {
      Outcome outcome;
      outcome.returns[0] = 1;
      stats.add({static_cast<std::uint64_t>(game / players), game % players}, outcome);
      for (int player = 0; player < players; ++player) {
        const Standing standing = stats.standing(player);
        EXPECT_TRUE(standing.low >= 0 && standing.low <= standing.score + 1e-12 &&
                    standing.score - 1e-12 <= standing.high && standing.high <= 1)
            << players << " players, game " << game << ": " << standing.low << ".."
            << standing.high;
      }
    }
  }
}

TEST(Stats, BlocksThatAreAllAlikeGetWilsonsInterval) {
  Stats stats(2);
  for (std::uint64_t block = 0; block < 10; ++block)
    for (int rotation = 0; rotation < 2; ++rotation) add_pair_game(stats, block, rotation, 1);
  const double z2 = 1.959964 * 1.959964;
  EXPECT_NEAR(stats.standing(0).low, 10 / (10 + z2), 1e-9);  // Wilson at 10 of 10
  EXPECT_NEAR(stats.standing(0).high, 1, 1e-9);
  EXPECT_NEAR(stats.standing(1).high, z2 / (10 + z2), 1e-9);
}

TEST(Stats, ForfeitsAndAloneAtTheBoard) {
  Stats pair(2);
  Outcome forfeit;
  forfeit.returns = {0, 1};
  forfeit.ending = Ending::kIllegalMove;
  pair.add({0, 0}, forfeit);
  EXPECT_EQ(pair.forfeits(), 1u);
  EXPECT_EQ(pair.standing(0).losses, 1u);
  Stats alone(1);
  Outcome finished;
  finished.returns = {0.75f};
  alone.add({0, 0}, finished);
  EXPECT_EQ(alone.standing(0).wins, 1u);
  EXPECT_EQ(alone.standing(0).losses, 0u);
  EXPECT_DOUBLE_EQ(alone.standing(0).score, 0.75);
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
        Outcome outcome;
        outcome.returns[static_cast<std::size_t>(wins ? rotation : (rotation + 1) % players)] = 1;
        stats.add({static_cast<std::uint64_t>(block), rotation}, outcome);
      }
    }
    const Standing standing = stats.standing(0);
    covered += standing.low <= truth && truth <= standing.high;
  }
  return static_cast<double>(covered) / kSimulations;
}

TEST(Stats, IntervalsCoverTheTruth) {
  for (const int players : {2, 4})
    for (const int blocks : {20, 40, 200}) {
      const std::uint64_t seed = 100 * static_cast<std::uint64_t>(players) + blocks;
      const double share = coverage(players, blocks, seed);
      EXPECT_GE(share, 0.93) << players << " players, " << blocks << " blocks, seed " << seed;
      EXPECT_LE(share, 0.97) << players << " players, " << blocks << " blocks, seed " << seed;
    }
}

}  // namespace

}  // namespace gauntlet::selfplay
