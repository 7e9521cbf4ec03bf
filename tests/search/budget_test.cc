// A budget ends a search when the first of its limits is reached, and not before.
#include "search/budget.h"

#include <gtest/gtest.h>

#include <array>
#include <thread>

namespace gauntlet::search {
namespace {

using std::chrono::steady_clock;

constexpr std::uint64_t kBatch = 100;

TEST(Budget, HandsOutBatchesAndThenTheRestOfTheNodes) {
  Limits limits;
  limits.nodes = 250;
  Budget budget(limits, kBatch);
  EXPECT_EQ(budget.spend(0), 100u);
  EXPECT_EQ(budget.spend(100), 100u);
  EXPECT_EQ(budget.spend(100), 50u);
  EXPECT_FALSE(budget.stopped());
  EXPECT_EQ(budget.spend(50), 0u);
  EXPECT_TRUE(budget.stopped());
  EXPECT_EQ(budget.spent(), 250u);
}

TEST(Budget, WithoutALimitNeverEnds) {
  Budget budget(Limits{}, kBatch);
  EXPECT_EQ(budget.spend(1'000'000'000'000), kBatch);
  EXPECT_FALSE(budget.stopped());
}

TEST(Budget, NoNodesAreNoneFromTheStart) {
  Limits limits;
  limits.nodes = 0;
  EXPECT_EQ(Budget(limits, kBatch).spend(0), 0u);
}

TEST(Budget, EndsAtTheDeadlineAndWhenItIsCancelled) {
  Limits late, early, cancelled;
  late.deadline = steady_clock::now() - std::chrono::milliseconds(1);
  early.deadline = steady_clock::now() + std::chrono::hours(1);
  EXPECT_EQ(Budget(late, kBatch).spend(0), 0u);
  EXPECT_EQ(Budget(early, kBatch).spend(100 * kBatch), kBatch);
  std::stop_source source;
  cancelled.stop = source.get_token();
  Budget budget(cancelled, kBatch);
  EXPECT_EQ(budget.spend(0), kBatch);
  source.request_stop();
  EXPECT_EQ(budget.spend(1), 0u);
}

TEST(Budget, HasALaterDeadlineInACrisis) {
  Limits limits;
  limits.deadline = steady_clock::now() - std::chrono::milliseconds(1);
  limits.crisis_deadline = steady_clock::now() + std::chrono::hours(1);
  Budget budget(limits, kBatch);
  budget.set_crisis(true);
  EXPECT_GT(budget.spend(1), 0u);
  EXPECT_FALSE(budget.is_over());
  budget.set_crisis(false);
  EXPECT_EQ(budget.spend(1), 0u);

  limits.crisis_deadline.reset();
  Budget without(limits, kBatch);
  without.set_crisis(true);
  EXPECT_EQ(without.spend(1), 0u) << "no later one was given";
}

TEST(Budget, LooksAtTheClockOftenAtFirst) {
  Limits timed;
  timed.deadline = steady_clock::now() + std::chrono::hours(1);
  Budget budget(timed, kBatch);
  std::uint64_t batch = budget.spend(0), polls = 1;
  EXPECT_LT(batch, kBatch / 10);
  for (; batch < kBatch; ++polls) {
    const std::uint64_t next = budget.spend(batch);
    EXPECT_GE(next, batch);
    batch = next;
  }
  EXPECT_LT(polls, 100u);
}

TEST(Budget, StaysStoppedAndStillCounts) {
  Budget budget(Limits{}, kBatch);
  budget.stop();
  EXPECT_TRUE(budget.stopped());
  EXPECT_EQ(budget.spend(7), 0u);
  EXPECT_EQ(budget.spend(7), 0u);
  EXPECT_EQ(budget.spent(), 14u);
}

/// Each thread takes what it is given; together they overshoot by a batch each at most.
TEST(Budget, IsSharedByThreads) {
  constexpr std::uint64_t kNodes = 100'000, kThreads = 4;
  Limits limits;
  limits.nodes = kNodes;
  Budget budget(limits, kBatch);
  std::array<std::uint64_t, kThreads> taken{};
  {
    std::array<std::jthread, kThreads> threads;
    for (std::size_t i = 0; i < kThreads; ++i)
      threads[i] = std::jthread([&, i] {
        for (std::uint64_t batch = budget.spend(0); batch > 0; batch = budget.spend(batch))
          taken[i] += batch;
      });
  }
  std::uint64_t all = 0;
  for (const std::uint64_t nodes : taken) all += nodes;
  EXPECT_EQ(budget.spent(), all);
  EXPECT_GE(all, kNodes);
  EXPECT_LE(all, kNodes + kThreads * kBatch);
}

}  // namespace
}  // namespace gauntlet::search
