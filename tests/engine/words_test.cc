#include "engine/words.h"

#include <gtest/gtest.h>

namespace gauntlet::engine {

namespace {

TEST(Words, CountsHaveTheirNounsInTheRightNumber) {
  EXPECT_EQ(counted(0, "game"), "0 games");
  EXPECT_EQ(counted(1, "game"), "1 game");
  EXPECT_EQ(counted(2, "game"), "2 games");
  EXPECT_EQ(counted(1, "ply", "plies"), "1 ply");
  EXPECT_EQ(counted(0, "ply", "plies"), "0 plies");
  EXPECT_EQ(counted(1'234'567, "ply", "plies"), "1,234,567 plies");
}

TEST(Words, CountsAreDigits) {
  EXPECT_EQ(parse_whole("0", 5), 0u);
  EXPECT_EQ(parse_whole("18446744073709551615", UINT64_MAX), UINT64_MAX);
  for (const char* bad : {"", "6", "-1", "+1", " 1", "1 ", "1.0", "1e0", "99999999999999999999"})
    EXPECT_EQ(parse_whole(bad, 5), std::nullopt) << bad;
}

TEST(Words, NumbersAreGroupedByThousands) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(UINT64_MAX), "18,446,744,073,709,551,615");
}

}  // namespace

}  // namespace gauntlet::engine
