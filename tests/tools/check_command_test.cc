// `gauntlet check` as a process: our own players pass it, bad ones do not, and what it prints.
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "engine/words.h"
#include "tests/checked.h"
#include "tests/tools/bad_programs.h"
#include "tests/tools/command_line.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

const std::string kGauntlet = GAUNTLET_BINARY;

class CheckCommand : public CommandLine {
 protected:
  using Objects = std::vector<boost::json::object>;

  Ended check(const Words& options, const Words& command) const {
    Words words = {"check", "--sandbox", "off"};
    words = with(words, options);
    if (!command.empty()) words.push_back("--");
    return run(with(words, command));
  }
  static Objects objects_of(const Ended& ended) {
    Objects objects;
    for (const std::string_view line : engine::split(ended.out, '\n'))
      if (!line.empty()) objects.push_back(boost::json::parse(std::string(line)).as_object());
    return objects;
  }
  static std::string text(const boost::json::object& object, const char* key) {
    return std::string(object.at(key).as_string());
  }
  /// The command of tests/bots' bad program.
  std::string bad_bot(const std::string& protocol, const std::string& fault) const {
    return std::filesystem::path(kGauntlet).replace_filename("bad_bot").string() + " " + protocol +
           " " + fault + " " + path(fault);
  }
};

// ---- good programs ----

struct OwnProgram {
  const char* name;
  const char* game;
  std::string command;
  std::size_t steps;  // of the check
};

class CheckOwn : public CheckCommand, public ::testing::WithParamInterface<OwnProgram> {};

TEST_P(CheckOwn, Passes) {
  const auto began = steady_clock::now();
  const Ended ended =
      check({GetParam().game, "--json", "--time-per-move", "1s"}, {GetParam().command});
  const Objects objects = objects_of(ended);
  EXPECT_EQ(ended.code, 0) << ended.out << ended.err;
  ASSERT_EQ(objects.size(), GetParam().steps + 1) << ended.out;
  for (std::size_t i = 0; i < GetParam().steps; ++i) {
    EXPECT_EQ(objects[i].at("step").as_int64(), static_cast<std::int64_t>(i + 1));
    const std::string verdict = text(objects[i], "verdict");
    EXPECT_TRUE(verdict == "passed" || verdict == "not seen") << objects[i];
  }
  const boost::json::object& summary = objects.back();
  EXPECT_TRUE(summary.at("ok").as_bool());
  EXPECT_GE(summary.at("passed").as_int64(), static_cast<std::int64_t>(GetParam().steps) - 2);
  EXPECT_LT(steady_clock::now() - began, 62s);
}

std::string connects(const std::string& game, const std::string& more = "") {
  return kGauntlet + " connect " + game + " --port {port} --player random" + more;
}

INSTANTIATE_TEST_SUITE_P(
    Programs, CheckOwn,
    ::testing::Values(
        OwnProgram{"Gomoku", "gomoku:9", connects("gomoku"), 11},
        OwnProgram{"Sudokill", "sudokill", connects("sudokill"), 12},
        OwnProgram{"Kimble", "kimble:2", connects("kimble"), 11},
        OwnProgram{"KimbleRest", "kimble:3", connects("kimble", " --rest"), 12},
        OwnProgram{"TwoDoku", "twodoku", connects("twodoku"), 12},
        OwnProgram{"Gomocup", "gomoku:9", kGauntlet + " gomocup --player random", 13},
        OwnProgram{"Engine", "mnk:5x4x4", "engine:" + kGauntlet + " engine --player random", 13},
        OwnProgram{"EngineSudokill", "sudokill", "engine:" + kGauntlet + " engine --player random",
                   12},
        OwnProgram{"Kinarow", "mnk:4x4x3",
                   "kinarow:" + kGauntlet + " bot kinarow --port {port} --player random", 12}),
    [](const auto& info) { return std::string(info.param.name); });

TEST_F(CheckCommand, ABotThatRunsAlreadyIsCheckedByItsUrl) {
  const auto bot = start({"bot", "kinarow", "--port", "0", "--player", "random"});
  std::string url;
  for (int i = 0; i < 500 && url.empty(); ++i) {
    std::this_thread::sleep_for(10ms);
    const std::string said = bot->errors_so_far() + text_of_file(path("out"));
    if (const std::size_t at = said.find("http://127.0.0.1:"); at != said.npos)
      url = said.substr(at, said.find_first_not_of("0123456789", at + 17) - at);
  }
  ASSERT_NE(url, "");
  const TemporaryDirectory other;
  const Ended ended =
      ChildProcess({kGauntlet, "check", "mnk:4x4x3", "--url", url, "--json"}, other.path(), {})
          .wait();
  EXPECT_EQ(ended.code, 0) << ended.out << ended.err;
  const Objects objects = objects_of(ended);
  ASSERT_EQ(objects.size(), 12u);
  EXPECT_EQ(text(objects.back(), "program"), url);
  EXPECT_EQ(ended.err, "") << "there is no sandbox, and nothing to say of one";
}

