#include "selfplay/players/duration.h"

#include <gtest/gtest.h>

namespace gauntlet::selfplay {
namespace {

using namespace std::chrono_literals;

TEST(Duration, ReadsWhatPeopleWrite) {
  EXPECT_EQ(parse_duration("1ms", 24h), 1ms);
  EXPECT_EQ(parse_duration("100ms", 24h), 100ms);
  EXPECT_EQ(parse_duration("5s", 24h), 5s);
  EXPECT_EQ(parse_duration("0.5s", 24h), 500ms);
  EXPECT_EQ(parse_duration("1.25s", 24h), 1250ms);
  EXPECT_EQ(parse_duration("2min", 24h), 2min);
  EXPECT_EQ(parse_duration("0.5min", 24h), 30s);
  EXPECT_EQ(parse_duration("1.5h", 24h), 90min);
  EXPECT_EQ(parse_duration("24h", 24h), 24h);
  EXPECT_EQ(parse_duration("3600s", 1h), 1h);
}

TEST(Duration, RefusesTheRest) {
  for (const char* text : {"",
                           "s",
                           "ms",
                           "5",
                           "0ms",
                           "0s",
                           "0.0s",
                           "-1s",
                           "1.5ms",
                           "1.2345s",
                           ".5s",
                           "5.s",
                           "1..5s",
                           "5 s",
                           "5S",
                           "5sec",
                           "1e3ms",
                           "25h",
                           "1441min",
                           "99999999999999999999s",
                           "nans",
                           "1s2",
                           "18446744073709551615ms",
                           "999999999999h"})
    EXPECT_FALSE(parse_duration(text, 24h)) << text;
  EXPECT_FALSE(parse_duration("3601s", 1h));
}

}  // namespace
}  // namespace gauntlet::selfplay
