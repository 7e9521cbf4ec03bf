#include "search/level.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "engine/registry.h"
#include "search/registry.h"

namespace gauntlet::search {

namespace {

using engine::AnyGame;
using engine::AnyState;

const std::vector<std::string> kLevelGames = {"gomoku:15", "mnk:7x6x4", "sudokill",
                                              "kimble:2",  "kimble:1",  "twodoku"};

AnyGame called(const std::string& name) {
  return *engine::find_game(name);
}

/// A position of a random game where somebody decides, after so many moves at most.
AnyState decision(const AnyGame& game, std::uint64_t seed, int plies) {
  engine::Rng rng(seed);
  AnyState state = game.start(rng);
  state.play_chance_moves(rng, nullptr);
  AnyState decided = state;
  for (int ply = 0; ply < plies && !state.is_over(); ++ply) {
    state.apply(state.random_move(rng));
    state.play_chance_moves(rng, nullptr);
    if (!state.is_over()) decided = state;
  }
  return decided.redacted(decided.to_move());
}

class EveryLevel : public ::testing::TestWithParam<std::string> {
 protected:
  const AnyGame game_ = called(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Games, EveryLevel, ::testing::ValuesIn(kLevelGames), [](const auto& info) {
  std::string name = info.param;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return !std::isalnum(c); }, '_');
  return name;
});

/// Work of different methods cannot be compared.
TEST_P(EveryLevel, WorksMoreAndGivesAwayLessThanTheOneBelow) {
  for (LevelTenths tenths = kLowestLevel + 1; tenths <= kHighestLevel; ++tenths) {
    const LevelSpec below = level(game_, tenths - 1), here = level(game_, tenths);
    EXPECT_LT(here.softness.cap, below.softness.cap) << tenths;
    EXPECT_GE(here.softness.care, below.softness.care) << tenths;
    if (here.method != below.method) continue;
    EXPECT_GE(here.limits.nodes, below.limits.nodes) << tenths;
    EXPECT_LE(static_cast<double>(here.limits.nodes), 1.5 * below.limits.nodes) << tenths;
    EXPECT_GE(here.limits.depth, below.limits.depth) << tenths;
    EXPECT_LE(here.softness.temperature, below.softness.temperature) << tenths;
  }
}

TEST_P(EveryLevel, KeepsWhatIsPromisedOfIt) {
  const auto softness = [&](int whole) { return level(game_, 10 * whole).softness; };
  EXPECT_LE(softness(2).cap, 0.40);
  EXPECT_LE(softness(4).cap, 0.25);
  EXPECT_LE(softness(6).cap, 0.12);
  EXPECT_LE(softness(8).cap, 0.05);
  EXPECT_TRUE(softness(10).is_none());
  for (int whole = 4; whole <= 10; ++whole) EXPECT_EQ(softness(whole).care, 1) << whole;
}

TEST(LevelsOfGomoku, LoseNoEvenGameAtOneStroke) {
  for (LevelTenths tenths = kLowestLevel; tenths <= kHighestLevel; ++tenths)
    EXPECT_LT(level(called("gomoku:15"), tenths).softness.cap, 0.5) << tenths;
}

TEST(VaryOpening, LoosensTheFirstPliesOfWhoIsSoft) {
  const Softness soft{.temperature = 0.01, .cap = 0.1};
  const auto varied = [&](int plies, Softness softness) {
    Limits limits;
    vary_opening(plies, limits, softness);
    EXPECT_EQ(limits.seeks_all_wins, softness.takes_any_win) << plies;
    return std::pair{limits.depth, softness};
  };
  for (int plies = 0; plies < 8; ++plies) {
    const auto [depth, softness] = varied(plies, soft);
    EXPECT_EQ(depth, plies < 2 ? 2 : Limits::kNoDepth) << plies;
    EXPECT_EQ(softness.temperature, plies < 6 ? 0.1 : 0.01) << plies;
    EXPECT_EQ(softness.takes_any_win, plies < 6) << plies;
    EXPECT_EQ(softness.cap, 0.1) << "no more is given away than ever";
    EXPECT_EQ(varied(plies, {}).first, Limits::kNoDepth) << "who plays the best plays it";
    EXPECT_TRUE(varied(plies, {}).second.is_none());
    EXPECT_FALSE(varied(plies, {}).second.takes_any_win);
  }
  EXPECT_EQ(varied(3, {.temperature = 0.5, .cap = 0.1}).second.temperature, 0.5);
}

/// The method of a level tells what it chooses from.
TEST_P(EveryLevel, HasMovesToChooseFrom) {
  int several = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const AnyState view = decision(game_, seed, static_cast<int>(2 + 12 * seed));
    const auto searcher = strongest(game_).make(game_, {.hash_mb = 4, .judges_within = 0.5});
    searcher->new_game(seed);
    Limits limits;
    limits.nodes = 3'000;
    const Result result = searcher->search(view, limits);
    if (result.moves.empty()) continue;
    several += result.moves.size() > 1;
    for (const JudgedMove& judged : result.moves) {
      EXPECT_TRUE(view.is_playable(judged.move));
      EXPECT_GE(judged.win, 0);
      EXPECT_LE(judged.win, 1);
      EXPECT_EQ(std::count_if(result.moves.begin(), result.moves.end(),
                              [&](const JudgedMove& other) { return other.move == judged.move; }),
                1);
    }
  }
  EXPECT_GE(several, 1);
}

