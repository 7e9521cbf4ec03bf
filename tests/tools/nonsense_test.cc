// Hosts and connections that go on saying what means nothing, in virtual time.
#include "tools/protocol/nonsense.h"

#include <gtest/gtest.h>

#include "tests/tools/host_table.h"
#include "tools/protocol/gomoku_host.h"
#include "tools/protocol/kimble_host.h"
#include "tools/protocol/sudokill_host.h"
#include "tools/protocol/twodoku_host.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;

template <class H>
HostTable table_of(typename H::Options options = {}) {
  return HostTable(std::make_unique<H>(std::move(options)));
}

/// Says a line so often, one at a time.
void repeat(HostTable& table, ConnectionId who, int times, std::string_view line) {
  for (int i = 0; i < times; ++i) table.say(who, line);
}

bool has(const std::vector<std::string>& texts, std::string_view words) {
  return std::any_of(texts.begin(), texts.end(), [&](const std::string& text) {
    return text.find(words) != std::string::npos;
  });
}

TEST(Nonsense, IsTooMuchAfterAHundredInARow) {
  Nonsense nonsense;
  for (int i = 0; i < 100; ++i) EXPECT_FALSE(nonsense.is_too_much());
  EXPECT_TRUE(nonsense.is_too_much());
  nonsense.end();
  EXPECT_FALSE(nonsense.is_too_much());
  EXPECT_TRUE(nonsense.is_first());
}

// ---- Kimble ----

constexpr std::string_view kTooMuch =
    "Virhe: liian monta kelvotonta pyyntoa perakkain, yhteys suljetaan\nEND\n";

TEST(KimbleNonsense, IsHungUpOnAndLoggedOnce) {
  auto table = table_of<KimbleHost>();
  const auto who = table.join();
  repeat(table, who, 100, "x\n");
  EXPECT_FALSE(table.was_hung_up(who));
  EXPECT_EQ(table.heard(who).size(), 100u) << "each has its answer";
  table.say(who, "x\nx\nx\nx\n");
  EXPECT_TRUE(table.was_hung_up(who));
  EXPECT_EQ(table.message(who), kTooMuch);
  EXPECT_EQ(table.log().size(), 2u) << "the first, and the end";
}

TEST(KimbleNonsense, EmptyLinesAreToo) {
  for (const std::string_view line : {"\n", "\r\n", "\r"}) {
    auto table = table_of<KimbleHost>();
    const auto who = table.join();
    table.say(who, "v001222\n");
    repeat(table, who, 100, line);
    EXPECT_FALSE(table.was_hung_up(who));
    table.heard(who);
    table.say(who, line);
    EXPECT_TRUE(table.was_hung_up(who));
    EXPECT_EQ(table.message(who), kTooMuch);
  }
}

TEST(KimbleNonsense, EndsWithARequestThatIsGranted) {
  auto table = table_of<KimbleHost>();
  const auto who = table.join();
  for (const char* line : {"\n", "x\r\n", "v002222\n", "t\n"}) {
    repeat(table, who, 90, line);
    table.say(who, "v001222\r\n");
  }
  EXPECT_FALSE(table.was_hung_up(who));
  const std::string token = table.heard(who).back().substr(0, 65);
  repeat(table, who, 90, "x\n");
  table.say(who, token + "0\n");
  repeat(table, who, 90, "x\n");
  EXPECT_FALSE(table.was_hung_up(who));
}

