#include "selfplay/core_shares.h"

#include <gtest/gtest.h>
#include <sched.h>

#include <algorithm>
#include <memory>
#include <set>

namespace gauntlet::selfplay {

namespace {

/// The processors that the calling thread may use.
Processors allowed() {
  cpu_set_t set;
  EXPECT_EQ(sched_getaffinity(0, sizeof set, &set), 0);
  Processors processors;
  for (int i = 0; i < CPU_SETSIZE; ++i)
    if (CPU_ISSET(static_cast<std::size_t>(i), &set)) processors.push_back(i);
  return processors;
}

Processors flattened(const std::vector<Processors>& cores) {
  Processors all;
  for (const Processors& core : cores) all.insert(all.end(), core.begin(), core.end());
  std::sort(all.begin(), all.end());
  return all;
}

TEST(CoreShares, CoresAreTheProcessorsThatThisProcessMayUse) {
  EXPECT_EQ(flattened(physical_cores()), allowed());
}

TEST(CoreShares, AreEqual) {
  const std::vector<Processors> cores = {{0, 4}, {1, 5}, {2, 6}, {3, 7}};
  EXPECT_EQ(CoreShares(1, cores).cores_each(), 4);
  EXPECT_EQ(CoreShares(2, cores).cores_each(), 2);
  EXPECT_EQ(CoreShares(3, cores).cores_each(), 1);
  EXPECT_EQ(CoreShares(4, cores).cores_each(), 1);
  EXPECT_EQ(CoreShares(5, cores).cores_each(), 0) << "two games would share one";
  EXPECT_EQ(CoreShares().cores_each(), 0);
}

TEST(CoreShares, WhoHoldsOneRunsOnItAlone) {
  const std::vector<Processors> cores = physical_cores();
  const Processors before = allowed();
  const auto count = static_cast<int>(cores.size());
  CoreShares shares(count, cores);
  ASSERT_EQ(shares.cores_each(), 1);
  std::set<std::size_t> places;
  Processors used;
  {
    std::vector<std::unique_ptr<CoreShares::Hold>> holds;
    for (int i = 0; i < count; ++i) {
      holds.push_back(std::make_unique<CoreShares::Hold>(shares));
      EXPECT_TRUE(places.insert(holds.back()->index()).second);
      const Processors mine = allowed();
      EXPECT_NE(std::find(cores.begin(), cores.end(), mine), cores.end());
      used.insert(used.end(), mine.begin(), mine.end());
    }
    std::sort(used.begin(), used.end());
    EXPECT_EQ(used, before) << "each core has one holder";
    const CoreShares::Hold one_too_many(shares);
    EXPECT_EQ(one_too_many.index(), 0u);
  }
  EXPECT_EQ(allowed(), before);
  const CoreShares::Hold again(shares);
  EXPECT_LT(again.index(), static_cast<std::size_t>(count)) << "they come back";
}

TEST(CoreShares, WhereNothingIsDividedNobodyIsMoved) {
  const Processors before = allowed();
  CoreShares shares;
  const CoreShares::Hold one(shares), other(shares);
  EXPECT_EQ(one.index(), 0u);
  EXPECT_EQ(other.index(), 0u);
  EXPECT_EQ(allowed(), before);
}

}  // namespace

}  // namespace gauntlet::selfplay
