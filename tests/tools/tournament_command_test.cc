#include <gtest/gtest.h>
#include <sqlite3.h>

#include <boost/json.hpp>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <set>
#include <thread>

#include "engine/rng.h"
#include "engine/words.h"
#include "selfplay/core_shares.h"
#include "tests/checked.h"
#include "tests/tools/command_line.h"

namespace gauntlet::tools {

namespace {

using std::chrono::milliseconds;

/// Programs with sanitizers reserve more memory than any bound of a sandbox has.
const Words kRoom = kIsChecked ? Words{"--sandbox-memory", "0"} : Words{};

/// `gauntlet tournament` as a process.
class TournamentCommand : public CommandLine {
 protected:
  static boost::json::object last_object(const std::string& out) {
    const auto lines = engine::split(out, '\n');
    EXPECT_GE(lines.size(), 2u) << out;
    return boost::json::parse(lines[lines.size() - 2]).as_object();
  }
  /// Nobody has forfeited but the player called "gone", who has lost `games` so.
  static void expect_forfeits_of_gone(const boost::json::object& result, std::int64_t games) {
    for (const auto& line : result.at("standings").as_array()) {
      const auto& standing = line.as_object();
      const bool is_gone = standing.at("player").as_string() == "gone";
      EXPECT_EQ(standing.at("forfeits").as_int64(), is_gone ? games : 0) << result;
      EXPECT_EQ(standing.at("verdicts").as_array().empty(), !is_gone) << result;
    }
  }
  /// The games of a store, in whatever order they ended.
  std::multiset<std::string> games_in(const std::string& store) {
    const Ended ended = run({"export", store});
    EXPECT_EQ(ended.code, 0) << ended.err;
    std::multiset<std::string> games;
    for (const std::string_view line : engine::split(ended.out, '\n')) {
      if (line.empty()) continue;
      boost::json::object game = boost::json::parse(line).as_object();
      game.erase("index");
      game.erase("ended");
      games.insert(boost::json::serialize(game));
    }
    return games;
  }
  /// Of ten games.
  Ended play_small(const std::string& store) {
    return run({"tournament", "mnk:4x4x3", "--player", "random", "--player", "level:2", "--rounds",
                "5", "--seed", "1", "--store", store});
  }
  /// A copy of a store in which the row of the last game is changed.
  std::string damaged(const std::string& whole, const std::string& change) {
    const std::string store = path("damaged.db");
    std::filesystem::copy_file(whole, store, std::filesystem::copy_options::overwrite_existing);
    sqlite3* database = nullptr;
    EXPECT_EQ(sqlite3_open(store.c_str(), &database), SQLITE_OK);
    const std::string sql =
        "UPDATE played SET " + change + " WHERE idx = (SELECT max(idx) FROM played)";
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
    EXPECT_EQ(sqlite3_close(database), SQLITE_OK);
    return store;
  }
};

TEST_F(TournamentCommand, PrintsStandingsWithTheDocumentedFields) {
  const Ended ended =
      run({"tournament", "mnk:4x4x3", "--player", "random", "--player", "strong=ab:depth=2:hash=1",
           "--player", "level:1", "--rounds", "3", "--seed", "1", "--json"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  const auto object = last_object(ended.out);
  EXPECT_EQ(object.at("game").as_string(), "mnk:4x4x3");
  EXPECT_EQ(object.at("games").as_int64(), 18);
  EXPECT_GT(object.at("distinct_games").as_int64(), 6);
  const auto& standings = object.at("standings").as_array();
  ASSERT_EQ(standings.size(), 3u);
  EXPECT_EQ(standings[0].as_object().at("player").as_string(), "strong");
  double last = 2;
  for (const auto& line : standings) {
    const auto& standing = line.as_object();
    EXPECT_EQ(standing.at("games").as_int64(), 12);
    EXPECT_EQ(standing.at("wins").as_int64() + standing.at("draws").as_int64() +
                  standing.at("losses").as_int64(),
              12);
    EXPECT_EQ(standing.at("forfeits").as_int64(), 0);
    EXPECT_LE(standing.at("score").to_number<double>(), last);
    last = standing.at("score").to_number<double>();
    EXPECT_EQ(standing.at("elo95").as_array().size(), 2u);
    EXPECT_TRUE(standing.contains("elo"));
  }
}

TEST_F(TournamentCommand, TellsPeopleWhoIsBest) {
  const Ended ended = run({"tournament", "kimble:2/pieces=1", "--player", "helppo", "--player",
                           "vaikea", "--rounds", "20", "--seed", "1", "--quiet"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(ended.err, "");
  EXPECT_TRUE(ended.out.starts_with("kimble:2/pieces=1, round-robin, 40 of 40 games, seed 1\n"))
      << ended.out;
  EXPECT_NE(ended.out.find("player"), std::string::npos);
  EXPECT_NE(ended.out.find("   1  "), std::string::npos);
}

TEST_F(TournamentCommand, EveryFormatIsPlayed) {
  const std::vector<std::string> players = {"random", "level:1", "ab:depth=1:hash=1",
                                            "ab:depth=2:hash=1"};
  for (const auto& [format, games] :
       {std::pair("round-robin", 24), std::pair("gauntlet", 12), std::pair("swiss", 8)}) {
    Words words = {"tournament", "mnk:4x4x3", "--format", format,  "--rounds",
                   "2",          "--seed",    "4",        "--json"};
    for (const std::string& player : players) words.insert(words.end(), {"--player", player});
    const Ended ended = run(words);
    ASSERT_EQ(ended.code, 0) << ended.err;
    EXPECT_EQ(last_object(ended.out).at("games").as_int64(), games) << format;
  }
  Words words = {"tournament", "mnk:4x4x3", "--format", "knockout", "--seed", "4", "--json"};
  for (const std::string& player : players) words.insert(words.end(), {"--player", player});
  const Ended knockout = run(words);
  ASSERT_EQ(knockout.code, 0) << knockout.err;
  EXPECT_GE(last_object(knockout.out).at("games").as_int64(), 6);
}

TEST_F(TournamentCommand, ATestStopsWhenItIsDecided) {
  const Words words = {"tournament", "mnk:4x4x3", "--player", "a=ab:depth=2:hash=1",
                       "--player",   "b=random",  "--format", "sprt",
                       "--elo0",     "0",         "--elo1",   "100",
                       "--seed",     "2",         "--json"};
  const Ended ended = run(words);
  ASSERT_EQ(ended.code, 0) << ended.err;
  const auto object = last_object(ended.out);
  EXPECT_LT(object.at("games").as_int64(), 400);
  EXPECT_NE(std::string(object.at("remark").as_string()).find("H1 is accepted"), std::string::npos);
  EXPECT_EQ(run(with(words, {"--threads", "1"})).out, ended.out) << "whatever the threads";
}

TEST_F(TournamentCommand, KilledTournamentsResumeToTheSameGames) {
  const Words words = {"tournament", "mnk:5x4x4",
                       "--player",   "random",
                       "--player",   "a=ab:nodes=300:hash=1",
                       "--player",   "b=mcts:sims=60:hash=1",
                       "--player",   "level:1",
                       "--format",   "swiss",
                       "--rounds",   kIsChecked ? "20" : "400",
                       "--seed",     "6",
                       "--openings", "2",
                       "--quiet"};
  const std::string whole = path("whole.db"), killed = path("killed.db");
  const auto begin = std::chrono::steady_clock::now();
  ASSERT_EQ(run(with(words, {"--store", whole})).code, 0);
  const auto all = std::chrono::steady_clock::now() - begin;
  const auto seed =
      static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
  engine::Rng rng(seed);
  for (int kill = 0; kill < (kIsChecked ? 5 : 25); ++kill) {
    const bool is_there = std::filesystem::exists(killed) && std::filesystem::file_size(killed) > 0;
    const auto child =
        start(is_there ? Words{"tournament", "--store", killed, "--resume", "--quiet"}
                       : with(words, {"--store", killed}));
    std::this_thread::sleep_for(all * rng.uniform() / 6);
    child->send(SIGKILL);
    child->wait();
  }
  Words last = with(words, {"--store", killed, "--json"});
  if (std::filesystem::exists(killed)) last.push_back("--resume");
  const Ended ended = run(last);
  ASSERT_EQ(ended.code, 0) << ended.err << ", seed " << seed;
  EXPECT_EQ(last_object(ended.out).at("games").as_int64(), kIsChecked ? 80 : 1600);
  EXPECT_TRUE(games_in(killed) == games_in(whole)) << "seed " << seed;
}

TEST_F(TournamentCommand, AnInterruptTellsHowToGoOn) {
  const std::string store = path("games.db");
  const auto child = start({"tournament", "mnk:5x4x4", "--player", "ab:nodes=3000:hash=1",
                            "--player", "random", "--rounds", kIsChecked ? "800" : "2000", "--seed",
                            "1", "--openings", "none", "--store", store});
  while (child->errors_so_far().find(" of ") == std::string::npos)
    std::this_thread::sleep_for(milliseconds(20));
  child->send(SIGINT);
  const Ended ended = child->wait();
  ASSERT_EQ(ended.code, 1) << ended.err;
  EXPECT_NE(ended.out.find("round-robin"), std::string::npos) << "the standings so far";
  const Ended resumed = shell(after(ended.err, "to go on: ") + " --json");
  ASSERT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_EQ(last_object(resumed.out).at("games").as_int64(), kIsChecked ? 1600 : 4000);
}

TEST_F(TournamentCommand, AFinishedOneTakesMorePlayersAndRounds) {
  const std::string store = path("more.db");
  ASSERT_EQ(run({"tournament", "mnk:3x3x3", "--player", "random", "--player", "level:2", "--rounds",
                 "2", "--seed", "1", "--store", store})
                .code,
            0);
  const auto before = games_in(store);
  const Ended again = run({"tournament", "--store", store, "--resume", "--json"});
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_TRUE(games_in(store) == before) << "nothing was missing";
  const Ended more = run({"tournament", "--store", store, "--resume", "--player", "late=level:3",
                          "--rounds", "3", "--json"});
  ASSERT_EQ(more.code, 0) << more.err;
  EXPECT_EQ(last_object(more.out).at("games").as_int64(), 18);
  const auto after_all = games_in(store);
  EXPECT_TRUE(std::includes(after_all.begin(), after_all.end(), before.begin(), before.end()));
}

TEST_F(TournamentCommand, ADamagedGameIsToldAndPlayedAgain) {
  const std::string whole = path("whole.db");
  ASSERT_EQ(play_small(whole).code, 0);
  for (const char* change : {"returns = '2'", "meeting = -1", "players = 'nobody'", "rotation = 7",
                             "ending = 4", "start = 'x'", "moves = x'ff'", "moves = x'0000'"}) {
    SCOPED_TRACE(change);
    const std::string store = damaged(whole, change);
    EXPECT_EQ(run({"export", store}).code, 4);
    const Ended resumed = run({"tournament", "--store", store, "--resume", "--json"});
    EXPECT_EQ(resumed.code, 4) << resumed.err;
    EXPECT_NE(resumed.err.find("is damaged: game "), std::string::npos) << resumed.err;
    EXPECT_EQ(last_object(resumed.out).at("games").as_int64(), 10);
    const bool has_outcome = std::string_view(change).starts_with("moves");
    EXPECT_EQ(run({"rate", store}).code, has_outcome ? 0 : 4) << "it leaves out what it cannot use";
  }
}

TEST_F(TournamentCommand, APlanThatCannotBeIsToldAsDamage) {
  const std::string store = path("plan.db");
  ASSERT_EQ(run({"tournament", "mnk:3x3x3", "--player", "random", "--player", "level:2", "--format",
                 "sprt", "--elo0", "0", "--elo1", "10", "--rounds", "1", "--store", store})
                .code,
            0);
  const std::string limits = "its limits of time or nodes are none", test = "its test is none";
  for (const auto& [damage, said] : {std::pair("per_game = 9223372036854775807", limits),
                                     {"per_move = -1", limits},
                                     {"increment = -5", limits},
                                     {"margin = 9223372036854775807", limits},
                                     {"nodes = 0", limits},
                                     {"elo0 = 10", test},
                                     {"elo0 = -400", test},
                                     {"elo1 = 9e999", test},
                                     {"alpha = 0", test},
                                     {"beta = -1", test},
                                     {"alpha = 0.5, beta = 0.5", test}}) {
    SCOPED_TRACE(damage);
    const std::string damaged = path("damaged_plan.db");
    std::filesystem::copy_file(store, damaged, std::filesystem::copy_options::overwrite_existing);
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(damaged.c_str(), &database), SQLITE_OK);
    const std::string sql = std::string("UPDATE tournament SET ") + damage;
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(database);
    const Ended resumed = run({"tournament", "--store", damaged, "--resume", "--rounds", "2"});
    EXPECT_EQ(resumed.code, 4) << resumed.err;
    EXPECT_NE(resumed.err.find(said), std::string::npos) << resumed.err;
  }
}

TEST_F(TournamentCommand, AnInterruptWhileOpeningsAreMadeIsHeard) {
  // No opening of this board is even, so that many are looked at.
  const auto child = start({"tournament", "mnk:12x12x4", "--player", "level:10", "--player",
                            "level:9", "--rounds", "100000", "--seed", "1"});
  std::this_thread::sleep_for(milliseconds(kIsChecked ? 1500 : 150));
  child->send(SIGINT);
  const auto begin = std::chrono::steady_clock::now();
  const Ended ended = child->wait();
  EXPECT_LT(std::chrono::steady_clock::now() - begin, milliseconds(3000));
  EXPECT_EQ(ended.code, 1) << ended.err << ", signal " << ended.signal;
}

TEST_F(TournamentCommand, AFullDiskIsToldAndLosesNothing) {
  const std::string store = path("full.db");
  const Ended full = run({"tournament", "kimble:2", "--player", "random", "--player", "helppo",
                          "--rounds", "4000", "--seed", "3", "--store", store},
                         {.input = "", .file_bytes = 1'000'000});
  EXPECT_EQ(full.code, 4) << full.err;
  const Ended resumed = shell(after(full.err, "; to go on: ") + " --json");
  ASSERT_EQ(resumed.code, 0) << resumed.err;
  EXPECT_EQ(last_object(resumed.out).at("games").as_int64(), 8000);
}

TEST_F(TournamentCommand, SaysWhereClocksAreUnfair) {
  Words words = {"tournament", "mnk:3x3x3", "--player", "random",    "--player",
                 "level:1",    "--seed",    "1",        "--threads", "200"};
  EXPECT_EQ(run(words).err, "");
  EXPECT_NE(
      run(with(words, {"--time-per-move", "1s"})).err.find("200 games at the same time share"),
      std::string::npos);
}

TEST_F(TournamentCommand, IsDescribedInAFile) {
  const std::string file = path("night.toml");
  std::ofstream(file) << "game = \"mnk:4x4x3\"\nformat = \"swiss\"\nrounds = 3\nseed = 9\n"
                         "openings = 2\nstore = \"" +
                             path("night.db") +
                             "\"\n"
                             "[[player]]\nname = \"x\"\nplayer = \"level:1\"\n"
                             "[[player]]\nplayer = \"random\"\n"
                             "[[player]]\nname = \"y\"\nplayer = \"ab:depth=2:hash=1\"\n";
  const Ended ended = run({"tournament", file, "--player", "z=level:2", "--rounds", "2", "--json"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  const auto object = last_object(ended.out);
  EXPECT_EQ(object.at("games").as_int64(), 8) << "the command line goes before the file";
  EXPECT_EQ(object.at("seed").as_int64(), 9);
  EXPECT_EQ(object.at("format").as_string(), "swiss");
  EXPECT_EQ(object.at("standings").as_array().size(), 4u);
  EXPECT_EQ(games_in(path("night.db")).size(), 8u);
}

/// The lines of an example of the documentation, of which `first` is the first.
std::string documented(const std::string& page, const std::string& first) {
  std::ifstream file(std::string(GAUNTLET_SOURCE_DIR) + "/docs/" + page);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  std::string example;
  for (const std::string_view line :
       engine::split(std::string_view(text).substr(text.find("\n    " + first) + 1), '\n')) {
    if (!line.empty() && !line.starts_with("    ")) break;
    example += std::string(line.substr(std::min<std::size_t>(line.size(), 4))) + "\n";
  }
  return example;
}

TEST_F(TournamentCommand, TheDocumentedFileIsPlayed) {
  if (shell("command -v python3 >/dev/null").code != 0) GTEST_SKIP() << "python3 is not installed";
  const std::string example = documented("tournament.md", "game = \"gomoku:15\"");
  ASSERT_NE(example.find("[[player]]"), std::string::npos) << example;
  std::ofstream(path("night.toml")) << example;
  std::filesystem::create_directory(path("ann"));
  std::filesystem::copy_file(GAUNTLET_SOURCE_DIR "/examples/bots/python/gomoku.py",
                             path("ann/bot.py"));
  // As it stands there, but not all night.
  const Ended ended = shell("cd '" + directory_.path() +
                            "' && " GAUNTLET_BINARY " tournament night.toml --rounds 1 --json");
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(last_object(ended.out).at("games").as_int64(), 2) << ended.out;
  expect_forfeits_of_gone(last_object(ended.out), 0);
  EXPECT_TRUE(std::filesystem::exists(path("night.db")));
  EXPECT_TRUE(std::filesystem::exists(path("said")));
}

TEST_F(TournamentCommand, NamesKeepTheirLetters) {
  const Ended ended = run({"tournament", "mnk:3x3x3", "--player", "J\u00fcrgen=random", "--player",
                           "\u674e=random", "--rounds", "1", "--store", path("a.db")});
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.out.find("J\u00fcrgen"), std::string::npos) << ended.out;
  EXPECT_NE(run({"export", path("a.db")}).out.find("[\"J\u00fcrgen\",\"\u674e\"]"),
            std::string::npos);
}

TEST_F(TournamentCommand, ABadFileGetsASentenceThatNamesTheLine) {
  struct Case {
    const char* text;
    const char* sentence;
  };
  for (const auto& [text, sentence] :
       {Case{"game = ", "line 1: "},
        Case{"game = \"mnk:3x3x3\"\nround = 3", "did you mean 'rounds'"},
        Case{"\n\nrounds = \"many\"", "line 3: rounds is a whole number from 1 to 1000000"},
        Case{"rounds = -1", "rounds is a whole number"},
        Case{"time_per_move = 5", "time_per_move is a time from 1ms to 1h in quotes"},
        Case{"game = 3", "game is a text in quotes"},
        Case{"elo0 = 500", "elo0 is a number above"},
        Case{"format = \"league\"", "format is \"round-robin\""},
        Case{"sandbox = true", "sandbox is \"auto\", \"on\" or \"off\""},
        Case{"sandbox_read = \"/x\"", "sandbox_read is a list of folders"},
        Case{"sandbox_read = [1]", "sandbox_read is a list of folders"},
        Case{"sandbox_memory = \"much\"", "sandbox_memory is a whole number"},
        Case{"model = 1", "model is \"normalized\""},
        Case{"player = 1", "players are tables"},
        Case{"player = [1]", "each player is a table"},
        Case{"[[player]]\nname = \"a\"", "needs what plays"},
        Case{"[[player]]\nname = \"\"", "line 2: a player's name has 1 to 60 bytes"},
        Case{"[[player]]\nname = \"a\\u202eb\"", "and 'a\\xe2\\x80\\xaeb' is none"},
        Case{"[[player]]\nname = \"0123456789012345678901234567890123456789012345678901234567890\"",
             "line 2: a player's name has 1 to 60 bytes"},
        Case{"[[player]]\nname = \"a\"\nplayer = \"random\"\n[[player]]\nname = \"a\"",
             "line 5: there is a player called 'a' already"},
        Case{"[[player]]\ncommand = \"a\"", "no 'command'"}}) {
    const std::string file = path("bad.toml");
    std::ofstream(file) << text;
    const Ended ended = run({"tournament", file});
    EXPECT_EQ(ended.code, 2) << text;
    EXPECT_NE(ended.err.find(sentence), std::string::npos) << ended.err;
    EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
  }
  EXPECT_EQ(run({"tournament", path("none.toml")}).code, 2);
}

/// All that a program can be, in one tournament.
TEST_F(TournamentCommand, ProgramsOfAllKindsPlayEachOther) {
  const std::string binary = "'" GAUNTLET_BINARY "'";
  const Ended ended =
      run(with({"tournament",
                "gomoku:7",
                "--player",
                "connects=cmd:" + binary +
                    " connect gomoku --host {host} --port {port} --player level:1 --games 1",
                "--player",
                "brain=cmd:" + binary + " gomocup",
                "--player",
                "engine=engine:" + binary + " engine",
                "--player",
                "built-in=level:1",
                "--player",
                "gone=gomocup:echo no such program >&2; false",
                "--time-per-move",
                "50ms",
                "--margin",
                "3s",
                "--seed",
                "1",
                "--output",
                path("said"),
                "--json"},
               kRoom));
  ASSERT_EQ(ended.code, 0) << ended.err;
  const auto object = last_object(ended.out);
  EXPECT_EQ(object.at("games").as_int64(), 20);
  expect_forfeits_of_gone(object, 8);
  std::ifstream said(path("said") + "/gone.txt");
  const std::string text{std::istreambuf_iterator<char>(said), {}};
  EXPECT_NE(text.find("no such program"), std::string::npos) << text;
}

TEST_F(TournamentCommand, BotsOfThePageAreStartedAndEnded) {
  const std::string binary = "'" GAUNTLET_BINARY "'";
  const Ended ended = run(
      with({"tournament", "mnk:5x5x4", "--player",
            "page=kinarow:" + binary + " bot kinarow --port {port} --player level:1", "--player",
            "random", "--player", "gone=kinarow:echo has no port; exit 3", "--time-per-move",
            "500ms", "--margin", "3s", "--seed", "1", "--output", path("said"), "--json"},
           kRoom));
  ASSERT_EQ(ended.code, 0) << ended.err;
  const auto object = last_object(ended.out);
  EXPECT_EQ(object.at("games").as_int64(), 6);
  expect_forfeits_of_gone(object, 4);
  EXPECT_TRUE(std::filesystem::exists(path("said") + "/page.txt"));
  EXPECT_NE(
      run({"tournament", "mnk:5x5x4", "--player", "random", "--player", "cmd:false", "--seed", "1"})
          .out.find("balanced openings"),
      std::string::npos)
      << "a program may always play the same";
}

TEST_F(TournamentCommand, EveryServersProtocolIsSpoken) {
  const std::string binary = "'" GAUNTLET_BINARY "'";
  for (const auto& [game, options] :
       std::vector<std::pair<std::string, std::string>>{{"sudokill", "level:1"},
                                                        {"kimble:2", "vaikea"},
                                                        {"kimble:2", "vaikea --rest"},
                                                        {"twodoku", "level:1"},
                                                        {"gomoku:9", "level:1"}}) {
    const std::string server = game.substr(0, game.find(':'));
    const std::string command = "server:" + binary + " connect " + server +
                                " --host {host} --port {port} --games 1 --player " + options;
    const Ended ended =
        run(with({"tournament", game, "--player", "a=" + command, "--player", "b=" + command,
                  "--time-per-game", "60s", "--margin", "5s", "--seed", "1", "--json"},
                 kRoom));
    ASSERT_EQ(ended.code, 0) << game << ended.err;
    const auto object = last_object(ended.out);
    EXPECT_EQ(object.at("games").as_int64(), 2) << game;
    expect_forfeits_of_gone(object, 0);
  }
}

TEST_F(TournamentCommand, SaysWhetherProgramsRunInASandbox) {
  const Words words = {"tournament",        "mnk:3x3x3", "--player", "random", "--player",
                       "gone=engine:false", "--seed",    "1",        "--json"};
  const Ended off = run(with(words, {"--sandbox", "off"}));
  EXPECT_EQ(off.code, 0);
  EXPECT_NE(off.err.find("gauntlet: programs run without a sandbox, as --sandbox off says\n"),
            std::string::npos)
      << off.err;
  EXPECT_FALSE(last_object(off.out).at("sandbox").as_bool());
  EXPECT_EQ(run(with(words, {"--quiet"})).err, "");
  const Ended built_in = run({"tournament", "mnk:3x3x3", "--player", "random", "--player",
                              "level:1", "--seed", "1", "--json", "--sandbox", "on"});
  EXPECT_EQ(built_in.err.find("sandbox"), std::string::npos) << "nobody needs one";
  EXPECT_FALSE(last_object(built_in.out).contains("sandbox"));
}

TEST_F(TournamentCommand, WithoutBubblewrapProgramsRunWithoutASandbox) {
  const std::string begin = "PATH=/nonexistent '" GAUNTLET_BINARY
                            "' tournament mnk:3x3x3 --seed 1 --player random --player "
                            "'x=engine:/bin/false' --store " +
                            path("x.db") + " --sandbox ";
  const Ended on = shell(begin + "on");
  EXPECT_EQ(on.code, 4);
  EXPECT_NE(on.err.find("--sandbox on, but bubblewrap is not installed"), std::string::npos)
      << on.err;
  EXPECT_FALSE(std::filesystem::exists(path("x.db")));
  const Ended automatic = shell(begin + "auto");
  EXPECT_EQ(automatic.code, 0) << automatic.err;
  EXPECT_NE(automatic.err.find("gauntlet: programs run without a sandbox: bubblewrap is not "
                               "installed (apt-get install bubblewrap)\n"),
            std::string::npos)
      << automatic.err;
}

TEST_F(TournamentCommand, ProgramsOfAllKindsPlayInASandbox) {
  const std::string binary = "'" GAUNTLET_BINARY "'";
  std::ofstream(path("plan.toml"))
      << "game = \"gomoku:7\"\nsandbox = \"on\"\nsandbox_memory = " << (kIsChecked ? 0 : 512)
      << "\nsandbox_read = [\"" << directory_.path() << "\"]\ntime_per_move = \"50ms\"\nmargin = "
      << "\"3s\"\nseed = 1\n";
  const Ended ended =
      run({"tournament", path("plan.toml"), "--player",
           "connects=server:" + binary +
               " connect gomoku --host {host} --port {port} --player level:1 --games 1",
           "--player", "engine=engine:" + binary + " engine", "--player",
           "gone=server:sh -c 'kill -SEGV $$'", "--json", "--output", path("said")});
  if (ended.code == 4 && ended.err.find("--sandbox on, but ") != std::string::npos)
    GTEST_SKIP() << ended.err;
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.err.find("gauntlet: programs run in a sandbox (bubblewrap): they read system "
                           "folders and their own, reach no network but the tournament's port, "),
            std::string::npos)
      << ended.err;
  const auto object = last_object(ended.out);
  EXPECT_TRUE(object.at("sandbox").as_bool());
  for (const auto& line : object.at("standings").as_array()) {
    const auto& standing = line.as_object();
    const bool is_gone = standing.at("player").as_string() == "gone";
    ASSERT_EQ(standing.at("forfeits").as_int64(), is_gone ? 4 : 0) << ended.out;
    if (!is_gone) continue;
    EXPECT_EQ(standing.at("verdicts").as_array()[0].as_object().at("reason").as_string(),
              "ended before it connected: signal SIGSEGV");
  }
}

TEST_F(TournamentCommand, WhoHasNoLimitUsesWhatTheClocksAllow) {
  const auto begin = std::chrono::steady_clock::now();
  const Ended ended =
      run({"tournament", "gomoku:9", "--player", "mcts", "--player", "random", "--openings", "none",
           "--time-per-move", "400ms", "--seed", "1", "--threads", "1", "--json"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(last_object(ended.out).at("standings").as_array()[0].as_object().at("player"), "mcts");
  EXPECT_GE(std::chrono::steady_clock::now() - begin, 2 * 2 * milliseconds(300))
      << "the first moves of two games have no end in sight";
}

TEST_F(TournamentCommand, NodesLimitWhoSearches) {
  const std::string binary = "'" GAUNTLET_BINARY "'";
  std::ofstream(path("plan.toml")) << "game = \"gomoku:7\"\nnodes = 300\n";
  const Words plain = {"tournament", path("plan.toml"), "--player", "ab",     "--player",
                       "mcts",       "--seed",          "1",        "--json", "--store"};
  std::vector<std::string> lines;
  for (const char* store : {"one.db", "other.db"}) {
    const Ended ended = run(with(plain, {path(store)}));
    ASSERT_EQ(ended.code, 0) << ended.err;
    EXPECT_EQ(ended.err.find("differ"), std::string::npos) << "no clock decides: " << ended.err;
    lines.push_back(boost::json::serialize(last_object(ended.out).at("standings")));
  }
  EXPECT_EQ(lines[0], lines[1]);
  EXPECT_EQ(
      run({"tournament", "--store", path("one.db"), "--resume", "--rounds", "2", "--nodes", "300"})
          .code,
      0);
  EXPECT_NE(run({"tournament", "--store", path("one.db"), "--resume", "--nodes", "301"})
                .err.find("--nodes is another one"),
            std::string::npos);
  // Nobody else limits these two, who would think for seconds.
  const Ended programs = run(
      with({"tournament", "gomoku:7", "--player", "engine=engine:" + binary + " engine", "--player",
            "brain=gomocup:" + binary + " gomocup", "--nodes", "300", "--seed", "1", "--json"},
           kRoom));
  ASSERT_EQ(programs.code, 0) << programs.err;
  expect_forfeits_of_gone(last_object(programs.out), 0);
  for (const char* deaf : {"server:./bot {port}", "http://127.0.0.1:1"})
    EXPECT_NE(run({"tournament", "gomoku:5", "--player", "random", "--player",
                   std::string("deaf=") + deaf, "--nodes", "300"})
                  .err.find("'deaf' cannot play: "),
              std::string::npos);
}

/// The processors of each line "Cpus_allowed_list: 0-1,4" in what a program has said.
std::vector<selfplay::Processors> cores_told(std::string_view text) {
  std::vector<selfplay::Processors> all;
  for (const std::string_view line : engine::split(text, '\n')) {
    constexpr std::string_view kBegin = "Cpus_allowed_list:\t";
    if (!line.starts_with(kBegin)) continue;
    selfplay::Processors& processors = all.emplace_back();
    for (const std::string_view range : engine::split(line.substr(kBegin.size()), ',')) {
      const std::size_t dash = std::min(range.find('-'), range.size());
      const int first = *engine::parse_int(range.substr(0, dash), 0, 100'000);
      const int last =
          dash == range.size() ? first : *engine::parse_int(range.substr(dash + 1), 0, 100'000);
      for (int processor = first; processor <= last; ++processor) processors.push_back(processor);
    }
  }
  return all;
}

TEST_F(TournamentCommand, TimedGamesHaveCoresOfTheirOwn) {
  const auto cores = static_cast<std::int64_t>(selfplay::physical_cores().size());
  const std::string look =
      "engine:grep Cpus_allowed_list /proc/self/status >&2; exec '" GAUNTLET_BINARY "' engine";
  const Words words = {
      "tournament", "mnk:3x3x3", "--player",        "ann=" + look, "--player",   "bob=" + look,
      "--rounds",   "4",         "--time-per-move", "50ms",        "--margin",   "3s",
      "--seed",     "1",         "--json",          "--output",    path("said"), "--threads"};
  const Ended apart = run(with(with(words, {std::to_string(cores)}), kRoom));
  ASSERT_EQ(apart.code, 0) << apart.err;
  EXPECT_NE(apart.err.find("gauntlet: each game has 1 core to itself\n"), std::string::npos)
      << apart.err;
  EXPECT_EQ(last_object(apart.out).at("cores_per_game").as_int64(), 1);
  std::ifstream said(path("said") + "/ann.txt");
  const std::string text{std::istreambuf_iterator<char>(said), {}};
  const auto used = cores_told(text);
  EXPECT_FALSE(used.empty()) << text;
  const auto known = selfplay::physical_cores();
  for (const selfplay::Processors& core : used)
    EXPECT_NE(std::find(known.begin(), known.end(), core), known.end()) << text;
  const Ended crowded = run(with(with(words, {std::to_string(cores + 1)}), kRoom));
  EXPECT_EQ(last_object(crowded.out).at("cores_per_game").as_int64(), 0);
  EXPECT_NE(crowded.err.find("would be fair"), std::string::npos) << crowded.err;
}

TEST_F(TournamentCommand, BadCommandLinesGetASentenceAndExitTwo) {
  const std::string store = path("there.db");
  ASSERT_EQ(run({"tournament", "mnk:3x3x3", "--player", "random", "--player", "level:2", "--seed",
                 "1", "--store", store})
                .code,
            0);
  struct Case {
    Words words;
    const char* sentence;
  };
  for (const auto& [words, sentence] : {
           Case{{}, "of which game?"},
           Case{{"mnk:3x3x3"}, "the game has 2 seats"},
           Case{{"mnk:3x3x3", "--player", "random"}, "the game has 2 seats"},
           Case{{"mnk:3x3x3", "--player", "random", "--player", "random"},
                "two players are called 'random'"},
           Case{{"mnk:3x3x3", "--player", "random", "--player", "nobody"}, "nobody"},
           Case{{"mnk:3x3x3", "--player", "random", "--player", "human"}, "people play by"},
           Case{{"mnk:3x3x3", "--player", "random", "--player", "a\nb=level:1"},
                "letters and signs that can be seen"},
           Case{{"mnk:3x3x3", "--player", "random", "--player", " =level:1"},
                "letters and signs that can be seen"},
           Case{{"mnk:3x3x3", "--player", "random", "--player", "\u3000 =level:1"},
                "letters and signs that can be seen"},
           Case{{"mnk:3x3x3", "--player", "random", "--player", "level:1", "--format", "league"},
                "--format is round-robin"},
           Case{{"mnk:3x3x3", "--player", "random", "--player", "level:1", "--format", "sprt"},
                "needs its hypotheses"},
           Case{{"mnk:3x3x3", "--player", "random", "--player", "level:1", "--elo0", "1"},
                "are for --format sprt"},
           Case{{"mnk:3x3x3", "--player", "random", "--player", "level:1", "--rounds", "0"},
                "--rounds"},
           Case{{"mnk:3x3x3", "--player", "random", "--player", "level:1", "--increment", "1s"},
                "--time-per-game, which is missing"},
           Case{{"mnk:3x3x3", "--player", "random", "--player", "level:1", "--margin", "1s"},
                "it needs --time-per-move"},
           Case{{"mnk:3x3x3", "--player", "random", "--player", "level:1", "--resume"},
                "--resume needs --store"},
           Case{{"--store", path("none.db"), "--resume"}, "there is nothing to resume"},
           Case{{"mnk:3x3x3", "--player", "random", "--player", "level:1", "--store", store},
                "exists already; to go on with it: "},
           Case{{"--store", store, "--resume", "--format", "swiss"}, "--format is another one"},
           Case{{"gomoku", "--store", store, "--resume"}, "the game is another one"},
           Case{{"--store", store, "--resume", "--seed", "2"}, "--seed is another one"},
           Case{{"--store", store, "--resume", "--player", "level:2=level:4"},
                "a level is written"},
           Case{{"mnk:3x3x3", "--player", "random", "--player", "level:1", "--sandbox", "maybe"},
                "--sandbox is auto, on or off, not 'maybe'"},
           Case{{"mnk:3x3x3", "--player", "random", "--player", "cmd:  "}, "needs the command"},
           Case{{"mnk:3x3x3", "--player", "random", "--player", "server:./bot"},
                "no server for programs"},
           Case{{"kimble:2", "--player", "random", "--player", "gomocup:./bot"},
                "the Gomocup protocol is for five in a row"},
           Case{{"kimble:2", "--player", "random", "--player", "http://127.0.0.1:1"},
                "on m,n,k boards"},
           Case{{"kimble:4", "--player", "helppo", "--player", "vaikea", "--player", "random",
                 "--player", "level:1", "--format", "swiss"},
                "round-robin and ladder have tables"},
       }) {
    Words all = {"tournament"};
    all.insert(all.end(), words.begin(), words.end());
    const Ended ended = run(all);
    EXPECT_EQ(ended.code, 2) << sentence << "\n" << ended.err;
    EXPECT_NE(ended.err.find(sentence), std::string::npos) << sentence << "\n" << ended.err;
    EXPECT_EQ(std::count(ended.err.begin(), ended.err.end(), '\n'), 1) << ended.err;
  }
}

}  // namespace

}  // namespace gauntlet::tools
