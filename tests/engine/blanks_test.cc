#include "engine/blanks.h"

#include <gtest/gtest.h>

namespace gauntlet::engine {
namespace {

TEST(Blanks, AreTakenOffBothEnds) {
  EXPECT_EQ(trimmed(" \t a b\t "), "a b");
  EXPECT_EQ(trimmed("a"), "a");
  EXPECT_EQ(trimmed(" \t "), "");
  EXPECT_EQ(trimmed(""), "");
  EXPECT_EQ(trimmed(" a\r "), "a\r");
  EXPECT_EQ(trimmed(" a\r ", " \r"), "a");
}

}  // namespace
}  // namespace gauntlet::engine
