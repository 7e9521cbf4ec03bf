// A program's seat at a Gomoku game: what GomokuHost says, move by move, and what it takes.
#include "tools/protocol/gomoku_seat.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "engine/registry.h"
#include "engine/rng.h"
#include "tests/tools/gomoku_table.h"

namespace gauntlet::tools {

namespace {

using engine::AnyMove;
using engine::AnyState;
using selfplay::Termination;

/// A seat in a game of its own that the test moves on.
struct SeatedProgram {
  explicit SeatedProgram(const std::string& game_name = "gomoku:5", engine::Player seat = 0)
      : SeatedProgram(game_name, seat, "") {}
  SeatedProgram(const std::string& game_name, engine::Player player, const std::string& position)
      : game(*engine::find_game(game_name)), state(start_of(game, position)) {
    seat.begin(state, player, out);
  }

  static AnyState start_of(const engine::AnyGame& game, const std::string& position) {
    engine::Rng rng(1);
    return position.empty() ? game.start(rng) : *game.from_text(position);
  }
  void play(const std::string& text) {
    const auto move = *state.parse(text);
    seat.saw(state, move, out);
    state.apply(move);
  }
  auto ask() { return seat.ask(state, {}, out); }
  auto hear(std::string_view bytes) { return seat.received(bytes, out); }
  /// The reason why the next question is answered by an illegal move.
  std::string objection_to(std::string_view line) {
    EXPECT_FALSE(ask());
    const auto answer = hear(line);
    EXPECT_TRUE(answer) << line;
    if (!answer) return "";
    EXPECT_EQ(answer->forfeit, Termination::kIllegalMove);
    return answer->reason;
  }
  std::string end(std::optional<engine::Player> loser, Termination how) {
    out.clear();
    seat.end(state, loser, how, out);
    return out;
  }

  engine::AnyGame game;
  AnyState state;
  GomokuSeat seat;
  std::string out;
};

/// Both seats of a game and a host get the same moves.
void expect_words_of_the_host(std::uint64_t seed) {
  GomokuHost::Options options;
  options.size = 6;
  GomokuTable table(options);
  const ConnectionId players[] = {table.join(), table.join()};
  SeatedProgram seats[] = {SeatedProgram("gomoku:6", 0), SeatedProgram("gomoku:6", 1)};
  engine::Rng rng(seed);
  for (AnyState state = seats[0].state; !state.is_over();) {
    const auto mover = static_cast<std::size_t>(state.to_move());
    const AnyMove move = state.random_move(rng);
    std::string line = state.format(move) + '\n';
    std::replace(line.begin(), line.end(), ',', ' ');
    EXPECT_FALSE(seats[mover].ask());
    EXPECT_EQ(seats[mover].out, table.message(players[mover]));
    const auto answer = seats[mover].hear(line);
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->forfeit, Termination::kPlayed);
    EXPECT_EQ(answer->move, move);
    for (SeatedProgram& seat : seats) {
      seat.out.clear();
      seat.play(state.format(move));
    }
    table.say(players[mover], line);
    state.apply(move);
  }
  for (const std::size_t seat : {0u, 1u})
    EXPECT_EQ(seats[seat].end({}, Termination::kPlayed), table.message(players[seat]));
}

TEST(GomokuSeat, SaysWhatTheHostSays) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) expect_words_of_the_host(seed);
}

TEST(GomokuSeat, TellsForfeitsAsTheHostDoes) {
  const std::string empty = "...../...../...../...../.....";
  for (const engine::Player seat : {0, 1}) {
    const auto told = [&](engine::Player loser, Termination how) {
      return SeatedProgram("gomoku:5", seat).end(loser, how);
    };
    for (const engine::Player loser : {0, 1}) {
      const std::string status = loser == seat ? "LOSE" : "WIN";
      EXPECT_EQ(told(loser, Termination::kIllegalMove),
                gomoku_message("FORFEIT-MOVE", empty, "-1 -1", 'x'));
      EXPECT_EQ(told(loser, Termination::kOutOfTime),
                gomoku_message("FORFEIT-TIME", empty, "-1 -1", 'x'));
      for (const Termination how : {Termination::kCrashed, Termination::kAbsent,
                                    Termination::kNonsense, Termination::kGaveUp})
        EXPECT_EQ(told(loser, how), gomoku_message(status, empty, "-1 -1", 'x'));
    }
  }
  EXPECT_EQ(SeatedProgram().end({}, Termination::kTooLong),
            gomoku_message("DRAW", empty, "-1 -1", 'x'));
  EXPECT_EQ(SeatedProgram().end({}, Termination::kStopped), "");
}