// ---- bad ones ----

TEST_F(CheckCommand, AFailureHasItsConversationAndWhatWouldBeRight) {
  const Ended fails = check({"gomoku:9", "--json", "--time-per-move", "1s"},
                            {bad_bot("gomoku", "plays_off_the_board") + " {port}"});
  EXPECT_EQ(fails.code, 1) << fails.out << fails.err;
  const Objects objects = objects_of(fails);
  ASSERT_GE(objects.size(), 3u);
  EXPECT_EQ(text(objects[0], "name"), "connects");
  EXPECT_EQ(text(objects[0], "verdict"), "passed");
  EXPECT_FALSE(objects[0].contains("right"));
  EXPECT_FALSE(objects[0].contains("transcript"));
  const boost::json::object& step = objects[1];
  EXPECT_EQ(text(step, "name"), "moves legally, moving first");
  EXPECT_EQ(text(step, "verdict"), "failed");
  EXPECT_EQ(text(step, "detail"),
            "illegal move: '99 99' (off the board, whose rows and columns are 0 to 8)");
  EXPECT_NE(text(step, "right").find("'ROW COLUMN'"), std::string::npos);
  EXPECT_NE(text(step, "asks").find("random moves"), std::string::npos);
  EXPECT_GE(step.at("seconds").to_number<double>(), 0);
  const auto& lines = step.at("transcript").as_array();
  EXPECT_EQ(std::string(lines.at(0).as_string()), "> CONTINUING");
  const boost::json::object& summary = objects.back();
  EXPECT_FALSE(summary.at("ok").as_bool());
  EXPECT_EQ(summary.at("failed").as_int64(), 1);
  EXPECT_EQ(summary.at("not_reached").as_int64(), 0);
  EXPECT_EQ(text(summary, "game"), "gomoku:9");
  EXPECT_FALSE(summary.at("sandbox").as_bool());
  for (const char* count : {"passed", "not_seen"}) EXPECT_GE(summary.at(count).as_int64(), 0);
}

TEST_F(CheckCommand, WhatIsWrongStandsAboveATraceback) {
  // As Node does it: the error, where it came from, an empty line, its own version.
  const Ended ended =
      check({"gomoku"}, {"server:sh -c '(echo long ago; echo Error: no module;"
                         " for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15; do echo at $i; done;"
                         " echo code; echo }; echo; echo Node {port}) >&2; exit 1'"});
  EXPECT_EQ(ended.code, 1);
  EXPECT_NE(ended.out.find("         ! Error: no module\n         ! at 1\n"), std::string::npos)
      << ended.out;
  EXPECT_NE(ended.out.find("         ! code\n         ! }\n         ! Node "), std::string::npos)
      << ended.out;
}

TEST_F(CheckCommand, PeopleReadTheSame) {
  const Ended ended = check({"mnk:4x4x3"}, {bad_bot("engine", "crashes_when_asked")});
  EXPECT_EQ(ended.code, 1);
  EXPECT_TRUE(ended.out.starts_with("  1  starts ")) << ended.out;
  EXPECT_NE(ended.out.find("  2  names itself                      passed       'bot'\n"),
            std::string::npos)
      << ended.out;
  EXPECT_NE(ended.out.find("  3  moves legally, moving first       FAILED       "
                           "crashed: signal SIGKILL\n"),
            std::string::npos)
      << ended.out;
  EXPECT_NE(ended.out.find("\n         > go\n         > over lost by forfeit: crashed\n"
                           "         ! oh no\n     right would be: it stays"),
            std::string::npos)
      << ended.out;
  const auto lines = engine::split(ended.out, '\n');
  const std::string summary(lines[lines.size() - 2]);
  EXPECT_TRUE(summary.starts_with("mnk:4x4x3: ")) << summary;
  EXPECT_NE(summary.find(" steps passed, 1 failed"), std::string::npos) << summary;
  for (const std::string_view line : lines)
    EXPECT_TRUE(line.size() <= 210 || line == summary) << line;
}

TEST_F(CheckCommand, WhoNeverComesIsNotAskedForMore) {
  const Ended ended = check({"sudokill", "--json"}, {"sh -c 'exit 7' {port}"});
  EXPECT_EQ(ended.code, 1);
  const Objects objects = objects_of(ended);
  ASSERT_EQ(objects.size(), 13u);
  EXPECT_EQ(text(objects[0], "verdict"), "failed");
  EXPECT_EQ(text(objects[0], "detail"), "ended before it connected: exit status 7");
  for (std::size_t i = 1; i < 12; ++i) {
    EXPECT_EQ(text(objects[i], "verdict"), "not reached") << objects[i];
    EXPECT_EQ(text(objects[i], "detail"), "the program never came to its first game");
  }
  EXPECT_EQ(objects.back().at("not_reached").as_int64(), 11);
}

