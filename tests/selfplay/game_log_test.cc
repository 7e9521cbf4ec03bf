#include "selfplay/game_log.h"

#include <chrono>
#include <filesystem>
#include <fstream>

#include "engine/registry.h"
#include "selfplay/store.h"
#include "tests/random_game.h"
#include "tests/selfplay/helpers.h"

namespace gauntlet::selfplay {

namespace {

std::vector<LoggedGame> games_in(const std::string& path, std::string* fault = nullptr) {
  std::vector<LoggedGame> games;
  const auto log = GameLog::open_to_read(path);
  EXPECT_TRUE(log.ok()) << engine::message_of(log);
  if (!log.ok()) return games;
  const auto keep = [&](const LoggedGame& game) -> absl::Status {
    games.push_back(game);
    return absl::OkStatus();
  };
  const auto error = (*log)->for_each(keep, [&](const DamagedGames& damaged) {
    if (!fault) ADD_FAILURE() << damaged.first << ' ' << damaged.what;
    if (fault) *fault += std::to_string(damaged.first) + ' ' + damaged.what + '\n';
  });
  EXPECT_TRUE(error.ok()) << engine::message_of(error);
  return games;
}

constexpr const char* kNames[] = {"gomoku:9", "sudokill", "kimble:AC",
                                  "kimble:4", "twodoku",  "mnk:3x5x3/page"};

TEST(GameLog, ManyMayCreateItAtOnce) {
  const TemporaryDirectory directory;
  for (int trial = 0; trial < 20; ++trial) {
    SCOPED_TRACE(trial);
    const std::string path = directory / (std::to_string(trial) + ".db");
    const auto codes = exit_codes_of(4, [&path](int process) {
      const auto log = GameLog::open(path);
      if (!log.ok()) return 1;
      return (*log)->add(random_game("mnk:3x3x3", static_cast<std::uint64_t>(process))).ok() ? 0
                                                                                             : 2;
    });
    EXPECT_EQ(codes, (std::vector<int>{0, 0, 0, 0}));
    EXPECT_EQ(games_in(path).size(), 4u);
  }
}

TEST(GameLog, GivesBackWhatWasAddedVisitAfterVisit) {
  const TemporaryDirectory directory;
  const std::string path = directory / "log.db";
  std::vector<FinishedGame> added;
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    const auto log = GameLog::open(path);  // anew each time
    ASSERT_TRUE(log.ok()) << engine::message_of(log);
    added.push_back(random_game(kNames[seed % 6], seed));
    EXPECT_TRUE((*log)->add(added.back()).ok());
  }
  EXPECT_TRUE(GameLog::is_log(path));
  const auto games = games_in(path);
  ASSERT_EQ(games.size(), added.size());
  for (std::size_t i = 0; i < games.size(); ++i) {
    SCOPED_TRACE(i);
    EXPECT_EQ(games[i].index, i);
    EXPECT_EQ(games[i].ended.size(), 19u);
    EXPECT_EQ(games[i].game.game.name(), added[i].game.name());
    EXPECT_EQ(games[i].game.start.to_text(), added[i].start.to_text());
    EXPECT_EQ(games[i].game.moves, added[i].moves);
    EXPECT_EQ(games[i].game.players, added[i].players);
    EXPECT_EQ(games[i].game.returns, added[i].returns);
    EXPECT_EQ(games[i].game.reason, added[i].reason);
  }
}

TEST(GameLog, GamesOfEarlierTimesComeTogether) {
  const TemporaryDirectory directory;
  const auto log = GameLog::open(directory / "log.db");
  ASSERT_TRUE(log.ok()) << engine::message_of(log);
  const EndedGame games[] = {{random_game("gomoku:9", 1), "2026-11-21 14:03:59"},
                             {random_game("kimble:4", 2), ""}};
  EXPECT_TRUE((*log)->add(games).ok());
  const auto added = games_in(directory / "log.db");
  ASSERT_EQ(added.size(), 2u);
  EXPECT_EQ(added[0].ended, "2026-11-21 14:03:59");
  EXPECT_EQ(added[1].ended, "") << "the present is not when it was played";
}

/// A game of level:auto.
FinishedGame game_of_auto(std::uint64_t seed) {
  FinishedGame game = random_game("gomoku:9", seed);
  game.strength = {.player = "ann",
                   .played = "4.3",
                   .score = 0.5,
                   .level = "5",
                   .next = "4.6",
                   .games = seed,
                   .elo = 1480.25,
                   .error = {}};
  return game;
}

TEST(GameLog, KeepsWhatLevelAutoKnew) {
  const TemporaryDirectory directory;
  const std::string path = directory / "log.db";
  for (std::uint64_t visit = 0; visit < 2; ++visit) {
    const auto log = GameLog::open(path);
    ASSERT_TRUE(log.ok());
    EXPECT_TRUE((*log)->add(random_game("gomoku:9", 1)).ok());
    EXPECT_TRUE((*log)->add(game_of_auto(7 + visit)).ok());
    const EndedGame more[] = {{game_of_auto(9), ""}, {random_game("kimble:4", 2), ""}};
    EXPECT_TRUE((*log)->add(more).ok());
  }
  const auto games = games_in(path);
  ASSERT_EQ(games.size(), 8u);
  for (const std::size_t i : {0, 3, 4, 7}) EXPECT_FALSE(games[i].game.strength) << i;
  for (const std::size_t i : {1, 2, 5, 6}) {
    const auto& strength = games[i].game.strength;
    ASSERT_TRUE(strength) << i;
    EXPECT_EQ(strength->player, "ann");
    EXPECT_EQ(strength->played, "4.3");
    EXPECT_EQ(strength->score, 0.5);
    EXPECT_EQ(strength->level, "5");
    EXPECT_EQ(strength->next, "4.6");
    EXPECT_EQ(strength->games, i == 1 ? 7u : i == 5 ? 8u : 9u);
    EXPECT_EQ(strength->elo, 1480.25);
    EXPECT_FALSE(strength->error);
  }
}

/// Of two writers either may be the first that has such a game.
TEST(GameLog, AFileBecomesOneOfLevelAutoWhileOthersUseIt) {
  const TemporaryDirectory directory;
  const std::string path = directory / "log.db";
  const auto one = GameLog::open(path), other = GameLog::open(path);
  ASSERT_TRUE(one.ok() && other.ok());
  const auto reader = GameLog::open_to_read(path);
  EXPECT_TRUE((*one)->add(random_game("gomoku:9", 1)).ok());
  EXPECT_TRUE((*other)->add(game_of_auto(1)).ok());
  EXPECT_TRUE((*one)->add(game_of_auto(2)).ok());
  EXPECT_TRUE((*one)->add(random_game("gomoku:9", 1)).ok());
  std::size_t read = 0;
  const auto count = [&](const LoggedGame&) { return ++read, absl::OkStatus(); };
  EXPECT_TRUE((*reader)->for_each(count, [](const DamagedGames&) { ADD_FAILURE(); }).ok());
  EXPECT_EQ(read, 4u);
  EXPECT_EQ(games_in(path)[2].game.strength->games, 2u);
}

TEST(GameLog, WhatLevelAutoCannotHaveKnownIsDamage) {
  for (const char* change : {"played = 'four'", "level = '11'", "next = ''", "games = 0",
                             "score = 2", "score = 'x'", "player = x'0a00'"}) {
    SCOPED_TRACE(change);
    const TemporaryDirectory directory;
    const std::string path = directory / "log.db";
    ASSERT_TRUE((*GameLog::open(path))->add(game_of_auto(1)).ok());
    Database database(path, SQLITE_OPEN_READWRITE);
    ASSERT_EQ(database.execute((std::string("UPDATE strength SET ") + change).c_str()), SQLITE_OK);
    std::string fault;
    const bool is_fine = games_in(path, &fault).size() == 1;
    if (std::string_view(change) == "score = 'x'") {
      EXPECT_TRUE(is_fine) << "SQLite reads it as 0";
    } else {
      EXPECT_EQ(fault, "0 tells the strength of its player in a way it cannot be\n");
    }
  }
}

/// Else whoever asks what a file is would say that it is none of ours.
TEST(GameLog, IsOneThoughItIsDamagedOrOfAnotherSchema) {
  for (const auto& [change, fault] :
       {std::pair{"DROP TABLE strength", "its tables are not as gauntlet makes them"},
        {"PRAGMA user_version = 1", "its tables are not as gauntlet makes them"},
        {"PRAGMA user_version = 3", "schema 3, this one reads schema 2"}}) {
    SCOPED_TRACE(change);
    const TemporaryDirectory directory;
    const std::string path = directory / "log.db";
    ASSERT_TRUE((*GameLog::open(path))->add(game_of_auto(1)).ok());
    ASSERT_EQ(Database(path, SQLITE_OPEN_READWRITE).execute(change), SQLITE_OK);
    EXPECT_TRUE(GameLog::is_log(path));
    EXPECT_NE(engine::message_of(GameLog::open_to_read(path)).find(fault), std::string::npos);
  }
}

TEST(GameLog, FingerprintsTellGamesApart) {
  const TemporaryDirectory directory;
  std::vector<EndedGame> games(8, {random_game("gomoku:9", 1), ""});
  games[1].ended = "2026-11-21 14:03:59";
  games[2].game.players[0] = "ann";
  games[3].game.reason = "ann";
  games[4].game.moves.pop_back();
  games[5].game.returns = {0.5, 0.5};
  games[6].game.game = *engine::find_game("gomoku:9/exact");
  games[7].game.players = {"", "\x7f"};
  const auto log = GameLog::open(directory / "log.db");
  EXPECT_TRUE((*log)->add(games).ok());
  const auto prints = (*log)->fingerprints();
  ASSERT_TRUE(prints.ok());
  ASSERT_EQ(prints->size(), games.size());
  for (std::size_t i = 0; i < games.size(); ++i)
    for (std::size_t j = 0; j < games.size(); ++j)
      EXPECT_EQ(GameLog::fingerprint(games[i]) == (*prints)[j], i == j) << i << ' ' << j;
}

TEST(GameLog, NamesFromOutsideAreMadePrintable) {
  const TemporaryDirectory directory;
  const auto log = GameLog::open(directory / "log.db");
  ASSERT_TRUE(log.ok());
  FinishedGame game = random_game("gomoku:9", 1);
  game.players = {"two\nlines\x01", std::string(100'000, 'x')};
  game.reason = "caf\xc3\xa9\n";
  EXPECT_TRUE((*log)->add(game).ok());
  const auto games = games_in(directory / "log.db");
  ASSERT_EQ(games.size(), 1u);
  EXPECT_EQ(games[0].game.players[0], "two\\x0alines\\x01");
  EXPECT_LT(games[0].game.players[1].size(), 300u);
}

TEST(GameLog, TwoVisitsShareAFile) {
  const TemporaryDirectory directory;
  const auto one = GameLog::open(directory / "log.db"), other = GameLog::open(directory / "log.db");
  ASSERT_TRUE(one.ok() && other.ok());
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    EXPECT_TRUE((*one)->add(random_game("sudokill", seed)).ok());
    EXPECT_TRUE((*other)->add(random_game("kimble:2", seed)).ok());
  }
  EXPECT_EQ(games_in(directory / "log.db").size(), 20u);
}

TEST(GameLog, WhoReadsHoldsUpNobody) {
  const TemporaryDirectory directory;
  const auto writer = GameLog::open(directory / "log.db");
  ASSERT_TRUE(writer.ok());
  for (std::uint64_t seed = 0; seed < 3; ++seed)
    EXPECT_TRUE((*writer)->add(random_game("kimble:2", seed)).ok());
  const auto reader = GameLog::open_to_read(directory / "log.db");
  ASSERT_TRUE(reader.ok());
  const auto began = std::chrono::steady_clock::now();
  int games = 0;
  const auto add_another = [&](const LoggedGame&) {
    ++games;
    return (*writer)->add(random_game("sudokill", 9));
  };
  const auto error = (*reader)->for_each(
      add_another, [](const DamagedGames& damaged) { ADD_FAILURE() << damaged.what; });
  EXPECT_TRUE(error.ok()) << engine::message_of(error);
  EXPECT_EQ(games, 3) << "what was there when the reading began";
  EXPECT_LT(std::chrono::steady_clock::now() - began, std::chrono::seconds(1));
  EXPECT_EQ(games_in(directory / "log.db").size(), 6u);
}

TEST(GameLog, IsOnePlainFileInTheEnd) {
  const TemporaryDirectory directory;
  {
    const auto log = GameLog::open(directory / "log.db");
    ASSERT_TRUE(log.ok());
    EXPECT_TRUE((*log)->add(random_game("gomoku:9", 1)).ok());
  }
  int files = 0;
  for ([[maybe_unused]] const auto& file : std::filesystem::directory_iterator(directory / ""))
    ++files;
  EXPECT_EQ(files, 1);
  EXPECT_TRUE(is_written_back(directory / "log.db"));
}

TEST(GameLog, RefusesOtherFiles) {
  const TemporaryDirectory directory;
  Batch batch = batch_of("mnk:3x3x3", {"random", "random"}, 2);
  ASSERT_TRUE(Store::create(directory / "batch.db", run_info(batch)).ok());
  std::ofstream(directory / "text.db") << "not a database, but long enough to look like a file";
  EXPECT_NE(engine::message_of(GameLog::open(directory / "batch.db")).find("is not a log of games"),
            std::string::npos);
  EXPECT_FALSE(GameLog::open(directory / "text.db").ok());
  EXPECT_FALSE(GameLog::open(directory / "").ok());
  EXPECT_FALSE(GameLog::open("").ok());
  EXPECT_FALSE(GameLog::open_to_read(directory / "missing.db").ok());
  EXPECT_FALSE(std::filesystem::exists(directory / "missing.db"));
}

TEST(GameLog, ADamagedGameIsNamedAndTheOthersAreRead) {
  struct Case {
    const char* what;
    const char* fault;
  };
  const Case kDamages[] = {
      {"game = 'chess'", "is of no game: unknown game 'chess'"},
      {"game = 'gomoku:8'", "has a bad start position: "},
      {"start = 'x'", "has a bad start position: "},
      {"moves = x'ff'", "has moves that cannot be read"},
      {"moves = x'0000'", "has an impossible move 2"},
      {"moves = zeroblob(5000000)", "cannot be read"},
      {"players = 'one'", "has too few or too many players"},
      {"returns = '1\n2'", "has a result out of range"},
      {"returns = 'nan\n1'", "has a result out of range"},
      {"reason = x'01'", "holds what is no text"},
      {"players = 'a' || char(10) || char(27) || 'b'", "holds what is no text"},
  };
  const TemporaryDirectory directory;
  int number = 0;
  for (const auto& [what, expected] : kDamages) {
    SCOPED_TRACE(what);
    const std::string path = directory / (std::to_string(number++) + ".db");
    {
      const auto log = GameLog::open(path);
      ASSERT_TRUE(log.ok());
      for (std::uint64_t seed = 0; seed < 3; ++seed)
        EXPECT_TRUE((*log)->add(random_game("gomoku:9", seed)).ok());
    }
    {
      sqlite3* raw = nullptr;  // without our limits
      ASSERT_EQ(sqlite3_open(path.c_str(), &raw), SQLITE_OK);
      const std::string damage = std::string("UPDATE logged SET ") + what + " WHERE idx = 1";
      EXPECT_EQ(sqlite3_exec(raw, damage.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
      sqlite3_close(raw);
    }
    std::string fault;
    const auto games = games_in(path, &fault);
    ASSERT_EQ(games.size(), 2u);
    EXPECT_EQ(games[0].index, 0u);
    EXPECT_EQ(games[1].index, 2u);
    EXPECT_TRUE(fault.starts_with(std::string("1 ") + expected)) << fault;
  }
}

TEST(GameLog, NoticesThatItsFileIsGone) {
  const TemporaryDirectory directory;
  const std::string path = directory / "log.db", aside = directory / "aside.db";
  {
    const auto log = GameLog::open(path);
    ASSERT_TRUE(log.ok());
    EXPECT_TRUE((*log)->add(random_game("gomoku:9", 1)).ok());
    EXPECT_TRUE((*log)->loss().ok());
    std::filesystem::rename(path, aside);
    ASSERT_FALSE((*log)->loss().ok());
    EXPECT_TRUE(absl::IsDataLoss((*log)->loss()));
    const auto error = (*log)->add(random_game("gomoku:9", 2));
    ASSERT_FALSE(error.ok());
    EXPECT_NE(engine::message_of(error).find("log.db' was removed, moved or replaced"),
              std::string::npos);
  }
  EXPECT_EQ(games_in(aside).size(), 1u);
}

}  // namespace

}  // namespace gauntlet::selfplay
