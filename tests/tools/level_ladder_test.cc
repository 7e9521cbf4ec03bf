// Levels that are measured meet their neighbours, whatever marks stand between them.
#include "tools/commands/level_ladder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "engine/registry.h"

namespace gauntlet::tools {
namespace {

using selfplay::LevelRatings;

engine::AnyGame game_called(const std::string& name) {
  auto game = engine::find_game(name);
  EXPECT_TRUE(game.ok());
  return *game;
}

std::string player_below(const std::vector<std::string>& ladder, const std::string& player) {
  const auto place = std::find(ladder.begin(), ladder.end(), player);
  return place == ladder.begin() || place == ladder.end() ? "" : *(place - 1);
}

std::vector<std::size_t> places_of_levels(const std::vector<std::string>& ladder) {
  std::vector<std::size_t> places;
  for (int level = 1; level <= 10; ++level) {
    const auto place = std::find(ladder.begin(), ladder.end(), "level:" + std::to_string(level));
    places.push_back(static_cast<std::size_t>(place - ladder.begin()));
  }
  return places;
}

/// Level 1 stands 100 above `lowest`, each other 100 above the one below it; all marks at 250.
LevelRatings crowded(const std::string& game, double lowest) {
  LevelRatings last{.game = game, .signature = 1, .players = {}};
  const auto stands = [&](const std::string& player, double elo) {
    last.players.push_back({.player = player, .elo = elo, .low = elo, .high = elo, .games = 1});
  };
  for (int level = 1; level <= 10; ++level)
    stands("level:" + std::to_string(level), lowest + 100 * level);
  for (const char* mark : {"greedy", "careful", "mcts:sims=20", "mcts:sims=100", "mcts:sims=500",
                           "mcts:sims=2000", "mcts:sims=10000"})
    stands(mark, 250);
  return last;
}

TEST(LevelLadder, LevelsMeetTheirNeighboursThoughAllMarksStandBetweenTwo) {
  const engine::AnyGame game = game_called("twodoku");
  const LevelRatings last = crowded("twodoku", 0);
  const auto ladder = level_ladder(game, &last);
  const auto places = places_of_levels(ladder);
  ASSERT_EQ(ladder.size(), 18u);
  EXPECT_EQ(std::set<std::string>(ladder.begin(), ladder.end()).size(), ladder.size());
  EXPECT_EQ(ladder.front(), "random");
  EXPECT_EQ(places[0], 1u);
  EXPECT_EQ(places[1], 2u) << "marks only go up";
  for (std::size_t i = 2; i < 9; ++i) EXPECT_EQ(places[i], places[i - 1] + 2);
  EXPECT_EQ(places[9], 17u);
}

TEST(LevelLadder, MarksBelowAndAboveAllLevelsStandTogether) {
  const engine::AnyGame game = game_called("twodoku");
  const LevelRatings strong = crowded("twodoku", 500);
  EXPECT_EQ(places_of_levels(level_ladder(game, &strong))[0], 8u);
  const LevelRatings weak = crowded("twodoku", -2000);
  const auto places = places_of_levels(level_ladder(game, &weak));
  EXPECT_EQ(places[0], 0u);
  EXPECT_EQ(places[9], 9u);
}

TEST(LevelLadder, MarksOfMoreWorkStandBelowALevelOneFarAboveTheOthers) {
  const engine::AnyGame game = game_called("gomoku:15");
  const LevelRatings near = crowded("gomoku:15", 550), far = crowded("gomoku:15", 551);
  const auto usual = level_ladder(game, &near), bridged = level_ladder(game, &far);
  EXPECT_EQ(player_below(usual, "level:1"), "mcts:sims=10000");
  EXPECT_EQ(bridged.size(), usual.size() + 2);
  EXPECT_EQ(player_below(bridged, "level:1"), "mcts:sims=100000");
  EXPECT_EQ(player_below(bridged, "mcts:sims=100000"), "mcts:sims=30000");
  EXPECT_EQ(player_below(bridged, "mcts:sims=30000"), "mcts:sims=10000");
}

TEST(LevelLadder, MarksOfMoreWorkStandWhereTheyStoodLast) {
  const engine::AnyGame game = game_called("gomoku:15");
  LevelRatings last = crowded("gomoku:15", 1000);
  last.players.push_back(
      {.player = "mcts:sims=100000", .elo = 1250, .low = 1250, .high = 1250, .games = 1});
  const auto ladder = level_ladder(game, &last);
  EXPECT_EQ(player_below(ladder, "mcts:sims=100000"), "level:2");
  EXPECT_EQ(player_below(ladder, "level:3"), "mcts:sims=100000");
  EXPECT_EQ(player_below(ladder, "level:1"), "mcts:sims=30000");
}

TEST(LevelLadder, MarksThatWereNotThereStandByTheLevelThatTheyAreWorth) {
  const engine::AnyGame game = game_called("gomoku:15");
  LevelRatings last = crowded("gomoku:15", 1000);
  const auto as_new = level_ladder(game, &last);
  EXPECT_EQ(player_below(as_new, "level:2"), "shapes");
  EXPECT_EQ(player_below(as_new, "shapes"), "level:1");
  EXPECT_EQ(player_below(as_new, "level:6"), "ab:depth=1");
  EXPECT_EQ(player_below(level_ladder(game, nullptr), "level:2"), "shapes");
  last.players.push_back({.player = "shapes", .elo = 1450, .low = 1450, .high = 1450, .games = 1});
  EXPECT_EQ(player_below(level_ladder(game, &last), "level:5"), "shapes");
}

TEST(LevelLadder, HoldsForEveryGameThatWasMeasuredAndForNewOnes) {
  for (const char* name : {"gomoku:15", "mnk:7x6x4", "sudokill", "twodoku", "mnk:4x4x4"}) {
    const engine::AnyGame game = game_called(name);
    const auto ladder = level_ladder(game, selfplay::level_ratings(game));
    const auto places = places_of_levels(ladder);
    EXPECT_LT(places[9], ladder.size()) << name;
    EXPECT_NE(std::find(ladder.begin(), ladder.end(), "random"), ladder.end()) << name;
    for (std::size_t i = 1; i < places.size(); ++i) {
      EXPECT_GT(places[i], places[i - 1]) << name;
      EXPECT_LE(places[i], places[i - 1] + 2) << name;
    }
  }
}

}  // namespace
}  // namespace gauntlet::tools
