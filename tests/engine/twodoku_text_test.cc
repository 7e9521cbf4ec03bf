// Texts of Two-Doku from outside: what is wrong with them is said in a sentence.
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "engine/twodoku/twodoku.h"
#include "engine/words.h"
#include "tests/engine/twodoku_positions.h"

namespace gauntlet::engine {

namespace {

TwoDokuPosition told_turn() {
  TwoDokuPosition position;
  position.dominoes[0] = "6........";
  position.dominoes[8] = "e...e...c";
  position.excluded = "-,9,-";
  position.red = "100020001";
  position.pot = "74";
  return position;
}

std::string error_of(const std::string& text, const TwoDoku::Rules& rules = {}) {
  const auto state = TwoDoku::from_text(rules, text);
  return state.ok() ? "(no error)" : message_of(state);
}

/// `text` with the first `from` replaced.
std::string with(std::string text, const std::string& from, const std::string& to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return text.replace(at, from.size(), to);
}

/// The small board after the deal.
const char kSmallTurn[] =
    "r..b...../....r..../........./b......../.r..b..../........./........./........./......... "
    "........./d......../........./....b..../........./........./........./........./......... "
    "turn mover=red turn=0 idle=0 red=111000000 blue=111000000 pot=43 knows=-/- "
    "min=000000000/000000000 sums=rb not=-,-";

TEST(TwoDokuText, says_what_cannot_be_on_the_small_board) {
  const std::string given =
      "the colours of twodoku/small are given: r..b...../....r..../"
      "........./b......../.r..b....";
  const std::string text = kSmallTurn;
  const std::vector<std::pair<std::string, std::string>> cases = {
      {with(text, "r..b", "r..."), given},
      {with(text, "r..b", "r.bb"), given},
      {with(text, "red=111000000 blue=111000000", "red=111000000 blue=102000000"),
       "there are 3 dominoes of digit 2, not 2"},
      {with(text, "........./d", "..3....../d"), "a domino lies at 0,2, which is out of play here"},
      {with(text, "d........", "........."),
       "not must say for each of 1 face-down dominoes which digits it cannot be"},
      {with(text, "/d........", "/.d......."),
       "the face-down domino at 1,1 is not where this variant hides one"},
      {with(text, "d........", "dd......."),
       "the face-down domino at 1,1 is not where this variant hides one"},
      {with(text, "turn mover", "took mover"), "no domino can be taken in twodoku/small"},
      {with(text, "turn=0", "turn=21"), "turn must be the number of turns played, 0 to 20"},
      {with(text, "knows=-/-", "knows=4/-"), "nobody knows the pot in twodoku/small"},
      {with(text, "sums=rb", "sums=r"), "the sums of both hands stay public in twodoku/small"},
      {text + " swapped=1", "no domino is swapped in twodoku/small"},
      {text.substr(0, 180) + "colour",
       "twodoku/small has no stage colour: colours and hidden squares are given"},
      {text.substr(0, 180) + "hide",
       "twodoku/small has no stage hide: colours and hidden squares are given"},
      {text.substr(0, 180) + "values:2",
       "the stage values needs how many are drawn, 0 to 1: values:1"},
      {text.substr(0, 180) + "deal pot=44", "there are 2 dominoes of digit 4, not 3"},
      {with(text.substr(0, 180), "d........", "i........") + "pot",
       "there are 0 dominoes of digit 9, not 1"},
  };
  EXPECT_EQ(error_of(text, {.small = true}), "(no error)");
  for (const auto& [wrong, message] : cases)
    EXPECT_EQ(error_of(wrong, {.small = true}), message) << wrong;
}

TEST(TwoDokuText, reads_what_it_writes) {
  const std::string text = told_turn().text();
  const TwoDoku state = told_turn().state();
  EXPECT_EQ(state.to_text(), text);
  EXPECT_EQ(state.hand_size(0), 4);
  EXPECT_EQ(state.hand_sum(0), 20);
  EXPECT_EQ(state.face_down(1).excluded, 1 << 9);
}

TEST(TwoDokuText, says_what_is_wrong_with_a_whole_position) {
  const std::string kSums =
      "sums must say whose hand's sum is public, and the bounds of others: -, r, b, rb, "
      "r,b:181-189 or r:62-78,b:64-72";
  const std::string kRedBounds =
      "the bounds of red's sum must be LOW-HIGH, within 4-36 for a hand of this size, not ";
  const std::string text = told_turn().text();
  const std::string blue = "blue=" + told_turn().blue();
  const std::string all_red(36, 'r');
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "a position begins with colours, dominoes and stage, with single blanks between"},
      {"a b", "a position begins with colours, dominoes and stage, with single blanks between"},
      {std::string(601, 'x'), "the position is longer than 600 characters"},
      {with(text, "rrrrrrrrr/", "rrrrrrrr/"),
       "the colours must be nine rows of nine joined by '/', 89 characters, not 88"},
      {with(text, "rrrrrrrrr/", "rrrrrrrrrr"), "the rows of the colours must be joined by '/'"},
      {with(text, "rrrr", "rrRr"), "colours are '.', 'r', 'b' and 'x' (both), not 'R'"},
      {with(text, "rrrr", "rr\nr"), "colours are '.', 'r', 'b' and 'x' (both), not '\\x0a'"},
      {with(text, "/......... 6", "/.b....... 6"), "each player colours 36 squares, not 37"},
      {with(text, "rrrr", "r.rr"),
       "each player has coloured 36 squares at this stage, not 35 and 36"},
      {with(text, " 6....", " 60..."),
       "dominoes are '.', '1' to '9', 'a' to 'i' (face down) and '?', not '0'"},
      {with(text, " 6....", " 6"),
       "the dominoes must be nine rows of nine joined by '/', 89 characters, not 85"},
      {with(text, " 6....", " 6/..."),
       "dominoes are '.', '1' to '9', 'a' to 'i' (face down) and "
       "'?', not '/'"},
      {with(text, " 6....", " 6.c.."), "the face-down domino at 0,2 is not on a white square"},
      {with(text, "e...e...c", "aaaaaaaaa"), "more than eight dominoes lie face down"},
      {with(text, " turn ", " turns "),
       "unknown stage 'turns' (did you mean 'turn'?); the stages are colour, hide, values, pot, "
       "deal, turn, took, draw, took-pot, judge and over"},
      {with(text, " turn ", " turn:1 "), "nothing may follow the stage turn, but ':1' does"},
      {with(text, " turn ", " values "),
       "the stage values needs how many are drawn, 0 to 7: values:3"},
      {with(text, " turn ", " values:8 "),
       "the stage values needs how many are drawn, 0 to 7: values:3"},
      {with(text, " turn ", " judge:1,2 "),
       "the stage judge needs row, column and digit: judge:0,8,5"},
      {with(text, " turn ", " judge:9,2,1 "),
       "the stage judge needs row, column and digit: judge:0,8,5"},
      {with(text, " mover=", " Mover="), "expected the field mover=.. but got 'Mover=red'"},
      {with(text, "mover=red", "mover=green"), "mover must be red or blue"},
      {with(text, "turn=2", "turn=401"), "turn must be the number of turns played, 0 to 400"},
      {with(text, "turn=2", "turn=-1"), "turn must be the number of turns played, 0 to 400"},
      {with(text, "turn=2", "turn=99999999999999"),
       "turn must be the number of turns played, 0 to 400"},
      {with(text, "idle=0", "idle=3"),
       "idle must be the turns in a row without a placement, 0 to 2"},
      {with(text, "red=100020001", "red=10002000"),
       "red's hand must be nine counts of the digits 1 to 9 ('a' for ten), not '10002000'"},
      {with(text, "red=100020001", "red=?4:20"),
       "red's hand must be nine counts of the digits 1 to 9 ('a' for ten), not '?4:20'"},
      {with(text, "red=100020001", "red=200020001"), "there are ten dominoes of digit 1, not 11"},
      {with(text, blue, "blue=000000000"), "there are ten dominoes of digit 1, not 1"},
      {with(text, "pot=74", "pot=47"),
       "pot must be '-' or up to two digits, the larger first (in views '?' for unknown ones, "
       "last), not '47'"},
      {with(text, "pot=74", "pot=7?"),
       "pot must be '-' or up to two digits, the larger first (in views '?' for unknown ones, "
       "last), not '7?'"},
      {with(text, "pot=74", "pot=744"),
       "pot must be '-' or up to two digits, the larger first (in views '?' for unknown ones, "
       "last), not '744'"},
      {with(text, "pot=74", "pot="),
       "pot must be '-' or up to two digits, the larger first (in views '?' for unknown ones, "
       "last), not ''"},
      {with(text, "knows=-/-", "knows=-"),
       "knows must be what red and blue know of the pot: 7/- or 73/3"},
      {with(text, "knows=-/-", "knows=5/-"), "red knows a domino that is not in the pot"},
      {with(text, "knows=-/-", "knows=-/77"), "blue knows a domino that is not in the pot"},
      {with(text, "min=0", "min="), "min must be nine counts for red, '/' and nine for blue"},
      {with(text, "min=0", "min=2"), "min says more of digit 1 than red holds"},
      {with(text, "sums=rb", "sums=br"), kSums},
      {with(text, "sums=rb", "sums="), kSums},
      {with(text, "sums=rb", "sums=r,-"), kSums},
      {with(text, "sums=rb", "sums=rb,"), kSums},
      {with(text, "sums=rb", "sums=rb,r:27-29"), kSums},
      {with(text, "sums=rb", "sums=b:390-400,r:27-29"), kSums},
      {with(text, "sums=rb", "sums=r:18-22,r:18-22"), kSums},
      {with(text, "sums=rb", "sums=g:3-4"), kSums},
      {with(text, "sums=rb", "sums=b,r:3-22"), kRedBounds + "'3-22'"},
      {with(text, "sums=rb", "sums=b,r:18-37"), kRedBounds + "'18-37'"},
      {with(text, "sums=rb", "sums=b,r:22-18"), kRedBounds + "'22-18'"},
      {with(text, "sums=rb", "sums=b,r:20-20"), kRedBounds + "'20-20'"},
      {with(text, "sums=rb", "sums=b,r:20"), kRedBounds + "'20'"},
      {with(text, "sums=rb", "sums=b,r:"), kRedBounds + "''"},
      {with(text, "sums=rb", "sums=b,r"), kRedBounds + "''"},
      {with(text, "sums=rb", "sums=b,r:18-2x"), kRedBounds + "'18-2x'"},
      {with(text, "sums=rb", "sums=b,r:21-30"),
       "the bounds of red's sum do not allow the 20 that it is"},
      {with(text, "not=-,9,-", "not=-,9"),
       "not must say for each of 3 face-down dominoes which digits it cannot be"},
      {with(text, "not=-,9,-", "not=-,91,-"),
       "the digits that a domino cannot be must ascend: 257, not '91'"},
      {with(text, "not=-,9,-", "not=-,0,-"),
       "the digits that a domino cannot be must ascend: 257, not '0'"},
      {with(text, "not=-,9,-", "not=-,,-"), "where no digit is excluded, not needs a '-'"},
      {with(text, "not=-,9,-", "not=-,5,-"),
       "the face-down domino at 8,4 is one that it cannot be"},
      {with(text, "e...e...c", "e...?...c"),
       "the face-down domino at 8,4 needs a value, 'a' to 'i', in a whole position"},
      {with(text, " 6....", " 6...6"),
       "the domino at 0,0 sees an equal one, as none that was placed can"},
      {with(text, "idle=0", "idle=2"),
       "the game is over: a hand is empty, or idle is 2, or turn is 400"},
      {with(with(text, "turn=2", "turn=0"), "idle=0", "idle=1"), "idle cannot be more than turn"},
      {with(text, " turn ", " over "),
       "the game is not over: nobody is out of dominoes, idle is below 2 and turn below 400"},
      {with(text, " turn ", " took-pot "),
       "after a domino was taken from it the pot holds at most one"},
      {with(text, " turn ", " judge:3,0,5 "),
       "the digit to be judged must be in the mover's hand, and in its min"},
      {with(with(text, "min=00000", "min=00001"), " turn ", " judge:4,0,5 "),
       "the placement to be judged is not a legal one"},
      {with(with(text, "min=00000", "min=00001"), " turn ", " judge:0,1,5 "),
       "a placement is judged only where it sees a face-down domino"},
      {text + " more", "'more' is one field too many"},
      {text + " view=green", "'view=green' should be view=red or view=blue"},
      {"view=red view=red view=red", "the position has a view, but no stage before it"},
      {text.substr(0, 180) + "colour",
       "the stage colour is over when both have coloured 36 squares"},
      {text.substr(0, 180) + "hide", "no domino lies face up before the hands are dealt"},
      {text.substr(0, 180) + "turn", "expected the field mover=.. but got ''"},
  };
  for (const auto& [input, expected] : cases) EXPECT_EQ(error_of(input), expected) << input;
}

