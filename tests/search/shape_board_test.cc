// Shapes kept from move to move are those of a fresh look at the board.
#include "search/mnk/shape_board.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/registry.h"
#include "engine/rng.h"

namespace gauntlet::search::mnk {
namespace {

template <int Words>
void expect_same(ShapeBoard<Words>& kept, ShapeBoard<Words>& fresh,
                 const engine::Mnk<Words>& state) {
  for (int player = 0; player < 2; ++player) {
    ASSERT_EQ(kept.score(player), fresh.score(player));
    for (int square = 0; square < state.rules().squares(); ++square)
      if (state.is_empty(square)) {
        ASSERT_EQ(kept.square_class(player, square), fresh.square_class(player, square)) << square;
      }
    for (int threat = 0; threat < kThreats; ++threat)
      ASSERT_EQ(kept.squares(player, static_cast<Threat>(threat)),
                fresh.squares(player, static_cast<Threat>(threat)))
          << "player " << player << " threat " << threat;
  }
}

/// Whether a stone of the mover wins, by the rules alone.
template <int Words>
void expect_fives_win(const ShapeBoard<Words>& board, const engine::Mnk<Words>& state) {
  const int mover = state.to_move();
  for (int square = 0; square < state.rules().squares(); ++square) {
    if (!state.is_empty(square)) continue;
    engine::Mnk<Words> next = state;
    next.apply({static_cast<std::uint16_t>(square)});
    const bool wins =
        next.to_move() == engine::kNobody && next.returns()[static_cast<std::size_t>(mover)] == 1;
    ASSERT_EQ(board.threat(mover, square) == Threat::kFive, wins) << square;
  }
}

/// Goes down at random, and up again; both must agree with a fresh look.
template <int Words>
void wander(const engine::mnk::Rules& rules, std::uint64_t seed) {
  engine::Rng rng(seed);
  std::vector<engine::Mnk<Words>> path = {engine::Mnk<Words>(rules)};
  std::vector<std::uint16_t> moves;
  ShapeBoard<Words> kept(rules), fresh(rules);
  kept.reset(path.back());
  for (int step = 0; step < 120; ++step) {
    const bool over = path.back().to_move() == engine::kNobody;
    if (over || (!moves.empty() && rng.below(4) == 0)) {
      path.pop_back();
      kept.take_back(path.back().to_move(), moves.back());
      moves.pop_back();
    } else {
      const auto move = path.back().random_move(rng);
      kept.put(path.back().to_move(), move.square);
      moves.push_back(move.square);
      path.push_back(path.back());
      path.back().apply(move);
    }
    fresh.reset(path.back());
    SCOPED_TRACE(rules.name() + " " + path.back().to_text());
    ASSERT_NO_FATAL_FAILURE(expect_same(kept, fresh, path.back()));
    if (path.back().to_move() != engine::kNobody) {
      ASSERT_NO_FATAL_FAILURE(expect_fives_win(kept, path.back()));
    }
  }
}

TEST(ShapeBoard, KeptIsAsFresh) {
  const std::vector<std::string> games = {
      "mnk:1x1x1",      "mnk:1x1x2",       "mnk:1x5x3",   "mnk:3x3x3",       "mnk:7x6x4",
      "mnk:5x9x4/page", "mnk:8x8x1",       "mnk:4x4x6",   "mnk:7x7x3/exact", "mnk:8x8x5/exact",
      "gomoku:15",      "gomoku:15/exact", "mnk:13x13x8", "mnk:19x5x4",      "mnk:10x20x5/page",
      "mnk:12x12x10",   "gomoku:20",       "gomoku:32"};
  for (const std::string& name : games) {
    const auto game = engine::find_game(name);
    ASSERT_TRUE(game.ok()) << name;
    engine::Rng unused(1);
    const engine::mnk::Rules rules = *engine::mnk_rules(game->start(unused));
    for (const std::uint64_t seed : {1, 2}) {
      const auto look = rules.squares() <= 64    ? wander<1>
                        : rules.squares() <= 256 ? wander<4>
                                                 : wander<16>;
      ASSERT_NO_FATAL_FAILURE(look(rules, seed));
    }
  }
}

TEST(ShapeBoard, ToldByBothColoursAlike) {
  engine::mnk::Rules rules;
  ShapeBoard<4> board(rules), swapped(rules);
  engine::Rng rng(8);
  board.reset(engine::Mnk<4>(rules));
  swapped.reset(engine::Mnk<4>(rules));
  std::vector<bool> taken(225);
  for (int i = 0; i < 60; ++i) {
    const int square = static_cast<int>(rng.below(225));
    if (taken[static_cast<std::size_t>(square)]) continue;
    taken[static_cast<std::size_t>(square)] = true;
    const int player = static_cast<int>(rng.below(2));
    board.put(player, square);
    swapped.put(1 - player, square);
  }
  for (int player = 0; player < 2; ++player)
    for (int threat = 0; threat < kThreats; ++threat)
      EXPECT_EQ(board.squares(player, static_cast<Threat>(threat)),
                swapped.squares(1 - player, static_cast<Threat>(threat)));
}

/// Scores that are asked for after several moves, taken back and not, and after searches of threats
/// that asked for none.
void ask_now_and_then(const engine::mnk::Rules& rules, std::uint64_t seed) {
  engine::Rng rng(seed);
  std::vector<engine::Mnk<4>> path = {engine::Mnk<4>(rules)};
  std::vector<std::uint16_t> moves;
  ShapeBoard<4> kept(rules), fresh(rules);
  kept.reset(path.back());
  const auto take_back = [&] {
    path.pop_back();
    kept.take_back(path.back().to_move(), moves.back());
    moves.pop_back();
  };
  const auto put = [&](bool is_judged) {
    const auto move = path.back().random_move(rng);
    const int mover = path.back().to_move();
    is_judged ? kept.put(mover, move.square) : kept.put_unjudged(mover, move.square);
    moves.push_back(move.square);
    path.push_back(path.back());
    path.back().apply(move);
  };
  const auto can_put = [&] { return path.back().to_move() != engine::kNobody; };
  for (int step = 0; step < 600; ++step) {
    if (!can_put() || (!moves.empty() && rng.below(5) < 2)) {
      take_back();
    } else if (rng.below(6) == 0) {
      const std::size_t before = moves.size();
      while (can_put() && moves.size() < before + 4) put(false);
      while (moves.size() > before) take_back();
    } else {
      put(true);
    }
    if (rng.below(4) != 0) continue;
    fresh.reset(path.back());
    for (int player = 0; player < 2; ++player)
      ASSERT_EQ(kept.score(player), fresh.score(player)) << path.back().to_text();
  }
}

TEST(ShapeBoard, ScoresMayBeAskedForNowAndThen) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    ASSERT_NO_FATAL_FAILURE(ask_now_and_then({}, seed));
    ASSERT_NO_FATAL_FAILURE(ask_now_and_then({9, 9, 5, false}, seed));
    ASSERT_NO_FATAL_FAILURE(ask_now_and_then({9, 9, 4, false}, seed));
    ASSERT_NO_FATAL_FAILURE(ask_now_and_then({.exact = true}, seed));
  }
}

}  // namespace
}  // namespace gauntlet::search::mnk
