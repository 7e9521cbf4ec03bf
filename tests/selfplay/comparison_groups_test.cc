#include "selfplay/statistics/comparison_groups.h"

#include <gtest/gtest.h>

namespace gauntlet::selfplay {

namespace {

using Side = ComparisonGroup::Open::Side;

Outcome won(int winner, int loser) {
  return {{winner, loser}, {1, 0}};
}

Outcome drawn(int a, int b) {
  return {{a, b}, {0.5f, 0.5f}};
}

TEST(ComparisonGroups, NamesThoseThatNeverMet) {
  const auto groups = comparison_groups(5, {drawn(0, 2), drawn(1, 3), drawn(3, 4)}, {});
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].rated, (std::vector<int>{0, 2}));
  EXPECT_EQ(groups[1].rated, (std::vector<int>{1, 3, 4}));
  EXPECT_TRUE(groups[0].open.empty());
}

TEST(ComparisonGroups, WhoWonEverythingIsOpen) {
  // 0 beats all; 1, 2 and 3 in a circle; 4 loses to all; 5 loses to 4 only.
  const auto groups = comparison_groups(
      6, {won(0, 1), won(0, 2), won(1, 2), won(2, 3), won(3, 1), won(2, 4), won(4, 5)}, {});
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(groups[0].rated, (std::vector<int>{1, 2, 3}));
  ASSERT_EQ(groups[0].open.size(), 3u);
  EXPECT_EQ(groups[0].open[0].player, 0);
  EXPECT_EQ(groups[0].open[0].side, Side::kAbove);
  EXPECT_EQ(groups[0].open[1].side, Side::kBelow);
  EXPECT_EQ(groups[0].open[2].side, Side::kBelow);
}

TEST(ComparisonGroups, SidesThatNeverTookAPointFromEachOtherAreApart) {
  const auto groups = comparison_groups(4, {drawn(0, 1), won(0, 2), won(1, 3), drawn(2, 3)}, {});
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].rated, (std::vector<int>{0, 1}));
  EXPECT_EQ(groups[1].rated, (std::vector<int>{2, 3}));
}

TEST(ComparisonGroups, TwoThatLostToAThirdCannotBeCompared) {
  const auto groups = comparison_groups(3, {won(2, 0), won(2, 1), won(2, 1)}, {});
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_EQ(groups[0].rated, (std::vector<int>{2}));  // it has the most games
  EXPECT_EQ(groups[0].open[0].side, Side::kBelow);
  EXPECT_EQ(groups[0].open[1].side, Side::kBelow);
}

TEST(ComparisonGroups, AnchorsBringGroupsTogether) {
  const std::vector<int> anchored = {0, 3};
  const auto groups = comparison_groups(4, {drawn(0, 1), drawn(2, 3)}, anchored);
  ASSERT_EQ(groups.size(), 1u);
  EXPECT_TRUE(groups[0].is_anchored);
  EXPECT_EQ(groups[0].rated.size(), 4u);
}

TEST(ComparisonGroups, TablesOfFourAndPlayersWithoutGames) {
  const std::vector<Outcome> outcomes = {
      {{0, 1, 2, 3}, {1, 0, 0, 0}}, {{1, 2, 3, 0}, {1, 0, 0, 0}}, {{2, 3, 0, 1}, {1, 0, 0, 0}}};
  const auto groups = comparison_groups(5, outcomes, {});
  ASSERT_EQ(groups.size(), 2u);
  EXPECT_EQ(groups[0].rated, (std::vector<int>{0, 1, 2}));
  ASSERT_EQ(groups[0].open.size(), 1u);
  EXPECT_EQ(groups[0].open[0].side, Side::kBelow);
  EXPECT_EQ(groups[1].rated, (std::vector<int>{4}));
}

}  // namespace

}  // namespace gauntlet::selfplay
