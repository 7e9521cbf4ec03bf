// Which games are counted as the same, and what that makes of intervals.
#include <gtest/gtest.h>

#include "selfplay/distinct_count.h"
#include "tests/selfplay/helpers.h"

namespace gauntlet::selfplay {

namespace {

/// A number that looks drawn at random, another for each `i`.
std::uint64_t key(std::uint64_t i) {
  return engine::Rng(i).next();
}

TEST(DistinctCount, IsExactForSomeHundredThousands) {
  DistinctCount count;
  EXPECT_EQ(count.count(), 0u);
  for (std::uint64_t i = 0; i < 1'000'000; ++i) count.add(key(i % 400'000));
  EXPECT_EQ(count.count(), 400'000u);
}

TEST(DistinctCount, IsNearlySoForMillionsAndExactWhereNoneIsRepeatedSlow) {
  DistinctCount forward, backward, all_new;
  constexpr std::uint64_t kKeys = 2'000'000;
  for (std::uint64_t i = 0; i < 3'000'000; ++i) {
    forward.add(key(i % kKeys));
    backward.add(key((3'000'000 - 1 - i) % kKeys));
  }
  EXPECT_NEAR(static_cast<double>(forward.count()), kKeys, kKeys * 0.01);
  EXPECT_EQ(forward.count(), backward.count());
  for (std::uint64_t i = 0; i < kKeys; ++i) all_new.add(key(i));
  EXPECT_EQ(all_new.count(), kKeys);
}

Stats stats_of(const Batch& batch) {
  auto result = run_batch(batch);
  EXPECT_TRUE(result.ok()) << engine::message_of(result);
  return std::move(result->stats);
}

TEST(Distinct, PlayersWhoAlwaysDoTheSamePlayOneGame) {
  Batch batch = batch_of("mnk:7x6x4", {"ab:nodes=200:hash=1", "ab:nodes=200:hash=1"}, 20, 2);
  const Stats same = stats_of(batch);
  EXPECT_EQ(same.games(), 20u);
  EXPECT_EQ(same.distinct_games(), 1u) << "for both players are the same";
  EXPECT_EQ(same.distinct_blocks(), 1u);
  batch = batch_of("mnk:7x6x4", {"ab:nodes=200:hash=1", "ab:nodes=300:hash=1"}, 20, 2);
  const Stats two = stats_of(batch);
  EXPECT_EQ(two.distinct_games(), 2u);
  EXPECT_EQ(two.distinct_blocks(), 1u);
}

TEST(Distinct, OpeningsMakeAsManyGamesAsTheyAre) {
  Batch batch = batch_of("mnk:7x6x4", {"ab:nodes=200:hash=1", "ab:nodes=300:hash=1"}, 20, 2);
  batch.openings.kind = Openings::Kind::kBalanced;
  const Stats stats = stats_of(batch);
  EXPECT_EQ(stats.distinct_games(), 20u);
  EXPECT_EQ(stats.distinct_blocks(), 10u);
}

TEST(Distinct, GamesWithDiceAreTheSameOnlyWithinABlock) {
  const Stats strategies = stats_of(batch_of("kimble:2", {"helppo", "helppo"}, 20, 2));
  EXPECT_EQ(strategies.distinct_games(), 10u) << "equal players, equal dice";
  EXPECT_EQ(strategies.distinct_blocks(), 10u);
  const Stats random = stats_of(batch_of("kimble:2", {"random", "random"}, 20, 2));
  EXPECT_EQ(random.distinct_games(), 20u);
  const Stats drawn = stats_of(batch_of("sudokill", {"fewest", "naive"}, 20, 2));
  EXPECT_EQ(drawn.distinct_games(), 20u) << "each block has a board of its own";
}

TEST(Distinct, TheSameWhateverTheThreads) {
  for (const std::uint64_t games : {21u, 40u}) {
    Batch batch = batch_of("mnk:3x3x3", {"level:2", "random"}, games, 1);
    const Stats one = stats_of(batch);
    EXPECT_LT(one.distinct_games(), games + 1);
    for (const int threads : {2, 8}) {
      batch.threads = threads;
      const Stats many = stats_of(batch);
      EXPECT_EQ(many.distinct_games(), one.distinct_games());
      EXPECT_EQ(many.distinct_blocks(), one.distinct_blocks());
      EXPECT_DOUBLE_EQ(many.score_of(0).low, one.score_of(0).low);
    }
  }
}

/// Games of blocks that repeat each other every `distinct` blocks; the first player wins both games
/// of each third block and half of the others.
Stats repeated(std::uint64_t blocks, std::uint64_t distinct) {
  Stats stats(2);
  for (std::uint64_t game = 0; game < 2 * blocks; ++game) {
    const Slot slot{game / 2, static_cast<int>(game % 2)};
    const std::uint64_t which = slot.block % distinct;
    GameSummary summary;
    const bool is_first_seat = which % 3 != 0 || slot.rotation == 0;
    summary.returns[is_first_seat ? 0 : 1] = 1;
    stats.add(slot, summary, {key(2 * which + static_cast<std::uint64_t>(slot.rotation)), false});
  }
  return stats;
}

TEST(Distinct, IntervalsCountOnlyDistinctBlocks) {
  const PlayerScore once = repeated(30, 30).score_of(0), again = repeated(300, 30).score_of(0);
  EXPECT_EQ(once.mean, again.mean);
  EXPECT_NEAR(once.low, again.low, 1e-12);
  EXPECT_NEAR(once.high, again.high, 1e-12);
  const PlayerScore all = repeated(300, 300).score_of(0);
  EXPECT_EQ(all.mean, again.mean);
  EXPECT_LT(all.high - all.low, 0.4 * (again.high - again.low));
  const PlayerScore one = repeated(10, 1).score_of(0);  // a game won by the first player
  EXPECT_EQ(one.mean, 1);
  EXPECT_NEAR(one.low, 0.05, 1e-12);
  EXPECT_EQ(one.high, 1);
}

}  // namespace

}  // namespace gauntlet::selfplay