TEST(TwoDokuText, says_what_is_wrong_with_a_setup) {
  const std::string white =
      "........./........./........./........./........./........./"
      "........./........./.........";
  const std::string full = TwoDokuPosition{}.text().substr(0, 90);
  const auto hidden = [&](const std::string& row) { return full + white.substr(0, 80) + row; };
  const std::vector<std::pair<std::string, std::string>> cases = {
      {with(white, "...", "bb.") + " " + white + " colour",
       "the players colour in turn, red first: not 0 and 2"},
      {with(white, "...", "r..") + " " + with(white, "...", "1..") + " colour",
       "no domino lies on the board at the stage colour"},
      {hidden("????????.") + " hide", "the stage hide is over with eight dominoes"},
      {hidden("???......") + " pot", "eight dominoes lie face down at this stage, not 3"},
      {hidden("a?a?????.") + " values:2",
       "exactly the first 2 face-down dominoes have a value at this stage"},
      {hidden("aaaaaaaa.") + " deal", "expected the field pot=.. but got ''"},
      {hidden("aaaaaaaa.") + " deal pot=1", "the pot holds two dominoes before the deal"},
      {hidden("aaaaaaaa.") + " deal pot=21", "what is left to deal has an odd sum"},
      {hidden("????????.") + " deal pot=3? view=red", "nobody knows the pot before the deal"},
      {hidden("aaaaaaaa.") + " values:8 view=red",
       "the stage values needs how many are drawn, 0 to 7: values:3"},
      {hidden("a???????.") + " values:1 view=red",
       "a view does not know the face-down domino at 8,0"},
  };
  for (const auto& [input, expected] : cases) EXPECT_EQ(error_of(input), expected) << input;
  EXPECT_EQ(error_of(with(white, "...", "rb.") + " " + white + " colour", {true, false}),
            "red colours its 36 squares before blue begins");
}

