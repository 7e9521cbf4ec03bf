#include "selfplay/batch.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <stop_token>
#include <thread>

#include "tests/checked.h"
#include "tests/selfplay/helpers.h"

namespace gauntlet::selfplay {

namespace {

std::vector<GameRecord> records_of(const Batch& batch) {
  MemorySink sink;
  const auto result = run_batch(batch, whole(batch, &sink));
  EXPECT_TRUE(result.ok()) << engine::message_of(result);
  EXPECT_FALSE(result->was_stopped);
  EXPECT_EQ(result->stats.games(), batch.games);
  return sink.sorted();
}

void expect_same(const std::vector<GameRecord>& a, const std::vector<GameRecord>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) ASSERT_TRUE(same(a[i], b[i])) << "game " << i;
}

TEST(Batch, ResultsDoNotDependOnThreads) {
  const std::vector<std::pair<std::string, std::vector<std::string>>> kBatches = {
      {"mnk:4x4x4", {"ab:nodes=300:hash=1", "mcts:sims=40:hash=1"}},
      {"kimble:3", {"random", "random", "random"}},
      {"twodoku", {"random", "greedy"}},
  };
  for (const auto& [game, players] : kBatches) {
    SCOPED_TRACE(game);
    const auto one = records_of(batch_of(game, players, 151, 1));
    for (std::uint64_t i = 0; i < one.size(); ++i) ASSERT_EQ(one[i].index, i);
    expect_same(one, records_of(batch_of(game, players, 151, 2)));
    expect_same(one, records_of(batch_of(game, players, 151, 8)));
  }
}

TEST(Batch, AnyPartCanBePlayedAlone) {
  const Batch batch = batch_of("mnk:4x4x4", {"ab:nodes=200:hash=1", "random"}, 40);
  const auto all = records_of(batch);
  MemorySink sink;
  BatchRun run = whole(batch, &sink);
  run.missing = {{3, 4}, {10, 10}, {17, 40}};
  const auto result = run_batch(batch, std::move(run));
  EXPECT_EQ(result->played, 24u);
  ASSERT_EQ(sink.records.size(), 24u);
  const auto some = sink.sorted();
  EXPECT_TRUE(same(some[0], all[3]));
  for (std::size_t i = 17; i < 40; ++i) EXPECT_TRUE(same(some[i - 16], all[i]));
}

TEST(Batch, SumsTheNodesOfItsOwnGames) {
  const Batch batch = batch_of("mnk:4x4x4", {"ab:nodes=200:hash=1", "mcts:sims=50:hash=1"}, 20, 2);
  MemorySink sink;
  BatchRun run = whole(batch, &sink);
  GameSummary earlier;
  earlier.nodes = {1'000'000, 1'000'000};
  run.earlier.add({0, 0}, earlier);
  run.missing = {{1, 20}};
  const auto result = run_batch(batch, std::move(run));
  ASSERT_TRUE(result.ok());
  std::uint64_t nodes = 0;
  for (const GameRecord& record : sink.records)
    for (const std::uint64_t of_seat : record.result.summary.nodes) nodes += of_seat;
  EXPECT_GT(nodes, 19u * 4 * 50);
  EXPECT_EQ(result->nodes, nodes);
  EXPECT_EQ(result->stats.nodes(), nodes + 2'000'000);
}

TEST(Batch, PlaysAllOfItWhereNothingCanStopIt) {
  const Batch batch = batch_of("mnk:4x4x4", {"ab:nodes=200:hash=1", "random"}, 40, 2);
  const auto result = run_batch(batch);
  ASSERT_TRUE(result.ok()) << engine::message_of(result);
  EXPECT_FALSE(result->was_stopped);
  EXPECT_EQ(result->played, 40u);
  const auto told = run_batch(batch, whole(batch));
  for (int player = 0; player < 2; ++player) {
    EXPECT_EQ(result->stats.score_of(player).wins, told->stats.score_of(player).wins);
    EXPECT_EQ(result->stats.score_of(player).mean, told->stats.score_of(player).mean);
  }
  EXPECT_EQ(result->nodes, told->nodes);
}

TEST(Batch, GamesOfABlockShareStartAndDice) {
  const auto records = records_of(batch_of("kimble:2", {"random", "random"}, 8));
  for (std::size_t i = 0; i < records.size(); i += 2) {
    EXPECT_EQ(records[i].start, records[i + 1].start);
    // the starter and the first throw
    EXPECT_EQ(records[i].result.moves[0], records[i + 1].result.moves[0]);
    EXPECT_EQ(records[i].result.moves[1], records[i + 1].result.moves[1]);
  }
  EXPECT_FALSE(records[0].result.moves == records[2].result.moves);
}

TEST(Batch, StartsFromThePositionGiven) {
  Batch batch = batch_of("mnk:3x3x3", {"ab:depth=9", "ab:depth=9"}, 4);
  batch.position = *batch.game.from_text("xx./oo./...");
  const auto records = records_of(batch);
  for (const auto& record : records) {
    EXPECT_EQ(record.result.summary.plies, 1u);
    EXPECT_EQ(record.result.summary.returns[0], 1);
    EXPECT_TRUE(record.start.empty());
  }
  EXPECT_EQ(usual_start(batch), batch.position->to_text());
}

TEST(Batch, AFailingSinkEndsItWithItsSentence) {
  const Batch batch = batch_of("kimble:2", {"random", "random"}, 1'000'000'000, 2);
  MemorySink sink;
  sink.fails_after = 100;
  const auto result = run_batch(batch, whole(batch, &sink));
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(engine::message_of(result->status), "no room");
  EXPECT_LE(result->stats.games(), 100u);
}

TEST(Batch, StopsWhenAsked) {
  const auto made = std::make_unique<std::stop_source>();  // GCC 12 warns of one on the stack
  std::stop_source& stop = *made;
  Batch batch = batch_of("mnk:7x6x4", {"ab:time=3600s", "random"}, 10, 2);
  batch.stop = stop.get_token();
  const std::jthread other([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stop.request_stop();
  });
  MemorySink sink;
  const auto result = run_batch(batch, whole(batch, &sink));
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result->was_stopped);
  EXPECT_EQ(result->stats.games(), sink.records.size());
}

TEST(Batch, FlushesAndReportsWhileASlowGameGoesOn) {
  const auto made = std::make_unique<std::stop_source>();  // GCC 12 warns of one on the stack
  std::stop_source& stop = *made;
  Batch batch = batch_of("gomoku:15", {"mcts:time=3600s", "random"}, 1, 1);
  batch.stop = stop.get_token();
  MemorySink sink;
  BatchRun run = whole(batch, &sink);
  int reports = 0;
  run.progress = [&](const BatchProgress& progress) {
    EXPECT_EQ(progress.played, 0u);
    if (++reports == 2) stop.request_stop();
  };
  ASSERT_TRUE(run_batch(batch, std::move(run)).ok());
  EXPECT_EQ(reports, 2);
  EXPECT_GT(sink.flushes, 2);
}

/// A search that is stopped before its first node still gives a move; it must not be played.
TEST(Batch, InterruptionsSpoilNoGame) {
  const Batch whole_batch = batch_of("mnk:4x4x4", {"mcts:sims=60:hash=1", "random"}, 3'000, 2);
  const auto expected = records_of(whole_batch);
  std::vector<GameRecord> got(expected.size());
  std::vector<bool> has(expected.size());
  for (int run = 0; run < 1'000; ++run) {
    BatchRun rest = whole(whole_batch);
    rest.missing.clear();
    for (std::uint64_t i = 0; i < has.size(); ++i)
      if (!has[i]) rest.missing.push_back({i, i + 1});
    if (rest.missing.empty()) break;
    std::stop_source stop;
    Batch batch = whole_batch;
    batch.stop = stop.get_token();
    MemorySink sink;
    rest.sink = &sink;
    const std::jthread other([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(kIsRaced ? 40 : 2));
      stop.request_stop();
    });
    ASSERT_TRUE(run_batch(batch, std::move(rest)).ok());
    for (const GameRecord& record : sink.records) {
      got[record.index] = record;
      has[record.index] = true;
    }
  }
  ASSERT_EQ(std::count(has.begin(), has.end(), false), 0) << "too few sessions";
  expect_same(got, expected);
}

TEST(Batch, ReportsProgress) {
  std::stop_source stop;
  Batch batch = batch_of("kimble:2", {"random", "random"}, 1'000'000'000, 1);
  batch.stop = stop.get_token();
  BatchRun run = whole(batch);
  std::uint64_t seen = 0;
  run.progress = [&](const BatchProgress& progress) {
    EXPECT_GT(progress.played, 0u);
    EXPECT_EQ(progress.played, progress.stats.games());
    EXPECT_GT(progress.games_per_second(), 0);
    seen = progress.played;
    stop.request_stop();
  };
  const auto result = run_batch(batch, std::move(run));
  EXPECT_GT(seen, 0u);
  EXPECT_GE(result->played, seen);
}

TEST(Batch, PlayersThatCannotBeMadeAreOneSentence) {
  const Batch batch = batch_of("mnk:3x3x3", {"human", "random"}, 2);
  const auto result = run_batch(batch, whole(batch));
  ASSERT_FALSE(result.ok());
  EXPECT_NE(engine::message_of(result).find("terminal"), std::string::npos);
}

}  // namespace

}  // namespace gauntlet::selfplay
