#include "selfplay/store.h"

#include <filesystem>
#include <fstream>

#include "selfplay/file_kind.h"
#include "selfplay/varint.h"
#include "tests/selfplay/helpers.h"

namespace gauntlet::selfplay {

namespace {

std::unique_ptr<Store> opened(engine::Expected<std::unique_ptr<Store>> store) {
  EXPECT_TRUE(store) << store.error();
  return store ? std::move(*store) : nullptr;
}

std::vector<GameRecord> games_in(Store& store, Store::Detail detail = Store::Detail::kMoves) {
  std::vector<GameRecord> games;
  const auto error =
      store.for_each(detail, [&](const GameRecord& game) -> std::optional<engine::Error> {
        games.push_back(game);
        return std::nullopt;
      });
  EXPECT_FALSE(error) << error->message;
  return games;
}

void run_sql(const std::string& path, const std::string& sql) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &database), SQLITE_OK);
  char* message = nullptr;
  EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, &message), SQLITE_OK) << message;
  sqlite3_close(database);
}

std::string open_error(const std::string& path) {
  auto store = Store::open(path);
  return store ? "" : store.error();
}

class StoreTest : public ::testing::Test {
 protected:
  /// A store of twodoku games in `path`, and the games as they were played.
  std::vector<GameRecord> fill(const std::string& path) {
    MemorySink memory;
    EXPECT_TRUE(run_batch(batch_, whole(batch_, &memory)));
    const auto store = opened(Store::create(path, run_info(batch_)));
    EXPECT_FALSE(store->write(memory.records));
    EXPECT_FALSE(store->flush());
    return memory.sorted();
  }

  TemporaryDirectory directory_;
  Batch batch_ = batch_of("twodoku", {"random", "greedy"}, 20);
};

TEST_F(StoreTest, GivesBackWhatWasWritten) {
  const std::string path = directory_ / "games.db";
  const auto written = fill(path);
  const auto store = opened(Store::open_to_read(path));
  EXPECT_EQ(store->run(), run_info(batch_));
  const auto read = games_in(*store);
  ASSERT_EQ(read.size(), written.size());
  for (std::size_t i = 0; i < read.size(); ++i) {
    GameRecord game = written[i];
    if (game.start.empty()) game.start = usual_start(batch_);
    EXPECT_TRUE(same(read[i], game)) << i;
  }
  EXPECT_TRUE(games_in(*store, Store::Detail::kOutcomes)[3].result.moves.empty());
}

TEST_F(StoreTest, NamesAreFilesAndNothingElse) {
  EXPECT_FALSE(Store::create("", run_info(batch_)));
  const std::string before = std::filesystem::current_path();
  std::filesystem::current_path(directory_ / "");
  for (const std::string name : {":memory:", "file:x.db", "file:y.db?mode=memory"}) {
    fill(name);
    EXPECT_TRUE(std::filesystem::exists("./" + name)) << name;
    EXPECT_EQ(games_in(*opened(Store::open_to_read(name))).size(), 20u) << name;
  }
  std::filesystem::current_path(before);
}

TEST_F(StoreTest, WhatAKilledCreationLeavesIsFilled) {
  const std::string path = directory_ / "blank.db";
  run_sql(path, "CREATE TABLE t (x); DROP TABLE t");  // a header, and nothing else
  EXPECT_FALSE(Store::exists(path));
  fill(path);
  EXPECT_TRUE(Store::exists(path));
  EXPECT_EQ(games_in(*opened(Store::open_to_read(path))).size(), 20u);
}

TEST_F(StoreTest, OfManyWhoCreateItAtOnceOneDoes) {
  for (int trial = 0; trial < 20; ++trial) {
    SCOPED_TRACE(trial);
    const std::string path = directory_ / (std::to_string(trial) + ".db");
    auto codes = exit_codes_of(4, [&](int) {
      const auto store = Store::create(path, run_info(batch_));
      if (store) return 0;
      return store.error().ends_with("exists already") ||
                     store.error().ends_with("is being written by another process")
                 ? 1
                 : 2;
    });
    std::sort(codes.begin(), codes.end());
    EXPECT_EQ(codes, (std::vector<int>{0, 1, 1, 1}));
    EXPECT_EQ(opened(Store::open_to_read(path))->run(), run_info(batch_));
  }
}