/// What was drawn and returned unseen leaves bounds.
TEST(TwoDokuText, bounds_the_sums_that_are_not_public) {
  TwoDokuPosition position = told_turn();
  for (const auto& [sums, view] :
       {std::pair("b,r:18-29", "b,r:18-29"), std::pair("r:4-35,b:399-400", "r:4-35,b:399-400"),
        std::pair("r,b:80-401", "r,b:80-401"), std::pair("r:4-36", "-"), std::pair("-", "-")}) {
    position.sums = sums;
    const auto whole = TwoDoku::from_text({}, position.text());
    ASSERT_TRUE(whole.ok()) << message_of(whole);
    EXPECT_TRUE(whole->to_text().find(" sums=" + std::string(view) + " ") != std::string::npos)
        << whole->to_text();
    for (const Player player : {0, 1}) {
      const auto again = TwoDoku::from_text({}, whole->redacted(player).to_text());
      ASSERT_TRUE(again.ok()) << message_of(again);
      EXPECT_EQ(*again, whole->redacted(player));
    }
  }
  position.sums = "b,r:18-29";
  const TwoDoku view = position.state().redacted(1);
  EXPECT_EQ(view.sum_range(0), (SumRange{18, 29}));
  EXPECT_EQ(view.hand_sum(0), 0);
  EXPECT_FALSE(view.knows_sum(0));
  EXPECT_NE(view.drawn().find("4 dominoes, sum 18 to 29\n"), std::string::npos) << view.drawn();
  // No four of what blue has not seen weigh as little.
  EXPECT_EQ(error_of(with(view.to_text(), "r:18-29", "r:4-5")),
            "no way to fill in the unknown dominoes agrees with what is known");
}

