// `gauntlet host --resume`: a server that was ended goes on with the games of its file.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>
#include <boost/json.hpp>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "engine/registry.h"
#include "engine/rng.h"
#include "selfplay/game_log.h"
#include "tests/checked.h"
#include "tests/tools/child_process.h"
#include "tests/tools/command_line.h"

namespace gauntlet::tools {

namespace {

using std::chrono::milliseconds;

/// Plays Gomoku on the first empty square of a board of 5 by 5; ends with its connection.
constexpr char kFirstEmpty[] = R"(exec 3<>/dev/tcp/127.0.0.1/$1
while IFS= read -r -u 3 status; do
  rows=()
  for i in 0 1 2 3 4; do IFS= read -r -u 3 row; rows+=("$row"); done
  read -r -u 3 last; read -r -u 3 mine
  [ "$status" = CONTINUING ] || exit 0
  for i in 0 1 2 3 4; do
    full=${rows[i]%% *}
    if [ ${#full} -lt 5 ]; then echo "$i ${#full}" >&3; break; fi
  done
done
)";

class HostResume : public CommandLine {
 protected:
  HostResume() {
    std::ofstream(path("bot")) << kFirstEmpty;
    std::filesystem::create_directory(path("other"));
  }

  /// Beside a host that runs, whose output must not be written over.
  Ended run_beside(Words words) const {
    words.insert(words.begin(), GAUNTLET_BINARY);
    return ChildProcess(words, path("other"), {}).wait();
  }

  std::string bot() const { return "ann=bash '" + path("bot") + "' {port}"; }
  /// A match of ann and a built-in player.
  Words match(int games, const std::string& store) const {
    return {"host",   "gomoku", "--port",     "0",       "--size",  "5",
            "--run",  bot(),    "--opponent", "level:1", "--games", std::to_string(games),
            "--seed", "3",      "--store",    store};
  }
  /// What the file has of each game, but for the time at which it ended and its index.
  std::vector<std::string> games_in(const std::string& store) const {
    std::vector<std::string> games;
    std::istringstream lines(run_beside({"export", store}).out);
    for (std::string line; std::getline(lines, line);) {
      auto game = boost::json::parse(line).as_object();
      game.erase("ended");
      game.erase("index");
      games.push_back(boost::json::serialize(game));
    }
    return games;
  }
  static std::multiset<std::string> set_of(const std::vector<std::string>& games) {
    return {games.begin(), games.end()};
  }
  void change(const std::string& store, const std::string& sql) const {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(store.c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(database);
  }
};

TEST_F(HostResume, KilledMatchesResumeToTheSameGames) {
  const int games = kIsChecked ? 6 : 12;
  const std::string whole = path("whole.db"), killed = path("killed.db");
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_EQ(run(match(games, whole)).code, 0);
  // Not for ever on a busy machine.
  const auto longest = std::min<std::chrono::steady_clock::duration>(
      (std::chrono::steady_clock::now() - begin) / 6, milliseconds(kIsChecked ? 1'000 : 200));
  const auto seed =
      static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
  engine::Rng rng(seed);
  Words words = with(match(games, killed), {"--output", path("said")});
  for (int kill = 0; kill < (kIsChecked ? 5 : 25); ++kill) {
    if (std::filesystem::exists(killed) && words.back() != "--resume") words.push_back("--resume");
    const auto child = start(words);
    std::this_thread::sleep_for(longest * rng.uniform());
    child->send(SIGKILL);
    child->wait();
  }
  if (std::filesystem::exists(killed) && words.back() != "--resume") words.push_back("--resume");
  const Ended ended = run(words);
  ASSERT_EQ(ended.code, 0) << ended.err << ", seed " << seed;
  EXPECT_NE(ended.err.find(std::to_string(games) + " games finished"), std::string::npos)
      << ended.err;
  const auto expected = games_in(whole);
  EXPECT_EQ(games_in(killed), expected) << "seed " << seed;
  ASSERT_EQ(expected.size(), static_cast<std::size_t>(games));
  EXPECT_GT(std::set(expected.begin(), expected.end()).size(), 3u) << "the seed matters";
}

/// What a server knows after each game, as it tells and keeps it.
TEST_F(HostResume, LevelAutoRemembersItsOpponents) {
  const auto of_auto = [&](int games, const std::string& store) {
    Words words = match(games, store);
    std::replace(words.begin(), words.end(), std::string("level:1"), std::string("level:auto"));
    return with(words, {"--json"});
  };
  const std::string whole = path("whole.db"), parts = path("parts.db");
  const Ended once = run(of_auto(7, whole));
  ASSERT_EQ(once.code, 0) << once.err;
  const Ended first = run(of_auto(4, parts));
  ASSERT_EQ(first.code, 0) << first.err;
  const Ended rest = run(with(of_auto(7, parts), {"--resume"}));
  ASSERT_EQ(rest.code, 0) << rest.err;
  const auto expected = games_in(whole);
  ASSERT_EQ(expected.size(), 7u);
  EXPECT_EQ(games_in(parts), expected);
  std::set<std::string> levels;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const auto game = boost::json::parse(expected[i]).as_object();
    const auto& strength = game.at("strength").as_object();
    EXPECT_EQ(strength.at("player").as_string(), "ann");
    EXPECT_EQ(strength.at("games").to_number<std::size_t>(), i + 1);
    levels.insert(std::string(strength.at("played").as_string()));
    EXPECT_NE(once.out.find(boost::json::serialize(strength.at("next"))), std::string::npos);
  }
  EXPECT_GT(levels.size(), 3u) << "it adapts";
}

TEST_F(HostResume, AnInterruptTellsACommandThatGoesOn) {
  const std::string store = path("it's kept.db");
  Words words = match(200, store);
  std::erase(words, "--seed");
  std::erase(words, "3");
  const auto child = start(words);
  for (int i = 0; i < 2000 && games_in(store).empty(); ++i)
    std::this_thread::sleep_for(milliseconds(5));
  child->send(SIGINT);
  const Ended ended = child->wait();
  ASSERT_EQ(ended.code, 1) << ended.err;
  const std::string on = after(ended.err, "gauntlet: interrupted; to go on: ");
  EXPECT_TRUE(ended.err.ends_with(on + "\n")) << "the last line: " << ended.err;
  const std::string seed = after(ended.err, "; seed ");
  EXPECT_TRUE(on.ends_with(" --seed " + seed.substr(0, seed.find(';')) + " --resume")) << on;
  const std::size_t part = games_in(store).size();
  ASSERT_LT(part, 200u);
  const std::string shorter = std::to_string(part + 2);
  std::string command = on;
  command.replace(command.find("--games 200"), 11, "--games " + shorter);
  const Ended resumed = shell(command);
  ASSERT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_TRUE(resumed.out.starts_with(std::to_string(part + 1) + ". gomoku:5  ")) << resumed.out;
  EXPECT_NE(resumed.err.find("' has " + std::to_string(part) + " of " + shorter + " games\n"),
            std::string::npos)
      << resumed.err;
  EXPECT_NE(resumed.err.find(shorter + " games finished"), std::string::npos) << resumed.err;
  const auto games = games_in(store);
  ASSERT_EQ(games.size(), part + 2);
  for (std::size_t i = 0; i < games.size(); ++i)
    EXPECT_NE(games[i].find(i % 2 == 0 ? R"(["ann","level:1"])" : R"(["level:1","ann"])"),
              std::string::npos)
        << i << games[i];
}

TEST_F(HostResume, WhoNeverConnectsMayBeMendedAndGoneOnWith) {
  const std::string store = path("games.db"), program = path("late");
  const Words words = {
      "host",       "gomoku", "--port",  "0", "--size", "5", "--run",   program + " {port}",
      "--opponent", "random", "--games", "5", "--seed", "3", "--store", store};
  const Ended ended = run(words);
  EXPECT_EQ(ended.code, 3);
  const std::string on = after(ended.err, "so there is nobody to play with; to go on: ");
  EXPECT_TRUE(ended.err.ends_with(on + "\n")) << ended.err;
  EXPECT_TRUE(on.ends_with(" --store " + store + " --resume")) << on;
  std::ofstream(program) << "#!/bin/bash\n" << kFirstEmpty;
  std::filesystem::permissions(program, std::filesystem::perms::owner_all);
  const Ended resumed = shell(on);
  EXPECT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_TRUE(resumed.out.starts_with("4. gomoku:5  random - late  ")) << resumed.out;
  EXPECT_EQ(games_in(store).size(), 5u);
}

TEST_F(HostResume, WhatIsCompleteIsSummedUpAndNothingIsStarted) {
  const std::string store = path("games.db");
  const Words words = with(match(3, store), {"--output", path("said")});
  ASSERT_EQ(run(words).code, 0);
  const auto games = games_in(store);
  const Ended again = run(with(words, {"--resume", "--json"}));
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_NE(again.err.find("' has 3 of 3 games; nothing to do\n"), std::string::npos) << again.err;
  EXPECT_EQ(again.err.find("listening"), std::string::npos) << again.err;
  const auto summary = boost::json::parse(again.out).as_object();  // and no line of a game
  EXPECT_EQ(summary.at("games"), 3);
  EXPECT_EQ(games_in(store), games);
  const Ended more = run(with(match(4, store), {"--resume", "--output", path("said")}));
  EXPECT_EQ(more.code, 0) << more.err;
  EXPECT_TRUE(more.out.starts_with("4. gomoku:5  level:1 - ann  ")) << more.out;
  EXPECT_TRUE(std::filesystem::exists(path("said") + "/game-000004-white-ann.txt"));
}

TEST_F(HostResume, ADamagedGameOfThePageDoesNotCount) {
  const std::string store = path("games.db");
  const auto game = engine::find_game("mnk:3x3x3");
  engine::Rng rng(1);
  const engine::AnyState start = game->start(rng);
  for (int i = 0; i < 2; ++i)
    ASSERT_TRUE((*selfplay::GameLog::open(store))
                    ->add({*game,
                           start,
                           {},
                           {"browser 1", "level:auto"},
                           {1, 0, 0, 0},
                           "",
                           selfplay::OpponentStrength{"browser 1", "4", 1, "4.5", "4.5", 1}})
                    .ok());
  change(store, "UPDATE logged SET moves = x'ffff' WHERE idx = 1");
  ChildProcess page(
      {GAUNTLET_BINARY, "host", "kinarow", "--port", "0", "--store", store, "--resume"},
      directory_.path(), {});
  for (int tries = 0; tries < 1000; ++tries) {
    if (page.errors_so_far().find("' has 1 game\n") != std::string::npos) break;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  page.send(SIGINT);
  const Ended ended = page.wait();
  EXPECT_EQ(ended.code, 4) << ended.err;
  EXPECT_NE(ended.err.find("' has 1 game\n"), std::string::npos) << ended.err;
  EXPECT_TRUE(ended.err.ends_with("; what is damaged does not count\n")) << ended.err;
}

TEST_F(HostResume, ADamagedGameIsToldAndPlayedAgain) {
  const std::string whole = path("whole.db"), store = path("games.db");
  ASSERT_EQ(run(match(6, whole)).code, 0);
  std::filesystem::copy_file(whole, store);
  change(store, "UPDATE logged SET moves = x'ffff' WHERE idx IN (1, 2)");
  const Ended resumed = run(with(match(6, store), {"--resume"}));
  EXPECT_EQ(resumed.code, 4) << resumed.err;
  EXPECT_NE(resumed.err.find("is damaged: game 1 has moves that cannot be read, game 2 has"),
            std::string::npos)
      << resumed.err;
  EXPECT_NE(resumed.err.find("' has 4 of 6 games\n"), std::string::npos) << resumed.err;
  EXPECT_TRUE(resumed.out.starts_with("5. gomoku:5  level:1 - ann  ")) << resumed.out;
  EXPECT_NE(resumed.out.find("\n6. gomoku:5  ann - level:1  "), std::string::npos) << resumed.out;
  EXPECT_EQ(set_of(games_in(store)), set_of(games_in(whole)));
  // One of those that were damaged has been played; the next is the other one.
  change(store, "DELETE FROM logged WHERE idx = 7");
  EXPECT_EQ(run(with(match(6, store), {"--resume"})).code, 4);
  EXPECT_EQ(set_of(games_in(store)), set_of(games_in(whole)));
  const Ended complete = run(with(match(6, store), {"--resume"}));
  EXPECT_EQ(complete.code, 4);
  EXPECT_NE(complete.err.find("; nothing to do\n"), std::string::npos) << complete.err;
  EXPECT_EQ(games_in(store).size(), 6u);
}

/// The protocols whose players come by themselves, one after the other.
TEST_F(HostResume, EveryServerGoesOn) {
  // Plays so many games more; a server without an end is then stopped.
  const auto play = [&](const std::string& game, int games, const std::string& store,
                        const Words& more) {
    const std::string opponent = game == "kimble" ? "helppo" : "level:1";
    const auto host = start(
        with({"host", game, "--port", "0", "--opponent", opponent, "--seed", "3", "--store", store},
             more));
    std::string port;
    for (int i = 0; i < 2000 && port.empty(); ++i) {
      std::this_thread::sleep_for(milliseconds(5));
      port = after(host->errors_so_far(), game + ": listening on 127.0.0.1, port ");
    }
    for (int i = 0; i < games; ++i) {
      Words client = {"connect",  game,     "--port", port.substr(0, port.find(';')),
                      "--player", "random", "--seed", "7",
                      "--games",  "1"};
      if (game == "kimble") client = with(client, {"--opponents", "900"});
      EXPECT_EQ(run_beside(client).code, 0) << game;
    }
    if (more.back() == "--resume") host->send(SIGINT);
    return host->wait();
  };
  for (const std::string game : {"sudokill", "kimble", "twodoku"}) {
    const std::string whole = path(game + "-whole.db"), store = path(game + ".db");
    ASSERT_EQ(play(game, 2, whole, {"--games", "2"}).code, 0) << game;
    ASSERT_EQ(play(game, 1, store, {"--games", "1"}).code, 0) << game;
    const std::string endless = path(game + "-endless.db");
    std::filesystem::copy_file(store, endless);
    const Ended resumed = play(game, 1, store, {"--resume", "--games", "2"});
    EXPECT_EQ(resumed.code, 0) << resumed.err;
    EXPECT_TRUE(resumed.out.starts_with("2. " + game)) << resumed.out;
    const auto expected = games_in(whole);
    EXPECT_EQ(games_in(store), expected) << game;
    ASSERT_EQ(expected.size(), 2u);
    EXPECT_NE(expected[0], expected[1]) << game;
    const Ended stopped = play(game, 1, endless, {"--resume"});
    EXPECT_NE(stopped.err.find("' has 1 game\n"), std::string::npos) << stopped.err;
    EXPECT_EQ(games_in(endless), expected) << game << ", without an end";
  }
}

TEST_F(HostResume, EveryMistakeGetsOneSentence) {
  const std::string store = path("games.db"), other = path("other.db"), none = path("none.db");
  ASSERT_EQ(run(match(1, store)).code, 0);
  ASSERT_EQ(run({"selfplay", "mnk:3x3x3", "--players", "random,random", "--games", "2", "--seed",
                 "1", "--store", other})
                .code,
            0);
  const std::string carl = "carl=false", dora = "dora=false";
  const std::vector<std::pair<Words, std::string>> mistakes = {
      {{"gomoku", "--games", "3", "--resume"}, "--resume needs --store FILE"},
      {{"all", "--store", store, "--resume"}, "--resume is not an option of all"},
      {{"kinarow", "--resume"}, "--resume needs --store FILE, the games to go on with"},
      {{"kinarow", "--store", store, "--resume"},
       "game 0 is of ann and level:1, and this page keeps games of browsers against level:auto"},
      {{"gomoku", "--games", "3", "--store", none, "--resume"},
       "'" + none + "' does not exist, so there is nothing to resume; leave --resume out"},
      {{"gomoku", "--games", "3", "--store", other, "--resume"}, "is not a log of games"},
      {{"gomoku", "--games", "3", "--store", directory_.path(), "--resume"},
       "is not a log of games"},
      {{"gomoku", "--games", "3", "--store", store, "--resume"},
       "cannot resume '" + store +
           "': game 0 is of gomoku:5, and this server plays gomoku:9; give --store a new file"},
      {{"sudokill", "--games", "3", "--store", store, "--resume"},
       "game 0 is of gomoku:5, and this server plays sudokill"},
      {{"twodoku/java", "--games", "3", "--store", store, "--resume"},
       "game 0 is of gomoku:5, and this server plays twodoku/java"},
      {{"kimble", "--games", "3", "--store", store, "--resume"}, "this server plays kimble"},
      {{"twodoku/no", "--games", "3", "--store", store, "--resume"},
       "unknown option 'no' of twodoku"},
      {{"gomoku", "--size", "5", "--run", bot(), "--run", carl, "--store", store, "--resume"},
       "game 0 is of ann and level:1, and here carl plays all"},
      {{"gomoku", "--size", "5", "--run", dora, "--run", bot(), "--store", store, "--resume"},
       "game 0 is of ann and level:1, and here dora plays all"},
      {{"gomoku", "--size", "5", "--run", bot(), "--opponent", "random", "--store", store,
        "--resume"},
       "game 0 is of ann and level:1, and here random plays all"},
      {{"gomoku", "--size", "5", "--opponent", "random", "--games", "3", "--store", store,
        "--resume"},
       "and here random plays all"},
  };
  for (const auto& [words, sentence] : mistakes) {
    Words all = {"host", "--port", "0"};
    const Ended ended = run(with(all, words));
    EXPECT_EQ(ended.code, 2) << sentence << '\n' << ended.err;
    EXPECT_NE(ended.err.find(sentence), std::string::npos) << sentence << '\n' << ended.err;
    EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
    EXPECT_EQ(ended.out, "");
  }
  EXPECT_FALSE(std::filesystem::exists(none));
  EXPECT_EQ(games_in(store).size(), 1u);
}

TEST_F(HostResume, WithoutItAFileIsAddedTo) {
  const std::string store = path("games.db");
  ASSERT_EQ(run(match(3, store)).code, 0);
  const Ended again = run(match(2, store));
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_TRUE(again.out.starts_with("1. gomoku:5  ann - level:1  ")) << again.out;
  EXPECT_EQ(games_in(store).size(), 5u);
  const auto child = start(match(200, store));
  while (games_in(store).size() < 6) std::this_thread::sleep_for(milliseconds(5));
  child->send(SIGINT);
  const Ended ended = child->wait();
  EXPECT_EQ(ended.code, 1);
  EXPECT_TRUE(ended.err.ends_with("gauntlet: interrupted; '" + store +
                                  "' was there before this run, so --resume would count its "
                                  "earlier games too\n"))
      << ended.err;
}

}  // namespace

}  // namespace gauntlet::tools
