#include "selfplay/store.h"

#include <filesystem>
#include <fstream>

#include "selfplay/file_kind.h"
#include "selfplay/varint.h"
#include "tests/selfplay/helpers.h"

namespace gauntlet::selfplay {

namespace {

std::unique_ptr<Store> opened(absl::StatusOr<std::unique_ptr<Store>> store) {
  EXPECT_TRUE(store.ok()) << engine::message_of(store);
  return store.ok() ? std::move(*store) : nullptr;
}

std::vector<GameRecord> games_in(Store& store, Store::Detail detail = Store::Detail::kMoves) {
  std::vector<GameRecord> games;
  const auto keep = [&](const GameRecord& game) -> absl::Status {
    games.push_back(game);
    return absl::OkStatus();
  };
  const auto error = store.for_each(detail, keep, [](const DamagedGames& damaged) {
    ADD_FAILURE() << damaged.first << ' ' << damaged.what;
  });
  EXPECT_TRUE(error.ok()) << engine::message_of(error);
  return games;
}

/// What for_each() tells of a store with damage.
struct Found {
  std::vector<std::uint64_t> games;
  std::vector<DamagedGames> damaged;
  absl::Status status;
};

Found found_in(Store& store) {
  Found found;
  found.status = store.for_each(
      Store::Detail::kMoves,
      [&](const GameRecord& game) -> absl::Status {
        found.games.push_back(game.index);
        return absl::OkStatus();
      },
      [&](const DamagedGames& damaged) { found.damaged.push_back(damaged); });
  return found;
}

std::vector<std::uint64_t> all_but(std::uint64_t games, std::uint64_t first, std::uint64_t last) {
  std::vector<std::uint64_t> indices;
  for (std::uint64_t index = 0; index < games; ++index)
    if (index < first || index > last) indices.push_back(index);
  return indices;
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
  return store.ok() ? "" : engine::message_of(store);
}

class StoreTest : public ::testing::Test {
 protected:
  /// A store of twodoku games in `path`, and the games as they were played.
  std::vector<GameRecord> fill(const std::string& path) {
    MemorySink memory;
    EXPECT_TRUE(run_batch(batch_, whole(batch_, &memory)).ok());
    const auto store = opened(Store::create(path, run_info(batch_)));
    EXPECT_TRUE(store->write(memory.records).ok());
    EXPECT_TRUE(store->flush().ok());
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
  EXPECT_FALSE(Store::create("", run_info(batch_)).ok());
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
      if (store.ok()) return 0;
      const std::string why = engine::message_of(store);
      return why.ends_with("exists already") || why.ends_with("or name another file") ? 1 : 2;
    });
    std::sort(codes.begin(), codes.end());
    EXPECT_EQ(codes, (std::vector<int>{0, 1, 1, 1}));
    EXPECT_EQ(opened(Store::open_to_read(path))->run(), run_info(batch_));
  }
}