TEST(FileRefusal, APathThatLeadsNowhereIsNoIoError) {
  EXPECT_FALSE(file_refusal("open", "x.db", ENOENT).is_io);
  EXPECT_FALSE(file_refusal("create", "x.db", ENOTDIR).is_io);
  EXPECT_TRUE(file_refusal("open", "x.db", EACCES).is_io);
  EXPECT_TRUE(file_refusal("create", "x.db", ENOSPC).is_io);
  EXPECT_EQ(file_refusal("create", "x.db", EROFS).message,
            "cannot create 'x.db': Read-only file system");
}

TEST_F(StoreTest, OtherSchemasAreDamage) {
  const char* const kDamages[] = {
      "CREATE TRIGGER t BEFORE INSERT ON game BEGIN SELECT raise(ignore); END",
      "DROP TABLE game; CREATE VIEW game AS WITH RECURSIVE r(x) AS (SELECT 0 UNION ALL SELECT x+1 "
      "FROM r) SELECT x AS idx FROM r WHERE x < 0",
      "DROP TABLE game; CREATE TABLE game (idx, start)",
      "DROP TABLE game",
      "DROP TABLE run",
      "CREATE TABLE more (x)",
  };
  int number = 0;
  for (const char* damage : kDamages) {
    const std::string path = directory_ / (std::to_string(number++) + ".db");
    fill(path);
    Database database(path, SQLITE_OPEN_READWRITE);
    ASSERT_EQ(database.execute(damage), SQLITE_OK) << damage;
    EXPECT_NE(open_error(path).find("its tables are not as gauntlet makes them"), std::string::npos)
        << damage;
  }
}

TEST_F(StoreTest, HugeValuesAreRefusedBeforeTheyTakeMemory) {
  const std::string path = directory_ / "huge.db";
  fill(path);
  sqlite3* raw = nullptr;
  ASSERT_EQ(sqlite3_open(path.c_str(), &raw), SQLITE_OK);
  sqlite3_exec(raw, "UPDATE game SET moves = zeroblob(50000000) WHERE idx = 5", nullptr, nullptr,
               nullptr);
  sqlite3_close(raw);
  const auto store = opened(Store::open_to_read(path));
  const auto error =
      store->for_each(Store::Detail::kMoves, [](const GameRecord&) { return std::nullopt; });
  ASSERT_TRUE(error);
  EXPECT_NE(error->message.find("damaged"), std::string::npos) << error->message;
}

TEST_F(StoreTest, KeepsSeedsOf64Bits) {
  batch_.seed = UINT64_MAX;
  const std::string path = directory_ / "games.db";
  { opened(Store::create(path, run_info(batch_))); }
  EXPECT_EQ(opened(Store::open(path))->run().seed, UINT64_MAX);
}

TEST_F(StoreTest, RefusesFilesThatAreNoStore) {
  EXPECT_NE(open_error(directory_ / "none.db").find("No such file"), std::string::npos);
  EXPECT_NE(open_error(directory_ / "").find("is not a store"), std::string::npos);
  const std::string text = directory_ / "text.db";
  std::ofstream(text) << std::string(5000, 'x');
  EXPECT_NE(open_error(text).find("is not a store of games"), std::string::npos);
  const std::string foreign = directory_ / "foreign.db";
  run_sql(foreign, "CREATE TABLE t (x)");
  EXPECT_NE(open_error(foreign).find("is not a store of games"), std::string::npos);
  EXPECT_FALSE(Store::create(text, run_info(batch_)));
  EXPECT_FALSE(Store::create(directory_ / "no/such/place.db", run_info(batch_)));
}

TEST_F(StoreTest, RefusesOtherSchemas) {
  const std::string path = directory_ / "games.db";
  fill(path);
  run_sql(path, "PRAGMA user_version = 3");
  EXPECT_NE(open_error(path).find("a newer gauntlet (schema 3"), std::string::npos);
  run_sql(path, "PRAGMA user_version = 1");
  EXPECT_NE(open_error(path).find("an older gauntlet (schema 1"), std::string::npos);
}

TEST_F(StoreTest, OneWriterAtATimeAndReadersBesideIt) {
  const std::string path = directory_ / "games.db";
  fill(path);
  const auto writer = opened(Store::open(path));
  EXPECT_NE(open_error(path).find("another process"), std::string::npos);
  EXPECT_EQ(games_in(*opened(Store::open_to_read(path))).size(), batch_.games);
}

