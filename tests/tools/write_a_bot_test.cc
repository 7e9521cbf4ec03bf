// docs/write-a-bot.md: its code, put into the starter bots as it says, beats level 1 in each game.
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <fstream>
#include <string>
#include <vector>

#include "tests/tools/bad_programs.h"
#include "tests/tools/command_line.h"
#include "tests/tools/standing.h"

namespace gauntlet::tools {

namespace {

using Lines = std::vector<std::string>;

Lines lines_of_file(const std::string& path) {
  std::ifstream file(std::string(GAUNTLET_SOURCE_DIR) + "/" + path);
  Lines lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  EXPECT_FALSE(lines.empty()) << path;
  return lines;
}

/// The pieces of code of that section of the guide which have a function choose, without their
/// indent.
std::vector<Lines> codes_of_section(const std::string& heading) {
  std::vector<Lines> codes;
  Lines block;
  bool is_here = false, has_choose = false;
  const auto end_block = [&] {
    if (has_choose) codes.push_back(block);
    block.clear();
    has_choose = false;
  };
  for (const std::string& line : lines_of_file("docs/write-a-bot.md")) {
    const bool is_code = line.starts_with("    ");
    if (!is_code && !line.empty()) end_block();
    if (line.starts_with("## ")) is_here = line == "## " + heading;
    if (!is_here || (line.empty() && block.empty()) || (!is_code && !line.empty())) continue;
    block.push_back(is_code ? line.substr(4) : "");
    has_choose = has_choose || line.starts_with("    def choose(");
  }
  end_block();
  EXPECT_FALSE(codes.empty()) << "no code in the section " << heading;
  return codes;
}

/// `bot` with `code` in place of its function choose.
Lines with_choose(const Lines& bot, const Lines& code) {
  Lines whole;
  bool is_inside = false, was_there = false;
  for (const std::string& line : bot) {
    if (line.starts_with("def choose(")) {
      is_inside = was_there = true;
      whole.insert(whole.end(), code.begin(), code.end());
    } else if (!line.empty() && line[0] != ' ') {
      is_inside = false;
    }
    if (!is_inside) whole.push_back(line);
  }
  EXPECT_TRUE(was_there);
  return whole;
}

/// What a section is about.
struct Section {
  const char* bot;
  const char* heading;
  const char* game;
  const char* rounds;  ///< Few, but where luck counts.
  bool connects = true;
};

constexpr Section kSections[] = {{"gomoku", "Gomoku", "gomoku:11", "3"},
                                 {"kinarow", "K-in-a-Row", "mnk:7x6x4", "5", false},
                                 {"sudokill", "Sudokill", "sudokill", "5"},
                                 {"kimble", "Kimble", "kimble:2", "15"},
                                 {"twodoku", "Two-Doku", "twodoku", "3"}};

class WriteABot : public CommandLine, public ::testing::WithParamInterface<Section> {
 protected:
  bool has_python() const { return shell("command -v python3 >/dev/null").code == 0; }
  /// The player that the reader of the section has in the end.
  std::string player() const {
    const Section& section = GetParam();
    Lines bot = lines_of_file(std::string("examples/bots/python/") + section.bot + ".py");
    for (const Lines& code : codes_of_section(section.heading)) bot = with_choose(bot, code);
    std::ofstream file(path("bot.py"));
    for (const std::string& line : bot) file << line << '\n';
    return std::string(section.connects ? "server:" : "kinarow:") + "python3 '" + path("bot.py") +
           (section.connects ? "' {host} {port} {name}" : "' {port}");
  }
};

TEST_P(WriteABot, TheGuidesCodeBeatsLevelOneSlow) {
  if (!has_python()) GTEST_SKIP() << "python3 is not installed";
  const Section& section = GetParam();
  const Ended ended =
      run({"tournament", section.game, "--player", "me=" + player(), "--player", "level:1",
           "--rounds", section.rounds, "--seed", "1", "--json", "--quiet", "--time-per-move", "5s",
           "--margin", "5s", "--output", path("said")});
  const boost::json::object standing = standing_of(ended, "me");
  ASSERT_FALSE(standing.empty());
  EXPECT_EQ(standing.at("forfeits").as_int64(), 0) << text_of_file(path("said/me.txt"));
  EXPECT_GT(standing.at("score").to_number<double>(), 0.5) << ended.out;
}

TEST_P(WriteABot, TheGuidesCodePassesTheCheckSlow) {
  if (!has_python()) GTEST_SKIP() << "python3 is not installed";
  const Ended ended =
      run({"check", GetParam().game, "--time-per-move", "5s", "--json", "--", player()});
  EXPECT_EQ(ended.code, 0) << ended.out << ended.err;
}

INSTANTIATE_TEST_SUITE_P(Games, WriteABot, ::testing::ValuesIn(kSections),
                         [](const auto& info) { return std::string(info.param.bot); });

}  // namespace

}  // namespace gauntlet::tools
