// `gauntlet host gomoku --run`: programs of every kind, good and bad, through the real program.
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <chrono>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/tools/bad_programs.h"
#include "tests/tools/child_process.h"

namespace gauntlet::tools {

namespace {

using Words = std::vector<std::string>;
using boost::json::object;

const std::string kGood =
    std::string(GAUNTLET_BINARY) + " connect gomoku --host {host} --port {port} --player random";

/// Where a host runs, its bots lie and what they say is kept.
class Folder : public ScriptFolder {
 public:
  std::string output() const { return *this / "output"; }
  ChildProcess host(Words words) const {
    words.insert(words.begin(), {GAUNTLET_BINARY, "host", "gomoku", "--port", "0", "--seed", "1"});
    return {words, path(), {}};
  }
};

/// The objects of a run with --json; the last one is the standings.
std::vector<object> objects(const Ended& ended) {
  std::vector<object> all;
  std::istringstream lines(ended.out);
  for (std::string line; std::getline(lines, line);)
    all.push_back(boost::json::parse(line).as_object());
  return all;
}

TEST(HostPrograms, TwoPlayAMatchAndEverythingIsKept) {
  const Folder folder;
  const Ended ended =
      folder
          .host({"--run", kGood, "--run", kGood + " --seed 5", "--games", "4", "--json", "--output",
                 folder.output(), "--store", folder / "games.db"})
          .wait();
  ASSERT_EQ(ended.code, 0) << ended.err;
  const auto all = objects(ended);
  ASSERT_EQ(all.size(), 5u);
  for (std::size_t game = 0; game < 4; ++game) {
    const bool is_even = game % 2 == 0;
    EXPECT_EQ(boost::json::serialize(all[game].at("players")),
              is_even ? R"(["gauntlet","gauntlet#2"])" : R"(["gauntlet#2","gauntlet"])");
    for (const std::string name : {is_even ? "black-gauntlet" : "black-gauntlet#2",
                                   is_even ? "white-gauntlet#2" : "white-gauntlet"}) {
      const std::string text = text_of_file(folder.output() + "/game-00000" +
                                            std::to_string(game + 1) + '-' + name + ".txt");
      EXPECT_TRUE(text.starts_with("command: " GAUNTLET_BINARY " connect gomoku --host 127.0.0.1 "
                                   "--port "))
          << text;
      EXPECT_NE(text.find("\nended: exit status 0\nran: "), std::string::npos) << text;
      EXPECT_NE(text.find("1 of 1 game finished: "), std::string::npos) << text;
    }
  }
  const auto& standings = all[4].at("standings").as_array();
  ASSERT_EQ(standings.size(), 2u);
  EXPECT_EQ(standings[0].at("games"), 4);
  EXPECT_EQ(standings[0].at("forfeits"), 0);
  const Ended exported =
      ChildProcess({GAUNTLET_BINARY, "export", folder / "games.db", "--jsonl"}, folder.path(), {})
          .wait();
  EXPECT_EQ(std::count(exported.out.begin(), exported.out.end(), '\n'), 4);
  EXPECT_NE(exported.out.find("gauntlet#2"), std::string::npos);
}

TEST(HostPrograms, OnePlaysTheBuiltInPlayerTwiceUnlessToldOtherwise) {
  const Folder folder;
  const Ended ended = folder.host({"--run", kGood, "--opponent", "level:1"}).wait();
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.out.find("1. gomoku:9  gauntlet - level:1  "), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("2. gomoku:9  level:1 - gauntlet  "), std::string::npos) << ended.out;
  EXPECT_EQ(ended.out.find("3. "), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("\nplayer  "), std::string::npos) << ended.out;
}

/// A bad player, and what becomes of it; the other one is well and wins.
struct Misbehaviour {
  const BadScript* script;  // a move to the middle has been asked for when it begins
  const char* reason;       // behind "black" or "white"
  const char* ending;
  const char* output;       // a part of it
  const char* others = "";  // other reasons that there may be, by who is faster
};

void PrintTo(const Misbehaviour& bad, std::ostream* out) {
  *out << bad.script->name;
}

constexpr const char* kLate = " forfeited by taking longer than 500 ms";
constexpr const char* kLeft = " has left the game";
constexpr const char* kTerm = "signal SIGTERM, because it did not end by itself";

const Misbehaviour kMisbehaviours[] = {
    {&kCrashesAtStart, "'s program ended before it connected: exit status 7", "exit status 7",
     "no rules\n"},
    {&kIsKilledAtStart, "'s program ended before it connected: signal SIGABRT", "signal SIGABRT",
     "bad\n"},
    {&kCrashesOnFirstMessage, kLeft, "signal SIGSEGV", "got CONTINUING\n"},
    {&kExitsInTheGame, kLeft, "exit status 0", "enough\n"},
    {&kStalls, kLate, kTerm, "thinking\n"},
    {&kPlaysIllegally,
     " forfeited by an illegal move: '99 99' (off the board, whose rows and columns are 0 to 8)",
     "exit status 0", "FORFEIT-MOVE"},
    {&kFloodsStdout, kLate, kTerm, " bytes between are not kept]"},
    {&kFloodsTheHost,
     " forfeited by an illegal move: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx' (not two numbers with "
     "a "
     "blank between)",
     "", "",
     " has sent more than 100 lines in a row that mean nothing, "
     "'s program sent nothing but nonsense before the game began"},
    {&kWritesHalfALine, kLate, kTerm, ""},
    {&kIgnoresTerm, kLate, "signal SIGKILL, because it did not end by itself", "deaf\n"},
    {&kLeavesAChild, kLeft, "exit status 0", "bye\n"},
    {&kExitsRightAfterTheEnd,
     " forfeited by an illegal move: 'resign' (not two numbers with a blank between)",
     "exit status 0", ""},
};

class BadProgram : public ::testing::TestWithParam<std::tuple<Misbehaviour, bool>> {};

TEST_P(BadProgram, LosesAndHurtsNobody) {
  const auto& [bad, is_black] = GetParam();
  const Folder folder;
  const std::string command = folder.bot("bad", *bad.script);
  const std::string ours = is_black ? "black" : "white", theirs = is_black ? "white" : "black";
  Words words = {"--games",
                 "1",
                 "--json",
                 "--time-per-move",
                 "500ms",
                 "--output",
                 folder.output(),
                 "--run",
                 is_black ? command : kGood,
                 "--run",
                 is_black ? kGood : command};
  const auto begin = std::chrono::steady_clock::now();
  const Ended ended = folder.host(words).wait();
  const auto took = std::chrono::steady_clock::now() - begin;
  EXPECT_TRUE(folder.nothing_runs());
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_LT(took, std::chrono::seconds(9));

  const auto all = objects(ended);
  ASSERT_EQ(all.size(), 2u) << ended.out;
  const auto& game = all[0];
  EXPECT_EQ(boost::json::serialize(game.at("returns")), is_black ? "[0,1]" : "[1,0]");
  EXPECT_EQ(game.at("players").at(is_black ? 0 : 1), "bad");
  const auto reason = boost::json::value_to<std::string>(game.at("reason"));
  ASSERT_TRUE(reason.starts_with(ours)) << reason;
  const bool is_other =
      std::string_view(bad.others).find(reason.substr(ours.size())) != std::string_view::npos;
  EXPECT_TRUE(is_other || reason == ours + bad.reason) << reason;
  EXPECT_EQ(all[1].at("standings").at(0).at("player"), "gauntlet");
  EXPECT_EQ(all[1].at("standings").at(1).at("forfeits"), 1);

  const std::string log = text_of_file(folder.output() + "/game-000001-" + ours + "-bad.txt");
  EXPECT_NE(log.find(std::string("\nended: ") + bad.ending), std::string::npos) << log;
  EXPECT_NE(log.find(bad.output, log.find("output:\n")), std::string::npos) << log.substr(0, 999);
  EXPECT_LT(log.size(), 2 * 64 * 1024 + 1000u);
  const std::string other =
      text_of_file(folder.output() + "/game-000001-" + theirs + "-gauntlet.txt");
  EXPECT_NE(other.find("ended: exit status 0\n"), std::string::npos) << other;
  EXPECT_NE(other.find(": win ("), std::string::npos) << other;
}

INSTANTIATE_TEST_SUITE_P(All, BadProgram,
                         ::testing::Combine(::testing::ValuesIn(kMisbehaviours), ::testing::Bool()),
                         [](const auto& info) {
                           return std::string(std::get<0>(info.param).script->name) +
                                  (std::get<1>(info.param) ? "_as_black" : "_as_white");
                         });

TEST(HostPrograms, WhoNeverConnectsLosesAfterTenSeconds) {
  const Folder folder;
  const Ended ended =
      folder.host({"--games", "1", "--run", folder.bot("bad", kNeverComes), "--run", kGood}).wait();
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.out.find("1. gomoku:9  bad - gauntlet  0.0 - 1.0  "
                           "black's program did not connect within 10 s, 0 plies\n"),
            std::string::npos)
      << ended.out;
  EXPECT_NE(ended.err.find(
                "game-000001-black-bad ended: signal SIGTERM, because it did not end by itself\n"),
            std::string::npos)
      << ended.err;
  EXPECT_NE(ended.err.find("   waiting\n"), std::string::npos) << ended.err;
  EXPECT_TRUE(folder.nothing_runs());
}

TEST(HostPrograms, TheRunEndsWhenOneNeverComes) {
  const Folder folder;
  const Ended ended =
      folder.host({"--games", "9", "--run", "./no-such-bot", "--run", kGood}).wait();
  EXPECT_EQ(ended.code, 3);
  EXPECT_TRUE(
      ended.err.ends_with("gauntlet: no-such-bot has not connected in three games in a row, so "
                          "there is nobody to play with\n"))
      << ended.err;
  EXPECT_NE(ended.out.find("\n3. gomoku:9  no-such-bot - gauntlet  0.0 - 1.0  black's program "
                           "ended before it connected: exit status 127, 0 plies\n"),
            std::string::npos)
      << ended.out;
  EXPECT_EQ(ended.out.find("\n4. "), std::string::npos);
}

TEST(HostPrograms, OnlyTheLastTenLinesOfABadOneAreLogged) {
  const Folder folder;
  const Ended ended = folder
                          .host({"--games", "1", "--opponent", "random", "--run",
                                 folder.raw_bot("bad", "seq 1 25; printf '\\033[31m'; exit 1")})
                          .wait();
  EXPECT_EQ(ended.code, 0);
  EXPECT_EQ(ended.err.find("  16\n"), std::string::npos) << ended.err;
  for (const char* line : {"   17\n", "   25\n", "   \\x1b[31m\n"})
    EXPECT_NE(ended.err.find(line), std::string::npos) << ended.err;
}

TEST(HostPrograms, CtrlCEndsThemToo) {
  const Folder folder;
  const std::string deaf =
      folder.connected_bot("deaf", "trap '' TERM INT; echo here; while :; do sleep 0.1; done");
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const std::string output = folder.output() + std::to_string(signal);
    ChildProcess host =
        folder.host({"--run", deaf, "--run", deaf, "--time-per-move", "1h", "--output", output});
    for (int i = 0; i < 1000 && host.errors_so_far().find("game 1: ") == std::string::npos; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    const auto begin = std::chrono::steady_clock::now();
    host.send(signal);
    const Ended ended = host.wait();
    EXPECT_EQ(ended.code, 1) << ended.err;  // two games were to be played
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(5));
    EXPECT_TRUE(folder.nothing_runs());
    for (const char* name : {"/game-000001-black-deaf.txt", "/game-000001-white-deaf#2.txt"}) {
      const std::string log = text_of_file(output + name);
      EXPECT_NE(log.find("ended: signal SIGKILL, "), std::string::npos) << log;
      EXPECT_TRUE(log.ends_with("output:\nhere\n")) << log;
    }
  }
}

TEST(HostPrograms, OutputsAreNeverOverwritten) {
  const Folder folder;
  const Words words = {"--run", kGood, "--opponent", "random", "--output", folder.output()};
  EXPECT_EQ(folder.host(words).wait().code, 0);
  const Ended again = folder.host(words).wait();
  EXPECT_EQ(again.code, 2);
  EXPECT_NE(again.err.find("holds the outputs of other games already; name a new folder"),
            std::string::npos)
      << again.err;
}

}  // namespace

}  // namespace gauntlet::tools
