// Delays of this machine, made by stopping this process.
#include "tools/net/delay_meter.h"

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <thread>

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

/// Nothing here runs for a fifth of a second. A busy machine takes its time to stop every thread:
/// that one counts from when the last has stopped.
void stop_this_process() {
  ASSERT_EQ(std::system("parent=$PPID; kill -STOP $parent; "
                        "for i in $(seq 500); do "
                        "grep -L '^State:.T' /proc/$parent/task/*/status | grep -q . || break; "
                        "sleep 0.01; done; "
                        "sleep 0.2; kill -CONT $parent"),
            0);
}

TEST(DelayMeter, SeesHowLongThisProcessDidNotRun) {
  const DelayMeter meter;
  const auto before = steady_clock::now();
  std::this_thread::sleep_for(20ms);
  stop_this_process();
  std::this_thread::sleep_for(20ms);
  const auto after = steady_clock::now();
  EXPECT_GE(meter.longest(before, after), 150ms);
  EXPECT_LE(meter.longest(before, after), after - before);
  EXPECT_GE(meter.longest(), 150ms);
  EXPECT_LE(meter.longest(before, before + 1ms), 1ms) << "only what lies between the moments";
  EXPECT_LE(meter.longest(after - 60ms, after), 60ms) << "here too";
  EXPECT_EQ(meter.longest(before - 2s, before - 1s), 0ms) << "there was no meter";
}

TEST(DelayMeter, CountsADelayThatStillLasts) {
  const DelayMeter meter;
  const auto from = steady_clock::now();
  // The first to run again after the stop is as likely this thread as the meter's.
  for (int i = 0; i < 3; ++i) {
    stop_this_process();
    EXPECT_GE(meter.longest(from, steady_clock::now()), 150ms);
  }
}

}  // namespace

}  // namespace gauntlet::tools
