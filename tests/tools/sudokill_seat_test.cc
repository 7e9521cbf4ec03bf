#include "tools/protocol/sudokill_seat.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "engine/registry.h"
#include "tests/tools/seat_table.h"
#include "tools/protocol/sudokill_client.h"
#include "tools/protocol/sudokill_result.h"

namespace gauntlet::tools {

namespace {

using selfplay::Termination;

const engine::AnyGame& sudokill() {
  static const engine::AnyGame game = *engine::find_game("sudokill");
  return game;
}

/// A 1 at 0,0; the last move was the 5 at 4,4.
constexpr const char* kFiveInTheMiddle =
    "1............................"
    "...........5................."
    "....................... 44 1";

std::unique_ptr<SeatedClient> sudokill_program(std::uint64_t seed) {
  return std::make_unique<SeatedClient>(std::make_unique<SudokillSeat>(),
                                        std::make_unique<SudokillClient>(SudokillClient::Options()),
                                        seed);
}

SeatTable sudokill_table(const std::string& position, engine::Player player) {
  return {std::make_unique<SudokillSeat>(), *sudokill().from_text(position), player};
}

/// An empty board, and a program that has said its name.
SeatTable table_of_ann(engine::Player player) {
  SeatTable table = sudokill_table(std::string(81, '.') + " -", player);
  table.say("Ann\r\n");
  table.heard();
  return table;
}

std::string rows_with(int square, char digit) {
  std::string rows;
  for (int i = 0; i < 81; ++i) {
    rows += i % 9 == 0 ? '|' : ' ';
    rows += i == square ? digit : '0';
  }
  return rows;
}

void expect_saw_the_game(const SeatedClient& client, engine::Player seat,
                         const SeatedGame& played) {
  ASSERT_TRUE(client.end);
  EXPECT_EQ(client.end->verdict, played.game.returns[static_cast<std::size_t>(seat)] == 1
                                     ? Verdict::kWin
                                     : Verdict::kLoss)
      << client.end->reason;
  ASSERT_EQ(client.decisions.size(), client.asked.size());
  for (std::size_t i = 0; i < client.asked.size(); ++i)
    ASSERT_EQ(client.decisions[i].view.to_text(), client.asked[i].to_text());
  ASSERT_TRUE(client.end->seen);
  EXPECT_EQ(client.end->seen->seat, seat);
}

/// In one seat, in the other, and in both.
TEST(SudokillSeat, ClientsPlayWholeGames) {
  const char* const kGames[] = {"sudokill", "sudokill/fill=0", "sudokill/fill=60"};
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const auto game = *engine::find_game(kGames[seed % 3]);
    engine::Rng rng(seed);
    const auto first = sudokill_program(seed), second = sudokill_program(seed + 1'000);
    const bool has_first = seed % 4 != 1, has_second = seed % 4 != 0;
    const SeatedGame played =
        play_seated(game, game.start(rng),
                    {has_first ? first.get() : nullptr, has_second ? second.get() : nullptr}, seed);
    ASSERT_EQ(played.summary.termination, Termination::kPlayed) << played.game.reason;
    for (const engine::Player seat : {0, 1}) {
      if (seat == 0 ? !has_first : !has_second) continue;
      const SeatedClient& client = seat == 0 ? *first : *second;
      expect_saw_the_game(client, seat, played);
      EXPECT_EQ(client.decisions.size(), (played.game.moves.size() + 1 - seat) / 2);
      EXPECT_EQ(client.end->seen->game.moves, played.game.moves);
      EXPECT_EQ(client.end->seen->game.returns, played.game.returns);
    }
  }
}

TEST(SudokillSeat, ClientsPlayFromOpenings) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    engine::Rng rng(seed);
    const auto first = sudokill_program(seed), second = sudokill_program(seed + 1'000);
    const auto start = some_plies_on(sudokill(), 1 + rng.below(8), rng);
    const SeatedGame played = play_seated(sudokill(), start, {first.get(), second.get()}, seed);
    ASSERT_EQ(played.summary.termination, Termination::kPlayed) << played.game.reason;
    expect_saw_the_game(*first, 0, played);
    expect_saw_the_game(*second, 1, played);
  }
}

TEST(SudokillSeat, SaysWhatTheServerSays) {
  SeatTable table = sudokill_table(std::string(81, '.') + " -", 0);
  EXPECT_EQ(table.heard(), "WAIT\r\n");
  EXPECT_FALSE(table.seat->is_ready());
  table.say("An");
  EXPECT_EQ(table.heard(), "");
  table.say("n\r\nPLAY\n");
  EXPECT_TRUE(table.seat->is_ready());
  EXPECT_EQ(table.heard(), "READY\r\nSTART|1|2" + rows_with(-1, '0') + "\r\n");
  table.ask();
  EXPECT_FALSE(table.answer);
  EXPECT_EQ(table.heard(), "ADD" + rows_with(-1, '0') + "\r\n");
  table.say("0 1 9\r");
  EXPECT_FALSE(table.answer);
  table.say("\n");
  table.play_answer();
  EXPECT_EQ(table.heard(), "0 1 9\r\n");
  table.play(*table.state.parse("0,2,1"));
  EXPECT_EQ(table.heard(), "0 2 1\r\n");
  table.ask();
  EXPECT_TRUE(table.heard().starts_with("ADD|0 9 1 0"));
}

TEST(SudokillSeat, ShowsTheLastMoveOfAnOpening) {
  for (const engine::Player player : {0, 1}) {
    SeatTable table = sudokill_table(kFiveInTheMiddle, player);
    table.say("Ann\n");
    EXPECT_EQ(table.heard(), "WAIT\r\nREADY\r\nSTART|" + std::to_string(player + 1) + "|2" +
                                 rows_with(0, '1') + "\r\n4 4 5\r\n");
  }
}

TEST(SudokillSeat, AskedBeforeItHasAName) {
  SeatTable table = sudokill_table(std::string(81, '.') + " -", 0);
  table.ask();
  EXPECT_EQ(table.heard(), "WAIT\r\n");
  table.say("\nAnn\n0 0 1\n");
  EXPECT_EQ(table.heard(),
            "READY\r\nSTART|1|2" + rows_with(-1, '0') + "\r\nADD" + rows_with(-1, '0') + "\r\n");
  table.play_answer();
}

TEST(SudokillSeat, WhatBreaksARuleIsAForfeitWithItsReason) {
  const std::pair<std::string, std::string> kCases[] = {
      {"9 0 1", "Out of range error: 9 0 is not a valid space"},
      {"0 9 1", "Out of range error: 0 9 is not a valid space"},
      {"4 0 0", "Bad value error: 0 is not a valid Sudoku value"},
      {"4 0 10", "Bad value error: 10 is not a valid Sudoku value"},
      {"4 4 1", "Space occupied error: 4 4 is occupied"},
      {"0 8 2", "Required placement error: must play either row 4 or col 4"},
      {"4 0 5", "Constraint violation error: there is already a 5 in row 4!"},
      {"8 4 5", "Constraint violation error: there is already a 5 in col 4!"},
      {"4 0 1", "Constraint violation error: there is already a 1 in col 0!"},
      {"0 0 0", "Bad value error: 0 is not a valid Sudoku value"},
  };
  for (const auto& [line, why] : kCases) {
    SeatTable table = sudokill_table(kFiveInTheMiddle, 0);
    table.say("Ann\n");
    table.ask();
    expect_forfeit(table.say(line + "\r\n"), Termination::kIllegalMove,
                   "played " + line + ": " + why);
    const std::string over = table.finish(0, Termination::kIllegalMove);
    EXPECT_EQ(over, "GAME OVER|opponent WINS! Ann played " + line + ": " + why + "\r\n");
  }
}

TEST(SudokillSeat, AReasonIsShortAndPrintable) {
  SeatTable table = table_of_ann(0);
  table.ask();
  table.say(std::string(200, '9') + " 0 1\n");
  ASSERT_TRUE(table.answer);
  EXPECT_LT(table.answer->reason.size(), 150u) << table.answer->reason;
}

TEST(SudokillSeat, WhatIsNoMoveIsChat) {
  SeatTable table = table_of_ann(0);
  table.ask();
  table.heard();
  for (const std::string line : {"hello", "0 0", "0 0 1 ", " 0 0 1", "0  0 1", "0 0 1 2", "-1 0 1",
                                 "0,0,1", "0 0 1.0", "a b c", "\xff", "START|1", "0 0 1\r"}) {
    EXPECT_FALSE(table.say(line + "\r\n"));
    EXPECT_EQ(table.heard(), "Ann said: " + line + "\r\n");
  }
  table.say("0 0 " + std::string(1'000, '1') + "\n");
  EXPECT_EQ(table.heard(), "Ann said: 0 0 " + std::string(252, '1') + "\r\n") << "it was cut";
  EXPECT_FALSE(table.say("PLAY\nPLAY|50\nOPPONENT|naive\n\r\n"));
  EXPECT_EQ(table.heard(), "");
  table.say("0 0 1\n");
  table.play_answer();
}

TEST(SudokillSeat, RejectsMovesOutOfTurn) {
  SeatTable table = table_of_ann(1);
  EXPECT_FALSE(table.say("0 0 1\n"));
  EXPECT_EQ(table.heard(), "REJECT|2 Wait your turn, Ann\r\n");
  table.play(*table.state.parse("0,0,1"));
  table.ask();
  table.heard();
  // The second waits until the first is played, and is no answer to the next question.
  table.say("0 1 2\n0 3 4\n");
  EXPECT_EQ(table.heard(), "");
  table.say("0 4 5\n");
  EXPECT_FALSE(table.answer);
  EXPECT_EQ(table.heard(), "");
  table.play(*table.state.parse("0,1,2"));
  EXPECT_EQ(table.heard(),
            "0 1 2\r\nREJECT|2 Wait your turn, Ann\r\nREJECT|2 Wait your turn, Ann\r\n");
  table.play(*table.state.parse("0,2,3"));
  table.ask();
  EXPECT_FALSE(table.answer);
}

TEST(SudokillSeat, TooMuchNonsenseIsAForfeit) {
  for (const char* line : {"\n", "hello\n", "PLAY\n", "0 0 1\n"}) {
    SeatTable table = table_of_ann(1);
    expect_too_much_nonsense(
        table, line, "more than 100 lines in a row meant nothing: this connection is closed\r\n");
    EXPECT_EQ(table.finish(1, Termination::kNonsense), "");
  }
  SeatTable nameless = sudokill_table(std::string(81, '.') + " -", 0);
  expect_too_much_nonsense(
      nameless, "\r\n",
      "more than 100 lines in a row meant nothing: this connection is closed\r\n");
}

TEST(SudokillSeat, NonsenseEndsWithAMove) {
  SeatTable table = table_of_ann(0);
  engine::Rng rng(1);
  for (int turn = 0; turn < 3; ++turn) {
    table.ask();
    for (int i = 0; i < 90; ++i) ASSERT_FALSE(table.say("hello\n"));
    std::string move = table.state.format(table.state.random_move(rng));
    std::replace(move.begin(), move.end(), ',', ' ');
    table.say(move + '\n');
    table.play_answer();
    table.play(table.state.random_move(rng));
  }
}

TEST(SudokillSeat, FloodsAreBounded) {
  expect_floods_are_bounded([] { return table_of_ann(0); });
}

/// What is told at the end is read by our client's own judge.
TEST(SudokillSeat, TellsHowTheGameEnds) {
  struct Case {
    std::optional<engine::Player> loser;
    Termination how;
    std::string text;
  };
  const Case kCases[] = {
      {1, Termination::kOutOfTime, "Ann WINS! opponent ran out of time!"},
      {0, Termination::kOutOfTime, "opponent WINS! Ann ran out of time!"},
      {1, Termination::kIllegalMove,
       "Ann WINS! opponent played 0 0 0: Bad value error: 0 is not a valid Sudoku value"},
      {1, Termination::kCrashed, "opponent left the game"},
      {1, Termination::kAbsent, "opponent left the game"},
      {1, Termination::kGaveUp, "opponent left the game"},
      {1, Termination::kNonsense, "opponent left the game"},
      {{}, Termination::kStopped, "Game stopped!"},
  };
  for (const Case& one : kCases) {
    SeatTable table = table_of_ann(0);
    table.ask();
    EXPECT_EQ(table.finish(one.loser, one.how), "GAME OVER|" + one.text + "\r\n");
    const Verdict expected = !one.loser        ? Verdict::kUnknown
                             : *one.loser == 1 ? Verdict::kWin
                                               : Verdict::kLoss;
    EXPECT_EQ(sudokill_verdict(one.text, {"Ann", one.loser == engine::Player{0}, ""}), expected)
        << one.text;
    EXPECT_FALSE(table.say("0 0 1\n"));
    EXPECT_EQ(table.heard(), "") << "the game is over";
  }
  for (const Termination how : {Termination::kCrashed, Termination::kAbsent})
    EXPECT_EQ(table_of_ann(0).finish(0, how), "") << "it has gone";
  EXPECT_EQ(sudokill_table(std::string(81, '.') + " -", 0).finish(1, Termination::kAbsent), "")
      << "it does not know yet that it plays";
}

TEST(SudokillSeat, WhoCannotMoveHasLost) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    engine::Rng rng(seed);
    engine::AnyState end = sudokill().start(rng);
    while (!end.is_over()) end.apply(end.random_move(rng));
    const bool first_has_lost = end.returns()[0] == 0;
    for (const engine::Player player : {0, 1}) {
      SeatTable table(std::make_unique<SudokillSeat>(), end, player);
      table.say("Ann\n");
      const bool has_lost = first_has_lost == (player == 0);
      EXPECT_EQ(table.finish({}, Termination::kPlayed),
                std::string("GAME OVER|") +
                    (has_lost ? "opponent WINS! Ann" : "Ann WINS! opponent") +
                    " played 0 0 0: Bad value error: 0 is not a valid Sudoku value\r\n");
    }
  }
}

}  // namespace

}  // namespace gauntlet::tools
