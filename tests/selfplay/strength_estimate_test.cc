#include "selfplay/players/strength_estimate.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "engine/registry.h"
#include "engine/rng.h"
#include "selfplay/players/make_player.h"
#include "selfplay/players/player_spec.h"

namespace gauntlet::selfplay {
namespace {

using search::LevelTenths;

const engine::AnyGame& calibrated() {
  static const engine::AnyGame kGame = *engine::find_game("mnk:7x6x4");
  return kGame;
}

double elo(LevelTenths level) {
  return elo_of_level(*level_ratings(calibrated()), level);
}

TEST(StrengthEstimate, BeginsWhereItIsToldTo) {
  EXPECT_EQ(StrengthEstimate(calibrated(), 43).level(), 43);
  const LevelTenths middle = StrengthEstimate::middle(calibrated());
  const auto away = [](LevelTenths tenths) {
    return std::abs(elo(tenths) - (elo(10) + elo(100)) / 2);
  };
  for (LevelTenths tenths = search::kLowestLevel; tenths <= search::kHighestLevel; ++tenths)
    EXPECT_LE(away(middle), away(tenths)) << tenths;
  const auto other = *engine::find_game("mnk:6x5x4");  // not calibrated
  EXPECT_EQ(StrengthEstimate::middle(other), 55);
}

TEST(StrengthEstimate, MovesByAHundredAtMostAndByLessEachTime) {
  StrengthEstimate loser(calibrated(), 55), winner(calibrated(), 20);
  double most = 100;
  for (int game = 0; game < 40; ++game) {
    for (StrengthEstimate* estimate : {&loser, &winner}) {
      const LevelTenths before = estimate->level();
      estimate->add(before, estimate == &winner ? 1 : 0);
      const double move = elo(estimate->level()) - elo(before);
      if (std::abs(estimate->level() - before) > 1) {  // a tenth may be more in the end
        EXPECT_LE(std::abs(move), most) << game;
      }
      EXPECT_TRUE(estimate == &winner ? move >= 0 : move <= 0);
    }
    most = 100 * 20.0 / (20 + game + 1);
  }
  EXPECT_LE(std::abs(elo(20) - elo(19)), 100);
  EXPECT_EQ(loser.level(), search::kLowestLevel);
  EXPECT_EQ(winner.level(), search::kHighestLevel);
}

/// Where chance decides so much that all levels are close, one game tells little of them.
TEST(StrengthEstimate, OnAShortDialMovesByATenthOfItAtMost) {
  const auto game = *engine::find_game("kimble:2");
  const LevelRatings& ratings = *level_ratings(game);
  const double dial = elo_of_level(ratings, 100) - elo_of_level(ratings, 10);
  ASSERT_LT(dial, 500);
  StrengthEstimate winner(game, 50), loser(game, 50);
  double most = dial / 10;
  for (int game_number = 0; game_number < 30; ++game_number) {
    for (StrengthEstimate* estimate : {&loser, &winner}) {
      const LevelTenths before = estimate->level();
      estimate->add(before, estimate == &winner ? 1 : 0);
      if (std::abs(estimate->level() - before) > 1) {
        EXPECT_LE(
            std::abs(elo_of_level(ratings, estimate->level()) - elo_of_level(ratings, before)),
            most);
      }
    }
    most = dial / 10 * 20 / (20 + game_number + 1);
  }
  EXPECT_EQ(loser.level(), search::kLowestLevel);
  EXPECT_EQ(winner.level(), search::kHighestLevel);
}

/// Two dozen results tell little there, but those of the last games alone must not decide.
TEST(StrengthEstimate, OnAShortDialAnEqualIsNotDrivenToItsEnds) {
  const auto game = *engine::find_game("kimble:2");
  int far = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    engine::Rng rng(seed);
    StrengthEstimate estimate(game, 50);
    for (int played = 0; played < 24; ++played)
      estimate.add(estimate.level(), static_cast<double>(rng.below(2)));
    far += std::abs(estimate.level() - 50) > 39;
  }
  EXPECT_LT(far, 37) << "42 where a point counts as much as on a long dial";
}

TEST(StrengthEstimate, TheErrorFallsWithTheGames) {
  StrengthEstimate estimate(calibrated(), 40);
  double before = estimate.error();
  for (int game = 0; game < 30; ++game) estimate.add(estimate.level(), game % 2);
  EXPECT_LT(estimate.error(), before / 3);
  EXPECT_LT(estimate.error(), 75);
  EXPECT_EQ(estimate.games(), 30u);
  EXPECT_TRUE(estimate.is_measured());
}

TEST(StrengthEstimate, ADrawCountsHalf) {
  StrengthEstimate drawn(calibrated(), 40), even(calibrated(), 40);
  for (int game = 0; game < 10; ++game) drawn.add(40, 0.5);
  for (int game = 0; game < 10; ++game) even.add(40, game % 2);
  EXPECT_NEAR(drawn.elo(), even.elo(), 1e-6);
  EXPECT_NEAR(drawn.elo(), elo(40), 10);
}

/// How close the games of one opponent have been.
struct Closeness {
  double score = 0;     ///< In games 11 to 40.
  double estimate = 0;  ///< After 20.
};

bool is_close(const Closeness& games) {
  return std::abs(games.score - 0.5) < 0.1 + 1e-9;
}

/// `play` brings the opponent's score against a level.
template <class Play>
Closeness closeness(const Play& play) {
  StrengthEstimate estimate(calibrated(), StrengthEstimate::middle(calibrated()));
  Closeness found;
  for (int game = 1; game <= 40; ++game) {
    const LevelTenths level = estimate.level();
    const double score = play(level, game);
    if (game > 10) found.score += score / 30;
    estimate.add(level, score);
    if (game == 20) found.estimate = estimate.elo();
  }
  return found;
}

/// Opponents all over the dial whose results are as likely as ratings say.
TEST(StrengthEstimate, GamesOfElevenToFortyAreCloseWhoeverPlaysSlow) {
  constexpr int kOpponents = 12, kRepetitions = 25;
  int close = 0, near = 0;
  engine::Rng rng(1);
  for (int i = 0; i < kOpponents * kRepetitions; ++i) {
    const double strength = elo(10) + (elo(100) - elo(10)) * (i % kOpponents) / (kOpponents - 1);
    const Closeness found = closeness([&](LevelTenths level, int) {
      return rng.uniform() < 1 / (1 + std::pow(10, (elo(level) - strength) / 400)) ? 1.0 : 0.0;
    });
    close += is_close(found);
    near += std::abs(found.estimate - strength) <= 100;
  }
  EXPECT_GE(close, kRepetitions * 10);  // ten of twelve
  EXPECT_GE(near, kRepetitions * 9);
}

/// Twelve real players of 7x6x4, not all of them levels.
TEST(StrengthEstimate, GamesWithTwelveFixedPlayersAreCloseSlow) {
  const char* const kPlayers[] = {"level:1",    "level:2.5",  "level:4",        "level:5.5",
                                  "level:7",    "level:9",    "mcts:sims=2000", "mcts:sims=5000",
                                  "ab:depth=1", "ab:depth=2", "ab:depth=3",     "ab:nodes=3000"};
  int close = 0;
  for (const std::string player : kPlayers) {
    const auto opponent = make_player(player, calibrated());
    ASSERT_TRUE(opponent.ok()) << engine::message_of(opponent);
    const Closeness found = closeness([&](LevelTenths level, int number) {
      const auto ours = make_player("level:" + level_text(level), calibrated());
      const std::size_t seat = static_cast<std::size_t>(number % 2);
      engine::Rng rng(static_cast<std::uint64_t>(number));
      std::vector<Player*> players(2);
      players[seat] = opponent->get();
      players[1 - seat] = ours->get();
      for (int i = 0; i < 2; ++i)
        players[static_cast<std::size_t>(i)]->new_game(static_cast<std::uint64_t>(number),
                                                       static_cast<engine::Player>(i));
      engine::AnyState state = calibrated().start(rng);
      for (int ply = 0; !state.is_over(); ++ply)
        state.apply(
            ply == 0 ? state.random_move(rng)
                     : players[static_cast<std::size_t>(state.to_move())]->choose(state, {}).move);
      return static_cast<double>(state.returns()[seat]);
    });
    close += is_close(found);
    if (std::getenv("GAUNTLET_TELL"))
      std::printf("%-16s score %.3f, estimate %.0f\n", player.c_str(), found.score, found.estimate);
  }
  EXPECT_GE(close, 10);
}

}  // namespace
}  // namespace gauntlet::selfplay
