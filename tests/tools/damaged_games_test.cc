// Stores of each kind with games that are damaged, as export, replay, report and rate tell of them.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <boost/json.hpp>
#include <set>

#include "engine/words.h"
#include "selfplay/game_log.h"
#include "tests/random_game.h"
#include "tests/tools/command_line.h"

namespace gauntlet::tools {

namespace {

class DamagedGames : public CommandLine {
 protected:
  static constexpr int kGames = 4;

  std::string batch() const {
    EXPECT_EQ(run({"selfplay", "mnk:3x3x3", "--players", "random,random", "--games", "4", "--quiet",
                   "--store", path("batch.db")})
                  .code,
              0);
    return path("batch.db");
  }
  std::string tournament() const {
    EXPECT_EQ(run({"tournament", "mnk:3x3x3", "--player", "a=random", "--player", "b=random",
                   "--rounds", "2", "--threads", "1", "--quiet", "--store", path("tournament.db")})
                  .code,
              0);
    return path("tournament.db");
  }
  std::string log() const {
    const auto log = selfplay::GameLog::open(path("log.db"));
    EXPECT_TRUE(log.ok());
    for (std::uint64_t i = 0; i < kGames; ++i)
      EXPECT_TRUE((*log)->add(selfplay::random_game("mnk:3x3x3", i)).ok());
    return path("log.db");
  }
  static void spoil(const std::string& store, const std::string& change) {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(store.c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, change.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << change;
    sqlite3_close(database);
  }
  std::set<std::int64_t> exported(const std::string& store, Ended& ended) const {
    std::set<std::int64_t> indices;
    ended = run({"export", store});
    for (const std::string_view line : engine::split(ended.out, '\n'))
      if (!line.empty()) indices.insert(boost::json::parse(line).at("index").as_int64());
    return indices;
  }
};

/// A number that was written down is that of the same game, whatever is damaged before it.
TEST_F(DamagedGames, DoNotChangeTheNumbersOfOthers) {
  struct Case {
    std::string store, damage;
  };
  for (const auto& [store, damage] :
       {Case{batch(), "UPDATE game SET return0 = 7 WHERE idx = 1"},
        Case{tournament(), "UPDATE played SET returns = '7' WHERE idx = 2"},
        Case{log(), "UPDATE logged SET returns = '7' WHERE idx = 1"}}) {
    SCOPED_TRACE(store);
    const Ended before = run({"replay", store, "2"});
    EXPECT_EQ(before.code, 0) << before.err;
    spoil(store, damage);
    Ended ended;
    EXPECT_EQ(exported(store, ended), (std::set<std::int64_t>{0, 2, 3}));
    EXPECT_EQ(ended.code, 4);
    EXPECT_NE(ended.err.find("is damaged: game 1 has "), std::string::npos) << ended.err;
    EXPECT_EQ(run({"replay", store, "2"}).out, before.out);
    const Ended lost = run({"replay", store, "1"});
    EXPECT_EQ(lost.code, 4);
    EXPECT_NE(lost.err.find("is damaged: game 1 has "), std::string::npos) << lost.err;
    EXPECT_EQ(run({"replay", store, "4"}).code, 2) << "there is no such game";
    const Ended report = run({"report", store, "-o", store + ".html"});
    EXPECT_EQ(report.code, 4);
    EXPECT_NE(report.err.find("is damaged: game 1 has "), std::string::npos) << report.err;
  }
}

TEST_F(DamagedGames, WithoutASoundOneAreAnErrorOfTheFile) {
  struct Case {
    std::string store, damage;
    bool is_rated;
  };
  for (const auto& [store, damage, is_rated] :
       {Case{batch(), "UPDATE game SET return0 = 7", true},
        Case{tournament(), "UPDATE played SET returns = '7'", true},
        Case{log(), "UPDATE logged SET returns = '7'", false}}) {
    spoil(store, damage);
    const std::string page = store + ".html";
    std::vector<Words> commands = {{"export", store},
                                   {"replay", store, "0"},
                                   {"replay", store, "99"},
                                   {"report", store, "-o", page}};
    if (is_rated) commands.push_back({"rate", store});
    if (!is_rated) commands.push_back({"export", store, "--game", "mnk:3x3x3"});
    if (!is_rated) commands.push_back({"report", store, "-o", page, "--game", "mnk:3x3x3"});
    for (const Words& command : commands) {
      const Ended ended = run(command);
      EXPECT_EQ(ended.code, 4) << store << ' ' << command[0] << ": " << ended.err;
      EXPECT_NE(ended.err.find("is damaged: game 0 has "), std::string::npos) << ended.err;
      EXPECT_EQ(ended.out, "");
    }
  }
}

}  // namespace

}  // namespace gauntlet::tools
