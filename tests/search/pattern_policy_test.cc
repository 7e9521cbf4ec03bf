// The order of moves is the same for both colours, and is learnt from moves.
#include "search/mnk/pattern_policy.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "search/mnk/fit/pattern_weights_text.h"
#include "search/mnk/fit/policy_fit.h"
#include "search/mnk/shape_board.h"
#include "tests/search/mnk_positions.h"

namespace gauntlet::search::mnk {
namespace {

using State = engine::Mnk<8>;

TEST(PatternPolicy, ColoursAreAlike) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const State state = random_position({}, 30, seed);
    const State exchanged = with_colours_exchanged(state);
    ShapeBoard<8> board(state.rules()), other(state.rules());
    board.reset(state);
    other.reset(exchanged);
    bool differs = false;
    for (int square = 0; square < state.rules().squares(); ++square) {
      if (!state.is_empty(square)) continue;
      EXPECT_EQ(board.policy(0, square), other.policy(1, square));
      EXPECT_EQ(board.policy(1, square), other.policy(0, square));
      differs |= board.policy(0, square) != board.policy(1, square);
    }
    EXPECT_TRUE(differs) << "it matters who is to move";
  }
}

TEST(PatternPolicy, TwoStonesAreCompletedBeforeOne) {
  std::string rows;
  for (int row = 0; row < 15; ++row) {
    if (row > 0) rows += '/';
    rows += row == 4 ? "....xx........." : row == 10 ? "....o.....o...." : "...............";
  }
  const State state = *State::from_text({}, rows);
  const int beside_two = 4 * 15 + 6, beside_one = 10 * 15 + 5;
  ShapeBoard<8> board(state.rules());
  board.reset(state);
  EXPECT_GT(board.policy(0, beside_two), board.policy(0, beside_one));
  board.reset(with_colours_exchanged(state));
  EXPECT_GT(board.policy(1, beside_two), board.policy(1, beside_one));
}

/// Positions in which the first square beside an own stone is played: something patterns can tell.
std::vector<PatternExample> moves_beside_own_stones(int count) {
  std::vector<PatternExample> all;
  for (int i = 0; static_cast<int>(all.size()) < count; ++i) {
    const State state = random_position({}, 12, static_cast<std::uint64_t>(i));
    ShapeBoard<8> board(state.rules());
    board.reset(state);
    const engine::Player us = state.to_move();
    for (int square = 1; square < state.rules().squares(); ++square) {
      if (square % 15 == 0 || !state.is_empty(square) || !state.has_stone(us, square - 1) ||
          board.threat(us, square) == Threat::kNone)
        continue;
      all.push_back({state, 0.5f, static_cast<std::uint16_t>(square)});
      break;
    }
  }
  return all;
}

TEST(PolicyFit, LearnsWhatPatternsTell) {
  const std::vector<PatternExample> all = moves_beside_own_stones(800);
  const auto held_out = std::span<const PatternExample>(all).last(200);
  PolicyFit fit(std::span<const PatternExample>(all).first(600), 1);
  const PolicyFit::Marks before = fit.marks(held_out), worth = fit.marks_of_order_worth(held_out);
  double first_loss = 0, last_loss = 0;
  for (int epoch = 0; epoch < 3; ++epoch) {
    last_loss = *fit.epoch();
    if (epoch == 0) first_loss = last_loss;
  }
  const PolicyFit::Marks after = fit.marks(held_out);
  EXPECT_LT(last_loss, first_loss);
  EXPECT_LT(after.log_loss, before.log_loss - 0.5);
  EXPECT_LT(after.rank, worth.rank);
  EXPECT_GT(after.first, worth.first);
}

TEST(PolicyFit, IsTheSameForTheSameSeedAndStopsWhenAsked) {
  const std::vector<PatternExample> all = moves_beside_own_stones(100);
  PolicyFit one(all, 7), two(all, 7);
  EXPECT_EQ(one.epoch(), two.epoch());
  EXPECT_EQ(policy_weights_text(*one.weights(), ""), policy_weights_text(*two.weights(), ""));
  std::stop_source stop;
  stop.request_stop();
  EXPECT_EQ(one.epoch(stop.get_token()), std::nullopt);
}

/// What was fitted is what the search asks: the sums of the rounded weights.
TEST(PolicyFit, ItsWeightsSayWhatItsMarksSay) {
  const std::vector<PatternExample> all = moves_beside_own_stones(100);
  PolicyFit fit(all, 7);
  fit.epoch();
  const auto weights = fit.weights();
  const PatternPolicy policy(*weights);
  int first = 0;
  for (const PatternExample& example : all) {
    ShapeBoard<8> board(example.state.rules());
    board.reset(example.state);
    const int us = example.state.to_move();
    const auto at = [&](int square) {
      return policy.at(board.patterns(square),
                       {board.square_class(0, square), board.square_class(1, square)}, us);
    };
    bool is_first = true;
    for (int square = 0; square < example.state.rules().squares(); ++square)
      if (square != example.played && example.state.is_empty(square) &&
          (board.threat(0, square) != Threat::kNone || board.threat(1, square) != Threat::kNone))
        is_first &= at(square) < at(example.played);
    first += is_first;
  }
  EXPECT_NEAR(first, 100 * fit.marks(all).first, 3);  // rounding makes some alike
}

}  // namespace
}  // namespace gauntlet::search::mnk