/// Of a game that can be searched to its end every move has its true value.
TEST(JudgedMoves, OfAlphaBetaAreRight) {
  const AnyGame game = called("mnk:4x3x3");
  const auto every = make_searcher("ab", game, {.hash_mb = 4, .judges_within = 0.5});
  const auto one = make_searcher("ab", game, {.hash_mb = 4});
  int wins = 0, losses = 0, others = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const AnyState view = decision(game, seed, static_cast<int>(3 + seed % 4));
    every->new_game(1);
    for (const JudgedMove& judged : every->search(view, {}).moves) {
      AnyState next = view;
      next.apply(judged.move);
      if (next.is_over()) continue;
      one->new_game(1);
      const Proven reply = one->search(next, {}).proven;
      SCOPED_TRACE(view.to_text() + " " + view.format(judged.move));
      if (judged.proven == Proven::kWin) {
        EXPECT_EQ(reply, Proven::kLoss);
      } else if (judged.proven == Proven::kLoss) {
        EXPECT_EQ(reply, Proven::kWin);
      }
      wins += judged.proven == Proven::kWin;
      losses += judged.proven == Proven::kLoss;
      others += judged.proven == Proven::kNothing;
    }
  }
  EXPECT_GT(wins, 5);
  EXPECT_GT(losses, 5);
  EXPECT_GT(others, 0);
}

/// Asking for a margin changes nothing of what is best.
TEST(JudgedMoves, LieWithinWhatIsAskedFor) {
  const AnyGame game = called("gomoku:15");
  const auto searcher = make_searcher("ab", game, {.hash_mb = 4, .judges_within = 0.1});
  Limits limits;
  limits.depth = 3;
  std::size_t several = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const AnyState view = decision(game, seed, 8);
    searcher->new_game(1);
    const Result result = searcher->search(view, limits);
    double best = 0;
    for (const JudgedMove& judged : result.moves) best = std::max(best, judged.win);
    EXPECT_EQ(best, result.win);
    several += result.moves.size() > 1;
    // A bound of an earlier best may have been lower, so that a few more are known.
    const auto inside = std::count_if(result.moves.begin(), result.moves.end(),
                                      [&](const JudgedMove& j) { return j.win >= best - 0.1; });
    EXPECT_GE(inside, 1);
  }
  EXPECT_GE(several, 10u);
}

}  // namespace

}  // namespace gauntlet::search
