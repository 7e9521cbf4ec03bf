// The head in whole numbers says what the fitted one says, and sees what is threatened.
#include "search/mnk/pattern_head.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <string>

#include "engine/rng.h"
#include "search/mnk/shape_board.h"

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

/// Of an empty 15 x 15 board whose top row begins with `row`; as many stones of both.
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

}  // namespace
}  // namespace gauntlet::search::mnk
