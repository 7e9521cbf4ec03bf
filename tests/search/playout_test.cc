#include "search/playout.h"

#include <gtest/gtest.h>

#include <cmath>

#include "engine/mnk/mnk.h"
#include "engine/registry.h"
#include "search/mnk/playout/playout.h"
#include "search/registry.h"
#include "tests/search/sample.h"

namespace gauntlet::search {

using namespace mnk;
namespace {

engine::mnk::Rules rules(int width, int height, int k, bool exact = false, bool page = false) {
  return {static_cast<std::uint8_t>(width),
          static_cast<std::uint8_t>(height),
          static_cast<std::uint8_t>(k),
          false,
          exact,
          page};
}

/// The generic playout, move by move: what the specialised one must agree with.
template <class S>
PlayoutResult slow_playout(S state, engine::Rng& rng) {
  int plies = 0;
  for (; !engine::is_over(state); ++plies) state.apply(state.random_move(rng));
  return {state.returns(), plies};
}

/// Lengths and results of both kinds of playout are alike: within four standard errors.
template <int Words>
void expect_same_distribution(const engine::mnk::Rules& r, int playouts, std::uint64_t seed,
                              int opening_plies = 0) {
  engine::Rng rng(seed);
  engine::Mnk<Words> start(r);
  for (int i = 0; i < opening_plies; ++i) start.apply(start.random_move(rng));
  Playout<engine::Mnk<Words>> playout(r);
  Sample fast_plies, slow_plies, fast_first, slow_first;
  for (int i = 0; i < playouts; ++i) {
    const PlayoutResult fast = playout(start, rng), slow = slow_playout(start, rng);
    fast_plies.add(fast.plies), slow_plies.add(slow.plies);
    fast_first.add(fast.returns[0]), slow_first.add(slow.returns[0]);
  }
  const auto expect_alike = [&](const Sample& a, const Sample& b) {
    EXPECT_NEAR(a.mean(), b.mean(), 4 * std::hypot(a.error(), b.error()) + 1e-12)
        << r.name() << ", seed " << seed;
  };
  expect_alike(fast_plies, slow_plies);
  expect_alike(fast_first, slow_first);
}

TEST(MnkPlayout, IsDistributedAsMoveByMovePlay) {
  expect_same_distribution<1>(rules(3, 3, 3), 40'000, 1);
  expect_same_distribution<1>(rules(3, 3, 3), 20'000, 2, 3);
  expect_same_distribution<1>(rules(7, 6, 4), 20'000, 3);
  expect_same_distribution<1>(rules(5, 5, 3, true), 20'000, 4);
  expect_same_distribution<1>(rules(3, 9, 3, false, true), 20'000, 5);
  expect_same_distribution<4>(rules(6, 20, 5, false, true), 5'000, 6, 10);
  expect_same_distribution<4>(rules(15, 15, 5), 3'000, 7, 20);
  expect_same_distribution<8>(rules(20, 20, 6), 1'000, 8);
  expect_same_distribution<16>(rules(32, 32, 10), 200, 9);
  expect_same_distribution<1>(rules(4, 4, 1), 100, 10);
}

/// By rows and by lines the same games are played, and the same random numbers taken.
template <int Words>
void expect_rows_as_lines(const engine::mnk::Rules& r, int playouts, engine::Rng& rng) {
  ASSERT_TRUE(RowPlayout<Words>::can_play(r)) << r.name();
  RowPlayout<Words> rows(r);
  LinePlayout<Words> lines(r);
  for (int i = 0; i < playouts; ++i) {
    engine::Mnk<Words> start(r);
    for (auto left = rng.below(static_cast<std::uint32_t>(r.squares())); left > 0; --left) {
      engine::Mnk<Words> next = start;
      next.apply(next.random_move(rng));
      if (engine::is_over(next)) break;
      start = next;
    }
    engine::Rng by_rows = rng, by_lines = rng;
    const PlayoutResult a = rows(start, by_rows), b = lines(start, by_lines);
    ASSERT_EQ(a.plies, b.plies) << r.name() << ' ' << start.to_text();
    ASSERT_EQ(a.returns, b.returns) << r.name() << ' ' << start.to_text();
    ASSERT_EQ(by_rows, by_lines) << r.name() << ' ' << start.to_text();
  }
}

TEST(MnkPlayout, GoesTheSameByRowsAsByLines) {
  engine::Rng rng(11);
  for (int k = 3; k <= 7; ++k)
    for (int width = 1; width <= 16; ++width)
      for (int height = 1; height <= 16; ++height) {
        if (width * height <= 64) expect_rows_as_lines<1>(rules(width, height, k), 10, rng);
        expect_rows_as_lines<4>(rules(width, height, k), 10, rng);
      }
}

TEST(MnkPlayout, GoesByRowsWhereTheyHoldTheBoardAndTheRules) {
  EXPECT_TRUE(RowPlayout<4>::can_play(rules(16, 16, 7)));
  EXPECT_TRUE(RowPlayout<4>::can_play(rules(16, 16, 3)));
  EXPECT_FALSE(RowPlayout<4>::can_play(rules(15, 17, 5)));
  EXPECT_FALSE(RowPlayout<4>::can_play(rules(17, 15, 5)));
  EXPECT_FALSE(RowPlayout<4>::can_play(rules(15, 15, 2)));
  EXPECT_FALSE(RowPlayout<4>::can_play(rules(15, 15, 8)));
  EXPECT_FALSE(RowPlayout<4>::can_play(rules(15, 15, 5, true)));
  EXPECT_FALSE(RowPlayout<4>::can_play(rules(3, 9, 3, false, true)));
}

TEST(MnkPlayout, GoldenFiguresOfGomoku) {
  const auto game = engine::find_game("gomoku:15");
  engine::Rng rng(1);
  const auto start = game->start(rng);
  const PlayoutTotals totals = run_playouts(start, 400'000, rng);
  const auto n = static_cast<double>(totals.playouts);
  EXPECT_NEAR(static_cast<double>(totals.plies) / n, 109.06, 0.3);  // 4 s.e. and the figure's own
  EXPECT_NEAR(totals.returns[0] / n, 0.5098, 0.0035);
  EXPECT_NEAR(totals.returns[0] + totals.returns[1], n, 1e-6 * n);
}

TEST(MnkPlayout, OfAFinishedGameIsItsResult) {
  const auto over = engine::Mnk<1>::from_text(rules(3, 3, 3), "xxx/oo./...");
  Playout<engine::Mnk<1>> playout(rules(3, 3, 3));
  engine::Rng rng(1);
  const PlayoutResult result = playout(*over, rng);
  EXPECT_EQ(result.plies, 0);
  EXPECT_EQ(result.returns[0], 1);
}

}  // namespace
}  // namespace gauntlet::search