TEST_F(CheckCommand, ItsTimeIsBounded) {
  const auto began = steady_clock::now();
  const Ended ended = check({"gomoku:9", "--time", "5s", "--time-per-move", "10s", "--json"},
                            {"sh -c 'trap \"\" TERM; while :; do sleep 1; done' {port}"});
  EXPECT_LT(steady_clock::now() - began, kIsChecked ? 12s : 7s);
  EXPECT_EQ(ended.code, 1);
  const Objects objects = objects_of(ended);
  EXPECT_GT(objects.back().at("not_reached").as_int64(), 5);
  EXPECT_NE(ended.out.find("there was no time left of 5 s"), std::string::npos) << ended.out;
}

TEST_F(CheckCommand, CtrlCEndsIt) {
  const auto process =
      start({"check", "gomoku:9", "--sandbox", "off", "--json", "--", "sleep", "1000", "{port}"});
  std::this_thread::sleep_for(500ms);
  process->send(SIGINT);
  const auto began = steady_clock::now();
  const Ended ended = process->wait();
  EXPECT_LT(steady_clock::now() - began, 6s);
  EXPECT_EQ(ended.code, 1);
  EXPECT_NE(ended.out.find("the check was interrupted"), std::string::npos) << ended.out;
}

// ---- the command line ----

TEST_F(CheckCommand, TheWordsOfACommandStayWords) {
  const std::string script = path("it's a bot.sh");
  std::ofstream(script)
      << "[ \"$1\" = 'two words' ] && [ \"$2\" = \"$GAUNTLET_PORT\" ] && exit 5\n";
  const Ended ended = check({"gomoku:9", "--json"}, {"bash", script, "two words", "{port}"});
  EXPECT_NE(ended.out.find("exit status 5"), std::string::npos) << ended.out << ended.err;
  const Ended prefixed =
      check({"gomoku:9", "--json"}, {"server:bash", script, "two words", "{port}"});
  EXPECT_NE(prefixed.out.find("exit status 5"), std::string::npos) << prefixed.out << prefixed.err;
}

TEST_F(CheckCommand, BadCommandLinesGetTheirSentence) {
  const auto expect = [&](const Words& words, const std::string& sentence) {
    const Ended ended = run(with({"check"}, words));
    EXPECT_EQ(ended.code, 2) << ended.out << ended.err;
    EXPECT_NE(ended.err.find(sentence), std::string::npos) << ended.err;
    EXPECT_EQ(ended.out, "");
  };
  expect({}, "GAME is missing");
  expect({"gomuku", "--", "./bot"}, "did you mean");
  expect({"gomoku"}, "which program? Give the command that starts it");
  expect({"gomoku", "--", ""}, "a program needs the command that starts it");
  expect({"gomoku", "--", "engine:"}, "a program needs the command that starts it");
  expect({"mnk:7x6x4", "--", "./bot {port}"},
         "gomoku, sudokill, kimble and twodoku have; for a bot of the K-in-a-Row page say "
         "'kinarow:./bot {port}'");
  expect({"sudokill", "--", "gomocup:./bot"}, "the Gomocup protocol is for five in a row");
  expect({"sudokill", "--", "kinarow:./bot {port}"}, "m,n,k boards");
  expect({"mnk:7x6x4", "--url", "http://127.0.0.1:1", "--", "./bot"},
         "a command and --url cannot be given together");
  expect({"mnk:7x6x4", "--url", "127.0.0.1"}, "it does not begin with http://");
  expect({"sudokill", "--url", "http://127.0.0.1:1"}, "m,n,k boards");
  expect({"mnk:7x6x4", "--", "http://127.0.0.1:5005"}, "is checked by --url http://127.0.0.1:5005");
  expect({"gomoku", "--time-per-move", "1min", "--", "./bot"}, "--time-per-move is 10ms to 10s");
  expect({"gomoku", "--time", "1h", "--", "./bot"}, "--time is 4s to 60s");
  expect({"gomoku", "--tim", "1s", "--", "./bot"}, "unknown option '--tim'");
}

TEST_F(CheckCommand, HelpHasExamples) {
  const Ended ended = run({"check", "--help"});
  EXPECT_EQ(ended.code, 0);
  for (const char* text :
       {"gauntlet check gomoku -- python3 bot.py {port}", "--url", "--time", "docs/check.md"})
    EXPECT_NE(ended.out.find(text), std::string::npos) << text;
}

}  // namespace

}  // namespace gauntlet::tools