TEST(FileRefusal, APathThatLeadsNowhereIsNoIoError) {
  EXPECT_TRUE(absl::IsInvalidArgument(file_refusal("open", "x.db", ENOENT)));
  EXPECT_TRUE(absl::IsInvalidArgument(file_refusal("create", "x.db", ENOTDIR)));
  EXPECT_TRUE(absl::IsResourceExhausted(file_refusal("open", "x.db", EACCES)));
  EXPECT_TRUE(absl::IsResourceExhausted(file_refusal("create", "x.db", ENOSPC)));
  EXPECT_EQ(engine::message_of(file_refusal("create", "x.db", EROFS)),
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
  sqlite3_exec(raw, "UPDATE game SET moves = zeroblob(50000000) WHERE idx IN (5, 6, 19)", nullptr,
               nullptr, nullptr);
  sqlite3_close(raw);
  const Found found = found_in(*opened(Store::open_to_read(path)));
  EXPECT_TRUE(found.status.ok());
  EXPECT_EQ(found.games, (std::vector<std::uint64_t>{0, 1, 2, 3, 4, 7, 8, 9, 10, 11, 12, 13, 14, 15,
                                                     16, 17, 18}));
  ASSERT_EQ(found.damaged.size(), 2u);
  EXPECT_EQ(found.damaged[0].first, 5);
  EXPECT_EQ(found.damaged[0].last, 6);
  EXPECT_EQ(found.damaged[0].what, "cannot be read");
  EXPECT_EQ(found.damaged[1].first, 19);
  EXPECT_EQ(found.damaged[1].last, 19);
}

/// A page that is overwritten takes the games on it along, and no others.
TEST_F(StoreTest, GamesBehindADamagedPageAreReadAllTheSame) {
  batch_ = batch_of("mnk:3x3x3", {"random", "random"}, 500);
  const std::string path = directory_ / "page.db";
  fill(path);
  constexpr std::size_t kPage = 4096;
  std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
  const auto pages = std::filesystem::file_size(path) / kPage;
  ASSERT_GT(pages, 6u);
  file.seekp(static_cast<std::streamoff>(pages * 2 / 3 * kPage));
  file << std::string(kPage, '\xff');
  file.close();
  const Found found = found_in(*opened(Store::open_to_read(path)));
  EXPECT_TRUE(found.status.ok());
  ASSERT_EQ(found.damaged.size(), 1u);
  const auto first = static_cast<std::uint64_t>(found.damaged[0].first),
             last = static_cast<std::uint64_t>(found.damaged[0].last);
  EXPECT_GT(first, 0u);
  EXPECT_LT(last, 499u);
  EXPECT_LT(last - first, 200u);
  EXPECT_EQ(found.games, all_but(500, first, last));
}

TEST_F(StoreTest, NoticesThatItsFileIsGone) {
  const std::string path = directory_ / "games.db", aside = directory_ / "aside.db";
  fill(path);
  {
    const auto store = opened(Store::open(path));
    EXPECT_TRUE(store->flush().ok());
    EXPECT_FALSE(store->has_moved());
    std::filesystem::rename(path, aside);
    ASSERT_TRUE(store->remove({3, 3, ""}).ok());
    const auto error = store->flush();
    ASSERT_FALSE(error.ok());
    EXPECT_TRUE(absl::IsDataLoss(error));
    EXPECT_NE(engine::message_of(error).find("games.db' was removed, moved or replaced"),
              std::string::npos);
    EXPECT_TRUE(store->has_moved());
    std::ofstream(path) << "somebody else's";
    EXPECT_FALSE(store->flush().ok()) << "another file in its place is not it";
    std::filesystem::remove(path + "-wal");
    std::ofstream(path + "-wal") << "theirs too";
  }
  EXPECT_EQ(std::filesystem::file_size(path + "-wal"), 10u);
  EXPECT_EQ(games_in(*opened(Store::open_to_read(aside))).size(), batch_.games - 1)
      << "a file that was moved has what was committed";
}

TEST_F(StoreTest, IsOnePlainFileInTheEnd) {
  const std::string path = directory_ / "games.db";
  fill(path);
  EXPECT_TRUE(is_written_back(path));
  {
    const auto store = opened(Store::open(path));
    EXPECT_FALSE(is_written_back(path));
    EXPECT_NE(open_error(path).find("written by another process"), std::string::npos);
    ASSERT_TRUE(store->remove({3, 3, ""}).ok());
    ASSERT_TRUE(store->flush().ok());
    EXPECT_NE(open_error(path).find("written by another process"), std::string::npos);
  }
  EXPECT_TRUE(is_written_back(path));
  run_sql(path, "PRAGMA journal_mode = WAL");
  EXPECT_EQ(games_in(*opened(Store::open_to_read(path))).size(), batch_.games - 1);
  EXPECT_FALSE(is_written_back(path)) << "who reads changes nothing";
}

TEST_F(StoreTest, AStoreThatIsPutInItsPlaceStaysReadable) {
  const std::string path = directory_ / "games.db", other = directory_ / "other.db";
  const auto games = fill(path);
  fill(other);
  {
    const auto store = opened(Store::open(path));
    ASSERT_TRUE(store->remove({0, 3, ""}).ok());
    ASSERT_TRUE(store->flush().ok());
    ASSERT_TRUE(store->write(std::vector<GameRecord>(games.begin(), games.begin() + 4)).ok());
    ASSERT_TRUE(store->flush().ok());
    std::filesystem::rename(other, path);
  }
  EXPECT_EQ(games_in(*opened(Store::open_to_read(path))).size(), batch_.games);
}

TEST_F(StoreTest, GamesThatAreRemovedCanBeWrittenAgain) {
  const std::string path = directory_ / "games.db";
  const auto games = fill(path);
  {
    const auto store = opened(Store::open(path));
    EXPECT_TRUE(store->remove({4, 6, ""}).ok());
    EXPECT_TRUE(store->flush().ok());
    EXPECT_EQ(found_in(*opened(Store::open_to_read(path))).games, all_but(20, 4, 6));
    EXPECT_TRUE(store->write(std::vector<GameRecord>(games.begin() + 5, games.begin() + 6)).ok());
    EXPECT_TRUE(store->flush().ok());
  }
  auto expected = all_but(20, 4, 6);
  expected.insert(expected.begin() + 4, 5);
  EXPECT_EQ(found_in(*opened(Store::open_to_read(path))).games, expected);
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
  EXPECT_TRUE(engine::message_of(Store::create(text, run_info(batch_)))
                  .ends_with("text.db' exists already"));
  EXPECT_FALSE(Store::create(directory_ / "no/such/place.db", run_info(batch_)).ok());
}

TEST_F(StoreTest, RefusesOtherSchemas) {
  const std::string path = directory_ / "games.db";
  fill(path);
  run_sql(path, "PRAGMA user_version = 6");
  EXPECT_NE(open_error(path).find("a newer gauntlet (schema 6"), std::string::npos);
  run_sql(path, "PRAGMA user_version = 5");
  EXPECT_NE(open_error(path).find("its tables are not as gauntlet makes them"), std::string::npos);
  run_sql(path, "PRAGMA user_version = 1");
  EXPECT_NE(open_error(path).find("an older gauntlet (schema 1"), std::string::npos);
}

TEST_F(StoreTest, ThoseOfTheSchemaBeforeNotesAreUsed) {
  const std::string path = directory_ / "games.db";
  fill(path);
  run_sql(path, "DROP TABLE note; PRAGMA user_version = 3; DELETE FROM game WHERE idx = 1");
  const auto store = opened(Store::open(path));
  GameRecord record = games_in(*store).front();
  record.index = 1;
  record.result.notes.assign(record.result.moves.size(), {500, 0});
  EXPECT_TRUE(store->write({&record, 1}).ok());
  EXPECT_TRUE(store->flush().ok());
  EXPECT_EQ(games_in(*store).size(), batch_.games);
  EXPECT_TRUE(games_in(*store)[1].result.notes.empty());
}

TEST_F(StoreTest, WhatPlayersThoughtIsKeptWithoutTimes) {
  batch_ = batch_of("mnk:5x4x3", {"mcts:sims=20", "random"}, 20);
  const std::string path = directory_ / "games.db";
  fill(path);
  std::size_t told = 0;
  for (const GameRecord& game : games_in(*opened(Store::open(path)))) {
    ASSERT_EQ(game.result.notes.size(), game.result.moves.size());
    for (const MoveNote& note : game.result.notes) {
      EXPECT_EQ(note.milliseconds, 0u);
      told += note.win != MoveNote::kNoWin;
    }
  }
  EXPECT_GT(told, batch_.games);
  {
    const auto store = opened(Store::open(path));
    EXPECT_TRUE(store->remove({0, 0, ""}).ok());
    EXPECT_TRUE(store->flush().ok());
    EXPECT_EQ(games_in(*store).size(), batch_.games - 1);
  }
  const Database file(path, SQLITE_OPEN_READWRITE);
  EXPECT_EQ(file.number("SELECT count(*) FROM note", -1),
            static_cast<std::int64_t>(batch_.games - 1));
}

TEST_F(StoreTest, AGameWhoseNotesCannotBeWrittenIsNotThere) {
  const std::string path = directory_ / "games.db";
  MemorySink memory;
  ASSERT_TRUE(run_batch(batch_, whole(batch_, &memory)).ok());
  auto games = memory.sorted();
  {
    const auto store = opened(Store::create(path, run_info(batch_)));
    ASSERT_TRUE(store->write(std::span(games).first(2)).ok());
    ASSERT_TRUE(store->flush().ok());
    games[2].result.notes.assign(1'000'000, {500, 0});  // more than a value may have
    EXPECT_FALSE(store->write(std::span(games).subspan(2, 1)).ok());
  }
  const auto store = opened(Store::open_to_read(path));
  EXPECT_EQ(games_in(*store).size(), 2u);
}

TEST_F(StoreTest, NotesThatAreNoneAreDamage) {
  batch_ = batch_of("mnk:5x4x3", {"mcts:sims=20", "random"}, 20);
  const std::string path = directory_ / "games.db";
  fill(path);
  run_sql(path, "UPDATE note SET notes = x'ff' WHERE idx = 3");
  run_sql(path, "UPDATE note SET notes = zeroblob(2000) WHERE idx = 5");  // too many
  const Found found = found_in(*opened(Store::open_to_read(path)));
  EXPECT_EQ(found.games.size(), batch_.games - 1);
  ASSERT_EQ(found.damaged.size(), 1u);
  EXPECT_EQ(found.damaged[0].first, 3);
  EXPECT_EQ(found.damaged[0].what, "has notes that cannot be read");
}

TEST_F(StoreTest, WhatIsKnownOfTheOpponentOfLevelAutoIsKept) {
  RunInfo run = run_info(batch_);
  run.players[0] = "level:auto";
  MemorySink memory;
  ASSERT_TRUE(run_batch(batch_, whole(batch_, &memory)).ok());
  auto games = memory.sorted();
  for (GameRecord& game : games)
    if (game.index != 2)
      game.strength = {.player = "ann",
                       .played = "4.3",
                       .score = 0.5,
                       .level = "5",
                       .next = "4.6",
                       .games = game.index + 1,
                       .elo = 1200.5,
                       .error = 80};
  const std::string path = directory_ / "auto.db";
  {
    const auto store = opened(Store::create(path, run));
    ASSERT_TRUE(store->write(games).ok());
    ASSERT_TRUE(store->flush().ok());
  }
  for (const GameRecord& game : games_in(*opened(Store::open_to_read(path)))) {
    ASSERT_EQ(game.strength.has_value(), game.index != 2);
    if (!game.strength) continue;
    EXPECT_EQ(game.strength->player, "ann");
    EXPECT_EQ(game.strength->played, "4.3");
    EXPECT_EQ(game.strength->score, 0.5);
    EXPECT_EQ(game.strength->level, "5");
    EXPECT_EQ(game.strength->next, "4.6");
    EXPECT_EQ(game.strength->games, game.index + 1);
    EXPECT_EQ(game.strength->elo, 1200.5);
    EXPECT_EQ(game.strength->error, 80);
  }
  {
    const auto store = opened(Store::open(path));
    ASSERT_TRUE(store->remove({0, 0, ""}).ok());
    ASSERT_TRUE(store->flush().ok());
  }
  EXPECT_EQ(Database(path, SQLITE_OPEN_READWRITE).number("SELECT min(idx) FROM strength", -1), 1);
  run_sql(path, "UPDATE strength SET played = '11' WHERE idx = 3");
  run_sql(path, "UPDATE strength SET elo = 9e999 WHERE idx = 5");
  const Found found = found_in(*opened(Store::open_to_read(path)));
  ASSERT_EQ(found.damaged.size(), 2u);
  EXPECT_EQ(found.damaged[0].first, 3);
  EXPECT_EQ(found.damaged[1].first, 5);
  for (const DamagedGames& damage : found.damaged)
    EXPECT_EQ(damage.what, "tells the strength of its player in a way it cannot be");
}

TEST_F(StoreTest, ThoseOfTheSchemaBeforeOpeningsAreUsed) {
  const std::string path = directory_ / "games.db";
  fill(path);
  run_sql(path, "DROP TABLE openings; DROP TABLE note; PRAGMA user_version = 2");
  const auto store = opened(Store::open(path));
  EXPECT_EQ(store->run(), run_info(batch_));
  EXPECT_EQ(games_in(*store).size(), batch_.games);
  const std::string mixed = directory_ / "mixed.db";
  fill(mixed);
  run_sql(mixed, "PRAGMA user_version = 2");
  EXPECT_NE(open_error(mixed).find("its tables are not as gauntlet makes them"), std::string::npos);
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
      "DELETE FROM run",          "UPDATE run SET seed = 'x'",
      "UPDATE run SET games = 0", "UPDATE run SET players = replace('a,b,c,d,e', ',', char(10))",
      "DROP TABLE game",
  };
  for (const char* damage : kDamages) {
    SCOPED_TRACE(damage);
    const std::string path = directory_ / "games.db";
    fill(path);
    run_sql(path, damage);
    const auto store = Store::open_to_read(path);
    ASSERT_FALSE(store.ok());
    EXPECT_NE(engine::message_of(store).find("games.db"), std::string::npos)
        << engine::message_of(store);
    std::filesystem::remove(path);
  }
}

