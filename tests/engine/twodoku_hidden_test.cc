// What players of Two-Doku see.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "engine/twodoku/twodoku.h"
#include "tests/checked.h"
#include "tests/engine/twodoku_positions.h"

namespace gauntlet::engine {

using namespace twodoku;

namespace {

using Stage = TwoDoku::Stage;

TEST(TwoDokuView, erases_what_is_not_known) {
  TwoDokuPosition position;
  position.dominoes[8] = "e...e...c";
  position.excluded = "-,9,-";
  position.red = "300020001";
  position.pot = "74";
  position.knows = "7/4";
  position.min = "000010000/002000000";
  position.sums = "r";
  const TwoDoku red = position.state().redacted(0);
  EXPECT_NE(red.to_text().find("?...?...? turn"), std::string::npos);
  EXPECT_NE(red.to_text().find("red=300020001 blue=?79 pot=7? knows=7/- "
                               "min=000010000/002000000 sums=r not=-,9,- view=red"),
            std::string::npos)
      << red.to_text();
  const TwoDoku blue = position.state().redacted(1);
  EXPECT_NE(blue.to_text().find("red=?6:22 blue="), std::string::npos) << blue.to_text();
  EXPECT_NE(blue.to_text().find("pot=4? knows=-/4"), std::string::npos) << blue.to_text();
  position.min = "000000000/000000000";
  position.sums = "rb";
  position.knows = "7/7";
  const TwoDoku open = position.state({false, true}).redacted(0);
  EXPECT_NE(open.to_text().find("blue=" + position.blue() + " pot=7?"), std::string::npos);
}

/// A player that keeps its own view up to date with what it sees of each move always has the view
/// that it would be given.
TEST(TwoDokuView, follows_what_is_seen_of_the_moves) {
  for (int game = 0; game < 400; ++game) {
    Rng rng(70, static_cast<std::uint64_t>(game));
    TwoDoku state = TwoDoku::start({game % 2 == 1, game % 4 >= 2}, rng);
    std::array<TwoDoku, 2> views = {state.redacted(0), state.redacted(1)};
    while (!is_over(state)) {
      const TwoDoku::Move move = any_move(state, rng);
      TwoDoku next = state;
      next.apply(move);
      for (const Player observer : {0, 1}) {
        TwoDoku& view = views[static_cast<std::size_t>(observer)];
        view.apply(state.seen(move, observer));
        if (state.stage() == Stage::kDeal && view.stage() == Stage::kDeal)  // open: the other half
          view.apply(TwoDoku::Move::deal(TwoDoku::Move::Kind::kDealBlue, next.hand(1)));
        ASSERT_EQ(view, next.redacted(observer))
            << "game " << game << ", " << state.format(move) << " in " << state.to_text();
      }
      state = next;
    }
  }
}

TEST(TwoDokuView, looks_the_same_for_all_that_the_observer_cannot_tell_apart) {
  on_random_states(100 / kShare, 71, [](const TwoDoku& state, Rng& rng) {
    for (const Player observer : {0, 1}) {
      const TwoDoku view = state.redacted(observer);
      const TwoDoku twin = view.determinized(rng);
      ASSERT_EQ(twin.redacted(observer).to_text(), view.to_text());
      ASSERT_EQ(twin.redacted(observer).hash(), view.hash());
      const auto reread = TwoDoku::from_text(view.rules(), view.to_text());
      ASSERT_TRUE(reread.ok()) << message_of(reread);
      ASSERT_EQ(*reread, view);
      if (state.to_move() == observer) {
        TwoDoku::Moves a, b;
        state.legal_moves(a);
        twin.legal_moves(b);
        ASSERT_TRUE(std::equal(a.begin(), a.end(), b.begin(), b.end()));
      }
    }
  });
}

TEST(TwoDokuView, does_not_tell_secret_digits) {
  TwoDokuPosition position;
  position.red = "300020001";
  position.pot = "74";
  TwoDoku state = position.state();
  play(state, "take pot");
  const auto drew = *state.parse("drew 4");
  EXPECT_EQ(state.seen(drew, 0), drew);
  EXPECT_EQ(state.format(state.seen(drew, 1)), "drew ?");
  state.apply(drew);
  EXPECT_FALSE(state.redacted(1).knows_sum(0));
  const auto returned = *state.parse("return 9");
  EXPECT_EQ(state.seen(returned, 0), returned);
  EXPECT_EQ(state.format(state.seen(returned, 1)), "return ?");
  state.apply(returned);
  EXPECT_EQ(state.redacted(0).pot().size(), 1);  // red knows the nine, not what was there
  EXPECT_EQ(state.redacted(1).pot().size(), 0);
}

/// Of a sum of 13 (3 1s, 2 5s), with a six on the board, 7 and 4 in the pot.
TEST(TwoDokuView, keeps_bounds_of_a_sum) {
  TwoDokuPosition position;
  position.dominoes[0] = "6........";
  position.red = "300020000";
  position.pot = "74";
  TwoDoku state = position.state();
  const auto bounds = [&] {
    EXPECT_EQ(state.redacted(1).sum_range(0), state.sum_range(0));
    return std::pair<int, int>(state.sum_range(0).low, state.sum_range(0).high);
  };
  EXPECT_EQ(bounds(), std::pair(13, 13));
  play(state, "take pot");
  play(state, "drew 7");
  EXPECT_EQ(bounds(), std::pair(14, 22));
  EXPECT_EQ(state.redacted(0).hand_sum(0), 20);
  EXPECT_EQ(state.redacted(1).hand_sum(0), 0);
  TwoDoku placed = state;
  play(placed, "play 0,1,5");
  EXPECT_EQ(placed.sum_range(0), (SumRange{9, 17}));
  play(state, "return 1");
  EXPECT_EQ(bounds(), std::pair(5, 21));

  position.red = "100000000";
  state = position.state();
  play(state, "take pot");
  play(state, "drew 4");
  EXPECT_EQ(bounds(), std::pair(2, 10));
  play(state, "return 4");
  EXPECT_EQ(bounds(), std::pair(1, 9));  // what one domino can weigh
  EXPECT_FALSE(state.redacted(1).knows_sum(0));
}

/// What everybody sees elsewhere is neither drawn nor returned.
TEST(TwoDokuView, bounds_a_sum_by_what_lies_elsewhere) {
  TwoDokuPosition position;
  position.red = "030020000";
  position.pot = "74";
  position.min = "000000000/a0000000a";
  Rng rng(98);
  TwoDoku state = position.state();
  ASSERT_EQ(state.sum_range(0), (SumRange{16, 16}));
  play(state, "take pot");
  play(state, "drew 4");
  EXPECT_EQ(state.sum_range(0), (SumRange{18, 24}));
  play(state, "return 2");
  EXPECT_EQ(state.sum_range(0), (SumRange{10, 22}));

  position.min = "020000000/a6aa0aaaa";  // but twos and fives
  position.pot = "52";
  state = position.state();
  play(state, "take pot");
  play(state, "drew 5");
  EXPECT_EQ(state.sum_range(0), (SumRange{18, 21}));
  play(state, "return 2");
  EXPECT_EQ(state.sum_range(0), (SumRange{13, 19}));
  EXPECT_GE(state.redacted(1).determinized(rng).hand_sum(0), 13);
}

TEST(TwoDokuView, keeps_known_minima) {
  TwoDokuPosition position;
  position.dominoes[0] = "6........";
  position.dominoes[8] = "e........";
  position.excluded = "-";
  position.red = "300020001";
  position.pot = "74";
  TwoDoku state = position.state();
  play(state, "take 0,0");
  EXPECT_EQ(state.redacted(1).known_minimum(0)[6], 1);
  play(state, "play 3,0,5");
  play(state, "reveal 8,0,5");
  EXPECT_EQ(state.redacted(1).known_minimum(0)[5], 1);  // a failed placement shows the digit
  play(state, "pass");
  ASSERT_TRUE(is_over(state));

  state = position.state();
  play(state, "take 0,0");
  play(state, "play 0,1,6");
  EXPECT_EQ(state.redacted(1).known_minimum(0)[6], 0);

  position.min = "100010000/000000000";
  state = position.state();
  play(state, "take pot");
  play(state, "drew 7");
  play(state, "return 1");  // blue cannot know that it was not the five
  EXPECT_EQ(digit_sum(state.redacted(1).known_minimum(0)), 0);
}

TEST(TwoDokuView, forgets_what_may_have_left_the_pot) {
  TwoDokuPosition position;
  position.red = "300020001";
  position.pot = "74";
  const auto blue_after = [&](const std::string& knows, const std::string& drew) {
    position.knows = knows;
    TwoDoku state = position.state();
    play(state, "take pot");
    play(state, drew);
    return std::pair(state.redacted(0).pot(), state.redacted(1).pot());
  };
  EXPECT_EQ(blue_after("-/4", "drew 7").second.size(), 0);
  EXPECT_EQ(blue_after("-/74", "drew 7").second.size(), 0);
  EXPECT_EQ(blue_after("4/-", "drew 7").first[0], 4);
  EXPECT_EQ(blue_after("74/-", "drew 7").first[0], 4);
  position.pot = "77";
  EXPECT_EQ(blue_after("-/77", "drew 7").second[0], 7);  // whichever went, a seven is left
}

}  // namespace

}  // namespace gauntlet::engine
