// What is written down of a conversation, and seats that listen or speak in other words.
#include "tools/protocol/transcript_seat.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "tests/tools/engine_bot.h"
#include "tests/tools/seat_match.h"
#include "tools/protocol/engine_seat.h"
#include "tools/protocol/gomoku_seat.h"
#include "tools/protocol/kimble_seat.h"
#include "tools/protocol/odd_seat.h"
#include "tools/protocol/sudokill_seat.h"
#include "tools/protocol/transcript.h"
#include "tools/protocol/twodoku_seat.h"

namespace gauntlet::tools {

namespace {

using selfplay::Termination;
using Lines = std::vector<std::string>;

// ---- the transcript ----

TEST(Transcript, LinesAreWholeWhateverTheirPiecesWere) {
  Transcript transcript;
  transcript.told("START 15\nINFO rule");
  transcript.told(" 0\n");
  transcript.said("O");
  transcript.said("K\r\n7,");
  EXPECT_EQ(transcript.lines(),
            (Lines{"> START 15", "> INFO rule 0", "< OK", "< 7,  (without a line end)"}));
  transcript.said("7\n");
  EXPECT_EQ(transcript.lines().back(), "< 7,7");
}

TEST(Transcript, WhoIsInterruptedHasNotEndedTheLine) {
  Transcript transcript;
  transcript.said("v001222");
  transcript.told("token\n");
  transcript.remark("(by another connection)");
  EXPECT_EQ(transcript.lines(),
            (Lines{"< v001222  (without a line end)", "> token", "  (by another connection)"}));
}

TEST(Transcript, EqualLinesAreOne) {
  Transcript transcript;
  for (int i = 0; i < 1'234; ++i) transcript.said("x\n");
  transcript.told("x\n");
  EXPECT_EQ(transcript.lines(), (Lines{"< x  (1,234 times)", "> x"}));
}

TEST(Transcript, IsBoundedAndPrintable) {
  Transcript transcript;
  for (int i = 0; i < 1'000; ++i) transcript.said("line " + std::to_string(i) + "\n");
  Lines lines = transcript.lines();
  ASSERT_EQ(lines.size(), Transcript::kMostLines + 1);
  EXPECT_EQ(lines.front(), "  (960 lines before)");
  EXPECT_EQ(lines.back(), "< line 999");
  for (int i = 0; i < 100; ++i)
    transcript.said(std::to_string(i) + std::string(100'000, '\xff') + "\x1b[31m\n");
  transcript.said(std::string(10'000'000, 'y'));
  std::size_t size = 0;
  lines = transcript.lines();
  for (const std::string& line : lines) {
    size += line.size();
    for (const char c : line) EXPECT_TRUE(c >= ' ' && c <= '~') << line;
  }
  EXPECT_LT(size, 5 * Transcript::kMostBytes);
  EXPECT_TRUE(lines.back().ends_with("...  (without a line end)")) << lines.back();
}

// ---- a seat that listens ----

TEST(TranscriptSeat, WritesDownWhatIsSaidAndChangesNothing) {
  SeatRecord record;
  TranscriptSeat seat(std::make_unique<EngineSeat>(), record);
  EngineSeat plain;
  std::string out, expected;
  engine::AnyState state = game_at("mnk:3x3x3");
  EXPECT_FALSE(record.has_come);
  seat.begin(state, 0, out);
  plain.begin(state, 0, expected);
  EXPECT_TRUE(record.has_come);
  EXPECT_FALSE(record.was_ready);
  EXPECT_FALSE(seat.received("hello Ann\n", out));
  plain.received("hello Ann\n", expected);
  EXPECT_TRUE(seat.is_ready());
  EXPECT_TRUE(record.was_ready);
  EXPECT_EQ(record.name, "Ann");
  EXPECT_FALSE(seat.ask(state, {}, out));
  plain.ask(state, {}, expected);
  EXPECT_FALSE(seat.received("thinking\nmo", out));
  EXPECT_EQ(record.slips, 1u);
  const auto answer = seat.received("ve 1,1\nmove 0,0\n", out);
  ASSERT_TRUE(answer);
  EXPECT_EQ(state.format(answer->move), "1,1");
  EXPECT_EQ(record.answers, 1u);
  EXPECT_EQ(record.slips, 2u);
  seat.saw(state, answer->move, out);
  plain.saw(state, answer->move, expected);
  seat.end(state, std::nullopt, Termination::kStopped, out);
  plain.end(state, std::nullopt, Termination::kStopped, expected);
  EXPECT_EQ(out, expected);
  EXPECT_EQ(
      record.transcript.lines(),
      (Lines{"> hello 1", "> game mnk:3x3x3", "> seat 1", "> position .../.../...", "< hello Ann",
             "> position .../.../...", "> moves 0,0;0,1;0,2;1,0;1,1;1,2;2,0;2,1;2,2", "> go",
             "< thinking", "< move 1,1", "< move 0,0", "> played 1 1,1", "> over stopped"}));
  ASSERT_FALSE(record.introduction.empty());
  EXPECT_EQ(record.introduction.back(), "< hello Ann");
  ASSERT_GE(record.first_slip.size(), 2u);
  EXPECT_EQ(record.first_slip[record.first_slip.size() - 2], "< thinking");
}

TEST(TranscriptSeat, AForfeitIsNoAnswer) {
  SeatRecord record;
  TranscriptSeat seat(std::make_unique<GomokuSeat>(), record);
  const engine::AnyState state = game_at("gomoku:9");
  std::string out;
  seat.begin(state, 0, out);
  EXPECT_TRUE(record.was_ready) << "there is nothing to say first";
  seat.ask(state, {}, out);
  const auto answer = seat.received("9 9\n", out);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->forfeit, Termination::kIllegalMove);
  EXPECT_EQ(record.answers, 0u);
}

// ---- lines that nobody asked for ----

/// How many slips the seat has seen when it is asked, and is then told this.
std::uint64_t slips_of(Seat& seat, const std::string& game, const std::string& first,
                       const std::string& said) {
  std::string out;
  engine::AnyState state = game_at(game);
  engine::Rng dice(1);
  state.play_chance_moves(dice, nullptr);
  seat.begin(state, state.to_move(), out);
  seat.received(first, out);
  seat.ask(state, {}, out);
  seat.received(said, out);
  return seat.slips();
}

TEST(Slips, OfEachProtocol) {
  struct Case {
    std::string first, said;
    std::uint64_t slips;
  };
  const auto expect = [](auto make, const std::string& game, const std::vector<Case>& cases) {
    for (const Case& c : cases) {
      const auto seat = make();
      EXPECT_EQ(slips_of(*seat, game, c.first, c.said), c.slips) << game << ": " << c.said;
    }
  };
  expect([] { return std::make_unique<GomokuSeat>(); }, "gomoku:9",
         {{"", "4 4\n", 0}, {"", "4 4\n5 5\n6 6\n", 2}, {"1 1\n", "", 1}});
  expect([] { return std::make_unique<EngineSeat>(); }, "mnk:3x3x3",
         {{"hello a\n", "\n# x\nwin 0.5\nmove 0,0\n", 0},
          {"hello a\n", "what\nmove 0,0\nmove 0,1\n", 2},
          {"move 0,0\nhello a\n", "move 0,0\n", 1}});
  expect([] { return std::make_unique<SudokillSeat>(); }, "sudokill",
         {{"ann\n", "PLAY\nhello\n\n", 0}, {"ann\n1 1 1\n", "", 1}});
  expect([] { return std::make_unique<TwoDokuSeat>(); }, "twodoku",
         {{"name ann\n", "\ncolour 0 0\n", 0},
          {"ann\nname ann\n", "colour 0 0\n", 1},
          {"name ann\ncolour 0 0\n", "colour 9 9\nresign\n", 3}});
  expect([] { return std::make_unique<KimbleSeat>("t"); }, "kimble:2",
         {{"v001222\n", "", 0}, {"v001222\nv001222\n", "", 1}, {"ann\nv001222\n", "", 1}});
}

// ---- a seat that speaks in other words ----

TEST(OddSeat, HasOtherLineEndsAndChatter) {
  OddSeat seat(std::make_unique<EngineSeat>(), {.ends_in_crlf = true, .chatter = "# hi\n\n"});
  std::string out;
  const engine::AnyState state = game_at("mnk:3x3x3");
  seat.begin(state, 1, out);
  EXPECT_EQ(out, "hello 1\r\ngame mnk:3x3x3\r\nseat 2\r\nposition .../.../...\r\n");
  out.clear();
  seat.received("hello Ann\n", out);
  EXPECT_EQ(seat.name(), "Ann");
  seat.saw(state, *state.parse("1,1"), out);
  EXPECT_EQ(out, "# hi\r\n\r\nplayed 1 1,1\r\n");
  out.clear();
  EXPECT_FALSE(seat.ask(state, {}, out));
  EXPECT_TRUE(out.starts_with("# hi\r\n\r\nposition ")) << out;
  EXPECT_TRUE(out.ends_with("go\r\n"));
  out.clear();
  EXPECT_TRUE(seat.received("move 0,0\n", out));
  seat.end(state, std::nullopt, Termination::kStopped, out);
  EXPECT_EQ(out, "over stopped\r\n");
}

TEST(OddSeat, SaysNothingWhereTheSeatSaysNothing) {
  OddSeat seat(std::make_unique<GomokuSeat>(), {.chatter = "hi\n"});
  std::string out;
  const engine::AnyState state = game_at("gomoku:9");
  seat.begin(state, 1, out);
  seat.saw(state, *state.parse("1,1"), out);
  EXPECT_EQ(out, "");
}

TEST(OddSeat, OurOwnEngineUnderstandsIt) {
  SeatMatch match(game_at("mnk:4x4x3"), 3);
  for (int i = 0; i < 2; ++i)
    match.add(
        std::make_unique<OddSeat>(std::make_unique<EngineSeat>(),
                                  OddSpeech{.ends_in_crlf = true, .chatter = "# a remark\n\n"}),
        EngineBot());
  match.play();
  EXPECT_TRUE(match.state.is_over());
  EXPECT_FALSE(match.forfeit.has_value());
}

}  // namespace

}  // namespace gauntlet::tools
