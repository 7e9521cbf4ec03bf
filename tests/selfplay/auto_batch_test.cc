// Batches in which level:auto plays.
#include "selfplay/auto_batch.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "engine/registry.h"
#include "tests/temporary_directory.h"

namespace gauntlet::selfplay {
namespace {

Batch auto_batch_of(const std::string& game, const std::vector<std::string>& players,
                    std::uint64_t games) {
  Batch batch{.game = *engine::find_game(game)};
  for (const std::string& word : players) {
    auto found = parse_auto_level(word, batch.game);
    batch.players.push_back(found ? **found : *parse_player(word, batch.game));
  }
  batch.games = games;
  batch.seed = 5;
  return batch;
}

BatchRun rest_of_batch(const Batch& batch, std::uint64_t first = 0) {
  return {.earlier = Stats(batch.game.players()),
          .missing = {{first, batch.games}},
          .sink = nullptr,
          .progress = {}};
}

/// All that is told of the games, one line each.
struct Heard {
  std::vector<std::string> lines;
  AutoBatch::Told listener() {
    return [this](const OpponentStrength& strength) {
      lines.push_back(sentence_of(strength) + " / " + sentence_to(strength));
    };
  }
};

constexpr char kAutoGame[] = "mnk:5x4x4";

TEST(AutoBatch, EachGameDecidesTheLevelOfTheNext) {
  for (const std::string other : {"random", "level:10"}) {
    const Batch batch = auto_batch_of("mnk:7x6x4", {other, "level:auto"}, 8);
    AutoBatch games(batch);
    const std::string first = games.next_level();
    EXPECT_FALSE(games.strength());
    Heard told;
    const auto result = games.run(rest_of_batch(batch), told.listener());
    ASSERT_TRUE(result.ok());
    EXPECT_EQ(result->stats.games(), 8u);
    EXPECT_EQ(result->played, 8u);
    EXPECT_EQ(told.lines.size(), 8u);
    ASSERT_TRUE(games.strength());
    EXPECT_EQ(games.strength()->games, 8u);
    EXPECT_EQ(games.strength()->player, other);
    EXPECT_EQ(games.strength()->next, games.next_level());
    const auto tenths = [](const std::string& level) { return *parse_level_number(level); };
    const int change = tenths(games.next_level()) - tenths(first);
    EXPECT_GT(other == "random" ? -change : change, 0);
  }
}

TEST(AutoBatch, IsTheSameWhateverTheThreads) {
  Batch batch = auto_batch_of(kAutoGame, {"level:auto", "mcts:sims=30"}, 10);
  Heard one, four;
  const auto of_one = AutoBatch(batch).run(rest_of_batch(batch), one.listener());
  batch.threads = 4;
  const auto of_four = AutoBatch(batch).run(rest_of_batch(batch), four.listener());
  ASSERT_TRUE(of_one.ok() && of_four.ok());
  EXPECT_EQ(one.lines, four.lines);
  EXPECT_EQ(of_one->nodes, of_four->nodes);
}

TEST(AutoBatch, GoesOnFromAStoreAsIfItHadNeverStopped) {
  const TemporaryDirectory directory;
  Batch batch = auto_batch_of(kAutoGame, {"level:auto", "mcts:sims=30"}, 10);
  Heard whole;
  ASSERT_TRUE(AutoBatch(batch).run(rest_of_batch(batch), whole.listener()).ok());
  const auto store = Store::create(directory / "games.db", run_info(batch));
  ASSERT_TRUE(store.ok());
  Heard pieces;
  BatchRun run = rest_of_batch(batch);
  run.missing = {{0, 4}};
  run.sink = store->get();
  const auto part = AutoBatch(batch).run(std::move(run), pieces.listener());
  ASSERT_TRUE(part.ok());
  AutoBatch again(batch);
  BatchRun rest = rest_of_batch(batch, 4);
  rest.earlier = part->stats;
  ASSERT_TRUE(again.take_over(**store, rest).ok());
  EXPECT_EQ(again.strength()->games, 4u);
  EXPECT_EQ(sentence_of(*again.strength()) + " / " + sentence_to(*again.strength()),
            pieces.lines.back());
  ASSERT_TRUE(again.run(std::move(rest), pieces.listener()).ok());
  EXPECT_EQ(pieces.lines, whole.lines);
}

/// What the store says was played counts, whatever the ratings would have it play today.
TEST(AutoBatch, LearnsFromTheLevelsThatWerePlayed) {
  const TemporaryDirectory directory;
  const Batch batch = auto_batch_of(kAutoGame, {"random", "level:auto"}, 4);
  const auto store = Store::create(directory / "games.db", run_info(batch));
  ASSERT_TRUE(store.ok());
  BatchRun run = rest_of_batch(batch);
  run.missing = {{0, 3}};
  run.sink = store->get();
  std::vector<std::string> told;
  const auto part = AutoBatch(batch).run(std::move(run), [&told](const OpponentStrength& strength) {
    told.push_back(strength.played + " " + strength.next);
  });
  ASSERT_TRUE(part.ok());
  std::vector<GameRecord> games;
  const auto read = [&](Store::Detail detail) {
    games.clear();
    return (*store)->for_each(
        detail,
        [&games](const GameRecord& game) {
          games.push_back(game);
          return absl::OkStatus();
        },
        [](const DamagedGames& damage) { ADD_FAILURE() << damage.what; });
  };
  ASSERT_TRUE(read(Store::Detail::kMoves).ok());
  ASSERT_EQ(games.size(), 3u);
  for (std::size_t i = 0; i < games.size(); ++i) {
    ASSERT_TRUE(games[i].strength);
    EXPECT_EQ(games[i].strength->player, "random");
    EXPECT_EQ(games[i].strength->games, i + 1);
    EXPECT_EQ(games[i].strength->played + " " + games[i].strength->next, told[i]);
  }
  BatchRun rest = rest_of_batch(batch, 3);
  rest.earlier = part->stats;
  AutoBatch as_it_was(batch), as_if_stronger(batch);
  ASSERT_TRUE(as_it_was.take_over(**store, rest).ok());
  for (GameRecord& game : games) game.strength->played = "9.9";
  ASSERT_TRUE((*store)->remove({0, 2, ""}).ok());
  ASSERT_TRUE((*store)->write(games).ok());
  ASSERT_TRUE((*store)->flush().ok());
  ASSERT_TRUE(as_if_stronger.take_over(**store, rest).ok());
  EXPECT_EQ(as_it_was.strength()->games, 3u);
  EXPECT_EQ(as_if_stronger.strength()->played, "9.9");
  EXPECT_GT(*parse_level_number(as_if_stronger.strength()->level),
            *parse_level_number(as_it_was.strength()->level));
}

TEST(AutoBatch, DoesNotGuessWhatIsMissing) {
  const TemporaryDirectory directory;
  Batch batch = auto_batch_of(kAutoGame, {"level:auto", "random"}, 6);
  const auto store = Store::create(directory / "games.db", run_info(batch));
  BatchRun run = rest_of_batch(batch);
  run.missing = {{0, 4}};
  run.sink = store->get();
  const auto part = AutoBatch(batch).run(std::move(run), {});
  ASSERT_TRUE(part.ok());
  BatchRun holey = rest_of_batch(batch);
  holey.earlier = part->stats;
  holey.missing = {{1, 2}, {5, 6}};
  const absl::Status status = AutoBatch(batch).take_over(**store, holey);
  EXPECT_NE(engine::message_of(status).find(
                "some are missing or damaged: if these are the last, --repair"),
            std::string::npos);
}

TEST(AutoBatch, StopsSoonAndCountsWholeGamesOnly) {
  std::stop_source stop;
  Batch batch = auto_batch_of(kAutoGame, {"level:auto", "random"}, 1000);
  batch.stop = stop.get_token();
  AutoBatch games(batch);
  const auto result = games.run(rest_of_batch(batch), [&](const OpponentStrength& strength) {
    if (strength.games == 3) stop.request_stop();
  });
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result->was_stopped);
  EXPECT_EQ(result->stats.games(), 3u);
  EXPECT_EQ(games.strength()->games, 3u);
}

TEST(AutoBatch, PlaysOneOpponent) {
  const auto why = [](const Batch& batch) {
    return engine::message_of(AutoBatch::objection(batch));
  };
  EXPECT_TRUE(AutoBatch::objection(auto_batch_of(kAutoGame, {"level:auto", "random"}, 2)).ok());
  EXPECT_NE(why(auto_batch_of(kAutoGame, {"level:auto", "level:auto"}, 2)).find("against itself"),
            std::string::npos);
  EXPECT_NE(why(auto_batch_of("kimble:3", {"level:auto", "helppo", "helppo"}, 3))
                .find("level:auto plays games for two, and kimble:3 is for 3"),
            std::string::npos);
  EXPECT_FALSE(auto_player(auto_batch_of(kAutoGame, {"random", "level:3"}, 2)));
  EXPECT_EQ(auto_player(auto_batch_of(kAutoGame, {"random", "level:auto"}, 2)), 1u);
}

TEST(AutoLevel, IsWrittenInOneWay) {
  const auto game = *engine::find_game("mnk:7x6x4");
  EXPECT_FALSE(first_auto_level("level:4", game));
  EXPECT_FALSE(first_auto_level("level:automatic", game));
  EXPECT_TRUE(first_auto_level("level:auto", game)->ok());
  EXPECT_TRUE(first_auto_level("level:auto=1500", game)->ok());
  EXPECT_FALSE(first_auto_level("level:auto=", game)->ok());
  EXPECT_FALSE(first_auto_level("level:auto=many", game)->ok());
  EXPECT_EQ((*parse_auto_level("level:auto=1500", game))->text, "level:auto=1500");
}

}  // namespace
}  // namespace gauntlet::selfplay
