// Boards in colour.
#include "tools/drawn_board.h"

#include <gtest/gtest.h>

#include "engine/registry.h"
#include "engine/rng.h"
#include "tests/tools/pseudo_terminal.h"

namespace gauntlet::tools {

namespace {

const Colours kAll = Colours::all();

/// What is marked in a board, piece after piece.
std::string marked(const std::string& board) {
  std::string text;
  for (std::size_t at = 0; (at = board.find("\x1b[", at)) != board.npos;) {
    const std::size_t end = board.find('m', at);
    if (board[end - 1] == '7')
      text += board.substr(end + 1, board.find('\x1b', end) - end - 1) + " ";
    at = end;
  }
  return text;
}

class DrawnBoard : public ::testing::TestWithParam<const char*> {};

TEST_P(DrawnBoard, IsTheSameTextInColour) {
  const auto game = *engine::find_game(GetParam());
  engine::Rng rng(7);
  engine::AnyState state = game.start(rng);
  EXPECT_EQ(drawn_board(state, nullptr, {}), state.drawn());
  for (int ply = 0; ply < 60; ++ply) {
    state.play_chance_moves(rng, nullptr);
    if (state.is_over()) break;
    const engine::AnyState before = state;
    engine::AnyMoves moves;
    state.legal_moves(moves);
    state.apply(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    const std::string board = drawn_board(state, &before, kAll);
    EXPECT_EQ(without_colours(board), state.drawn());
    EXPECT_NE(board, state.drawn());
    EXPECT_EQ(drawn_board(state, &before, {}), state.drawn());
    EXPECT_EQ(marked(drawn_board(state, &state, kAll)), marked(drawn_board(state, nullptr, kAll)))
        << "nothing has changed\n"
        << state.drawn();
  }
}

INSTANTIATE_TEST_SUITE_P(Games, DrawnBoard,
                         ::testing::Values("gomoku:15", "mnk:3x4x3", "sudokill", "kimble:4",
                                           "kimble:AC", "twodoku"));

TEST(DrawnBoardMarks, TheLastStone) {
  const auto game = *engine::find_game("mnk:3x3x3");
  const engine::AnyState before = *game.from_text("x../.../...");
  engine::AnyState after = before;
  after.apply(*after.parse("1,1"));
  const std::string board = drawn_board(after, &before, kAll);
  EXPECT_EQ(marked(board), "[o] ");
  EXPECT_NE(board.find("\x1b[31mx\x1b[0m"), std::string::npos) << board;
  EXPECT_NE(board.find("\x1b[1;34;7m[o]\x1b[0m"), std::string::npos) << board;
  EXPECT_NE(board.find("\x1b[31mx\x1b[0m to move"), std::string::npos) << board;
}

TEST(DrawnBoardMarks, AThrowAndThePieceThatMoved) {
  const auto game = *engine::find_game("kimble:4");
  engine::Rng rng(3);
  engine::AnyState state = game.start(rng);
  state.play_chance_moves(rng, nullptr);
  EXPECT_EQ(marked(drawn_board(state, nullptr, kAll)), "[6] ") << state.drawn();
  const engine::AnyState before = state;
  state.apply(*state.parse("0"));
  state.play_chance_moves(rng, nullptr);
  const std::string marks = marked(drawn_board(state, &before, kAll));
  EXPECT_NE(marks.find("[" + std::string(1, state.to_text()[45]) + "]"), std::string::npos)
      << marks << '\n'
      << state.drawn();
  EXPECT_EQ(marks.find("home"), std::string::npos) << "words are not marked: " << marks;
}

TEST(DrawnBoardMarks, TheDigitThatWasWritten) {
  const auto game = *engine::find_game("sudokill");
  engine::Rng rng(1);
  engine::AnyState state = game.start(rng);
  const engine::AnyState before = state;
  engine::AnyMoves moves;
  state.legal_moves(moves);
  const std::string digit = state.format(moves[0]).substr(4);
  state.apply(moves[0]);
  const std::string marks = marked(drawn_board(state, &before, kAll));
  EXPECT_TRUE(marks.find("[" + digit + "]") != std::string::npos) << marks;
}

TEST(DrawnBoardMarks, ASquareThatWasColoured) {
  const auto game = *engine::find_game("twodoku");
  engine::Rng rng(1);
  engine::AnyState state = game.start(rng);
  const engine::AnyState before = state;
  state.apply(*state.parse("colour 4,4"));
  const std::string board = drawn_board(state, &before, kAll);
  EXPECT_EQ(marked(board), ".r ") << board;
  EXPECT_NE(board.find("\x1b[31;7m.r\x1b[0m"), std::string::npos) << board;
}

}  // namespace

}  // namespace gauntlet::tools
