// The head in whole numbers says what the fitted one says, and sees what is threatened.
#include "search/mnk/pattern_head.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <set>
#include <string>

#include "engine/rng.h"
#include "search/mnk/shape_board.h"
#include "tests/search/mnk_positions.h"

namespace gauntlet::search::mnk {
namespace {

float spread(engine::Rng& rng, float most) {
  return static_cast<float>(2 * rng.uniform() - 1) * most;
}

PatternHead random_head(engine::Rng& rng) {
  PatternHead head{};
  for (auto& of_input : head.to_hidden)
    for (float& weight : of_input) weight = spread(rng, 0.3f);
  for (float& weight : head.hidden_bias) weight = spread(rng, 1);
  for (float& weight : head.from_hidden) weight = spread(rng, 0.4f);
  for (float& weight : head.direct) weight = spread(rng, 0.3f);
  head.bias = spread(rng, 1);
  return head;
}

TEST(HiddenSums, AreTheSameWithAndWithoutVectors) {
  constexpr std::size_t kUnits = 16;
  engine::Rng rng(4);
  const auto any = [&rng] { return static_cast<std::int16_t>(int(rng.below(65'535)) - 32'767); };
  for (int trial = 0; trial < 100; ++trial) {
    alignas(32) PairWeights<kUnits> weights;
    for (auto& of_unit : weights) of_unit = {any(), any()};
    alignas(32) HiddenSums<kUnits> sums{};
    sums[3] = -7;
    HiddenSums<kUnits> plain = sums;
    const std::int16_t first = any(), second = any();
    add_pair(weights, first, second, sums);
    add_pair_plainly(weights, first, second, plain);
    EXPECT_EQ(sums, plain);
  }
}

TEST(WholePatternHead, SaysWhatTheFittedHeadSays) {
  engine::Rng rng(1);
  for (int trial = 0; trial < 200; ++trial) {
    const PatternHead head = random_head(rng);
    PatternHead::Inputs inputs{};
    WholePatternHead::Totals totals;
    for (std::size_t i = 0; i < totals.size(); ++i) {
      totals[i] = static_cast<std::int16_t>(rng.below(8 * WholePatternHead::kInputOne));
      inputs[i] = static_cast<float>(totals[i]) / WholePatternHead::kInputOne;
    }
    const ThreatMarks marks{rng.below(1u << ThreatMarks::kAll)};
    for (std::size_t mark = 0; mark < ThreatMarks::kAll; ++mark)
      inputs[totals.size() + mark] = static_cast<float>(marks.bits >> mark & 1);
    EXPECT_NEAR(WholePatternHead(head).log_odds(totals, marks), 256 * head.log_odds(inputs), 4);
  }
}

TEST(WholePatternHead, TakesTheLargestInputs) {
  engine::Rng rng(2);
  const PatternHead head = random_head(rng);
  ASSERT_TRUE(WholePatternHead::fits(head));
  PatternHead::Inputs inputs{};
  WholePatternHead::Totals totals;
  for (std::size_t i = 0; i < totals.size(); ++i) {
    totals[i] = INT16_MAX;
    inputs[i] = static_cast<float>(totals[i]) / WholePatternHead::kInputOne;
  }
  EXPECT_NEAR(WholePatternHead(head).log_odds(totals, {}), 256 * head.log_odds(inputs), 32);
}

TEST(WholePatternHead, CutsWeightsBeyondEight) {
  PatternHead head{};
  head.to_hidden[3][5] = 9;
  head.from_hidden[5] = 1;
  ASSERT_TRUE(WholePatternHead::fits(head));
  WholePatternHead::Totals totals{};
  totals[3] = WholePatternHead::kInputOne;
  EXPECT_NEAR(WholePatternHead(head).log_odds(totals, {}), 256 * 8, 1);
  head.to_hidden[3][5] = -9;
  head.hidden_bias[5] = 10;
  EXPECT_NEAR(WholePatternHead(head).log_odds(totals, {}), 256 * 2, 1);
}

TEST(WholePatternHead, SaysWhichHeadsDoNotFit) {
  PatternHead head{};
  for (std::size_t i = 0; i < 2 * std::size_t{kChannels}; ++i)
    head.to_hidden[i][7] = i % 2 ? 1 : -1;
  EXPECT_FALSE(WholePatternHead::fits(head)) << "32 times 64 is too much";
  for (std::size_t i = 0; i < std::size_t{kChannels} + 1; ++i) head.to_hidden[i][7] = 0;
  EXPECT_TRUE(WholePatternHead::fits(head));
  head.hidden_bias[7] = 64;
  EXPECT_FALSE(WholePatternHead::fits(head));
}

/// Of a 15 x 15 board with stones in its top row alone. REQUIRES: as many of both.
ThreatMarks marks_of(const std::string& row, int mover) {
  std::string text = row + std::string(15 - row.size(), '.');
  for (int i = 1; i < 15; ++i) text += "/...............";
  const engine::mnk::Rules rules;
  ShapeBoard<4> board(rules);
  board.reset(*engine::Mnk<4>::from_text(rules, text));
  return ThreatMarks::of(board, mover);
}

TEST(ThreatMarks, TellNoneOneAndMore) {
  EXPECT_EQ(marks_of("", 0).bits, 0u);
  // A four on either side of three that the edge stops on one, for x: the mover's third threat.
  const ThreatMarks closed = marks_of("xxx.......ooo", 0);
  EXPECT_EQ(closed.bits >> 4 & 3, 3u) << "two squares make a four";
  EXPECT_EQ(closed.bits >> 2 & 3, 0u) << "none a double three";
  // Seen by the other player the halves change places.
  const ThreatMarks other = marks_of("xxx.......ooo", 1);
  EXPECT_EQ(other.bits >> 10, closed.bits & 0x3ff);
  EXPECT_EQ(other.bits & 0x3ff, closed.bits >> 10);
}

TEST(ThreatMarks, TellEachThreatOfEachPlayer) {
  constexpr std::array kInTheirOrder = {Threat::kOpenThree, Threat::kDoubleThree, Threat::kFour,
                                        Threat::kFourThree, Threat::kOpenFour};
  const engine::mnk::Rules rules;
  ShapeBoard<4> board(rules);
  engine::Rng rng(3);
  std::array<std::set<int>, kInTheirOrder.size()> numbers;  // of squares, up to two
  for (int trial = 0; trial < 400; ++trial) {
    const auto state = crowded<4>(rules, 12 + trial % 20, rng);
    if (state.to_move() == engine::kNobody) continue;
    board.reset(state);
    for (const int mover : {0, 1}) {
      const ThreatMarks marks = ThreatMarks::of(board, mover);
      for (std::size_t of = 0; of < 2 * kInTheirOrder.size(); ++of) {
        const std::size_t threat = of % kInTheirOrder.size();
        const int player = of == threat ? mover : 1 - mover;
        int squares = 0;
        for (int square = 0; square < rules.squares(); ++square)
          squares +=
              state.is_empty(square) && board.threat(player, square) == kInTheirOrder[threat];
        EXPECT_EQ(marks.bits >> 2 * of & 3, squares == 0 ? 0u : squares == 1 ? 1u : 3u);
        numbers[threat].insert(std::min(squares, 2));
      }
      EXPECT_EQ(marks.bits >> ThreatMarks::kAll, 0u);
    }
  }
  for (const auto& of_threat : numbers) EXPECT_EQ(of_threat.size(), 3u);
}

}  // namespace
}  // namespace gauntlet::search::mnk