TEST(GomokuSeat, AnOpeningIsSimplyThere) {
  const std::string opening = "x..../.o.../..x../...../.....";
  SeatedProgram white("gomoku:5", 1, opening);
  EXPECT_EQ(white.out, "");
  white.ask();
  EXPECT_EQ(white.out, gomoku_message("CONTINUING", opening, "-1 -1", 'o'));
  SeatedProgram black("mnk:5x5x4", 0, opening);
  black.play("4,4");
  black.ask();
  EXPECT_EQ(black.out, gomoku_message("CONTINUING", "x..../.o.../..x../...../....o", "4 4", 'x'));
}

TEST(GomokuSeat, SaysWhyAMoveIsIllegal) {
  SeatedProgram program("gomoku:9");
  EXPECT_EQ(program.objection_to("9 9\n"),
            "'9 9' (off the board, whose rows and columns are 0 to 8)");
  EXPECT_EQ(program.objection_to("-1 3\r\n"),
            "'-1 3' (off the board, whose rows and columns are 0 to 8)");
  for (const char* line : {"(4,4)", "4,4", "3.0 4.0", "", "4", "4 4 4", "resign"})
    EXPECT_EQ(program.objection_to(line + std::string("\n")),
              "'" + std::string(line) + "' (not two numbers with a blank between)");
  EXPECT_EQ(program.objection_to(std::string(1000, 'x') + '\n'),
            "'" + std::string(40, 'x') + "...' (not two numbers with a blank between)");
  EXPECT_EQ(program.objection_to("\x1b[31m\n"),
            "'\\x1b[31m' (not two numbers with a blank between)");
  program.play("4,4");
  EXPECT_EQ(program.objection_to("4 4\n"), "'4 4' (the square is taken)");
}

TEST(GomokuSeat, EarlyLinesAreTheNextMoves) {
  SeatedProgram program;
  EXPECT_FALSE(program.hear("0 0\n1"));
  const auto first = program.ask();
  ASSERT_TRUE(first);
  EXPECT_EQ(program.state.format(first->move), "0,0");
  program.play("0,0");
  program.play("4,4");
  EXPECT_FALSE(program.ask());
  const auto second = program.hear(" 1\n0 0\n");
  ASSERT_TRUE(second);
  EXPECT_EQ(program.state.format(second->move), "1,1");
  program.play("1,1");
  program.play("4,3");
  const auto third = program.ask();
  ASSERT_TRUE(third);
  EXPECT_EQ(third->reason, "'0 0' (the square is taken)");
}

TEST(GomokuSeat, AHundredLinesTooManyAreNonsense) {
  SeatedProgram program;
  for (int i = 0; i < 8 + 100; ++i) EXPECT_FALSE(program.hear("0 0\n")) << i;
  const auto answer = program.hear("0 0\n");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->forfeit, Termination::kNonsense);
  EXPECT_EQ(answer->reason, "sent more than 100 lines in a row that it was not asked for");
}

TEST(GomokuSeat, AnEndlessLineTakesNoMemoryAndIsNoAnswer) {
  SeatedProgram program;
  program.ask();
  const std::string piece(64 * 1024, '4');
  for (int i = 0; i < 1000; ++i) ASSERT_FALSE(program.hear(piece));
  const auto answer = program.hear("\n");
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->forfeit, Termination::kIllegalMove);
  EXPECT_LT(answer->reason.size(), 100u);
}

}  // namespace

}  // namespace gauntlet::tools
