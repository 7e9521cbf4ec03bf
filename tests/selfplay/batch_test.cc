#include "selfplay/batch.h"

#include <chrono>
#include <memory>
#include <stop_token>
#include <thread>

#include "tests/selfplay/helpers.h"

namespace gauntlet::selfplay {

namespace {

std::vector<GameRecord> records_of(const Batch& batch) {
  MemorySink sink;
  const auto result = run_batch(batch, whole(batch, &sink));
  EXPECT_TRUE(result) << result.error();
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
  Session session = whole(batch, &sink);
  session.missing = {{3, 4}, {10, 10}, {17, 40}};
  const auto result = run_batch(batch, std::move(session));
  EXPECT_EQ(result->played, 24u);
  ASSERT_EQ(sink.records.size(), 24u);
  const auto some = sink.sorted();
  EXPECT_TRUE(same(some[0], all[3]));
  for (std::size_t i = 17; i < 40; ++i) EXPECT_TRUE(same(some[i - 16], all[i]));
}

TEST(Batch, SumsTheNodesOfItsOwnGames) {
  const Batch batch = batch_of("mnk:4x4x4", {"ab:nodes=200:hash=1", "mcts:sims=50:hash=1"}, 20, 2);
  MemorySink sink;
  Session session = whole(batch, &sink);
  Outcome earlier;
  earlier.nodes = {1'000'000, 1'000'000};
  session.earlier.add({0, 0}, earlier);
  session.missing = {{1, 20}};
  const auto result = run_batch(batch, std::move(session));
  ASSERT_TRUE(result);
  std::uint64_t nodes = 0;
  for (const GameRecord& record : sink.records)
    for (const std::uint64_t of_seat : record.result.outcome.nodes) nodes += of_seat;
  EXPECT_GT(nodes, 19u * 4 * 50);
  EXPECT_EQ(result->nodes, nodes);
  EXPECT_EQ(result->stats.nodes(), nodes + 2'000'000);
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
    EXPECT_EQ(record.result.outcome.plies, 1u);
    EXPECT_EQ(record.result.outcome.returns[0], 1);
    EXPECT_TRUE(record.start.empty());
  }
  EXPECT_EQ(usual_start(batch), batch.position->to_text());
}

TEST(Batch, AFailingSinkEndsItWithItsSentence) {
  const Batch batch = batch_of("kimble:2", {"random", "random"}, 1'000'000'000, 2);
  MemorySink sink;
  sink.fails_after = 100;
  const auto result = run_batch(batch, whole(batch, &sink));
  ASSERT_TRUE(result);
  ASSERT_TRUE(result->error);
  EXPECT_EQ(result->error->message, "no room");
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
  ASSERT_TRUE(result);
  EXPECT_TRUE(result->was_stopped);
  EXPECT_EQ(result->stats.games(), sink.records.size());
}

TEST(Batch, FlushesAndReportsWhileASlowGameGoesOn) {
  const auto made = std::make_unique<std::stop_source>();  // GCC 12 warns of one on the stack
  std::stop_source& stop = *made;
  Batch batch = batch_of("gomoku:15", {"mcts:time=3600s", "random"}, 1, 1);
  batch.stop = stop.get_token();
  MemorySink sink;
  Session session = whole(batch, &sink);
  int reports = 0;
  session.progress = [&](const BatchProgress& progress) {
    EXPECT_EQ(progress.played, 0u);
    if (++reports == 2) stop.request_stop();
  };
  ASSERT_TRUE(run_batch(batch, std::move(session)));
  EXPECT_EQ(reports, 2);
  EXPECT_GT(sink.flushes, 2);
}

/// A search that is stopped before its first node still gives a move; it must not be played.
TEST(Batch, InterruptionsSpoilNoGame) {
  const Batch whole_batch = batch_of("mnk:4x4x4", {"mcts:sims=60:hash=1", "random"}, 3'000, 2);
  const auto expected = records_of(whole_batch);
  std::vector<GameRecord> got(expected.size());
  std::vector<bool> has(expected.size());
  for (int session = 0; session < 1'000; ++session) {
    Session rest = whole(whole_batch);
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
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      stop.request_stop();
    });
    ASSERT_TRUE(run_batch(batch, std::move(rest)));
    for (const GameRecord& record : sink.records) {
      got[record.index] = record;
      has[record.index] = true;
    }
  }
  expect_same(got, expected);
}

TEST(Batch, ReportsProgress) {
  std::stop_source stop;
  Batch batch = batch_of("kimble:2", {"random", "random"}, 1'000'000'000, 1);
  batch.stop = stop.get_token();
  Session session = whole(batch);
  std::uint64_t seen = 0;
  session.progress = [&](const BatchProgress& progress) {
    EXPECT_GT(progress.played, 0u);
    EXPECT_EQ(progress.played, progress.stats.games());
    EXPECT_GT(progress.games_per_second(), 0);
    seen = progress.played;
    stop.request_stop();
  };
  const auto result = run_batch(batch, std::move(session));
  EXPECT_GT(seen, 0u);
  EXPECT_GE(result->played, seen);
}

TEST(Batch, PlayersThatCannotBeMadeAreOneSentence) {
  const Batch batch = batch_of("mnk:3x3x3", {"human", "random"}, 2);
  const auto result = run_batch(batch, whole(batch));
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().find("terminal"), std::string::npos);
}

}  // namespace

}  // namespace gauntlet::selfplay