TEST(KimbleNonsense, AFloodOfNewGamesIsBounded) {
  auto table = table_of<KimbleHost>();
  const auto who = table.join();
  std::string flood;
  for (int i = 0; i < 10'000; ++i) flood += "v001222\n";
  table.say(who, flood);
  EXPECT_TRUE(table.was_hung_up(who));
  const std::size_t begun = 32 + table.finished().size();  // some are over with their first answer
  EXPECT_LT(begun, 40u);
  EXPECT_EQ(table.heard(who).size(), begun + 101);
  EXPECT_EQ(table.log().size(), begun + 2);
}

TEST(KimbleNonsense, IsNoQuestionWhereOneIsAwaited) {
  for (const char* line : {"\n", "x\n", "v002222\n"}) {
    auto table = table_of<KimbleHost>();
    const auto who = table.join();
    for (int second = 0; second < 15; ++second) {
      EXPECT_FALSE(table.was_hung_up(who));
      table.pass(1s);
      table.tick();
      table.say(who, line);
    }
    table.pass(1s);
    table.tick();
    EXPECT_TRUE(table.was_hung_up(who)) << line;
  }
}

/// A line of ten megabytes is one line, and pieces without an end are requests when they come.
TEST(KimbleNonsense, ALongLineIsOne) {
  auto table = table_of<KimbleHost>();
  const auto who = table.join();
  table.say(who, std::string(100'000, 'z') + "\nv001222\n");
  EXPECT_EQ(table.heard(who).size(), 2u);
  repeat(table, who, 100, std::string(100'000, 'z'));
  EXPECT_FALSE(table.was_hung_up(who));
  table.say(who, std::string(100'000, 'z'));
  EXPECT_TRUE(table.was_hung_up(who));
}

// ---- Gomoku ----

TEST(GomokuNonsense, ThatWaitsForAnOpponentIsHungUpOn) {
  auto table = table_of<GomokuHost>();
  const auto who = table.join();
  repeat(table, who, 8 + 100, "\n");  // eight are kept as moves
  EXPECT_FALSE(table.was_hung_up(who));
  table.say(who, "\n\n\n");
  EXPECT_TRUE(table.was_hung_up(who));
  EXPECT_EQ(table.log().size(), 1u);
  const auto black = table.join(), white = table.join();
  EXPECT_EQ(table.heard(black).size(), 1u) << "nobody waits any more";
  EXPECT_EQ(table.heard(white).size(), 0u);
}

TEST(GomokuNonsense, LosesTheGame) {
  auto table = table_of<GomokuHost>();
  const auto black = table.join(), white = table.join();
  table.heard(black);
  repeat(table, white, 8 + 100, "0 0\n");
  EXPECT_TRUE(table.finished().empty());
  table.say(white, "0 0\n");
  ASSERT_EQ(table.finished().size(), 1u);
  EXPECT_EQ(table.finished()[0].reason,
            "white has sent more than 100 lines in a row that mean nothing");
  EXPECT_EQ(table.finished()[0].returns[0], 1);
  EXPECT_TRUE(table.message(black).starts_with("WIN\n"));
  EXPECT_TRUE(table.message(white).starts_with("LOSE\n"));
  EXPECT_TRUE(table.was_hung_up(white));
}

TEST(GomokuNonsense, EndsWithALineThatIsKept) {
  auto table = table_of<GomokuHost>();
  const auto black = table.join(), white = table.join();
  const auto move = [](int row) { return std::to_string(row) + (row % 2 ? " 3\n" : " 5\n"); };
  for (int row = 0; row < 7; ++row) table.say(white, move(row));
  for (int row = 0; row < 2; ++row) {
    table.say(white, move(7 + row));  // there is room for one
    repeat(table, white, 90, "x\n");
    table.say(black, std::to_string(row) + " 0\n");
  }
  EXPECT_FALSE(table.was_hung_up(white));
  repeat(table, white, 102, "x\n");  // one is kept
  EXPECT_TRUE(table.was_hung_up(white));
}

// ---- Two-Doku ----

TEST(TwoDokuNonsense, WithoutANameIsHungUpOn) {
  for (const char* line : {"\n", "hello\n"}) {
    auto table = table_of<TwoDokuHost>();
    const auto who = table.join();
    repeat(table, who, 100, line);
    EXPECT_FALSE(table.was_hung_up(who));
    table.heard(who);
    table.say(who, line);
    ASSERT_TRUE(table.was_hung_up(who));
    EXPECT_EQ(table.heard(who).back(),
              "error more than 100 lines in a row meant nothing: this connection is closed\n");
  }
}

TEST(TwoDokuNonsense, LosesTheGame) {
  auto table = table_of<TwoDokuHost>();
  const auto red = table.join(), blue = table.join();
  table.say(red, "name Ann\n");
  table.say(blue, "name Bob\n");
  repeat(table, blue, 70, "colour 0 0\n");  // out of turn
  repeat(table, red, 70, "colour 9 9\n");
  table.say(red, "colour 0 0\n");
  repeat(table, red, 100, "pass\n");
  EXPECT_TRUE(table.finished().empty());
  table.say(red, "\n");
  ASSERT_EQ(table.finished().size(), 1u);
  EXPECT_EQ(table.finished()[0].reason,
            "red has sent more than 100 lines in a row that mean nothing");
  EXPECT_TRUE(has(table.heard(red), "error more than 100 lines in a row meant nothing"));
  EXPECT_TRUE(has(table.heard(blue), "over red 0 blue 1"));
}

TEST(TwoDokuNonsense, IsNoNameWhereOneIsAwaited) {
  auto table = table_of<TwoDokuHost>();
  const auto who = table.join();
  for (int second = 0; second < 16; ++second) {
    EXPECT_FALSE(table.was_hung_up(who));
    table.say(who, second % 2 ? "\n" : "name\n");
    table.pass(1s);
    table.tick();
  }
  EXPECT_TRUE(table.was_hung_up(who));
}

// ---- Sudokill ----

TEST(SudokillNonsense, EmptyLinesAreHungUpOn) {
  auto table = table_of<SudokillHost>();
  const auto ann = table.join(), bob = table.join();
  table.say(ann, "Ann\n");
  table.say(bob, "Bob\nPLAY\n");
  table.heard(bob);
  repeat(table, ann, 100, "\n");
  EXPECT_FALSE(table.was_hung_up(ann));
  table.heard(ann);
  table.say(ann, "\r\n\n\n");
  EXPECT_TRUE(table.was_hung_up(ann));
  EXPECT_EQ(table.message(ann),
            "more than 100 lines in a row meant nothing: this connection is closed\r\n");
  EXPECT_EQ(table.message(bob), "GAME OVER|Ann left the game\r\n");
}

TEST(SudokillNonsense, ChatHasAPace) {
  auto table = table_of<SudokillHost>();
  const auto ann = table.join();
  table.say(ann, "Ann\n");
  table.heard(ann);
  repeat(table, ann, 160, "hello\n");
  EXPECT_FALSE(table.was_hung_up(ann));
  const auto heard = table.heard(ann);
  ASSERT_EQ(heard.size(), 61u);
  EXPECT_EQ(heard.back(), "this is too fast: no more than 20 lines per second are read\r\n");
  table.say(ann, "hello\n");
  EXPECT_TRUE(table.was_hung_up(ann));
}

TEST(SudokillNonsense, ALongFloodIsHungUpOnThoughItsLinesAreReadNowAndThen) {
  auto table = table_of<SudokillHost>();
  const auto ann = table.join();
  table.say(ann, "Ann\n");
  for (int second = 0; second < 10 && !table.was_hung_up(ann); ++second) {
    repeat(table, ann, 50, "hello\n");
    table.pass(1s);
  }
  EXPECT_TRUE(table.was_hung_up(ann));
  EXPECT_LE(table.heard(ann).size(), 60u + 5 * 20u + 2u) << "not told each time to be slower";
}

TEST(SudokillNonsense, WhoKeepsThePaceStays) {
  auto table = table_of<SudokillHost>();
  const auto ann = table.join();
  table.say(ann, "Ann\n");
  for (int second = 0; second < 600; ++second) {
    table.say(ann, "PLAY\n");  // until somebody comes to play with
    repeat(table, ann, 10, "hello\n");
    table.pass(1s);
    table.tick();
  }
  // After a rest all is forgiven.
  for (int i = 0; i < 10; ++i) {
    repeat(table, ann, 60 + 50, "hello\n");
    table.pass(3s);
  }
  EXPECT_FALSE(table.was_hung_up(ann));
}

TEST(SudokillNonsense, MovesAreReadAtAnyPace) {
  auto table = table_of<SudokillHost>();
  const auto ann = table.join(), bob = table.join();
  table.say(ann, "Ann\n");
  table.say(bob, "Bob\nPLAY|0\n");
  repeat(table, ann, 70, "hello\n");
  table.heard(ann);
  table.say(ann, "0 0 1\n");
  EXPECT_TRUE(has(table.heard(bob), "0 0 1\r\n"));
}

TEST(SudokillNonsense, EndsWithAMove) {
  auto table = table_of<SudokillHost>();
  const auto ann = table.join(), bob = table.join();
  table.say(ann, "Ann\n");
  table.say(bob, "Bob\nPLAY|0\n");
  repeat(table, ann, 100, "\n");
  table.say(ann, "0 0 1\n");
  repeat(table, ann, 100, "\n");
  EXPECT_FALSE(table.was_hung_up(ann));
  table.say(ann, "\n");
  EXPECT_TRUE(table.was_hung_up(ann));
}

TEST(SudokillNonsense, IsNoNameWhereOneIsAwaited) {
  auto table = table_of<SudokillHost>();
  const auto who = table.join();
  for (int second = 0; second < 16; ++second) {
    EXPECT_FALSE(table.was_hung_up(who));
    table.say(who, "\r\n");
    table.pass(1s);
    table.tick();
  }
  EXPECT_TRUE(table.was_hung_up(who));
}

}  // namespace

}  // namespace gauntlet::tools
