// What is kept back of a limit, and how it is learned.
#include "tools/protocol/answer_delay.h"

#include <gtest/gtest.h>

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;

TEST(AnswerDelay, APunctualMachineKeepsBackLessAndLess) {
  AnswerDelay delay;
  EXPECT_EQ(delay.of(100ms), 30ms);
  for (int i = 0; i < 500; ++i) delay.learn(100us);
  EXPECT_LT(delay.of(100ms), 16ms);
  EXPECT_GE(delay.of(100ms), 15ms);
}

TEST(AnswerDelay, AStallIsRememberedAndFades) {
  AnswerDelay delay;
  delay.learn(24ms);
  EXPECT_EQ(delay.of(20ms), 18ms);  // never all of it
  EXPECT_EQ(delay.of(1s), 186ms);
  for (int i = 0; i < 35; ++i) delay.learn(0ms);
  EXPECT_LT(delay.of(1s), 170ms);
  delay.learn(-1h);  // ended by itself
  EXPECT_GT(delay.of(1s), 160ms);
}

}  // namespace

}  // namespace gauntlet::tools