TEST(TwoDokuText, says_what_is_wrong_with_a_view) {
  TwoDokuPosition position = told_turn();
  position.knows = "7/-";
  position.min = "000010000/002000000";
  const std::string text = position.state().redacted(0).to_text();
  ASSERT_EQ(error_of(text), "(no error)");
  const std::string hand = "blue=?80:400";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {with(text, "?...?...?", "?...e...?"), "a view does not know the face-down domino at 8,4"},
      {with(text, hand, "blue=78"), "the hidden hand of blue must be ?SIZE or ?SIZE:SUM, not '78'"},
      {with(text, hand, "blue=?91:400"),
       "the hidden hand of blue must be ?SIZE or ?SIZE:SUM, not '?91:400'"},
      {with(text, hand, "blue=?80:451"), "the sum of a hidden hand must be 0 to 450"},
      {with(text, hand, "blue=?80"),
       "the hidden hand must show its sum exactly if sums says that it is public"},
      {with(text, hand, "blue=?79:400"), "board, hands and pot hold 90 dominoes, not 89"},
      {with(text, hand, "blue=?80:100"),
       "no way to fill in the unknown dominoes agrees with what is known"},
      {with(text, "not=-,9,-", "not=123456789,9,-"),
       "no way to fill in the unknown dominoes agrees with what is known"},
      {with(text, "pot=7?", "pot=??"),
       "the digits of a view's pot must be those that its owner knows"},
      {with(text, "pot=7?", "pot=?7"),
       "pot must be '-' or up to two digits, the larger first (in views '?' for unknown ones, "
       "last), not '?7'"},
      {with(text, "knows=7/-", "knows=7/7"),
       "a view does not know what the other knows of the pot"},
      {with(text, "min=000010000", "min=000030000"),
       "min says more of digit 5 than the owner holds"},
      {with(text, "/002000000 sums", "/00a000000 sums"), "(no error)"},
      {with(text, "/002000000 sums", "/a0a000000 sums"),
       "there are ten dominoes of digit 1, not 11"},
      {with(text, "/002000000 sums", "/9aaa899a9 sums"), "min says more than the other hand holds"},
  };
  for (const auto& [input, expected] : cases) EXPECT_EQ(error_of(input), expected) << input;
  const std::string open = with(told_turn().text(), "knows=-/-", "knows=7/-");
  EXPECT_EQ(error_of(open, {false, true}), "with open hands both know the same of the pot");
  EXPECT_EQ(error_of(with(told_turn().text(), "sums=rb", "sums=r"), {false, true}),
            "with open hands sums must be rb");
  EXPECT_EQ(error_of(with(told_turn().text(), "min=0", "min=1"), {false, true}),
            "with open hands min is all zero");
}

