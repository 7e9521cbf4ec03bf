#include <gtest/gtest.h>

#include <set>
#include <string>

#include "engine/registry.h"
#include "search/strategy.h"

namespace gauntlet::search {

namespace {

using engine::AnyGame;
using engine::AnyMove;
using engine::AnyState;
using engine::Rng;

AnyMove shapes(const AnyGame& game, const AnyState& state, Rng& rng) {
  const auto found = strategies(game);
  EXPECT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].name, "shapes");
  return found[0].choose(state, rng);
}

AnyState start_of(const AnyGame& game) {
  Rng rng(0);
  return game.start(rng);
}

/// Where it puts a stone, by twenty seeds.
std::set<std::string> choices(const std::string& name, const std::string& position) {
  const AnyGame game = *engine::find_game(name);
  const auto state = game.from_text(position);
  EXPECT_TRUE(state.ok()) << state.status();
  std::set<std::string> chosen;
  if (!state.ok()) return chosen;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Rng rng(seed);
    chosen.insert(state->format(shapes(game, *state, rng)));
  }
  return chosen;
}

using Squares = std::set<std::string>;

TEST(MnkStrategies, WinAtOnceBeforeAllElse) {
  EXPECT_EQ(choices("mnk:9x9x5",
                    "........./.xxxx..../.oooo..../........./........./........./........./"
                    "........./........."),
            Squares{"1,0"});
  EXPECT_EQ(choices("mnk:3x3x3", "xx./oo./..."), Squares{"0,2"});
  // Six would be too long, so that the other's five must be stopped.
  EXPECT_EQ(choices("mnk:9x2x5/exact", "xxx.xx.../oooo....o"), Squares{"1,4"});
}

TEST(MnkStrategies, StopAWin) {
  EXPECT_EQ(choices("mnk:9x9x5",
                    "........./xoooo..../.xxx...../........./........./........./........./"
                    "........./........."),
            Squares{"1,5"});
  EXPECT_EQ(choices("mnk:7x6x4", "......./..ooo../.x.x.../......./......./......x"),
            Squares{"1,1"});
}

TEST(MnkStrategies, MakeAnOpenFourAndStopOne) {
  EXPECT_EQ(choices("mnk:9x9x5",
                    "........./........./...xxx.../........./..oo...../.....o.../........./"
                    "........./........."),
            Squares{"2,2"});
  const Squares stops = choices("mnk:9x9x5",
                                "........./........./...ooo.../........./.......x./........./"
                                "x......../........x/.........");
  for (const std::string& square : stops)
    EXPECT_TRUE((Squares{"2,1", "2,2", "2,6", "2,7"}).count(square)) << square;
}

TEST(MnkStrategies, BeginInTheMiddle) {
  EXPECT_EQ(choices("gomoku:15", start_of(*engine::find_game("gomoku:15")).to_text()),
            Squares{"7,7"});
  EXPECT_EQ(choices("mnk:6x6x4", "....../....../....../....../....../......"),
            (Squares{"2,2", "2,3", "3,2", "3,3"}))
      << "squares that are equal are drawn";
}

/// On boards of all sizes, with lines of any length, every game comes to its end by legal moves.
TEST(MnkStrategies, PlayToTheEndOnEveryBoard) {
  for (const std::string name :
       {"mnk:1x1x1", "mnk:3x3x3", "mnk:7x6x4", "mnk:9x12x5/page", "mnk:5x2x9", "gomoku:15/exact",
        "gomoku:20", "mnk:32x32x6", "mnk:32x1x3"}) {
    const AnyGame game = *engine::find_game(name);
    Rng rng(3);
    AnyState state = start_of(game);
    while (!state.is_over()) {
      const AnyMove move = shapes(game, state, rng);
      ASSERT_TRUE(state.is_playable(move)) << name << " " << state.to_text();
      state.apply(move);
    }
  }
}

TEST(MnkStrategies, BeatRandomMoves) {
  const AnyGame game = *engine::find_game("gomoku:15");
  Rng rng(5);
  for (int round = 0; round < 20; ++round) {
    AnyState state = start_of(game);
    while (!state.is_over())
      state.apply(state.to_move() == round % 2 ? shapes(game, state, rng) : state.random_move(rng));
    EXPECT_EQ(state.returns()[static_cast<std::size_t>(round % 2)], 1) << state.to_text();
  }
}

}  // namespace

}  // namespace gauntlet::search
