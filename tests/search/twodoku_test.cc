// The strategies and the playout policy of Two-Doku.
#include "engine/twodoku/twodoku.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>

#include "engine/registry.h"
#include "search/playout.h"
#include "search/twodoku/playout.h"
#include "search/twodoku/risk.h"
#include "search/twodoku/strategies.h"
#include "tests/engine/twodoku_positions.h"

namespace gauntlet::search {

using namespace twodoku;

namespace {

using engine::kChance;
using engine::Player;
using engine::Rng;
using engine::TwoDoku;
using engine::TwoDokuPosition;
using TwoDokuStrategy = TwoDoku::Move (*)(const TwoDoku& view, Rng& rng);

TwoDoku::Move choose_random(const TwoDoku& view, Rng& rng) {
  return view.random_move(rng);
}

/// The share of points of the first of two strategies, colours alternating, each board played with
/// both.
double score(TwoDokuStrategy first, TwoDokuStrategy second, int games, std::uint64_t seed) {
  const std::array<TwoDokuStrategy, 2> players = {first, second};
  double points = 0;
  for (int game = 0; game < games; ++game) {
    Rng chance(seed, static_cast<std::uint64_t>(game / 2)), dice(seed + 1, game);
    TwoDoku state = TwoDoku::start({}, chance);
    const int swap = game % 2;
    while (!is_over(state)) {
      const Player mover = state.to_move();
      state.apply(mover == kChance ? state.sample_chance(chance)
                                   : players[mover ^ swap](state.redacted(mover), dice));
    }
    points += state.returns()[swap];
  }
  return points / games;
}

TEST(TwoDokuStrategies, greedy_beats_random) {
  EXPECT_GE(score(choose_greedy, choose_random, 400, 1), 0.9) << "seed 1";
}

TEST(TwoDokuStrategies, careful_beats_greedy) {
  EXPECT_GE(score(choose_careful, choose_greedy, 400, 2), 0.8) << "seed 2";
}

TEST(TwoDokuStrategies, the_playout_policy_beats_greedy) {
  EXPECT_GE(score(PolicyPlayout::choose, choose_greedy, 400, 3), 0.7) << "seed 3";
}

/// All variants, from views only: every move is legal, and two worlds that look the same to the
/// mover get the same move from the same dice.
TEST(TwoDokuStrategies, move_legally_and_by_what_they_see) {
  for (int game = 0; game < 60; ++game) {
    Rng rng(4, static_cast<std::uint64_t>(game));
    TwoDoku state = TwoDoku::start({game % 2 == 1, game % 4 >= 2}, rng);
    while (!is_over(state)) {
      const Player mover = state.to_move();
      TwoDoku::Move move = mover == kChance ? state.sample_chance(rng) : state.random_move(rng);
      for (const TwoDokuStrategy choose : {choose_greedy, choose_careful}) {
        if (mover == kChance) break;
        const TwoDoku view = state.redacted(mover);
        const TwoDoku twin = view.determinized(rng).redacted(mover);
        Rng dice = rng, same_dice = rng;
        const TwoDoku::Move chosen = choose(view, dice);
        ASSERT_EQ(chosen, choose(twin, same_dice)) << state.to_text();
        TwoDoku::Moves moves;
        state.legal_moves(moves);
        ASSERT_NE(std::find(moves.begin(), moves.end(), chosen), moves.end())
            << "game " << game << ", " << state.format(chosen) << " in " << state.to_text();
        if (rng.below(4) != 0) move = chosen;  // games of all sorts
      }
      state.apply(move);
    }
  }
}

TEST(TwoDokuStrategies, are_listed_by_name) {
  const auto strategies = twodoku::strategies();
  ASSERT_EQ(strategies.size(), 2u);
  EXPECT_EQ(strategies[0].name, "greedy");
  EXPECT_EQ(strategies[1].name, "careful");
  const auto game = engine::find_game("twodoku");
  ASSERT_TRUE(game.ok());
  Rng rng(5);
  for (const Strategy& strategy : strategies) {
    const engine::AnyState view = game->start(rng).redacted(0);
    EXPECT_TRUE(view.is_playable(strategy.choose(view, rng)));
  }
}

/// Red to move holds a nine and a one; blue holds much more.
TwoDokuPosition ahead() {
  TwoDokuPosition position;
  position.red = "100000001";
  return position;
}

TEST(TwoDokuStrategies, careful_passes_to_win) {
  TwoDokuPosition position = ahead();
  position.idle = 1;
  Rng rng(6);
  const TwoDoku view = position.state().redacted(0);
  EXPECT_EQ(view.format(choose_careful(view, rng)), "pass");
  EXPECT_EQ(view.format(PolicyPlayout::choose(view, rng)), "pass");
}

TEST(TwoDokuStrategies, careful_places_where_nothing_can_go_wrong) {
  TwoDokuPosition position = ahead();
  position.colours[7] = "bbbbb....";
  position.colours[8] = "..bbbb...";
  position.dominoes[7] = ".....aaaa";
  position.excluded = "-,-,-,-";
  Rng rng(7);
  for (int i = 0; i < 50; ++i) {
    const TwoDoku view = position.state().redacted(0);
    const TwoDoku::Move move = choose_careful(view, rng);
    EXPECT_EQ(move.digit(), 9);
    EXPECT_FALSE(risky_squares(view, 9).has(move.square())) << view.format(move);
  }
}

TEST(TwoDokuStrategies, careful_takes_low_to_play_high) {
  TwoDokuPosition position;  // red's squares are full but for one that sees an eight and a nine
  position.dominoes = {"123456789", "456789123", "789123456", "214365.97", ".........",
                       "......8..", ".........", ".........", "........."};
  position.red = "000000021";
  Rng rng(8);
  TwoDoku state = position.state();
  const TwoDoku::Move take = choose_careful(state.redacted(0), rng);
  ASSERT_EQ(take.kind(), TwoDoku::Move::Kind::kTake) << state.format(take);
  const int low = state.digit_at(take.square());
  state.apply(take);
  const TwoDoku::Move play = choose_careful(state.redacted(0), rng);
  ASSERT_EQ(play.kind(), TwoDoku::Move::Kind::kPlay);
  EXPECT_GT(play.digit(), low);
}

TEST(TwoDokuBeliefs, say_how_likely_a_placement_fails) {
  TwoDokuPosition position;
  position.dominoes[8] = "e...e...c";
  position.excluded = "9,-,-";
  position.red = "000000001";
  const TwoDoku view = position.state().redacted(0);
  const Beliefs beliefs(view, 0);
  EXPECT_EQ(beliefs.failure(0, 9), 0);                   // 8,0 is no nine
  EXPECT_NEAR(beliefs.failure(4, 9), 9.0 / 89, 1e-12);   // 8,4 is one of 89, nine of them nines
  EXPECT_NEAR(beliefs.failure(0, 5), 10.0 / 80, 1e-12);  // 8,0 is one of the 80 that are none
  const double both = 1 - (1 - 10.0 / 80) * (1 - 10.0 / 89) * (1 - 10.0 / 89);
  EXPECT_NEAR(beliefs.failure(73, 5), both, 1e-12);  // the row sees all three
}

TEST(TwoDokuBeliefs, expect_the_sum_that_is_known_or_the_middle_of_its_bounds) {
  const auto expected = [](const std::string& sums) {
    const TwoDoku view = engine::close_position(sums).state().redacted(0);
    return Beliefs(view, 0).expected_sum(1);
  };
  EXPECT_EQ(expected("rb"), 207);
  EXPECT_EQ(expected("r,b:206-214"), 210);
  EXPECT_NEAR(expected("r"), 41 * 245.0 / 51, 1e-9) << "41 of 51 that red has not seen";
}

TEST(TwoDokuBeliefs, leave_out_what_was_swapped) {
  TwoDokuPosition position;
  position.dominoes[8] = "e...e...c";
  position.excluded = "-,-,-";
  position.red = "000000001";
  std::string text = position.state().redacted(0).to_text();
  text.insert(text.find(" view=red"), " swapped=99");
  const auto view = TwoDoku::from_text({}, text);
  ASSERT_TRUE(view.ok()) << engine::message_of(view);
  EXPECT_NEAR(Beliefs(*view, 0).failure(4, 9), 7.0 / 87, 1e-12);
}

TEST(TwoDokuPlayouts, end_and_repeat) {
  Rng rng(9);
  const TwoDoku state = TwoDoku::start({}, rng);
  PolicyPlayout policy(state.rules());
  Playout<TwoDoku> uniform(state.rules());
  for (std::uint64_t i = 0; i < 200; ++i) {
    Rng a(10, i), b(10, i);
    const PlayoutResult first = policy(state, a);
    const PlayoutResult second = policy(state, b);
    EXPECT_EQ(first.returns, second.returns);
    EXPECT_EQ(first.plies, second.plies);
    EXPECT_FLOAT_EQ(first.returns[0] + first.returns[1], 1);
    EXPECT_GT(uniform(state, a).plies, 90);
  }
}

}  // namespace

}  // namespace gauntlet::search