/// What format() writes of any move is read again, wherever it was written; of a digit that is not
/// seen it is not.
// ---- dominoes of any digit in the place of others ----

/// told_turn() with two ones less in blue's hand, and a 5 and an 8 more.
std::string swapped_turn() {
  const std::string blue = told_turn().blue();
  std::string other = blue;
  other[0] -= 2;
  ++other[7];
  ++other[4];
  return with(told_turn().text(), "blue=" + blue, "blue=" + other) + " swapped=11";
}

TEST(TwoDokuText, has_swapped_dominoes_where_there_are_some) {
  const auto whole = TwoDoku::from_text({}, swapped_turn());
  ASSERT_TRUE(whole.ok()) << swapped_turn() << ": " << message_of(whole);
  EXPECT_EQ(whole->to_text(), swapped_turn());
  EXPECT_EQ(whole->swapped().size(), 2);
  EXPECT_EQ(whole->certain(1), 8);
  EXPECT_EQ(whole->certain(9), 10);
  EXPECT_NE(whole->hash(), told_turn().state().hash());
  const TwoDoku view = whole->redacted(0);
  EXPECT_TRUE(view.to_text().ends_with(" swapped=11 view=red"));
  const auto again = TwoDoku::from_text({}, view.to_text());
  ASSERT_TRUE(again.ok()) << message_of(again);
  EXPECT_EQ(*again, view);
}

