// Sudokill's rules case by case, frozen perft, and the sentence for each malformed input.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/perft.h"
#include "engine/registry.h"
#include "engine/sudokill/sudokill.h"
#include "tests/engine/sudokill_positions.h"

namespace gauntlet::engine {
namespace {

std::vector<std::string> moves_of(const Sudokill& state) {
  Sudokill::Moves moves;
  state.legal_moves(moves);
  std::vector<std::string> texts;
  for (const Sudokill::Move move : moves) texts.push_back(state.format(move));
  return texts;
}

void play(Sudokill& state, const std::string& text) {
  const auto move = state.parse(text);
  ASSERT_TRUE(move.ok()) << message_of(move);
  state.apply(*move);
}

/// Nine rows into the position text.
std::string rows(const std::vector<std::string>& nine, const std::string& rest) {
  std::string text;
  for (const std::string& row : nine) text += row;
  return text + " " + rest;
}

const std::string kEmptyRow(9, '.');

/// Row 0 and column 0 lack one square, 0,8, which only a 9 fits; all else is empty.
std::vector<std::string> corner() {
  return {"12345678.", "4........", "5........", "2........", "3........",
          "6........", "7........", "8........", "9........"};
}

/// A solved grid.
std::vector<std::string> solved() {
  return {"123456789", "456789123", "789123456", "231564897", "564897231",
          "897231564", "312645978", "645978312", "978312645"};
}

TEST(SudokillRules, StartHasTheGivensOfItsDensity) {
  const std::vector<std::pair<int, int>> givens = {{0, 0}, {1, 1}, {33, 27}, {50, 41}, {100, 81}};
  for (const auto& [percent, count] : givens) {
    Rng rng(1);
    const Sudokill state = Sudokill::start(filled_to(percent), rng);
    EXPECT_EQ(state.empty().size(), 81 - count) << percent;
    EXPECT_EQ(state.last_square(), std::nullopt);
  }
}

TEST(SudokillRules, StartsDiffer) {
  Rng rng(1);
  const Sudokill first = Sudokill::start({}, rng);
  EXPECT_FALSE(Sudokill::start({}, rng) == first);
  Rng again(1);
  EXPECT_EQ(Sudokill::start({}, again), first);
}

TEST(SudokillRules, FirstMoveGoesAnywhere) {
  Sudokill state = position_of(std::string(81, '.') + " -");
  EXPECT_EQ(state.to_move(), 0);
  EXPECT_EQ(state.mobility(), 729);
  play(state, "4,4,5");
  EXPECT_EQ(state.to_move(), 1);
  EXPECT_EQ(state.mobility(), 2 * 8 * 8);  // the other digits on the rest of both lines
}

TEST(SudokillRules, MovesStayInTheLinesOfTheLast) {
  Sudokill state = position_of(std::string(81, '.') + " -");
  play(state, "2,7,1");
  for (const std::string& move : moves_of(state)) EXPECT_TRUE(move[0] == '2' || move[2] == '7');
  EXPECT_FALSE(state.parse("0,6,2").ok());  // the same box alone is not enough
  EXPECT_TRUE(state.parse("8,7,9").ok());
}

TEST(SudokillRules, OneOpenLineStillBinds) {
  const Sudokill state = position_of(rows(corner(), "00"));
  EXPECT_FALSE(state.is_free());
  EXPECT_EQ(moves_of(state), std::vector<std::string>{"0,8,9"});
}

TEST(SudokillRules, DeadSquareInTheLinesLoses) {
  auto board = corner();
  board[5][8] = '9';  // now nothing fits at 0,8, though most of the board is open
  const Sudokill lost = position_of(rows(board, "00 1"));
  EXPECT_TRUE(is_over(lost));
  EXPECT_EQ(lost.returns(), (Returns{0, 1}));
  EXPECT_EQ(position_of(rows(board, "00 2")).returns(), (Returns{1, 0}));
  EXPECT_FALSE(is_over(position_of(rows(board, "- 1")))) << "without a last move play is free";
}

TEST(SudokillRules, ApplyFindsTheEnd) {
  auto board = corner();
  board[5][8] = '9';
  board[0][0] = '.';
  Sudokill state = position_of(rows(board, "01 2"));
  ASSERT_EQ(state.to_move(), 1);
  play(state, "0,0,1");
  EXPECT_TRUE(is_over(state));
  EXPECT_EQ(state.returns(), (Returns{0, 1})) << "player 1 is stuck, the second player has won";
}

TEST(SudokillRules, FullLinesSetFree) {
  Sudokill state = position_of(rows(corner(), "00"));
  play(state, "0,8,9");
  EXPECT_FALSE(state.is_free()) << "column 8 is open";
  auto board = corner();
  board[0][8] = '9';
  const Sudokill free = position_of(rows(board, "00"));
  EXPECT_TRUE(free.is_free());
  EXPECT_TRUE(free.parse("5,5,1").ok());
  EXPECT_EQ(free.hash(), position_of(rows(board, "-")).hash());
  EXPECT_FALSE(free == position_of(rows(board, "-"))) << "the texts differ";
}

TEST(SudokillRules, FullBoardLosesForTheMover) {
  EXPECT_EQ(position_of(rows(solved(), "- 1")).returns(), (Returns{0, 1}));
  EXPECT_EQ(position_of(rows(solved(), "88 2")).returns(), (Returns{1, 0}));
  Rng rng(4);
  EXPECT_TRUE(is_over(Sudokill::start(filled_to(100), rng)));
}

TEST(SudokillRules, LastSquareFilledWins) {
  auto board = solved();
  board[4][4] = '.';
  Sudokill state = position_of(rows(board, "- 2"));
  EXPECT_EQ(moves_of(state), std::vector<std::string>{"4,4,9"});
  play(state, "4,4,9");
  EXPECT_EQ(state.returns(), (Returns{0, 1}));
}

TEST(SudokillRules, FreeButStuckLoses) {
  // Both lines of 1,3 are full; nothing fits on the two empty squares, 7,7 and 8,1.
  const Sudokill state = position_of(
      "4168293575376418922983751467531649288295374616419825731642987353754162.99.2753684 13 1");
  EXPECT_TRUE(state.is_free());
  EXPECT_EQ(state.empty().size(), 2);
  EXPECT_EQ(state.returns(), (Returns{0, 1}));
}

TEST(SudokillRules, UnsolvableBoardsArePlayed) {
  // 0,8 can hold no digit: the board has no solution, the game goes on elsewhere.
  const Sudokill state = position_of(rows({"12345678.", kEmptyRow, kEmptyRow, kEmptyRow, kEmptyRow,
                                           "........9", kEmptyRow, kEmptyRow, kEmptyRow},
                                          "-"));
  EXPECT_FALSE(state.alive().has(8));
  EXPECT_GT(state.mobility(), 300);
}

// ---- perft, frozen ----

TEST(SudokillPerft, Frozen) {
  const std::vector<std::pair<std::string, std::vector<std::uint64_t>>> table = {
      {"..3...4.75.6..7...4....3...2.93.5.6.1..7..83.8.5..4.7.......6.2...97.......4...9. - 1",
       {202, 7458, 239238, 7009792}},
      {"9.35.64275.6..7...47...3...2.93.5.6.1.47.983.8.5..4.7.78...16.2.4.978...6.14...9. 82 1",
       {16, 292, 4906, 74464, 1025330, 12836250}},
      {"9.35.64275.6..7...47...3...2.93.5.6.1647.98358.5..4.7.78...16.2.4.97851362145.79. 86 1",
       {10, 130, 1549, 16470, 151995, 1207438, 8265090}},
      {".83...4.75.6247.834.7..3...2.9385.6.1..7..83.835.1427...8..164264.97..5..51462798 - 1",
       {61, 666, 6068, 47546, 331262, 2098467}},
      {"................................................................................. - 1",
       {729, 93312, 10497600}},
      {".83...4.75.6247..342.6.395.2.9385.6.1..7..83.835.1427......16426..97.3.5...46279. 78 1",
       {18, 167, 1227, 9046, 64945, 418780, 2413576}},
  };
  for (const auto& [text, leaves] : table)
    for (std::size_t i = 0; i < leaves.size(); ++i)
      EXPECT_EQ(perft(position_of(text), static_cast<int>(i) + 1), leaves[i]) << text;
}

// ---- what comes from outside ----

TEST(SudokillText, SaysWhatIsWrongWithAPosition) {
  const std::string empty(81, '.');
  std::string twice = empty, letter = empty, zero = empty, newline = empty;
  twice[9] = twice[17] = '4';
  letter[80] = 'x';
  zero[0] = '0';
  newline[3] = '\n';
  std::string column = empty, box = empty;
  column[4] = column[76] = '1';
  box[60] = box[70] = '6';
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "has 0 blanks"},
      {empty, "has 0 blanks"},
      {empty + " - 1 ", "has 3 blanks"},
      {std::string(80, '.') + " -", "the board has 80 characters"},
      {empty + ". -", "the board has 82 characters"},
      {std::string(10'000'000, '.'), "longer than 86"},
      {letter + " -", "'x' at 8,8 is neither a digit 1..9 nor '.'"},
      {zero + " -", "'0' at 0,0 is neither"},
      {newline + " -", "'\\x0a' at 0,3 is neither"},
      {std::string("\xef\xbb\xbf") + empty + " -", "the board has 84 characters"},
      {twice + " -", "digit 4 at 1,8 stands twice in row 1"},
      {column + " -", "digit 1 at 8,4 stands twice in column 4"},
      {box + " -", "digit 6 at 7,7 stands twice in the box"},
      {empty + " 00", "square 0,0 is empty"},
      {empty + " 9", "'9' is no last move"},
      {empty + " 90", "'90' is no last move"},
      {empty + " -1", "'-1' is no last move"},
      {empty + "  1", "'' is no last move"},
      {empty + " - 0", "'0' does not say who moves"},
      {empty + " - 3", "'3' does not say who moves"},
      {empty + " - ", "'' does not say who moves"},
      {empty + " - -1", "'-1' does not say who moves"},
  };
  for (const auto& [text, sentence] : cases) {
    const auto state = Sudokill::from_text({}, text);
    ASSERT_FALSE(state.ok()) << text;
    EXPECT_NE(message_of(state).find(sentence), std::string::npos) << message_of(state);
    EXPECT_LT(message_of(state).size(), 400u);
    EXPECT_EQ(message_of(state).find('\n'), std::string::npos);
  }
}

