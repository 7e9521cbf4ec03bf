// How much of the time for a move is kept back.
#include "selfplay/thinking/move_overhead.h"

#include <gtest/gtest.h>

namespace gauntlet::selfplay {
namespace {

using namespace std::chrono_literals;

TEST(MoveOverhead, ExpectsABusyMachineAtFirst) {
  const MoveOverhead overhead;
  EXPECT_EQ(overhead.of(100ms), 45ms);
  EXPECT_EQ(overhead.of(2s), 130ms);
  EXPECT_EQ(overhead.of(60s), 130ms);
}

TEST(MoveOverhead, LeavesSomeTimeToThink) {
  MoveOverhead overhead;
  overhead.learn(500ms);
  EXPECT_EQ(overhead.of(100ms), 60ms);
  EXPECT_EQ(overhead.of(1ms), 600us);
  EXPECT_EQ(overhead.of(0ms), 0ms);
}

TEST(MoveOverhead, LearnsThatTheMachineIsIdle) {
  MoveOverhead overhead;
  for (int move = 0; move < 300; ++move) overhead.learn(1ms);
  EXPECT_GE(overhead.of(100ms), 16ms);
  EXPECT_LE(overhead.of(100ms), 17ms);
}

TEST(MoveOverhead, RemembersALateAnswer) {
  MoveOverhead overhead;
  for (int move = 0; move < 300; ++move) overhead.learn(1ms);
  overhead.learn(24ms);
  EXPECT_EQ(overhead.of(100ms), 51ms);
  for (int move = 0; move < 20; ++move) overhead.learn(1ms);
  EXPECT_GT(overhead.of(100ms), 35ms);
}

TEST(MoveOverhead, EarlyAnswersTellNothing) {
  MoveOverhead overhead;
  for (int move = 0; move < 300; ++move) overhead.learn(-30ms);
  EXPECT_EQ(overhead.of(100ms), 45ms);
}

TEST(MoveOverhead, MayBeMostOfAShortLimit) {
  MoveOverhead overhead(10ms, 90);
  EXPECT_EQ(overhead.of(100ms), 30ms);
  for (int move = 0; move < 500; ++move) overhead.learn(100us);
  EXPECT_LT(overhead.of(100ms), 16ms);
  EXPECT_GE(overhead.of(100ms), 15ms);
  overhead.learn(24ms);
  EXPECT_EQ(overhead.of(20ms), 18ms);  // never all of it
  EXPECT_EQ(overhead.of(1s), 136ms);
  for (int move = 0; move < 35; ++move) overhead.learn(0ms);
  EXPECT_LT(overhead.of(1s), 120ms);
  overhead.learn(-1h);  // ended by itself
  EXPECT_GT(overhead.of(1s), 110ms);
}

}  // namespace
}  // namespace gauntlet::selfplay