TEST(TwoDokuText, writes_hands_of_more_than_ten_of_a_digit) {
  TwoDokuPosition position;
  position.red = "a00000000";
  const std::string text = with(with(position.text(), "red=a00000000", "red=d00000000"),
                                "blue=0aaaaaaaa", "blue=079aaaaaa");
  EXPECT_EQ(error_of(text), "there are ten dominoes of digit 1, not 13");
  const auto state = TwoDoku::from_text({}, text + " swapped=222");
  EXPECT_FALSE(state.ok());
  EXPECT_EQ(message_of(state), "there are ten dominoes of digit 3, not 9");
  const auto mended = TwoDoku::from_text({}, with(text, "blue=079", "blue=089") + " swapped=223");
  ASSERT_TRUE(mended.ok()) << message_of(mended);
  EXPECT_EQ(mended->hand(0)[1], 13);
  EXPECT_TRUE(mended->to_text().find("red=d00000000") != std::string::npos);
}

TEST(TwoDokuText, says_what_is_wrong_with_swapped_dominoes) {
  const std::string text = swapped_turn();
  const std::string plain = told_turn().text();
  const std::string few = "swapped must be the digits of one to three dominoes, not '";
  const std::string view =
      TwoDoku::from_text({}, with(text, "sums=rb", "sums=-"))->redacted(0).to_text();
  const std::vector<std::pair<std::string, std::string>> cases = {
      {plain + " swapped=", few + "'"},
      {plain + " swapped=1111", few + "1111'"},
      {plain + " swapped=21", "the digits of swapped must ascend: 11 or 118, not '21'"},
      {plain + " swapped=0", "the digits of swapped must ascend: 11 or 118, not '0'"},
      {plain + " swapped=1a", "the digits of swapped must ascend: 11 or 118, not '1a'"},
      {plain + " swapped=1 swapped=1", "'swapped=1' is one field too many"},
      {with(text, "swapped=11", "swapped=12"), "there are 9 dominoes of digit 1, not 8"},
      {with(text, "swapped=11", "swapped=1"), "there are 9 dominoes of digit 1, not 8"},
      {with(text, "red=1", "red=2"), "board, hands and pot hold 90 dominoes, not 91"},
      {with(view, "red=100020001", "red=00002000d"),
       "board, hands and pot hold 90 dominoes, not 101"},
      {with(with(view, "red=100020001", "red=00002000d"), "blue=?80", "blue=?69"),
       "no way to fill in the unknown dominoes agrees with what is known"},
  };
  for (const auto& [wrong, sentence] : cases) EXPECT_EQ(error_of(wrong), sentence) << wrong;
}

TEST(TwoDokuText, reads_moves_without_a_position) {
  for (std::uint64_t game = 0; game < 20; ++game) {
    Rng rng(90, game);
    TwoDoku state = TwoDoku::start({}, rng);
    while (!is_over(state)) {
      const TwoDoku::Move move = any_move(state, rng);
      const auto read = TwoDoku::read(state.format(move));
      ASSERT_TRUE(read) << state.format(move);
      EXPECT_EQ(*read, move);
      state.apply(move);
    }
  }
  for (const char* text : {"", "return ?", "drew ?", "value 0,8,?", "pot ?,?", "play 0,8", "play",
                           "play 9,0,1", "fly 0,8", "deal 1,2,3", "take 0,8 "})
    EXPECT_FALSE(TwoDoku::read(text)) << text;
  EXPECT_FALSE(TwoDoku::read(std::string(65, 'p')));
}