TEST(SudokillText, WhoMovesDefaultsToTheFirst) {
  EXPECT_EQ(position_of(std::string(81, '.') + " -").to_text(), std::string(81, '.') + " - 1");
  EXPECT_EQ(position_of(rows(corner(), "80 2")).to_text(), rows(corner(), "80 2"));
}

TEST(SudokillText, SaysWhatIsWrongWithAMove) {
  auto board = corner();
  const Sudokill bound = position_of(rows(board, "00"));
  const Sudokill open = position_of(rows(board, "-"));
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "is not a move; give row,column,digit"},
      {"1,1", "is not a move"},
      {"1,1,1,1", "is not a move"},
      {"1 1 1", "is not a move"},
      {"-1,1,1", "is not a move"},
      {"1,1,10", "is not a move"},
      {"1,1,1\n", "is not a move"},
      {"1,a,1", "is not a move"},
      {std::string(1'000'000, '1'), "is not a move"},
      {"9,1,1", "is off the board; rows and columns are 0..8, digits 1..9"},
      {"1,9,1", "is off the board"},
      {"1,1,0", "is off the board"},
      {"0,1,5", "square 0,1 already holds 2"},
      {"5,5,1", "square 5,5 is out of reach; play in row 0 or column 0"},
      {"0,8,3", "digit 3 does not fit at 0,8; row 0 holds it already"},
  };
  for (const auto& [text, sentence] : cases) {
    const auto move = bound.parse(text);
    ASSERT_FALSE(move.ok()) << text;
    EXPECT_NE(message_of(move).find(sentence), std::string::npos) << message_of(move);
    EXPECT_LT(message_of(move).size(), 400u);
  }
  EXPECT_EQ(message_of(open.parse("5,3,4")),
            "digit 4 does not fit at 5,3; column 3 holds it already");
  EXPECT_EQ(message_of(open.parse("1,1,2")),
            "digit 2 does not fit at 1,1; column 1 holds it already");
  EXPECT_EQ(message_of(open.parse("1,1,3")),
            "digit 3 does not fit at 1,1; the box holds it already");
  EXPECT_EQ(message_of(position_of(rows(solved(), "-")).parse("0,0,1")),
            "the game is over; no move can be played");
}

TEST(SudokillNames, AreCanonical) {
  EXPECT_EQ(find_game("sudokill")->name(), "sudokill");
  EXPECT_EQ(find_game("sudokill/fill=33")->name(), "sudokill");
  EXPECT_EQ(find_game("sudokill/fill=0")->name(), "sudokill/fill=0");
  EXPECT_EQ(find_game("sudokill/fill=100")->name(), "sudokill/fill=100");
  for (const char* name : {"sudokill:9", "sudokill/fill=101", "sudokill/fill=-1", "sudokill/fill=",
                           "sudokill/fil=3", "sudokill/fill=3/fill=4", "sudokill/fill=3 "}) {
    const auto game = find_game(name);
    ASSERT_FALSE(game.ok()) << name;
    EXPECT_NE(message_of(game).find("fill=P"), std::string::npos) << message_of(game);
  }
}

}  // namespace
}  // namespace gauntlet::engine
