// What players were measured to be worth, as people are told.
#include "selfplay/players/measured_elo.h"

#include <gtest/gtest.h>

#include <string>

#include "engine/registry.h"
#include "selfplay/players/level_ratings.h"

namespace gauntlet::selfplay {
namespace {

TEST(MeasuredElo, IsThatOfTheLadder) {
  for (const LevelRatings& ratings : all_level_ratings()) {
    const engine::AnyGame game = *engine::find_game(ratings.game);
    for (const RatedPlayer& rated : ratings.players) {
      const auto elo = measured_elo(rated.player, game);
      if (rated.player == "random") {
        EXPECT_FALSE(elo) << "it is 0 by definition";
      } else if (rated.player.starts_with("level:")) {
        ASSERT_TRUE(elo);
        EXPECT_GE(*elo, rated.elo) << "never below a lower level";
      } else {
        EXPECT_EQ(elo, rated.elo) << rated.player;
      }
    }
    const double lower = *measured_elo("level:3", game), upper = *measured_elo("level:4", game);
    EXPECT_NEAR(*measured_elo("level:3.5", game), (lower + upper) / 2, 1e-6);
  }
}

TEST(MeasuredElo, IsToldBehindThePlayer) {
  const auto game = *engine::find_game("mnk:7x6x4");
  const std::string elo = std::to_string(std::lround(*measured_elo("level:4", game)));
  EXPECT_EQ(with_measured_elo("level:4", game), "level:4 (" + elo + " Elo)");
  for (const char* spec : {"random", "expert", "level:auto", "nobody at all", ""})
    EXPECT_EQ(with_measured_elo(spec, game), spec);
  EXPECT_EQ(with_measured_elo("level:4", *engine::find_game("mnk:5x6x4")), "level:4");
}

}  // namespace
}  // namespace gauntlet::selfplay
