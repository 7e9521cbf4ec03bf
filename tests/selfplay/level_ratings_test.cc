#include "selfplay/players/level_ratings.h"

#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <iterator>

#include "engine/registry.h"
#include "selfplay/players/measured_elo.h"
#include "selfplay/players/player_spec.h"
#include "tests/selfplay/helpers.h"

namespace gauntlet::selfplay {

namespace {

/// Level 1 has Elo 100, each level 50 more, but 4 was measured to be no better than 3.
LevelRatings some_ratings() {
  LevelRatings ratings{
      .game = "mnk:3x3x3", .signature = 0x123, .players = {{"random", 0, 0, 0, 8}}};
  for (int level = 1; level <= search::kLevels; ++level) {
    const double elo = level == 4 ? 190 : 50 + 50.0 * level;
    ratings.players.push_back({"level:" + std::to_string(level), elo, elo - 20, elo + 20, 8});
  }
  return ratings;
}

TEST(LevelRatings, AreThoseOfTheLevelsAsTheyAreSlow) {
  ASSERT_FALSE(all_level_ratings().empty());
  for (const LevelRatings& ratings : all_level_ratings())
    EXPECT_EQ(ratings.signature, dial_signature(game_called(ratings.game)))
        << "the levels of " << ratings.game
        << " have changed: 'gauntlet calibrate' must measure them again, as docs/levels.md tells";
}

TEST(LevelRatings, GrowWithTheLevel) {
  for (const LevelRatings& ratings : all_level_ratings()) {
    EXPECT_GT(elo_of_level(ratings, 20), elo_of_level(ratings, 10)) << ratings.game;
    for (search::LevelTenths tenths = search::kLowestLevel; tenths < search::kHighestLevel;
         ++tenths)
      EXPECT_LE(elo_of_level(ratings, tenths), elo_of_level(ratings, tenths + 1)) << ratings.game;
  }
}

TEST(LevelRatings, LieOnStraightLinesBetweenWholeLevels) {
  const LevelRatings ratings = some_ratings();
  EXPECT_DOUBLE_EQ(elo_of_level(ratings, 10), 100);
  EXPECT_DOUBLE_EQ(elo_of_level(ratings, 23), 165);
  EXPECT_DOUBLE_EQ(elo_of_level(ratings, 40), 200) << "no level is worse than the one below it";
  EXPECT_DOUBLE_EQ(elo_of_level(ratings, 100), 550);
}

TEST(LevelRatings, FindTheLevelOfARating) {
  const LevelRatings ratings = some_ratings();
  EXPECT_EQ(*level_with_elo(ratings, 100), 10);
  EXPECT_EQ(*level_with_elo(ratings, 60), 10) << "near enough";
  EXPECT_EQ(*level_with_elo(ratings, 166), 23);
  EXPECT_EQ(*level_with_elo(ratings, 600), 100);
  EXPECT_EQ(engine::message_of(level_with_elo(ratings, 700)),
            "the levels of mnk:3x3x3 go from Elo 100 to 550");
  EXPECT_FALSE(level_with_elo(ratings, 0).ok());
}

TEST(LevelRatings, StandBesideTheLevelsThatWereMeasured) {
  const auto game = game_called("mnk:7x6x4");
  const auto elo = [&](search::LevelTenths level) {
    return std::to_string(std::lround(elo_of_level(*level_ratings(game), level)));
  };
  EXPECT_EQ(with_measured_elo("level:4", game), "level:4 (" + elo(40) + " Elo)");
  EXPECT_EQ(with_measured_elo("level:3", game), "level:3 (" + elo(30) + " Elo)");
  EXPECT_NE(with_measured_elo("ab:depth=1", game), "ab:depth=1") << "is a mark";
  for (const char* const other : {"random", "ab:depth=2", "level:11", "level:auto", ""})
    EXPECT_EQ(with_measured_elo(other, game), other);
  EXPECT_EQ(with_measured_elo("level:4", game_called("mnk:4x4x4")), "level:4")
      << "was not measured";
}

TEST(LevelRatings, AreWrittenAsTheProgramHoldsThem) {
  std::ifstream file(GAUNTLET_SOURCE_DIR "/measured/level_ratings.inc");
  const std::string built_in((std::istreambuf_iterator<char>(file)), {});
  EXPECT_EQ(level_ratings_text(all_level_ratings()), built_in);
  EXPECT_EQ(
      level_ratings_text({{.game = "sudokill",
                           .signature = 0xab,
                           .players = {{"random", 0, 0, 0, 3},
                                       {"a \"bot\"", 9.6, -1, 20, 4},
                                       {"level:2", 30, 10, 50, 6, EloInterval{12.4, 2, 22.6}}}}}),
      std::string(kLevelRatingsHeading) +
          "\n{\"sudokill\",\n 0xab,\n {\n     {\"random\", 0, 0, 0, 3},\n"
          "     {\"a \\\"bot\\\"\", 10, -1, 20, 4},\n"
          "     {\"level:2\", 30, 10, 50, 6, EloInterval{12, 2, 23}},\n }},\n");
}

TEST(DialSignature, IsOfTheGameAndTheSameEveryTime) {
  const auto game = game_called("mnk:7x6x4");
  EXPECT_EQ(dial_signature(game), dial_signature(game));
  EXPECT_NE(dial_signature(game), dial_signature(game_called("mnk:6x7x4")));
}

TEST(PlayerSpecElo, IsTheLevelThatWasMeasured) {
  const auto game = game_called("mnk:7x6x4");
  const LevelRatings* const ratings = level_ratings(game);
  ASSERT_NE(ratings, nullptr);
  const auto elo = static_cast<int>(elo_of_level(*ratings, 40));
  const auto spec = parse_player("level:elo=" + std::to_string(elo), game);
  ASSERT_TRUE(spec.ok()) << engine::message_of(spec);
  EXPECT_NEAR(spec->level, 40, 1);
  EXPECT_EQ(spec->text, "level:" + level_text(spec->level));
}

TEST(PlayerSpecElo, IsToldAsTheLevelThatItIs) {
  const auto game = game_called("mnk:7x6x4");
  const auto elo = static_cast<int>(elo_of_level(*level_ratings(game), 40));
  const std::string rating = "level:elo=" + std::to_string(elo);
  EXPECT_EQ(told_as(rating, game), parse_player(rating, game)->text);
  for (const char* other : {"level:4", "expert", "level:elo=9000", "nobody"})
    EXPECT_EQ(told_as(other, game), other);
  EXPECT_EQ(told_as(rating, game_called("mnk:4x4x4")), rating) << "it has no ratings";
}

TEST(PlayerSpecElo, AnExampleCanBeUsed) {
  const auto why = [](const char* text, const AnyGame& game) {
    return engine::message_of(parse_player(text, game));
  };
  for (const LevelRatings& ratings : all_level_ratings()) {
    const auto game = game_called(ratings.game);
    const std::string sentence = why("level:0", game);
    const std::size_t example = sentence.find("level:elo=");
    ASSERT_NE(example, std::string::npos) << sentence;
    EXPECT_TRUE(parse_player(sentence.substr(example), game).ok()) << sentence;
  }
  const auto unrated = game_called("kimble:3");
  EXPECT_EQ(why("level:0", unrated).find("elo="), std::string::npos);
  EXPECT_EQ(why("elo=1200", unrated).find("did you mean"), std::string::npos);
}

TEST(PlayerSpecElo, WhatIsNotMeasuredIsRefused) {
  const auto why = [](const char* text, const char* game) {
    return engine::message_of(parse_player(text, game_called(game)));
  };
  const auto game = game_called("mnk:7x6x4");
  EXPECT_EQ(why("level:elo=9000", "mnk:7x6x4"),
            "'elo=9000' is not possible: " +
                engine::message_of(level_with_elo(*level_ratings(game), 9000)));
  for (const char* bad : {"level:elo=", "level:elo=12.5", "level:elo=-3", "level:elo=10001"})
    EXPECT_NE(why(bad, "mnk:7x6x4").find("a rating is a whole number from 0"), std::string::npos)
        << bad;
  EXPECT_NE(why("level:elo=1200", "mnk:4x4x4").find("the levels of mnk:4x4x4 have no ratings"),
            std::string::npos);
}

}  // namespace

}  // namespace gauntlet::selfplay