TEST_F(StoreTest, ADamagedGameIsNamedAndTheOthersAreRead) {
  struct Case {
    const char* sql;
    const char* what;
  };
  constexpr Case kDamages[] = {
      {"UPDATE game SET idx = -1 WHERE idx = 5", "has an index out of range"},
      {"UPDATE game SET idx = 20 WHERE idx = 5", "has an index out of range"},
      {"UPDATE game SET idx = 9223372036854775807 WHERE idx = 5", "has an index out of range"},
      {"UPDATE game SET return0 = 2 WHERE idx = 5", "has a result out of range"},
      {"UPDATE game SET return0 = 1e400 WHERE idx = 5", "has a result out of range"},
      {"UPDATE game SET nodes1 = -1 WHERE idx = 5", "has a result out of range"},
      {"UPDATE game SET proved0 = -1 WHERE idx = 5", "has a proof out of range"},
      {"UPDATE game SET proved1 = plies + 1 WHERE idx = 5", "has a proof out of range"},
      {"UPDATE game SET plies = 1e12 WHERE idx = 5", "has a length out of range"},
      {"UPDATE game SET plies = 3 WHERE idx = 5", "has too few or too many moves"},
      {"UPDATE game SET ending = 4 WHERE idx = 5", "has an unknown ending"},
      {"UPDATE game SET offender = 2 WHERE idx = 5", "has an offender out of range"},
      {"UPDATE game SET moves = x'80' WHERE idx = 5", "has moves that are cut short"},
      {"UPDATE game SET moves = x'ffffffffff01' WHERE idx = 5", "has moves that are cut short"},
  };
  for (const auto& [sql, what] : kDamages) {
    SCOPED_TRACE(sql);
    const std::string path = directory_ / "games.db";
    fill(path);
    run_sql(path, sql);
    const Found found = found_in(*opened(Store::open_to_read(path)));
    EXPECT_TRUE(found.status.ok());
    EXPECT_EQ(found.games, all_but(20, 5, 5));
    ASSERT_EQ(found.damaged.size(), 1u);
    EXPECT_EQ(found.damaged[0].first, found.damaged[0].last);
    EXPECT_EQ(found.damaged[0].what, what);
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
    if (!store.ok()) {
      EXPECT_FALSE(engine::message_of(store).empty());
      continue;
    }
    found_in(**store);
  }
}

TEST(StoreDifference, NamesWhatDiffers) {
  const RunInfo run{"mnk:3x3x3", {"random", "ab:depth=3"}, 5, 100, "", "none", "..."};
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
  EXPECT_EQ(sentence([](RunInfo& r) { r.openings = "balanced"; }),
            "it holds a run with --openings none, not balanced");
  EXPECT_EQ(sentence([](RunInfo& r) { r.openings = "x..\no..\n"; }),
            "it holds a run with --openings none, not 2 positions from x..");
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
