// `gauntlet replay --as-bot`: what a program was told in a tournament, written and told again.
#include <absl/strings/str_format.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>
#include <boost/json.hpp>
#include <chrono>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>

#include "engine/words.h"
#include "selfplay/sqlite.h"
#include "tests/tools/command_line.h"
#include "tools/protocol/conversation.h"

namespace gauntlet::tools {

namespace {

constexpr char kPythonBots[] = GAUNTLET_SOURCE_DIR "/examples/bots/python/";

class ReplayBot : public CommandLine {
 protected:
  std::string store() const { return path("t.db"); }
  void play(const std::string& game, const Words& more) const {
    const Ended ended = run(
        with({"tournament", game, "--seed", "1", "--quiet", "--sandbox", "off", "--store", store()},
             more));
    ASSERT_EQ(ended.code, 0) << ended.err;
  }
  Ended replay(const std::string& game, const std::string& bot, const Words& more = {}) const {
    return run(with({"replay", store(), game, "--as-bot", bot}, more));
  }
  boost::json::object replayed(const std::string& game, const std::string& bot,
                               const Words& more = {}) const {
    const Ended ended = replay(game, bot, with({"--json"}, more));
    EXPECT_EQ(ended.code, 0) << ended.err;
    return ended.code == 0 ? boost::json::parse(ended.out).as_object() : boost::json::object();
  }
  std::string file(const std::string& name) const {
    std::ifstream in(path(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::string script(const std::string& name, const std::string& lines) const {
    std::ofstream(path(name)) << lines;
    return "sh '" + path(name) + "'";
  }
  bool has_python() const { return shell("command -v python3 >/dev/null").code == 0; }
};

/// A brain that copies what it reads, so that it is known.
TEST_F(ReplayBot, WritesTheVeryBytesSinceTheProcessBegan) {
  const std::string copies =
      script("copies.sh", "tee -a '" + path("told") + "' | '" GAUNTLET_BINARY "' gomocup\n");
  play("gomoku:9", {"--player", "ann=gomocup:" + copies, "--player", "random", "--rounds", "2",
                    "--threads", "1", "--time-per-move", "20ms", "--margin", "5s"});
  const std::string told = file("told");
  const Ended last = replay("3", "ann");
  EXPECT_EQ(last.code, 0) << last.err;
  EXPECT_GT(last.out.size(), 100u);
  // All but the END by which it was sent away, which is of no game.
  EXPECT_EQ(told.substr(0, last.out.size()), last.out);
  EXPECT_LE(told.size() - last.out.size(), std::string_view("END\r\n").size());
  EXPECT_NE(last.err.find("had played 3 games before"), last.err.npos) << last.err;

  const Ended first = replay("0", "ann");
  EXPECT_EQ(first.err, "");
  EXPECT_LT(first.out.size(), last.out.size());
  EXPECT_EQ(last.out.substr(0, first.out.size()), first.out);
  const auto object = replayed("3", "ann");
  EXPECT_EQ(object.at("games_before").as_int64(), 3);
  EXPECT_TRUE(object.at("whole").as_bool());
  std::string pieces;
  for (const auto& piece : object.at("conversation").as_array())
    if (const auto* text = piece.as_object().if_contains("told")) pieces += text->as_string();
  EXPECT_EQ(pieces, engine::printable(last.out, 1'000'000));
}

TEST_F(ReplayBot, ACrashComesAgain) {
  const std::string crashes = script("crashes.sh",
                                     "moves=0\n"
                                     "while read line; do\n"
                                     "  case $line in\n"
                                     "    START*) echo OK;;\n"
                                     "    BEGIN*|TURN*) moves=$((moves+1)); echo '9 nonsense' >&2\n"
                                     "      [ $moves = 3 ] && kill -SEGV $$\n"
                                     "      echo $moves,$moves;;\n"
                                     "  esac\n"
                                     "done\n");
  play("gomoku:9", {"--player", "ann=gomocup:" + crashes, "--player", "random", "--rounds", "1",
                    "--openings", "none"});
  const auto object = replayed("0", "ann", {"--", crashes});
  EXPECT_TRUE(object.at("ended_early").as_bool() || object.at("told") == object.at("to_tell"));
  EXPECT_EQ(object.at("ending"), "signal SIGSEGV");
  EXPECT_EQ(object.at("result"), "crashed, signal SIGSEGV");
  EXPECT_EQ(object.at("said_the_same"), true);
  EXPECT_FALSE(object.at("kept_silent").as_bool());
  EXPECT_NE(object.at("last_words").as_string().find("9 nonsense"), std::string::npos);
  const Ended shown = replay("0", "ann", {"--", crashes});
  EXPECT_EQ(shown.code, 0);
  for (const char* text : {"  > START 9", "  < 2,2", "  ! 9 nonsense", "signal SIGSEGV",
                           "It said the same as then.", "In the game: crashed"})
    EXPECT_NE(shown.out.find(text), shown.out.npos) << text << '\n' << shown.out;

  const std::string mended = script("mended.sh",
                                    "moves=0\n"
                                    "while read line; do\n"
                                    "  case $line in\n"
                                    "    START*) echo OK;;\n"
                                    "    BEGIN*|TURN*) moves=$((moves+1)); echo $moves,$moves;;\n"
                                    "  esac\n"
                                    "done\n");
  const auto better = replayed("0", "ann", {"--", mended});
  EXPECT_EQ(better.at("ending"), "exit status 0");
  EXPECT_FALSE(better.at("ended_early").as_bool());
  EXPECT_EQ(better.at("told"), better.at("to_tell"));
  EXPECT_EQ(better.at("said_the_same"), false);
}

/// Each protocol's way to connect, and back.
TEST_F(ReplayBot, ServersBotsAreToldTheSameAgainSlow) {
  if (!has_python()) GTEST_SKIP() << "python3 is not installed";
  struct Task {
    const char* game;
    const char* way;
    const char* bot;
    const char* arguments;
    bool is_comparable;
  };
  for (const Task& task : {Task{"gomoku:9", "server:", "gomoku.py", " {host} {port} {name}", true},
                           Task{"sudokill", "server:", "sudokill.py", " {host} {port} x", true},
                           Task{"kimble:2", "server:", "kimble.py", " {host} {port} x", true},
                           Task{"twodoku", "server:", "twodoku.py", " {host} {port} x", true},
                           Task{"mnk:9x9x6", "kinarow:", "kinarow.py", " {port}", false}}) {
    SCOPED_TRACE(task.game);
    std::filesystem::remove(store());
    const std::string command =
        std::string("python3 '") + kPythonBots + task.bot + "'" + task.arguments;
    play(task.game, {"--player", "ann=" + (task.way + command), "--player", "random", "--rounds",
                     "1", "--time-per-move", "5s", "--margin", "5s"});
    const auto object = replayed("1", "ann", {"--", command});
    if (object.empty()) continue;
    EXPECT_EQ(object.at("told"), object.at("to_tell"));
    EXPECT_GT(object.at("told").as_int64(), 3);
    EXPECT_FALSE(object.at("kept_silent").as_bool());
    EXPECT_FALSE(object.at("ended_early").as_bool());
    EXPECT_EQ(object.at("said_the_same"),
              task.is_comparable ? boost::json::value(true) : boost::json::value())
        << object;
  }
}

TEST_F(ReplayBot, WhoHangsIsWaitedForAndToldOf) {
  const std::string hangs = script("hangs.sh",
                                   "read line\necho OK\n"
                                   "while read line; do case $line in BEGIN*|TURN*) sleep 60;; "
                                   "esac; done\n");
  play("gomoku:9", {"--player", "ann=gomocup:" + hangs, "--player", "random", "--rounds", "1",
                    "--time-per-move", "50ms", "--openings", "none"});
  const auto object = replayed("0", "ann");
  const auto& pieces = object.at("conversation").as_array();
  const auto silence = std::find_if(pieces.begin(), pieces.end(), [](const auto& piece) {
    return piece.as_object().contains("silence");
  });
  EXPECT_NE(silence, pieces.end());
  EXPECT_TRUE(object.at("result").as_string().starts_with("out of time"));

  const auto talker = replayed("0", "ann", {"--", "yes"});
  EXPECT_EQ(talker.at("told"), talker.at("to_tell"));
  EXPECT_NE(talker.at("said_the_same"), true);
}

/// Whoever is in a hurry leaves nothing behind.
TEST_F(ReplayBot, TwoInterruptsEndTheProgramToo) {
  const std::string deaf = script("deaf.sh", "trap '' TERM INT HUP\necho $$ > '" + path("pid") +
                                                 "'\nwhile :; do sleep 0.05; done\n");
  play("gomoku:9", {"--player", "ann=gomocup:'" GAUNTLET_BINARY "' gomocup", "--player", "random",
                    "--rounds", "1", "--time-per-move", "20ms", "--margin", "5s"});
  const auto child = start({"replay", store(), "0", "--as-bot", "ann", "--", deaf});
  for (int i = 0; i < 1'000 && file("pid").empty(); ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  ASSERT_FALSE(file("pid").empty());
  child->send(SIGINT);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  child->send(SIGINT);
  child->wait();
  const std::string is_there = "kill -0 " + file("pid");
  for (int i = 0; i < 400 && shell(is_there).code == 0; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  EXPECT_NE(shell(is_there).code, 0);
}

TEST_F(ReplayBot, TamperedStoresAreToldAsDamaged) {
  play("gomoku:9", {"--player", "ann=gomocup:'" GAUNTLET_BINARY "' gomocup", "--player", "random",
                    "--rounds", "1", "--time-per-move", "20ms", "--margin", "5s"});
  const auto expect_after = [&](const std::string& sql, const std::string& sentence) {
    const std::string copy = path("copy.db");
    std::filesystem::copy_file(store(), copy, std::filesystem::copy_options::overwrite_existing);
    {
      selfplay::Database database(copy, SQLITE_OPEN_READWRITE);
      ASSERT_EQ(database.execute(sql.c_str()), SQLITE_OK) << sql;
    }
    const Ended ended = run({"replay", copy, "0", "--as-bot", "ann"});
    EXPECT_EQ(ended.code, 4) << sql << ended.err;
    EXPECT_NE(ended.err.find(sentence), ended.err.npos) << ended.err;
  };
  expect_after("INSERT INTO conversation SELECT * FROM conversation", "is in it twice");
  expect_after("UPDATE conversation SET said = x'0401020304'", "cannot be read");
  expect_after("UPDATE played SET start = 'nonsense'", "game 0 has a bad start position");
  // Small where it is packed: 4 MB of the same letter, a hundred times.
  Conversation large;
  large.told(std::string(Conversation::kMostTold, 'a'));
  std::string hex;
  for (const char byte : large.to_bytes())
    absl::StrAppendFormat(&hex, "%02x", static_cast<unsigned char>(byte));
  expect_after(
      "DELETE FROM conversation WHERE game != 1; UPDATE conversation SET turn = 100;"
      "INSERT INTO conversation WITH RECURSIVE turns(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM "
      "turns WHERE n < 99) SELECT 2, seat, process, n, x'" +
          hex + "' FROM conversation, turns",
      "more than anybody can have been told");
}

TEST_F(ReplayBot, MistakesAreToldInASentence) {
  play("gomoku:9", {"--player", "ann=engine:'" GAUNTLET_BINARY "' engine", "--player", "ben=random",
                    "--player", "J\u00fcrgen=random", "--rounds", "1"});
  const auto expect = [&](const Words& words, const std::string& sentence) {
    const Ended ended = run(words);
    EXPECT_EQ(ended.code, 2) << ended.out;
    EXPECT_NE(ended.err.find(sentence), ended.err.npos) << ended.err;
    EXPECT_EQ(ended.out, "");
  };
  expect({"replay", store(), "0", "--as-bot", "anna"},
         "nobody in the tournament is called 'anna'; there are ann, ben, J\u00fcrgen");
  expect({"replay", store(), "0", "--as-bot", ""}, "nobody in the tournament is called ''");
  expect({"replay", store(), "99", "--as-bot", "ann"}, "has no game 99");
  const Ended exported = run({"export", store()});
  std::string of_ann;
  for (const std::string_view line : engine::split(exported.out, '\n')) {
    if (line.empty()) continue;
    const auto object = boost::json::parse(std::string(line)).as_object();
    const std::string number = std::to_string(object.at("index").as_int64());
    std::string seated;
    for (const auto& player : object.at("players").as_array())
      seated += std::string(player.as_string()) + " ";
    if (seated.find("ann") != seated.npos)
      of_ann = number;
    else
      expect({"replay", store(), number, "--as-bot", "ann"}, "did not play in game " + number);
    if (seated.find("ben") != seated.npos)
      expect({"replay", store(), number, "--as-bot", "ben"}, "'ben' is built in");
    if (seated.find("J\u00fcrgen") != seated.npos)
      expect({"replay", store(), number, "--as-bot", "J\u00fcrgen"}, "'J\u00fcrgen' is built in");
  }
  expect({"replay", store(), "0", "--", "true"}, "a command is for --as-bot");
  const Ended batch = run({"selfplay", "mnk:3x3x3", "--players", "random,random", "--games", "2",
                           "--quiet", "--store", path("b.db")});
  EXPECT_EQ(batch.code, 0);
  expect({"replay", path("b.db"), "0", "--as-bot", "random"}, "needs the store of a tournament");
  const Ended gone = replay(of_ann, "ann", {"--", "/nowhere/bot"});
  EXPECT_EQ(gone.code, 3) << gone.out;
  EXPECT_NE(gone.err.find("the command cannot be started: "), gone.err.npos) << gone.err;
  EXPECT_NE(gone.err.find("/nowhere/bot"), gone.err.npos) << gone.err;
  EXPECT_EQ(gone.err.find("\\x0a"), gone.err.npos) << gone.err;
}

}  // namespace

}  // namespace gauntlet::tools