TEST_F(StoreTest, DamageIsASentence) {
  constexpr const char* kDamages[] = {
      "DELETE FROM run",
      "UPDATE run SET seed = 'x'",
      "UPDATE run SET games = 0",
      "UPDATE run SET games = 3",
      "UPDATE run SET players = replace('a,b,c,d,e', ',', char(10))",
      "UPDATE game SET idx = -1 WHERE idx = 5",
      "UPDATE game SET return0 = 2 WHERE idx = 5",
      "UPDATE game SET return0 = 1e400 WHERE idx = 5",
      "UPDATE game SET nodes1 = -1 WHERE idx = 5",
      "UPDATE game SET proved0 = -1 WHERE idx = 5",
      "UPDATE game SET proved1 = plies + 1 WHERE idx = 5",
      "UPDATE game SET plies = 1e12 WHERE idx = 5",
      "UPDATE game SET plies = 3 WHERE idx = 5",
      "UPDATE game SET ending = 4 WHERE idx = 5",
      "UPDATE game SET offender = 2 WHERE idx = 5",
      "UPDATE game SET moves = x'80' WHERE idx = 5",
      "UPDATE game SET moves = x'ffffffffff01' WHERE idx = 5",
      "DROP TABLE game",
  };
  for (const char* damage : kDamages) {
    SCOPED_TRACE(damage);
    const std::string path = directory_ / "games.db";
    fill(path);
    run_sql(path, damage);
    auto store = Store::open_to_read(path);
    const auto error =
        store ? (*store)->for_each(Store::Detail::kMoves,
                                   [](const GameRecord&) { return std::optional<engine::Error>(); })
              : std::optional(engine::Error{store.error()});
    ASSERT_TRUE(error);
    EXPECT_NE(error->message.find("games.db"), std::string::npos) << error->message;
    store = engine::Error{""};
    std::filesystem::remove(path);
  }
}

TEST_F(StoreTest, FilesCutShortOrOverwrittenNeverCrashIt) {
  const std::string path = directory_ / "games.db";
  fill(path);
  const auto size = std::filesystem::file_size(path);
  engine::Rng rng(9);
  for (int trial = 0; trial < 60; ++trial) {
    SCOPED_TRACE(trial);
    const std::string copy = directory_ / ("copy" + std::to_string(trial));
    std::filesystem::copy_file(path, copy);
    if (trial % 2 == 0) {
      std::filesystem::resize_file(copy, rng.below(static_cast<std::uint32_t>(size)));
    } else {
      std::fstream file(copy, std::ios::in | std::ios::out | std::ios::binary);
      for (int i = 0; i < 64; ++i) {
        file.seekp(rng.below(static_cast<std::uint32_t>(size)));
        file.put(static_cast<char>(rng.below(256)));
      }
    }
    auto store = Store::open_to_read(copy);
    if (!store) {
      EXPECT_FALSE(store.error().empty());
      continue;
    }
    (*store)->for_each(Store::Detail::kMoves,
                       [](const GameRecord&) { return std::optional<engine::Error>(); });
  }
}

TEST(StoreDifference, NamesWhatDiffers) {
  const RunInfo run{"mnk:3x3x3", {"random", "ab:depth=3"}, 5, 100, "", "..."};
  EXPECT_EQ(difference(run, run), "");
  const auto sentence = [&](auto change) {
    RunInfo other = run;
    change(other);
    return difference(run, other);
  };
  EXPECT_EQ(sentence([](RunInfo& r) { r.game = "gomoku"; }),
            "it holds a run with game mnk:3x3x3, not gomoku");
  EXPECT_EQ(sentence([](RunInfo& r) { r.players[0] = "mcts"; }),
            "it holds a run with players random,ab:depth=3, not mcts,ab:depth=3");
  EXPECT_EQ(sentence([](RunInfo& r) { r.games = 7; }), "it holds a run with --games 100, not 7");
  EXPECT_EQ(sentence([](RunInfo& r) { r.seed = 7; }), "it holds a run with --seed 5, not 7");
  EXPECT_EQ(sentence([](RunInfo& r) { r.position = "x.."; }),
            "it holds a run with position as the game starts, not x..");
}

TEST(Varint, IsItsOwnInverse) {
  for (const std::uint32_t value : {0u, 1u, 127u, 128u, 16383u, 16384u, 0xffffffffu}) {
    std::string bytes;
    append_varint(bytes, value);
    std::string_view rest = bytes;
    EXPECT_EQ(take_varint(rest), value);
    EXPECT_TRUE(rest.empty());
    std::string_view cut = std::string_view(bytes).substr(0, bytes.size() - 1);
    EXPECT_FALSE(take_varint(cut));
  }
  std::string_view too_large("\xff\xff\xff\xff\x1f");
  EXPECT_FALSE(take_varint(too_large));
}

}  // namespace

}  // namespace gauntlet::selfplay
