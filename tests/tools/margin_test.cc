// How much of the time for a move is kept back.
#include "tools/net/margin.h"

#include <gtest/gtest.h>

namespace gauntlet::tools {
namespace {

using namespace std::chrono_literals;

TEST(Margin, ExpectsABusyMachineAtFirst) {
  const Margin margin;
  EXPECT_EQ(margin.of(100ms), 45ms);
  EXPECT_EQ(margin.of(2s), 130ms);
  EXPECT_EQ(margin.of(60s), 130ms);
}

TEST(Margin, LeavesSomeTimeToThink) {
  Margin margin;
  margin.learn(500ms);
  EXPECT_EQ(margin.of(100ms), 60ms);
  EXPECT_EQ(margin.of(1ms), 600us);
  EXPECT_EQ(margin.of(0ms), 0ms);
}

TEST(Margin, LearnsThatTheMachineIsIdle) {
  Margin margin;
  for (int move = 0; move < 300; ++move) margin.learn(1ms);
  EXPECT_GE(margin.of(100ms), 16ms);
  EXPECT_LE(margin.of(100ms), 17ms);
}

TEST(Margin, RemembersALateAnswer) {
  Margin margin;
  for (int move = 0; move < 300; ++move) margin.learn(1ms);
  margin.learn(24ms);
  EXPECT_EQ(margin.of(100ms), 51ms);
  for (int move = 0; move < 20; ++move) margin.learn(1ms);
  EXPECT_GT(margin.of(100ms), 35ms);
}

TEST(Margin, EarlyAnswersTellNothing) {
  Margin margin;
  for (int move = 0; move < 300; ++move) margin.learn(-30ms);
  EXPECT_EQ(margin.of(100ms), 45ms);
}

}  // namespace
}  // namespace gauntlet::tools
