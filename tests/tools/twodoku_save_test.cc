// Save files of Two-Doku's desktop program. Those in twodoku_saves/ were written by the program
// itself; its README tells when in the game.
#include "tools/protocol/twodoku_save.h"

#include <gtest/gtest.h>

#include <fstream>
#include <functional>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "engine/registry.h"
#include "engine/twodoku/twodoku.h"

namespace gauntlet::tools {

namespace {

using engine::TwoDoku;
using namespace std::string_literals;

std::string saved(const std::string& name) {
  std::ifstream file(GAUNTLET_SOURCE_DIR "/tests/tools/twodoku_saves/" + name + ".txt",
                     std::ios::binary);
  std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_NE(text, "") << name;
  return text;
}

/// The position of a file as the engine has it, or what is wrong with it.
std::string told(const std::string& file) {
  const auto save = read_twodoku_save(file);
  if (!save.ok()) return engine::message_of(save);
  const auto text = position_text(*save);
  if (!text.ok()) return engine::message_of(text);
  const auto state = TwoDoku::from_text({.java = true}, *text);
  return state.ok() ? state->to_text() : engine::message_of(state);
}

TwoDoku state_of(const std::string& file) {
  const auto state = TwoDoku::from_text({.java = true}, told(file));
  EXPECT_TRUE(state.ok()) << told(file) << ": " << engine::message_of(state);
  engine::Rng rng(0);
  return state.ok() ? *state : TwoDoku::start({}, rng);
}

/// `text` with the first `from` replaced.
std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

// ---- what is read ----

TEST(TwoDokuSave, a_game_of_the_real_program_is_what_the_player_to_move_knows) {
  EXPECT_EQ(told(saved("midgame")),
            "b.bxb.bxx/rb.xxrb.x/b..rrb.b./....rrbrx/.xxbr..x./xrb.xrrxr/rbrb..bbr/.x.r"
            "bxx.r/br..b.brr .?.....9./.....9.7./......?../.?......9/?...9...8/..9....."
            "./.....?9../.......?./9...8.... turn mover=red turn=0 idle=0 red=355544541"
            " blue=?36 pot=?? knows=-/- min=000000000/000000000 sums=- not=9,9,9,9,89,9"
            " swapped=11 view=red");
}

TEST(TwoDokuSave, the_first_turn_and_the_colouring) {
  EXPECT_EQ(told(saved("start")),
            "b.bxb.bxx/rb.xxrb.x/b..rrb.b./....rrbrx/.xxbr..x./xrb.xrrxr/rbrb..bbr/.x.r"
            "bxx.r/br..b.brr .?......./.......?./......?../.?......./?.......?/........"
            "./.....?.../.......?./......... turn mover=red turn=0 idle=0 red=355544545"
            " blue=?40 pot=?? knows=-/- min=000000000/000000000 sums=- not=-,-,-,-,-,-,"
            "-,- swapped=11 view=red");
  EXPECT_EQ(told(saved("colouring")),
            "..br..brx/rb.rrr..r/b..rr..../....rr.rr/.rrbr..x./xrb.rrrxr/rbr...b.r/.x.r"
            ".rr.r/.r..b.brr ........./........./........./........./........./........"
            "./........./........./......... colour");
}

TEST(TwoDokuSave, tiles_are_counted_down_the_columns) {
  const auto save = read_twodoku_save(saved("midgame"));
  ASSERT_TRUE(save.ok());
  // Tile 25: the third column, the sixth row.
  EXPECT_EQ(save->tiles[5 * 9 + 2].digit, 9);
  EXPECT_EQ(save->tiles[5 * 9 + 2].colour, 2);
  EXPECT_TRUE(save->tiles[5 * 9 + 2].is_face_up);
}

TEST(TwoDokuSave, every_position_has_moves) {
  for (const char* name : {"colouring", "start", "placed", "revealed", "midgame", "took-pot",
                           "took-board", "later", "last-pass"}) {
    TwoDoku::Moves moves;
    state_of(saved(name)).legal_moves(moves);
    EXPECT_GT(moves.size(), 1) << name;
  }
}

TEST(TwoDokuSave, a_turn_that_only_waits_for_its_click_is_over) {
  const TwoDoku placed = state_of(saved("placed"));  // red has
  EXPECT_EQ(placed.observer(), 1);
  EXPECT_EQ(placed.to_move(), 1);
  EXPECT_EQ(placed.hand_size(0), 38);
  const TwoDoku revealed = state_of(saved("revealed"));  // blue's domino went back
  EXPECT_EQ(revealed.to_move(), 0);
  EXPECT_EQ(revealed.face_down_count(), 7);
  // The program lets nobody place a domino after one was taken of the board.
  EXPECT_NE(saved("took-board").find("turn = BLUE"), std::string::npos);
  EXPECT_EQ(state_of(saved("took-board")).to_move(), 0);
}

TEST(TwoDokuSave, a_domino_of_the_pot_is_taken_in_the_turn) {
  const TwoDoku state = state_of(saved("took-pot"));
  EXPECT_EQ(state.stage(), TwoDoku::Stage::kTookPot);
  EXPECT_EQ(state.to_move(), 0);
  EXPECT_EQ(state.pot_size(), 1);
  EXPECT_EQ(state.pot().size(), 0);
  EXPECT_EQ(state.hand_size(0), 37);
}

TEST(TwoDokuSave, the_third_counted_pass_leaves_one) {
  EXPECT_EQ(state_of(saved("last-pass")).idle_turns(), 1);
  EXPECT_EQ(state_of(saved("later")).idle_turns(), 0);
  const std::string red = told(with(saved("midgame"), "passCount = -1", "passCount = 3"));
  EXPECT_NE(red.find(" mover=red turn=2 idle=1 "), std::string::npos) << red;
  const std::string file = with(saved("placed"), "passCount = -1", "passCount = 4");
  EXPECT_EQ(state_of(file).idle_turns(), 1);  // the click on Done takes one away
  EXPECT_EQ(told(with(saved("took-board"), "passCount = -1", "passCount = 3")),
            "the game of this file is over; no move is left to find");  // that on Pass adds one
}

TEST(TwoDokuSave, lines_may_end_in_CR_LF) {
  std::string file;
  for (const char c : saved("midgame")) file += c == '\n' ? "\r\n"s : std::string(1, c);
  EXPECT_EQ(told(file), told(saved("midgame")));
}

// ---- what is known ----

int next_digit(int digit) {
  return digit % 9 + 1;
}

TEST(TwoDokuSave, what_the_player_to_move_cannot_see_has_no_part_in_the_position) {
  for (const char* name : {"start", "midgame", "took-pot", "later", "last-pass"}) {
    const auto read = read_twodoku_save(saved(name));
    ASSERT_TRUE(read.ok()) << name;
    TwoDokuSave other = *read;
    for (TwoDokuSave::Tile& tile : other.tiles)
      if (tile.digit > 0 && !tile.is_face_up) tile.digit = next_digit(tile.digit);
    engine::twodoku::DigitCounts& hand = other.hands[1 - other.mover];
    for (int digit = 9; digit > 1; --digit) std::swap(hand[digit], hand[digit - 1]);
    EXPECT_NE(hand, read->hands[1 - other.mover]);
    EXPECT_EQ(*position_text(other), *position_text(*read)) << name;
    // And what it sees has.
    engine::twodoku::DigitCounts& own = other.hands[other.mover];
    std::swap(own[1], own[9]);
    EXPECT_NE(*position_text(other), *position_text(*read)) << name;
  }
}

TEST(TwoDokuSave, a_placed_domino_tells_what_the_face_down_ones_in_sight_are_not) {
  const auto save = read_twodoku_save(saved("midgame"));
  const TwoDoku state = state_of(saved("midgame"));
  int excluded = 0;
  for (int i = 0; i < state.face_down_count(); ++i) {
    const engine::twodoku::FaceDown& domino = state.face_down(i);
    EXPECT_EQ(domino.digit, 0);
    EXPECT_FALSE(domino.excluded >> save->tiles[domino.square].digit & 1) << "it is that one";
    excluded += domino.excluded != 0;
  }
  EXPECT_GT(excluded, 0);
}

TEST(TwoDokuSave, the_program_deals_eight_ones_and_two_dominoes_of_any_digit) {
  EXPECT_TRUE(told(saved("midgame")).ends_with(" swapped=11 view=red"));
  // What it has dealt is what a world may be.
  const auto save = read_twodoku_save(saved("start"));
  engine::twodoku::DigitCounts dealt = save->hands[0];
  for (int digit = 1; digit <= 9; ++digit) dealt[digit] += save->hands[1][digit];
  for (const TwoDokuSave::Tile& tile : save->tiles)
    if (tile.digit > 0) ++dealt[tile.digit];
  EXPECT_EQ(dealt, (engine::twodoku::DigitCounts{0, 8, 10, 10, 10, 10, 10, 10, 10, 10}));
}

/// A file whose player to move holds `own`; the rest of the ninety is in the other's hand.
TwoDokuSave holding(engine::twodoku::DigitCounts own) {
  TwoDokuSave save = *read_twodoku_save(saved("start"));
  save.hands[save.mover] = own;
  return save;
}

TEST(TwoDokuSave, a_player_who_sees_more_ones_takes_it_that_others_were_left_out) {
  // Ten ones, and eleven nines: three more than eight ones and ten nines.
  EXPECT_TRUE(
      position_text(holding({0, 10, 4, 4, 4, 4, 3, 0, 0, 11}))->ends_with(" swapped=112 view=red"));
  EXPECT_EQ(engine::message_of(position_text(holding({0, 10, 4, 4, 4, 4, 0, 0, 0, 14}))),
            "the player to move sees more dominoes of some digits than the program deals: ten of "
            "each and two in the pot");
}

// ---- what is refused ----

TEST(TwoDokuSave, games_without_a_position_are_refused) {
  EXPECT_EQ(told(saved("over")), "the game of this file is over; no move is left to find");
  EXPECT_EQ(told(saved("hiding")),
            "in this file dominoes are being hidden, which the program lets red finish before blue "
            "and the rules do in turn; save the game while squares are coloured, or once the turns "
            "have begun");
}

TEST(TwoDokuSave, a_game_in_which_a_hand_is_empty_is_over) {
  for (const engine::Player player : {0, 1}) {
    TwoDokuSave save = *read_twodoku_save(saved("midgame"));
    save.hands[player] = {};
    const auto text = position_text(save);
    ASSERT_FALSE(text.ok()) << *text;
    EXPECT_EQ(engine::message_of(text), "the game of this file is over; no move is left to find");
  }
}

TEST(TwoDokuSave, what_the_program_loses_when_it_loads_is_refused) {
  EXPECT_EQ(told(saved("reloaded")),
            "line 100: field has 6 where tile 4 has 0; the program forgets its dominoes when it "
            "loads a file: give the file that it loaded");
  EXPECT_EQ(told(with(saved("colouring"), "Tile 1 color = 1", "Tile 1 color = 0")),
            "stageOneCount is 51, but the tiles have 50 colours; the program forgets one when it "
            "loads a file: give the file that it loaded");
}

TEST(TwoDokuSave, says_which_line_is_wrong) {
  const std::string file = saved("midgame");
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "line 1: expected 'Tile 0 color = ..' but got ''"},
      {"\x89PNG\r\n", "line 1: expected 'Tile 0 color = ..' but got '\\x89PNG'"},
      {std::string(16'385, 'x'),
       "the file has more than 16384 bytes, as no save file of Two-Doku has"},
      {file.substr(0, 100),
       "the file ends in line 4, where a save file goes on; save the game once "
       "more"},
      {with(file, "Tile 4 ", "Tile 3 "),
       "line 5: expected 'Tile 4 color = ..' but got 'Tile 3 color = 0 domino = true value = 6 "
       "visible = false'"},
      {with(file, "Tile 1 ", "Tile 1\0"s),
       "line 2: expected 'Tile 1 color = ..' but got 'Tile 1\\x00color = 1 domino = false'"},
      {with(file, "color = 2", "color = 4"),
       "line 1: colours are 0 (white), 1 (red), 2 (blue) and 3 (both), not '4'"},
      {with(file, "color = 2", "color = red"),
       "line 1: colours are 0 (white), 1 (red), 2 (blue) and 3 (both), not 'red'"},
      {with(file, "color = 2", "color = -1"),
       "line 1: colours are 0 (white), 1 (red), 2 (blue) and 3 (both), not '-1'"},
      {with(file, "value = 6", "value = 0"),
       "line 5: a domino must be 'false' or 'true value = 1 visible = false', with a value of 1 to "
       "9, not 'true value = 0 visible = false'"},
      {with(file, "value = 6", "value = 10"),
       "line 5: a domino must be 'false' or 'true value = 1 visible = false', with a value of 1 to "
       "9, not 'true value = 10 visible = false'"},
      {with(file, "visible = false", "visible = no"),
       "line 5: a domino must be 'false' or 'true value = 1 visible = false', with a value of 1 to "
       "9, not 'true value = 6 visible = no'"},
      {with(file, "\n\nlock", "\nlock"),
       "line 82: expected an empty line after the tiles but got 'lock = false'"},
      {with(file, "lock = false", "lock = no"), "line 83: lock must be true or false, not 'no'"},
      {with(file, "canTake = true\n", ""),
       "line 84: expected 'canTake = ..' but got 'endGame = false'"},
      {with(file, "gameStage = 3", "gameStage = 5"),
       "line 86: gameStage must be a number from 1 to 4, not '5'"},
      {with(file, "Text = Pass", "Text = Go"),
       "line 87: passButtonText must be Pass, Done or Take, not 'Go'"},
      {with(file, "passCount = -1", "passCount = -2"),
       "line 88: passCount must be a number from -1 to 9, not '-2'"},
      {with(file, "passCount = -1", "passCount = 99999999999999999999"),
       "line 88: passCount must be a number from -1 to 9, not '99999999999999999999'"},
      {with(file, "Pot = 2", "Pot = -1"),
       "line 90: numberOfDominoesInPot must be a number from 0 to 90, not '-1'"},
      {with(file, "Pot = 2", "Pot = 3"),
       "numberOfDominoesInPot must be 0 to 2 in the turns, not 3"},
      {with(file, "Pot = 2", "Pot = 1"), "board, hands and pot hold 90 dominoes, not 89"},
      {with(file, "stageOneCount = 72", "stageOneCount = 71"),
       "stageOneCount is 71, but the tiles have 72 colours; the program forgets one when it loads "
       "a file: give the file that it loaded"},
      {with(file, "field = ", "field ="), "line 99: expected 'field = ' but got 'field ='"},
      {with(file, "[0, 0, 0, 0, 6", "[0,0, 0, 0, 6"),
       "line 100: expected nine digits as in [0, 0, 7, 0, 0, 0, 0, 0, 0] but got '[0,0, 0, 0, 6, "
       "0, 0, 0, 9]'"},
      {with(file, "[0, 0, 0, 0, 6", "[0, 0, 0, 0, 7"),
       "line 100: field has 7 where tile 4 has 6; the two should be the same"},
      {with(file, "turn = RED", "turn = GREEN"), "line 109: turn must be RED or BLUE, not 'GREEN'"},
      {with(file, "SpotsRedSize = 4", "SpotsRedSize = 5"),
       "line 115: expected two numbers, a place on the screen, but got 'availableSpotsBlueSize = "
       "4'"},
      {with(file, "redPotSize = 36", "redPotSize = 41"),
       "line 120: redPotSize must be a number from 0 to 40, not '41'"},
      {with(file, "redPotSize = 36", "redPotSize = 37"),
       "line 157: expected a domino's digit and its place on the screen, as in '7 36 27', but got "
       "'bluePotSize = 36'"},
      {with(file, "\nbluePotSize", "\n0 8 5\nbluePotSize"),
       "line 157: expected 'bluePotSize = ..' but got '0 8 5'"},
      {file + "x\n",
       "line 194: 'x' follows the last domino of blue's hand, where the file should end"},
      {file + "x",
       "line 194: 'x' follows the last domino of blue's hand, where the file should end"},
      {file + "\n",
       "line 194: '' follows the last domino of blue's hand, where the file should end"},
      {file.substr(0, file.size() - 1),
       "the file ends in line 193, where a save file goes on; save the game once more"},
      {with(file, "dominoesOnField = 16\n", ""),
       "line 91: expected 'dominoesOnField = ..' but got 'numberOfAvailableRedTiles = 32'"},
  };
  for (const auto& [text, sentence] : cases) EXPECT_EQ(told(text), sentence);
}

}  // namespace

}  // namespace gauntlet::tools
