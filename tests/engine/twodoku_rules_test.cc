// Each rule of Two-Doku by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "engine/twodoku/twodoku.h"
#include "tests/engine/twodoku_positions.h"

namespace gauntlet::engine {

using namespace twodoku;

namespace {

using Stage = TwoDoku::Stage;

std::map<std::string, double> outcomes(const TwoDoku& state) {
  std::map<std::string, double> outcomes;
  state.chance_outcomes([&](TwoDoku::Move move, double p) { outcomes[state.format(move)] = p; });
  return outcomes;
}

/// Red (to move) holds 1, 5, 5 and 9; the face-down 5 at 8,0 and 5 at 8,4, 3 at 8,8.
TwoDokuPosition some_turn() {
  TwoDokuPosition position;
  position.dominoes[8] = "e...e...c";
  position.excluded = "-,-,-";
  position.red = "100020001";
  position.pot = "74";
  return position;
}

// ---- colouring and hiding ----

TEST(TwoDokuSetup, colours_in_turn) {
  TwoDoku state = dealt();
  EXPECT_EQ(state.to_move(), 0);
  play(state, "colour 0,0");
  EXPECT_EQ(state.to_move(), 1);
  play(state, "colour 0,0");  // squares may have both colours
  EXPECT_EQ(state.to_move(), 0);
  EXPECT_FALSE(is_legal(state, "colour 0,0"));  // but each only once
  EXPECT_EQ(state.white_squares().size(), 80);
}

TEST(TwoDokuSetup, colours_in_blocks_in_the_java_variant) {
  TwoDoku state = dealt({true, false});
  Rng rng(1);
  for (int i = 0; i < 36; ++i) {
    EXPECT_EQ(state.to_move(), 0);
    state.apply(state.random_move(rng));
  }
  for (int i = 0; i < 36; ++i) {
    EXPECT_EQ(state.to_move(), 1);
    state.apply(state.random_move(rng));
  }
  EXPECT_EQ(state.stage(), Stage::kHide);
  EXPECT_EQ(state.to_move(), 0);
}

TEST(TwoDokuSetup, always_leaves_nine_white_squares) {
  TwoDoku state = dealt();
  for (int i = 0; i < 36; ++i) {  // no overlap: as few as there can be
    play(state, "colour " + std::to_string(i / 9) + "," + std::to_string(i % 9));
    play(state, "colour " + std::to_string(4 + i / 9) + "," + std::to_string(i % 9));
  }
  EXPECT_EQ(state.stage(), Stage::kHide);
  EXPECT_EQ(state.white_squares().size(), 9);
}

TEST(TwoDokuSetup, hides_on_white_squares_in_turn) {
  TwoDokuPosition position;
  const std::string text = position.text();
  TwoDoku state = *TwoDoku::from_text({}, text.substr(0, 180) + "hide");
  EXPECT_FALSE(is_legal(state, "hide 0,0"));
  EXPECT_FALSE(is_legal(state, "hide 4,0"));
  play(state, "hide 8,4");
  EXPECT_EQ(state.to_move(), 1);
  EXPECT_FALSE(is_legal(state, "hide 8,4"));
  for (const char* move : {"hide 8,0", "hide 8,8", "hide 8,7", "hide 8,1", "hide 8,2", "hide 8,3"})
    play(state, move);
  EXPECT_EQ(state.to_move(), 1);
  play(state, "hide 8,5");
  EXPECT_EQ(state.to_move(), kChance);
  EXPECT_EQ(outcomes(state).size(), 9u);
  EXPECT_NEAR(outcomes(state)["value 8,0,7"], 1.0 / 9, 1e-12);  // squares in ascending order
  play(state, "value 8,0,7");
  EXPECT_NEAR(outcomes(state)["value 8,1,7"], 9.0 / 89, 1e-12);  // without replacement
  EXPECT_NEAR(outcomes(state)["value 8,1,8"], 10.0 / 89, 1e-12);
}

TEST(TwoDokuSetup, redraws_an_odd_pot) {
  TwoDokuPosition position;
  position.dominoes[8] = "aaaaaaaa.";  // 82 left with the sum 442
  const TwoDoku state = *TwoDoku::from_text({}, position.text().substr(0, 180) + "pot");
  const auto pots = outcomes(state);
  EXPECT_FALSE(pots.contains("pot 1,2"));
  // Even pots: both odd (2 ones and 40 others) or both even (40).
  const double ways = 42 * 41 / 2 + 40 * 39 / 2;
  EXPECT_NEAR(pots.at("pot 1,1"), 1 / ways, 1e-12);
  EXPECT_NEAR(pots.at("pot 1,3"), 20 / ways, 1e-12);
  EXPECT_NEAR(pots.at("pot 2,8"), 100 / ways, 1e-12);
}

TEST(TwoDokuSetup, deals_equal_hands) {
  for (std::uint64_t game = 0; game < 200; ++game) {
    Rng rng(3, game);
    TwoDoku state = dealt();
    while (state.stage() != Stage::kTurn) state.apply(any_move(state, rng));
    for (const Player player : {0, 1}) EXPECT_EQ(domino_count(state.hand(player)), 40);
    EXPECT_EQ(digit_sum(state.hand(0)), digit_sum(state.hand(1)));
    EXPECT_EQ(state.to_move(), 0);
  }
}

// ---- where one may place ----

TEST(TwoDokuPlacing, fills_own_then_white_then_the_others_squares) {
  TwoDokuPosition position = some_turn();
  position.colours[3] = "rrrrrrrrx";
  position.colours[7] = "bbbbbbbb.";
  TwoDoku state = position.state();
  EXPECT_EQ(state.targets(0).size(), 36);
  EXPECT_TRUE(is_legal(state, "play 3,8,9"));   // of both colours is of one's own
  EXPECT_FALSE(is_legal(state, "play 7,8,9"));  // white
  EXPECT_FALSE(is_legal(state, "play 4,0,9"));  // the other's

  position.colours[3] = "rrrrrrrrr";
  position.colours[7] = "bbbbbbbbb";
  position.dominoes = {"123456789", "456789123", "789123456", "214365897", ".........",
                       ".........", ".........", ".........", "e...e...c"};
  state = position.state();
  EXPECT_TRUE(is_legal(state, "play 8,1,9"));
  EXPECT_FALSE(is_legal(state, "play 8,0,9"));  // a face-down domino occupies its square
  EXPECT_FALSE(is_legal(state, "play 4,0,9"));

  position.dominoes[8] = "931274568";
  position.excluded = "none";
  state = position.state();
  EXPECT_TRUE(is_legal(state, "play 4,0,5"));
}

TEST(TwoDokuPlacing, refuses_visible_conflicts_and_absent_digits) {
  TwoDokuPosition position = some_turn();
  position.dominoes[0] = "9........";
  const TwoDoku state = position.state();
  EXPECT_FALSE(is_legal(state, "play 0,8,9"));  // row
  EXPECT_FALSE(is_legal(state, "play 3,0,9"));  // column
  EXPECT_FALSE(is_legal(state, "play 2,2,9"));  // box
  EXPECT_FALSE(is_legal(state, "play 0,0,5"));  // occupied
  EXPECT_TRUE(is_legal(state, "play 3,3,9"));
  EXPECT_FALSE(is_legal(state, "play 3,3,8"));  // not in the hand
}

TEST(TwoDokuPlacing, is_accepted_at_once_where_no_face_down_domino_looks_on) {
  TwoDoku state = some_turn().state();
  play(state, "play 0,1,9");
  EXPECT_EQ(state.digit_at(1), 9);
  EXPECT_EQ(state.to_move(), 1);
  EXPECT_EQ(state.hand_size(0), 3);
  EXPECT_EQ(state.idle_turns(), 0);
}

TEST(TwoDokuPlacing, proves_what_face_down_dominoes_are_not) {
  TwoDoku state = some_turn().state();
  play(state, "play 3,0,9");  // sees 8,0 only
  EXPECT_EQ(state.stage(), Stage::kJudge);
  EXPECT_EQ(outcomes(state), (std::map<std::string, double>{{"accepted", 1.0}}));
  play(state, "accepted");
  EXPECT_EQ(state.digit_at(27), 9);
  EXPECT_EQ(state.face_down(0).excluded, 1 << 9);
  EXPECT_EQ(state.face_down(1).excluded, 0);
}

TEST(TwoDokuPlacing, reveals_a_face_down_domino_that_it_meets) {
  TwoDoku state = some_turn().state();
  play(state, "play 3,0,5");
  EXPECT_EQ(outcomes(state), (std::map<std::string, double>{{"reveal 8,0,5", 1.0}}));
  EXPECT_FALSE(is_legal(state, "accepted"));
  play(state, "reveal 8,0,5");
  EXPECT_EQ(state.digit_at(72), 5);
  EXPECT_EQ(state.face_down_count(), 2);
  EXPECT_EQ(state.hand_size(0), 4);  // the domino is back
  EXPECT_EQ(state.hand(0)[5], 2);
  EXPECT_EQ(state.digit_at(27), 0);
  EXPECT_EQ(state.idle_turns(), 1);
  EXPECT_EQ(state.to_move(), 1);
}

TEST(TwoDokuPlacing, reveals_one_of_several_at_random) {
  TwoDokuPosition position = some_turn();
  position.colours[3] = "rrrrrrrr.";
  position.colours[8] = "..r......";
  TwoDoku state = position.state();
  play(state, "play 8,2,5");  // sees the fives at 8,0 and 8,4 and the three at 8,8
  EXPECT_EQ(outcomes(state),
            (std::map<std::string, double>{{"reveal 8,0,5", 0.5}, {"reveal 8,4,5", 0.5}}));
}

// ---- taking, returning, passing ----

TEST(TwoDokuTurn, takes_one_face_up_domino_at_most) {
  TwoDokuPosition position = some_turn();
  position.dominoes[0] = "8........";
  position.dominoes[5] = "....6....";
  position.dominoes[8] = "e...e...3";  // the domino at 8,8 was revealed once
  position.excluded = "-,-";
  TwoDoku state = position.state();
  EXPECT_TRUE(is_legal(state, "take 5,4"));
  EXPECT_TRUE(is_legal(state, "take 8,8"));
  EXPECT_FALSE(is_legal(state, "take 8,0"));
  EXPECT_FALSE(is_legal(state, "take 0,1"));
  play(state, "take 0,0");
  EXPECT_EQ(state.to_move(), 0);
  EXPECT_EQ(state.hand(0)[8], 1);
  EXPECT_EQ(state.hand_size(0), 5);
  EXPECT_FALSE(is_legal(state, "take 5,4"));
  EXPECT_FALSE(is_legal(state, "take pot"));
  EXPECT_FALSE(is_legal(state, "return 5"));
  EXPECT_TRUE(is_legal(state, "pass"));
  play(state, "play 0,0,8");  // the same one back again
  EXPECT_EQ(state.idle_turns(), 0);
}

TEST(TwoDokuTurn, draws_from_the_pot_and_may_return) {
  TwoDoku state = some_turn().state();
  play(state, "take pot");
  EXPECT_EQ(outcomes(state), (std::map<std::string, double>{{"drew 4", 0.5}, {"drew 7", 0.5}}));
  play(state, "drew 4");
  EXPECT_EQ(state.to_move(), 0);
  EXPECT_EQ(state.pot_size(), 1);
  EXPECT_FALSE(is_legal(state, "take pot"));
  EXPECT_TRUE(is_legal(state, "play 0,1,4"));
  EXPECT_FALSE(is_legal(state, "return 8"));
  TwoDoku passed = state;
  play(passed, "pass");
  EXPECT_EQ(passed.hand_size(0), 5);
  play(state, "return 9");
  EXPECT_EQ(state.pot()[0], 9);
  EXPECT_EQ(state.pot()[1], 7);
  EXPECT_EQ(state.to_move(), 1);
  EXPECT_EQ(state.idle_turns(), 1);  // no placement
}

TEST(TwoDokuTurn, draws_equal_dominoes_of_the_pot_alike) {
  TwoDokuPosition position = some_turn();
  position.pot = "77";
  TwoDoku state = position.state();
  play(state, "take pot");
  EXPECT_EQ(outcomes(state), (std::map<std::string, double>{{"drew 7", 1.0}}));
  position.pot = "-";
  EXPECT_FALSE(is_legal(position.state(), "take pot"));
}

// ---- the end ----

TEST(TwoDokuEnd, counts_passes_and_failures_in_a_row) {
  TwoDoku state = some_turn().state();
  play(state, "play 3,0,5");
  play(state, "reveal 8,0,5");
  TwoDoku goes_on = state;
  play(state, "pass");
  EXPECT_TRUE(is_over(state));
  EXPECT_EQ(state.returns()[0], 1.0f);  // red holds 1 5 5 9, blue nearly everything
  play(goes_on, "play 4,1,9");
  if (goes_on.to_move() == kChance) play(goes_on, "accepted");
  EXPECT_EQ(goes_on.idle_turns(), 0);
  play(goes_on, "pass");
  EXPECT_FALSE(is_over(goes_on));
}

TEST(TwoDokuEnd, comes_with_an_empty_hand) {
  TwoDokuPosition position = some_turn();
  position.red = "000000001";
  TwoDoku state = position.state();
  play(state, "play 0,1,9");
  EXPECT_TRUE(is_over(state));
  EXPECT_EQ(state.returns()[0], 1.0f);
}

TEST(TwoDokuEnd, is_a_draw_after_400_turns_or_with_equal_hands) {
  TwoDokuPosition position = some_turn();
  position.turn = 399;
  TwoDoku state = position.state();
  play(state, "play 0,1,9");
  EXPECT_TRUE(is_over(state));
  EXPECT_EQ(state.returns()[0], 0.5f);

  position.turn = 399;
  position.idle = 1;
  state = position.state();
  play(state, "pass");  // ends by the rules in the same turn
  EXPECT_EQ(state.returns()[0], 1.0f);
}

TEST(TwoDokuEnd, is_won_by_the_smaller_hand) {
  TwoDokuPosition position = some_turn();
  position.idle = 1;
  const auto result = [&](const std::string& red) {
    position.red = red;
    TwoDoku state = position.state();
    const int sum = state.hand_sum(0) - state.hand_sum(1);
    play(state, "pass");
    EXPECT_EQ(state.returns()[0] + state.returns()[1], 1.0f);
    return std::pair(sum, state.returns()[0]);
  };
  EXPECT_EQ(result("999989999").second, 0.0f);
  EXPECT_EQ(result("111111111").second, 1.0f);
  // All dominoes but 5 5 3 (face down), 7 4 (pot) make 426.
  EXPECT_EQ(result("554445555"), std::pair(0, 0.5f));
}

}  // namespace

}  // namespace gauntlet::engine
