#include "tools/report/dial_chart.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "tests/tools/bad_programs.h"
#include "tests/tools/command_line.h"

namespace gauntlet::tools {
namespace {

using selfplay::LevelRatings;

LevelRatings ladder(const std::string& game) {
  LevelRatings ratings{.game = game, .signature = 0, .players = {{"random", 0, 0, 0, 10}}};
  for (int level = 1; level <= search::kLevels; ++level) {
    const double elo = 100.0 * level;
    ratings.players.push_back({"level:" + std::to_string(level), elo, elo - 30, elo + 30, 10});
  }
  ratings.players.push_back({"a<b", 5, -20, 30, 10});
  return ratings;
}

std::size_t count(const std::string& text, const std::string& part) {
  std::size_t found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

TEST(DialChart, HasADotWithItsIntervalForEachLevelAndALineForEachMark) {
  const std::vector<LevelRatings> one = {ladder("mnk:3x3x3")};
  const std::string svg = dial_chart_svg(one);
  EXPECT_EQ(count(svg, "class=\"dot\""), 10u);
  EXPECT_EQ(count(svg, "class=\"whisker\""), 30u);  // and its two ends
  EXPECT_EQ(count(svg, "class=\"mark\""), 2u);
  EXPECT_NE(svg.find(">random</text>"), std::string::npos);
  EXPECT_NE(svg.find(">mnk:3x3x3</text>"), std::string::npos);
}

TEST(DialChart, NamesAreTextAndStandOneAboveTheOther) {
  const std::vector<LevelRatings> one = {ladder("mnk:3x3x3")};
  const std::string svg = dial_chart_svg(one);
  EXPECT_EQ(svg.find("a<b"), std::string::npos);
  const auto height_of = [&](const std::string& name) {
    const auto end = svg.find(">" + name + "</text>");
    const auto at = svg.rfind(" y=\"", end) + 4;
    return std::stod(svg.substr(at));
  };
  EXPECT_GE(height_of("random") - height_of("a&lt;b"), 12);  // 5 Elo apart
}

TEST(DialChart, WhoIsWeakerThanRandomStandsBelowIt) {
  LevelRatings with_weak = ladder("mnk:3x3x3");
  with_weak.players.push_back({"weak", -150, -170, -130, 10});
  const std::vector<LevelRatings> one = {with_weak};
  const std::string svg = dial_chart_svg(one);
  EXPECT_NE(svg.find(">-200</text>"), std::string::npos);
  EXPECT_EQ(svg.find(">-300</text>"), std::string::npos);
  const auto line_above = [&](const std::string& name) {
    const auto end = svg.find(">" + name + "</text>");
    const auto at = svg.rfind(" y1=\"", end) + 5;
    return std::stod(svg.substr(at));
  };
  EXPECT_GT(line_above("weak"), line_above("random") + 20);
}

TEST(DialChart, GamesStandSideBySide) {
  const std::vector<LevelRatings> three = {ladder("a"), ladder("b"), ladder("c")};
  const std::string svg = dial_chart_svg(three);
  EXPECT_EQ(count(svg, "<g transform"), 3u);
  EXPECT_NE(svg.find("viewBox=\"0 0 920.0 640.0\""), std::string::npos);
}

class DialPicture : public CommandLine {};

/// docs/images/levels.svg is what the command draws; GAUNTLET_UPDATE=1 draws it anew.
TEST_F(DialPicture, TheDocumentHasTheOneThatTheCommandDraws) {
  const std::string drawn = path("levels.svg");
  ASSERT_EQ(run({"games", "--picture", drawn}).code, 0);
  const std::string document = std::string(GAUNTLET_SOURCE_DIR) + "/docs/images/levels.svg";
  if (std::getenv("GAUNTLET_UPDATE")) std::ofstream(document) << text_of_file(drawn);
  EXPECT_EQ(text_of_file(document), text_of_file(drawn));
  const Ended again = run({"games", "--picture", drawn});
  EXPECT_EQ(again.code, 2);
  EXPECT_NE(again.err.find("exists"), std::string::npos) << again.err;
}

TEST_F(DialPicture, OfOneGameHasNoOther) {
  const std::string drawn = path("one.svg");
  ASSERT_EQ(run({"games", "mnk:7x6x4", "--picture", drawn}).code, 0);
  const std::string svg = text_of_file(drawn);
  EXPECT_NE(svg.find("mnk:7x6x4"), std::string::npos);
  EXPECT_EQ(svg.find("sudokill"), std::string::npos);
  const Ended unrated = run({"games", "kimble", "--picture", path("none.svg")});
  EXPECT_EQ(unrated.code, 2);
  EXPECT_NE(unrated.err.find("have no ratings to draw"), std::string::npos) << unrated.err;
  EXPECT_FALSE(std::filesystem::exists(path("none.svg")));
}

}  // namespace
}  // namespace gauntlet::tools