TEST(TwoDokuText, says_what_is_wrong_with_a_move) {
  const TwoDoku state = told_turn().state();
  const auto why = [&](const std::string& move) {
    const auto parsed = state.parse(move);
    return parsed.ok() ? "(no error)" : message_of(parsed);
  };
  const std::string turn = "'take R,C', 'take pot', 'play R,C,D' or 'pass'";
  EXPECT_EQ(why(""), "'' is no move; expected is " + turn);
  EXPECT_EQ(why("move 1,2"), "'move 1,2' is no move; expected is " + turn);
  EXPECT_EQ(why(std::string(65, 'p')), "a move is at most 64 characters");
  EXPECT_EQ(why("play 1,2"), "'play 1,2' should look like 'play 0,8,5'");
  EXPECT_EQ(why("play 1,2,0"), "'play 1,2,0' should look like 'play 0,8,5'");
  EXPECT_EQ(why("play 9,2,1"), "'play 9,2,1' should look like 'play 0,8,5'");
  EXPECT_EQ(why("play -1,2,1"), "'play -1,2,1' should look like 'play 0,8,5'");
  EXPECT_EQ(why("play 1,,2,1"), "'play 1,,2,1' should look like 'play 0,8,5'");
  EXPECT_EQ(why("play 1,2,99999999999"), "'play 1,2,99999999999' should look like 'play 0,8,5'");
  EXPECT_EQ(why("pass 1"), "'pass 1' should look like 'pass'");
  EXPECT_EQ(why("colour 0,1"), "'colour 0,1' cannot be played now; expected is " + turn);
  EXPECT_EQ(why("return 5"), "'return 5' cannot be played now; expected is " + turn);
  EXPECT_EQ(why("accepted"), "'accepted' cannot be played now; expected is " + turn);
  EXPECT_EQ(why("take 8,0"), "no domino lies face up at 8,0");
  EXPECT_EQ(why("play 1,1,2"), "no domino of digit 2 is in the mover's hand");
  EXPECT_EQ(why("play 0,0,1"), "a domino lies at 0,0 already");
  EXPECT_EQ(why("play 5,0,1"),
            "the square 5,0 has the wrong colour: first come the mover's own "
            "squares, then white ones, then the other's");
  EXPECT_EQ(why("play 1,1,5"), "(no error)");
  EXPECT_EQ(why("play 1 1 5"), "(no error)");  // blanks do as well

  TwoDoku drawn = state;
  play(drawn, "take pot");
  EXPECT_EQ(message_of(drawn.parse("drew 5")),
            "'drew 5' cannot happen now; expected is the chance move 'drew D' from the pot");
  EXPECT_EQ(message_of(drawn.redacted(0).parse("drew 4")),
            "chance moves now, and a view does not know how; parse its moves in a whole position");
  EXPECT_FALSE(drawn.is_outcome(TwoDoku::Move::from_bits(0xffffffffu)));
}

/// Whatever is read from a damaged text is a position that can be played to its end.
TEST(TwoDokuText, survives_damaged_texts) {
  int read = 0;
  const std::string letters = ".rbx/123456789abcdei? ,:=-0";
  for (int round = 0; round < 100'000; ++round) {
    Rng rng(90, static_cast<std::uint64_t>(round));
    TwoDoku state = TwoDoku::start({round % 2 == 1, round % 4 >= 2}, rng);
    for (std::uint32_t ply = rng.below(150); ply > 0 && !is_over(state); --ply)
      state.apply(any_move(state, rng));
    if (rng.below(2) == 0) state = state.redacted(static_cast<Player>(rng.below(2)));
    std::string text = state.to_text();
    for (std::uint32_t edits = 1 + rng.below(2); edits > 0; --edits) {
      // Mostly behind the two boards, where there is more to get wrong.
      const std::size_t from = rng.below(4) == 0 ? 0 : std::min<std::size_t>(180, text.size() - 1);
      const std::size_t at = from + rng.below(static_cast<std::uint32_t>(text.size() - from));
      const char letter = letters[rng.below(static_cast<std::uint32_t>(letters.size()))];
      const std::uint32_t kind = rng.below(4);
      if (kind == 0)
        text.erase(at, 1);
      else if (kind == 1)
        text.insert(at, 1, letter);
      else
        text[at] = letter;
    }
    const auto reread = TwoDoku::from_text(state.rules(), text);
    if (!reread.ok()) {
      ASSERT_FALSE(message_of(reread).empty());
      continue;
    }
    ++read;
    ASSERT_EQ(reread->to_text(), text) << "round " << round;
    TwoDoku world = reread->determinized(rng);
    if (reread->observer() != kNobody) {
      ASSERT_EQ(world.redacted(reread->observer()), *reread);
    }
    while (!is_over(world)) world.apply(any_move(world, rng));
  }
  EXPECT_GT(read, 200);
}

}  // namespace

}  // namespace gauntlet::engine
