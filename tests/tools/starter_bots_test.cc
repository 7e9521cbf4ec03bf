// The bots of examples/bots play whole games in tournaments and pass the check, in each language
// that is installed.
#include <gtest/gtest.h>

#include <algorithm>
#include <boost/json.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

#include "tests/tools/command_line.h"
#include "tests/tools/standing.h"

namespace gauntlet::tools {

namespace {

constexpr char kFolder[] = GAUNTLET_SOURCE_DIR "/examples/bots/";

/// How the bots of a language are started.
struct Language {
  const char* name;     ///< Its folder's.
  const char* program;  ///< "": what is built here.
  const char* ending;
};

constexpr Language kLanguages[] = {{"python", "python3", ".py"},
                                   {"javascript", "node", ".js"},
                                   {"java", "java", ".java"},
                                   {"cpp", "", ""}};

/// What a bot is for.
struct Task {
  const char* bot;
  const char* game;
  const char* way;  ///< It is started in.
  const char* arguments;
  int least_wins;  ///< Of two games with who moves at random.
};

constexpr Task kTasks[] = {{"gomoku", "gomoku:9", "server:", " {host} {port} {name}", 2},
                           {"sudokill", "sudokill", "server:", " {host} {port} {name}", 0},
                           {"kimble", "kimble:2", "server:", " {host} {port} {name}", 0},
                           {"twodoku", "twodoku", "server:", " {host} {port} {name}", 2},
                           {"kinarow", "mnk:7x6x4", "kinarow:", " {port}", 2}};

class StarterBots : public CommandLine,
                    public ::testing::WithParamInterface<std::tuple<Language, Task>> {
 protected:
  static const Language& spoken() { return std::get<0>(GetParam()); }
  bool is_installed() const {
    const Language& language = spoken();
    return *language.program == '\0' ||
           shell(std::string("command -v ") + language.program + " >/dev/null").code == 0;
  }
  static std::string command(std::string bot) {
    const Language& language = spoken();
    if (*language.program == '\0')
      return "'" +
             (std::filesystem::path(GAUNTLET_BINARY).parent_path() / ("starter_" + bot)).string() +
             "'";
    if (language.ending == std::string_view(".java"))
      bot[0] = static_cast<char>(bot[0] - 'a' + 'A');
    return std::string(language.program) + " '" + kFolder + language.name + "/" + bot +
           language.ending + "'";
  }
  /// `player` meets one who moves at random once in each seat: how many games it wins.
  std::int64_t wins(const std::string& game, const std::string& player) {
    const Ended ended = run({"tournament", game, "--player", "starter=" + player, "--player",
                             "random", "--rounds", "1", "--seed", "1", "--json", "--quiet",
                             "--time-per-move", "5s", "--margin", "5s", "--sandbox-memory", "0"});
    const boost::json::object standing = standing_of(ended, "starter");
    if (standing.empty()) return 0;
    EXPECT_EQ(standing.at("games").as_int64(), 2);
    EXPECT_EQ(standing.at("forfeits").as_int64(), 0) << game << ' ' << ended.out;
    return standing.at("wins").as_int64();
  }
  void expect_check_passes(const std::string& game, const std::string& player) {
    const Ended ended = run(
        {"check", game, "--time-per-move", "5s", "--sandbox-memory", "0", "--json", "--", player});
    EXPECT_EQ(ended.code, 0) << ended.out << ended.err;
  }
};

/// A bot that is added, or a language, comes here too.
TEST(StarterFolder, HasTheseBotsAndNoOthers) {
  std::set<std::string> expected = {"python/engine.py", "cpp/server.h", "cpp/page.h",
                                    "cpp/position.h"},
                        found;
  for (const Language& language : kLanguages)
    for (const Task& task : kTasks) {
      std::string bot = task.bot;
      if (language.name == std::string_view("java")) bot[0] = static_cast<char>(bot[0] - 'a' + 'A');
      const bool is_built = *language.program == '\0';
      expected.insert(std::string(language.name) + "/" + bot +
                      (is_built ? ".cc" : language.ending));
    }
  for (const auto& language : std::filesystem::directory_iterator(kFolder))
    if (language.is_directory())
      for (const auto& bot : std::filesystem::directory_iterator(language.path()))
        if (!bot.is_directory())  // Python's __pycache__
          found.insert(language.path().filename().string() + "/" + bot.path().filename().string());
  EXPECT_EQ(found, expected);
}

/// Who begins reads them whole.
TEST(StarterFolder, NoFileIsLongerThanSixtyLines) {
  for (const auto& file : std::filesystem::recursive_directory_iterator(kFolder)) {
    if (file.is_directory() || file.path().extension() == ".pyc") continue;
    std::ifstream in(file.path());
    EXPECT_LE(std::count(std::istreambuf_iterator<char>(in), {}, '\n'), 60) << file.path();
  }
}

TEST_P(StarterBots, PlayWholeGamesSlow) {
  if (!is_installed()) GTEST_SKIP() << spoken().program << " is not installed";
  const Task& task = std::get<1>(GetParam());
  EXPECT_GE(wins(task.game, task.way + command(task.bot) + task.arguments), task.least_wins);
  const Ended ended = shell(command(task.bot) + " 2>&1");
  EXPECT_NE(ended.code, 0);
  EXPECT_NE(ended.out.find("usage: "), std::string::npos) << ended.out;
}

TEST_P(StarterBots, PassTheCheckSlow) {
  if (!is_installed()) GTEST_SKIP() << spoken().program << " is not installed";
  const Task& task = std::get<1>(GetParam());
  expect_check_passes(task.game, task.way + command(task.bot) + task.arguments);
}

std::string name_of(const ::testing::TestParamInfo<std::tuple<Language, Task>>& info) {
  return std::string(std::get<0>(info.param).name) + '_' + std::get<1>(info.param).bot;
}

INSTANTIATE_TEST_SUITE_P(All, StarterBots,
                         ::testing::Combine(::testing::ValuesIn(kLanguages),
                                            ::testing::ValuesIn(kTasks)),
                         name_of);

class StarterEngine : public StarterBots {};

TEST_P(StarterEngine, PlaysEveryGame) {
  if (!is_installed()) GTEST_SKIP() << spoken().program << " is not installed";
  for (const char* game : {"mnk:5x5x4", "gomoku:9", "sudokill", "kimble:2", "twodoku"})
    wins(game, "engine:" + command("engine"));
}

TEST_P(StarterEngine, PassesTheCheckSlow) {
  if (!is_installed()) GTEST_SKIP() << spoken().program << " is not installed";
  for (const char* game : {"mnk:5x5x4", "kimble:3"})
    expect_check_passes(game, "engine:" + command("engine"));
}

INSTANTIATE_TEST_SUITE_P(All, StarterEngine,
                         ::testing::Values(std::tuple(kLanguages[0],
                                                      Task{"engine", "", "", "", 0})),
                         name_of);

}  // namespace

}  // namespace gauntlet::tools
