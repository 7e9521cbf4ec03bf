#include "tools/protocol/game_numbers.h"

#include <gtest/gtest.h>

#include <vector>

namespace gauntlet::tools {

namespace {

std::vector<std::uint64_t> first_of(GameNumbers numbers, int count) {
  std::vector<std::uint64_t> taken;
  for (int i = 0; i < count; ++i) {
    const std::uint64_t next = numbers.next();
    taken.push_back(numbers.take());
    EXPECT_EQ(taken.back(), next);
  }
  return taken;
}

using Numbers = std::vector<std::uint64_t>;

TEST(GameNumbers, BeginWithOne) {
  EXPECT_EQ(first_of(GameNumbers(), 4), (Numbers{1, 2, 3, 4}));
}

TEST(GameNumbers, FillGapsAndGoOnBehindThem) {
  EXPECT_EQ(first_of(GameNumbers({{3, 4}, {8, 10}, {20, 21}}), 6), (Numbers{3, 8, 9, 20, 21, 22}));
  EXPECT_EQ(first_of(GameNumbers({{5, 6}}), 3), (Numbers{5, 6, 7}));
}

}  // namespace

}  // namespace gauntlet::tools
