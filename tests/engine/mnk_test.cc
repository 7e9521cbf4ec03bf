#include "engine/mnk/mnk.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/perft.h"
#include "engine/registry.h"
#include "tests/checked.h"
#include "tests/engine/golden.h"
#include "tests/engine/laws.h"
#include "tests/engine/mnk_reference.h"

namespace gauntlet::engine {
namespace {

mnk::Rules rules(int width, int height, int k, bool exact = false, bool page = false) {
  return {static_cast<std::uint8_t>(width),
          static_cast<std::uint8_t>(height),
          static_cast<std::uint8_t>(k),
          false,
          exact,
          page};
}

template <int Words>
Mnk<Words> position(const mnk::Rules& rules, std::string_view text) {
  const auto state = Mnk<Words>::from_text(rules, text);
  EXPECT_TRUE(state.ok()) << message_of(state);
  return *state;
}

TEST(MnkLaws, HoldOnEveryBoardSize) {
  expect_laws<Mnk<1>>(rules(3, 3, 3), 50, 1);
  expect_laws<Mnk<1>>(rules(7, 6, 4), 30, 2);
  expect_laws<Mnk<1>>(rules(1, 1, 1), 5, 3);
  expect_laws<Mnk<1>>(rules(1, 32, 3), 10, 4);
  expect_laws<Mnk<4>>(mnk::Rules{}, 4, 5, 7);
  expect_laws<Mnk<8>>(rules(20, 20, 6), 2, 6, 29);
  expect_laws<Mnk<16>>(rules(32, 32, 7), 1, 7, 101);
  expect_laws<Mnk<1>>(rules(3, 6, 4, false, true), 50, 8);
  expect_laws<Mnk<1>>(rules(5, 9, 4, true, true), 20, 9);
}

TEST(MnkPerft, GoldenFigures) {
  const auto expect = [](const mnk::Rules& r, std::vector<std::uint64_t> leaves) {
    for (std::size_t depth = 1; depth <= leaves.size(); ++depth)
      EXPECT_EQ(perft(Mnk<1>(r), static_cast<int>(depth)), leaves[depth - 1])
          << r.name() << " depth " << depth;
  };
  expect(rules(3, 3, 3), {9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872});
  expect(rules(4, 3, 3), {12, 132, 1320, 11880, 95040, 622944, 3499200, 14031360});
  expect(rules(4, 4, 3), {16, 240, 3360, 43680, 524160, 5518656, 52817760});
  expect(rules(4, 4, 4), {16, 240, 3360, 43680, 524160, 5765760, 57657600});
  expect(rules(5, 5, 4), {25, 600, 13800, 303600, 6375600, 127512000});
  expect(rules(7, 3, 3), {21, 420, 7980, 143640, 2441880, 38130048});
}

TEST(MnkPerft, AgreesWithTheNaiveReference) {
  struct Case {
    mnk::Rules rules;
    int depth;
  };
  std::uint64_t compared = 0;
  for (const auto& [r, depth] : std::vector<Case>{{rules(3, 3, 3), 9},
                                                  {rules(4, 4, 3), 6},
                                                  {rules(3, 5, 3, false, true), 6},
                                                  {rules(2, 5, 2, true), 7},
                                                  {rules(3, 4, 3, true, true), 7},
                                                  {rules(4, 3, 3), 7}}) {
    const reference::MnkBoard slow{r.width, r.height, r.k, r.exact, r.page};
    const int plies = kIsChecked ? depth - 1 : depth;
    const std::uint64_t leaves = perft(Mnk<1>(r), plies);
    EXPECT_EQ(leaves, slow.perft(plies)) << r.name();
    compared += leaves;
  }
  EXPECT_GE(compared, kIsChecked ? 1'000'000u : 10'000'000u);
}

/// Plays random games on both and compares at every ply: the large boards, where perft cannot reach
/// the endings.
template <int Words>
void expect_same_games(const mnk::Rules& r, int games, std::uint64_t seed) {
  for (int game = 0; game < games; ++game) {
    Rng rng(seed, static_cast<std::uint64_t>(game));
    Mnk<Words> fast(r);
    reference::MnkBoard slow{r.width, r.height, r.k, r.exact, r.page};
    while (!is_over(fast)) {
      SCOPED_TRACE(r.name() + ", seed " + std::to_string(seed) + ", game " + std::to_string(game) +
                   ": " + fast.to_text());
      ASSERT_FALSE(slow.is_over());
      const mnk::Move move = fast.random_move(rng);
      fast.apply(move);
      slow.play(move.square / r.width, move.square % r.width);
      const auto reread = Mnk<Words>::from_text(r, fast.to_text());
      ASSERT_TRUE(reread.ok()) << message_of(reread);
      ASSERT_EQ(*reread, fast);
      ASSERT_EQ(reread->hash(), fast.hash()) << "incremental and recomputed keys differ";
      ASSERT_EQ(reread->to_move(), fast.to_move());
    }
    ASSERT_TRUE(slow.is_over()) << fast.to_text();
    const bool x = slow.has_won('x'), o = slow.has_won('o');
    ASSERT_EQ(fast.returns()[0], x ? 1 : o ? 0 : 0.5f) << fast.to_text();
  }
}

TEST(MnkGames, IncrementalAgreesWithTheNaiveReferenceSlow) {
  expect_same_games<1>(rules(3, 3, 3), 10'000, 11);
  expect_same_games<1>(rules(5, 5, 4), 5'000, 12);
  expect_same_games<1>(rules(3, 8, 3, false, true), 2'000, 13);
  expect_same_games<1>(rules(6, 6, 3, true), 3'000, 14);
  expect_same_games<4>(rules(9, 9, 5), 300, 15);
  expect_same_games<4>(rules(6, 30, 5, false, true), 60, 16);
  expect_same_games<4>(mnk::Rules{}, 40, 17);
  expect_same_games<8>(rules(20, 20, 6), 5, 18);
  expect_same_games<16>(rules(32, 32, 6), 1, 19);
}

TEST(MnkRulesOfTheGame, AnyDirectionWins) {
  for (const char* text : {"xxx/oo./...", "x../xoo/x..", "xo./ox./..x", "o.x/ox./x.."}) {
    const auto state = position<1>(rules(3, 3, 3), text);
    ASSERT_TRUE(is_over(state)) << text;
    EXPECT_EQ(state.returns()[0], 1) << text;
  }
}

TEST(MnkRulesOfTheGame, ARowDoesNotWrapRound) {
  EXPECT_FALSE(is_over(position<1>(rules(3, 3, 3), ".xx/x.o/.o.")));
  EXPECT_FALSE(is_over(position<1>(rules(3, 5, 3), "..o/oo./.x./x../..x")));
}

TEST(MnkRulesOfTheGame, ThePageCountsItsWrappedDiagonals) {
  // Squares 7, 9, 11 of 3x5 and 3, 7, 11, 15 of 3x6.
  EXPECT_TRUE(is_over(position<1>(rules(3, 5, 3, false, true), "..o/o../.x./x.x/...")));
  EXPECT_FALSE(is_over(position<1>(rules(3, 5, 3), "..o/o../.x./x.x/...")));
  EXPECT_TRUE(is_over(position<1>(rules(3, 6, 4, false, true), "oo./x.o/.x./..x/.../x..")));
  EXPECT_FALSE(is_over(position<1>(rules(3, 6, 4), "oo./x.o/.x./..x/.../x..")));
}

TEST(MnkRulesOfTheGame, ExactFiveIgnoresOverlines) {
  mnk::Rules exact;
  exact.width = exact.height = 6;
  exact.exact = true;
  auto state = position<1>(exact, "xx.xxx/ooooo./....../....../....../......");
  EXPECT_TRUE(is_over(state));  // o has five
  state = position<1>(exact, "xx.xxx/oooo../o...../....../....../......");
  state.apply({2});
  EXPECT_FALSE(is_over(state));
}

TEST(MnkRulesOfTheGame, AFullBoardWithoutALineIsADraw) {
  const auto state = position<1>(rules(3, 3, 3), "xox/xox/oxo");
  ASSERT_TRUE(is_over(state));
  EXPECT_EQ(state.returns()[0], 0.5f);
}

TEST(MnkRulesOfTheGame, KAboveTheBoardIsNeverWon) {
  Mnk<1> state(rules(2, 2, 3));
  for (const std::uint16_t square : {0, 1, 2, 3}) state.apply({square});
  EXPECT_EQ(state.returns()[0], 0.5f);
}

TEST(MnkText, BadPositionsGetASentence) {
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"", "0 characters instead of 11"},
      {"...../....", "10 characters"},
      {".../...#...", "does not end with /"},
      {".../.z./...", "contains 'z'"},
      {".../.\x01./...", "contains '\\x01'"},
      {"xx./.../...", "2 x and 0 o"},
      {"o../.../...", "0 x and 1 o"},
      {"xxx/ooo/...", "finished lines of both x and o"},
      {"xxx/oo./o..", "finished line of x, but o moved last"},
      {std::string(10'000'000, 'x'), "10,000,000 characters"}};
  for (const auto& [text, sentence] : cases) {
    const auto state = Mnk<1>::from_text(rules(3, 3, 3), text);
    ASSERT_FALSE(state.ok()) << text;
    EXPECT_NE(message_of(state).find(sentence), std::string::npos) << message_of(state);
  }
}

TEST(MnkText, BadMovesGetASentence) {
  const auto state = position<1>(rules(3, 3, 3), "x../.../...");
  for (const char* text : {"", ",", "1", "1,", ",1", "1,1,1", "3,0", "0,3", "-1,0", " 1,1", "1,1 ",
                           "a,b", "99999999999,0", "1.0,1", "+1,1"})
    EXPECT_FALSE(state.parse(text).ok()) << text;
  EXPECT_NE(message_of(state.parse("0,0")).find("occupied"), std::string::npos);
  EXPECT_TRUE(state.parse("2,1").ok());
  const auto over = position<1>(rules(3, 3, 3), "xxx/oo./...");
  EXPECT_EQ(message_of(over.parse("2,1")), "the game is over");
}

TEST(MnkNames, AreReadAndWritten) {
  for (const char* name : {"gomoku:15", "gomoku:5", "gomoku:32/exact", "mnk:3x5x3/page",
                           "mnk:1x1x1", "mnk:32x32x32", "mnk:7x6x4/exact/page"}) {
    const auto game = find_game(name);
    ASSERT_TRUE(game.ok()) << message_of(game);
    EXPECT_EQ(game->name(), name);
  }
  EXPECT_EQ(find_game("gomoku")->name(), "gomoku:15");
  EXPECT_EQ(find_game("mnk:3x5x3/page/exact")->name(), "mnk:3x5x3/exact/page");
  for (const char* name :
       {"", "gomoku:4", "gomoku:33", "gomoku:", "gomoku:x", "gomoku:15/page", "gomoku/exact/exact",
        "mnk", "mnk:3x3", "mnk:0x3x3", "mnk:3x33x3", "mnk:3x3x0", "mnk:3x3x3x3", "mnk:3x3x3/",
        "mnk:3x3x3/foo", "mnk:-3x3x3", "mnk:3x3x99999999999", "chess"}) {
    const auto game = find_game(name);
    ASSERT_FALSE(game.ok()) << name;
    EXPECT_GT(message_of(game).size(), 20u) << name;
  }
  EXPECT_NE(message_of(find_game("gomuku")).find("did you mean 'gomoku'"), std::string::npos);
}

TEST(MnkGolden, Playthrough) {
  expect_golden<Mnk<1>>(rules(7, 6, 4), "mnk-7x6x4.txt", 1);
  expect_golden<Mnk<4>>(mnk::Rules{}, "gomoku-15.txt", 2, {40, 60});
}

}  // namespace
}  // namespace gauntlet::engine
