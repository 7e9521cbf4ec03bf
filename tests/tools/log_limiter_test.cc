// How much servers log, whatever their peers do.
#include "tools/commands/log_limiter.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <string>

#include "tools/commands/limited_log.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using Time = LogLimiter::Time;

TEST(LogLimiter, LetsASecondsRoomThrough) {
  LogLimiter limiter(100);
  for (int i = 0; i < 10; ++i) EXPECT_TRUE(limiter.admit(Time{}, 10).is_admitted);
  EXPECT_FALSE(limiter.admit(Time{} + 999ms, 1).is_admitted);
  EXPECT_TRUE(limiter.admit(Time{} + 1s, 10).is_admitted);
}

TEST(LogLimiter, TellsWhatItLeftOutWithTheNextLineAndOnce) {
  LogLimiter limiter(100);
  EXPECT_EQ(limiter.admit(Time{}, 100).left_out, 0u);
  for (int i = 0; i < 1'234; ++i) EXPECT_EQ(limiter.admit(Time{}, 10).left_out, 0u);
  EXPECT_EQ(limiter.admit(Time{} + 1s, 10).left_out, 1'234u);
  EXPECT_EQ(limiter.admit(Time{} + 1s, 10).left_out, 0u);
  for (int i = 0; i < 20; ++i) limiter.admit(Time{} + 1s, 10);
  EXPECT_EQ(limiter.take_left_out(), 12u) << "at the end";
  EXPECT_EQ(limiter.take_left_out(), 0u);
}

TEST(LogLimiter, ShortLinesDoNotOvertakeALongOne) {
  LogLimiter limiter(100);
  limiter.admit(Time{}, 90);
  EXPECT_FALSE(limiter.admit(Time{}, 11).is_admitted);
  EXPECT_FALSE(limiter.admit(Time{}, 1).is_admitted);
}

TEST(LogLimiter, ALongLineHasASecondOfItsOwn) {
  LogLimiter limiter(100);
  EXPECT_TRUE(limiter.admit(Time{}, 1'000).is_admitted);
  EXPECT_FALSE(limiter.admit(Time{}, 1).is_admitted);
  EXPECT_TRUE(limiter.admit(Time{} + 1s, 1).is_admitted);
  EXPECT_FALSE(limiter.admit(Time{} + 1s, 1'000).is_admitted);
}

/// In no second, wherever it begins, is there more than twice the room.
TEST(LogLimiter, BoundsEverySecond) {
  LogLimiter limiter(1'000);
  std::vector<Time> written;        // ten bytes each
  for (int i = 0; i < 30'000; ++i)  // floods with pauses
    if (const Time now{i / 3'000 * 1'700ms + i % 3'000 * 500us}; limiter.admit(now, 10).is_admitted)
      written.push_back(now);
  ASSERT_GT(written.size(), 1'000u);
  for (std::size_t i = 0; i + 200 < written.size(); ++i)
    EXPECT_GT(written[i + 200] - written[i], 1s - 1ms);
}

/// What a log writes to a file.
class Written {
 public:
  ~Written() { std::fclose(file_); }
  std::FILE* file() const { return file_; }
  std::string text() const {
    std::string all(static_cast<std::size_t>(std::ftell(file_)), ' ');
    std::rewind(file_);
    all.resize(std::fread(all.data(), 1, all.size(), file_));
    return all;
  }

 private:
  std::FILE* const file_ = std::tmpfile();
};

TEST(LimitedLog, CountsWhatIsTooMuch) {
  const Written people, scripts;
  {
    LimitedLog log(people.file(), LimitedLog::Form::kText, 20);
    LimitedLog rows(scripts.file(), LimitedLog::Form::kJson, 20);
    for (int i = 0; i < 1'236; ++i) log.write("0123456\n"), rows.write("{\"a\":1}\n");
  }
  // A busy machine may have begun another second meanwhile; then two more have been written.
  const std::string text = people.text();
  EXPECT_TRUE(text.starts_with("0123456\n0123456\n.. (1,2") || text.size() > 100) << text;
  EXPECT_TRUE(text.ends_with(" lines were left out here: too much came in one second)\n")) << text;
  const std::string json = scripts.text();
  EXPECT_TRUE(json.starts_with("{\"a\":1}\n{\"a\":1}\n{\"event\":\"left_out\",\"count\":1"))
      << json;
}

TEST(LimitedLog, AllOfAProcessStayBelowTheLimitTogether) {
  EXPECT_LE(2 * (LimitedLog::kOfSentences + LimitedLog::kOfAnswers + LimitedLog::kOfGames),
            96'000u);
}

}  // namespace

}  // namespace gauntlet::tools
