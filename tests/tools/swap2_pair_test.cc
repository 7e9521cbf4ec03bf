// The two stones of swap2 that leave the chances most even.
#include "tools/protocol/swap2_pair.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <set>

namespace gauntlet::tools {

namespace {

using Square = Swap2Pair::Square;

const std::vector<Square> kThree = {{7, 7}, {8, 8}, {9, 9}};

TEST(Swap2Pair, CandidatesAreFreeAndAtAllDistances) {
  Swap2Pair pair(15, 15, kThree, {8, 7});
  std::set<int> distances;
  while (const auto square = pair.to_judge()) {
    EXPECT_EQ(std::ranges::count(kThree, *square), 0);
    const int away = std::max(std::abs(square->first - 8), std::abs(square->second - 7));
    distances.insert(away);
    pair.judged(0.5);
  }
  EXPECT_EQ(distances, (std::set<int>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(pair.left(), 0u);
}

TEST(Swap2Pair, TheMostEvenIsTaken) {
  Swap2Pair pair(15, 15, kThree, {8, 7});
  Square wanted;
  for (const double win : {0.1, 0.9, 0.56, 0.47, 0.45, 1.0}) {
    if (win == 0.47) wanted = *pair.to_judge();
    pair.judged(win);
  }
  EXPECT_EQ(pair.black(), wanted);
}

TEST(Swap2Pair, SmallBoardsHaveFewerCandidates) {
  Swap2Pair pair(5, 5, {{0, 0}, {1, 1}, {2, 3}}, {2, 2});
  EXPECT_EQ(pair.left(), 2u);
  while (pair.to_judge()) pair.judged(0.5);
}

}  // namespace

}  // namespace gauntlet::tools
