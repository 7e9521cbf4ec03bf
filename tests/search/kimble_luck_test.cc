// What the dice of Kimble gave and took: it adds up to nothing, and explains most of what results
// differ by.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <string>

#include "engine/kimble/kimble.h"
#include "engine/rng.h"
#include "search/kimble/luck.h"
#include "search/kimble/strategies.h"
#include "tests/engine/kimble_positions.h"

namespace gauntlet::search {

using namespace kimble;
namespace {

using engine::Kimble;
using engine::Returns;
using engine::Rng;

/// The mean luck over all that chance can draw.
Returns mean_luck(const Kimble& state) {
  Returns mean{};
  state.chance_outcomes([&](Kimble::Move outcome, double probability) {
    const Returns luck = luck_of(state, outcome);
    for (std::size_t player = 0; player < mean.size(); ++player)
      mean[player] += static_cast<float>(probability) * luck[player];
  });
  return mean;
}

/// A game between players of whom the first captures where it can, the others at random.
struct PlayedGame {
  Returns returns{}, luck{};
};

PlayedGame play(const Kimble& start, std::uint64_t seed) {
  Rng rng(11, seed);
  PlayedGame game;
  Kimble state = start;
  while (!engine::is_over(state)) {
    if (state.to_move() != engine::kChance) {
      state.apply(state.to_move() == 0 ? capture(state) : state.random_move(rng));
      continue;
    }
    const Kimble::Move drawn = state.sample_chance(rng);
    const Returns luck = luck_of(state, drawn);
    for (std::size_t player = 0; player < luck.size(); ++player) game.luck[player] += luck[player];
    state.apply(drawn);
  }
  game.returns = state.returns();
  return game;
}

TEST(KimbleLuck, AddsUpToNothing) {
  for (const char* seats : {"AC", "AB", "ABD", "ABCD"}) {
    Rng rng(3, 0);
    Kimble state = engine::start_of(engine::rules(seats, 4));
    while (!engine::is_over(state)) {
      if (state.to_move() != engine::kChance) {
        state.apply(state.random_move(rng));
        continue;
      }
      const Kimble::Move drawn = state.sample_chance(rng);
      float of_all = 0;
      for (const float luck : luck_of(state, drawn)) of_all += luck;
      ASSERT_NEAR(of_all, 0, 1e-5) << "what one gains the others lose: " << state.to_text();
      for (const float mean : mean_luck(state)) ASSERT_NEAR(mean, 0, 1e-6) << state.to_text();
      state.apply(drawn);
    }
  }
}

TEST(KimbleLuck, IsAllThatWasMissingWhereAThrowWins) {
  // A wins with a three; C is about to win too, so that all else is bad.
  const Kimble state = engine::position(
      {{26, 'A'}, {29, 'A'}, {30, 'A'}, {31, 'A'}, {37, 'C'}, {38, 'C'}, {39, 'C'}, {13, 'C'}},
      "A0", "AC");
  ASSERT_EQ(state.to_move(), engine::kChance);
  int winning = 0;
  state.chance_outcomes([&](Kimble::Move outcome, double) {
    Kimble drawn = engine::child(state, outcome);
    Kimble::Moves moves;
    if (drawn.to_move() == 0) drawn.legal_moves(moves);
    bool wins = false;
    for (const Kimble::Move move : moves) wins |= engine::is_over(engine::child(drawn, move));
    const float luck = luck_of(state, outcome)[0];
    if (wins)
      EXPECT_GT(luck, 0.2) << state.format(outcome);
    else
      EXPECT_LT(luck, 0) << state.format(outcome);
    winning += wins;
  });
  EXPECT_EQ(winning, 1);
}

TEST(KimbleLuck, LeavesTheMeanAndTakesMostOfTheNoiseSlow) {
  for (const char* seats : {"AC", "ABCD"}) {
    constexpr int kGames = 2'000;
    const Kimble start = engine::start_of(engine::rules(seats, 4));
    double luck = 0, luck_squares = 0, points = 0, rest = 0, rest_squares = 0;
    for (int game = 0; game < kGames; ++game) {
      const PlayedGame played = play(start, static_cast<std::uint64_t>(game));
      const double own = static_cast<double>(played.luck[0]);
      const double result = static_cast<double>(played.returns[0]);
      luck += own;
      luck_squares += own * own;
      points += result;
      rest += result - own;
      rest_squares += (result - own) * (result - own);
    }
    const double score = points / kGames, without = rest / kGames;
    const double variance = score * (1 - score);
    const double left = rest_squares / kGames - without * without;
    EXPECT_LT(std::abs(luck), 5 * std::sqrt(luck_squares)) << "mean 0, seed 11";
    EXPECT_LT(left, 0.5 * variance) << seats;
    EXPECT_NEAR(without, score, 5 * std::sqrt(variance / kGames)) << seats;
  }
}

}  // namespace
}  // namespace gauntlet::search
