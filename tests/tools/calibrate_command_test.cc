// `gauntlet calibrate` as users and scripts see it.
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "tests/temporary_directory.h"
#include "tests/tools/child_process.h"

namespace gauntlet::tools {
namespace {

using boost::json::value;
using Words = std::vector<std::string>;

class CalibrateCommand : public ::testing::Test {
 protected:
  Ended run(Words words) const {
    words.insert(words.begin(), GAUNTLET_BINARY);
    return ChildProcess(words, directory_.path(), ChildProcess::Options{}).wait();
  }
  Ended calibrate(Words words) const {
    words.insert(words.begin(), {"calibrate", "mnk:3x3x3", "--seed", "1", "--quiet", "--json"});
    return run(words);
  }
  static std::string read(const std::string& path) {
    std::ifstream file(path);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  TemporaryDirectory directory_;
};

TEST_F(CalibrateCommand, TellsARatingOfEveryLevelAboveRandom) {
  const Ended ended = calibrate({"--rounds", "12"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  const value table = boost::json::parse(ended.out);
  EXPECT_EQ(table.at("game"), "mnk:3x3x3");
  EXPECT_EQ(table.at("signature").as_string().size(), 16u);
  int levels = 0;
  double last = 1e9;
  for (const value& rated : table.at("ratings").as_array()) {
    const std::string player(rated.at("player").as_string());
    levels += player.starts_with("level:");
    const double elo = rated.at("elo").to_number<double>();
    EXPECT_LE(elo, last) << "the strongest first";
    last = elo;
    EXPECT_GE(rated.at("games").to_number<int>(), 24);
    const auto& bounds = rated.at("elo95").as_array();
    EXPECT_LE(bounds[0].to_number<double>(), elo);
    EXPECT_GE(bounds[1].to_number<double>(), elo);
    if (player == "random") {
      EXPECT_EQ(elo, 0);
    }
    if (player == "level:10") {
      EXPECT_GT(bounds[0].to_number<double>(), 100);
    }
  }
  EXPECT_EQ(levels, 10);
}

TEST_F(CalibrateCommand, AMarkThatLosesAllIsLeftOutAndTold) {
  const Ended ended = calibrate({"--rounds", "12", "--player", "bad=engine:false"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.err.find("what 'bad' is worth stays open"), std::string::npos) << ended.err;
  EXPECT_EQ(ended.out.find("\"bad\""), std::string::npos);
  EXPECT_NE(ended.out.find("\"level:10\""), std::string::npos);
}

/// Without luck its losses add up to about nothing, and perhaps to less.
TEST_F(CalibrateCommand, AMarkThatLosesAllIsLeftOutWithoutLuckTooSlow) {
  const Ended ended = run({"calibrate", "kimble:2/pieces=1", "--rounds", "6", "--seed", "1",
                           "--quiet", "--json", "--player", "bad=engine:false"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.err.find("what 'bad' is worth stays open"), std::string::npos) << ended.err;
  EXPECT_EQ(ended.out.find("\"bad\""), std::string::npos);
  EXPECT_NE(ended.out.find("\"level:10\""), std::string::npos);
}

TEST_F(CalibrateCommand, GoesOnToTheSameTable) {
  const Ended whole = calibrate({"--rounds", "8", "--threads", "1"});
  ASSERT_EQ(whole.code, 0) << whole.err;
  const std::string store = directory_ / "ladder.db";
  ASSERT_EQ(calibrate({"--rounds", "5", "--store", store}).code, 0);
  const Ended rest = calibrate({"--rounds", "8", "--store", store, "--resume", "--threads", "2"});
  EXPECT_EQ(rest.code, 0) << rest.err;
  EXPECT_EQ(rest.out, whole.out);
}

TEST_F(CalibrateCommand, LevelsGoOnWithTheirNeighboursAlone) {
  const Ended few = calibrate({"--rounds", "8"});
  const Ended whole = calibrate({"--rounds", "8", "--step-rounds", "20", "--threads", "1"});
  ASSERT_EQ(whole.code, 0) << whole.err;
  const value before = boost::json::parse(few.out), after = boost::json::parse(whole.out);
  std::map<std::string, std::int64_t> more;
  for (const value& rated : after.at("ratings").as_array())
    more[std::string(rated.at("player").as_string())] += rated.at("games").to_number<int>();
  for (const value& rated : before.at("ratings").as_array())
    more[std::string(rated.at("player").as_string())] -= rated.at("games").to_number<int>();
  for (const auto& [player, games] : more) {
    const bool is_end = player == "level:1" || player == "level:10";
    const int most = !player.starts_with("level:") ? 0 : is_end ? 24 : 48;
    EXPECT_LE(games, most) << player;
    EXPECT_GE(games, most - most / 8) << player << ", who may play the same game again";
  }
  const std::string store = directory_ / "ladder.db";
  ASSERT_EQ(calibrate({"--rounds", "5", "--step-rounds", "9", "--store", store}).code, 0);
  const Ended rest =
      calibrate({"--rounds", "8", "--step-rounds", "20", "--store", store, "--resume"});
  EXPECT_EQ(rest.out, whole.out) << rest.err;
  EXPECT_EQ(calibrate({"--store", store, "--resume"}).out, whole.out) << "the file knows";
  const Ended fewer = calibrate({"--step-rounds", "19", "--store", store, "--resume"});
  EXPECT_NE(fewer.err.find("20 rounds of steps, not 19"), std::string::npos) << fewer.err;
  const Ended crowd = run({"calibrate", "kimble:4", "--step-rounds", "9"});
  EXPECT_EQ(crowd.code, 2);
  EXPECT_NE(crowd.err.find("only a ladder in a game of two"), std::string::npos) << crowd.err;
}

/// Luck is most of what happens in a few games of Kimble, and is taken out of its ratings.
TEST_F(CalibrateCommand, KimblesDiceDoNotCountSlow) {
  const Words words = {"calibrate", "kimble:2", "--rounds", "1",       "--step-rounds",
                       "16",        "--seed",   "1",        "--quiet", "--json"};
  Words resumed = words;
  resumed.insert(resumed.end(), {"--store", directory_ / "kimble.db"});
  const Ended ended = run(resumed);
  ASSERT_EQ(ended.code, 0) << ended.err;
  const value table = boost::json::parse(ended.out);
  int steps = 0;
  for (const value& rated : table.at("ratings").as_array()) {
    const value* const step = rated.as_object().if_contains("step");
    if (!step) continue;
    ++steps;
    const auto& bounds = step->at("elo95").as_array();
    const double width = bounds[1].to_number<double>() - bounds[0].to_number<double>();
    EXPECT_LT(width, 150) << "32 games as they are: up to 244";
  }
  EXPECT_EQ(steps, 9);
  resumed.push_back("--resume");
  EXPECT_EQ(run(resumed).out, ended.out) << "what is read counts as what was played";
}

TEST_F(CalibrateCommand, WritesTheTableOfTheProgram) {
  const std::string path = directory_ / "ratings.inc";
  const Ended ended = calibrate({"--rounds", "8", "--table", path});
  ASSERT_EQ(ended.code, 0) << ended.err;
  const std::string table = read(path);
  EXPECT_NE(table.find("{\"mnk:3x3x3\","), std::string::npos);
  EXPECT_NE(table.find("{\"mnk:7x6x4\","), std::string::npos) << "the other games stay";
  EXPECT_NE(table.find("{\"level:10\", "), std::string::npos);
  EXPECT_EQ(calibrate({"--rounds", "8", "--table", path}).code, 0) << "it may be written again";
  EXPECT_EQ(read(path), table);
}

TEST_F(CalibrateCommand, MistakesGetASentenceAndWriteNothing) {
  const std::string mine = directory_ / "mine.txt";
  std::ofstream(mine) << "my notes\n";
  const Ended foreign = calibrate({"--rounds", "8", "--table", mine});
  EXPECT_NE(foreign.code, 0);
  EXPECT_NE(foreign.err.find("mine.txt"), std::string::npos) << foreign.err;
  EXPECT_EQ(read(mine), "my notes\n");
  const Ended open = run({"calibrate", "mnk:7x6x4", "--rounds", "1", "--quiet", "--seed", "1"});
  EXPECT_EQ(open.code, 2);
  EXPECT_NE(open.err.find("play more --rounds"), std::string::npos) << open.err;
  const Words few = {"calibrate", "mnk:7x6x4", "--quiet", "--store", directory_ / "few.db"};
  Words first = few;
  first.insert(first.end(), {"--rounds", "1", "--seed", "1"});
  const Ended kept = run(first);
  EXPECT_EQ(kept.code, 1) << "the file can be gone on with";
  EXPECT_NE(kept.err.find("play more --rounds: "), std::string::npos) << kept.err;
  const std::size_t command = kept.err.find("calibrate mnk:7x6x4 --store ");
  ASSERT_NE(command, std::string::npos) << kept.err;
  EXPECT_NE(kept.err.find(" --resume --quiet --rounds 2\n", command), std::string::npos)
      << kept.err;
  EXPECT_NE(run({"calibrate", "chess"}).code, 0);
  const Ended alone = run({"calibrate", "kimble:1"});
  EXPECT_EQ(alone.code, 2);
  EXPECT_NE(alone.err.find("kimble:1 has one player"), std::string::npos) << alone.err;
  EXPECT_NE(run({"calibrate"}).code, 0);
  const Ended missing = calibrate({"--rounds", "0"});
  EXPECT_EQ(missing.code, 2);
}

TEST_F(CalibrateCommand, WhatItHasMeasuredStandsInGames) {
  const Ended text = run({"games", "mnk:7x6x4"});
  EXPECT_NE(text.out.find("How strong they are, in Elo above random"), std::string::npos);
  const Ended ended = run({"games", "mnk:7x6x4", "--json"});
  EXPECT_GE(boost::json::parse(ended.out).at("ladder").at("ratings").as_array().size(), 11u);
  EXPECT_FALSE(
      boost::json::parse(run({"games", "mnk:4x4x4", "--json"}).out).as_object().contains("ladder"));
}

}  // namespace
}  // namespace gauntlet::tools
