// Wins by fours: every proof by the rules alone, and none missed that a plain search finds.
#include "search/mnk/fours.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/registry.h"
#include "engine/rng.h"
#include "tests/search/mnk_positions.h"

namespace gauntlet::search::mnk {
namespace {

/// Every answer but the line's own must lose at once, and none may win.
template <int Words>
void expect_proof(engine::Mnk<Words> state, const std::vector<std::uint16_t>& line) {
  ASSERT_EQ(line.size() % 2, 1u);
  for (std::size_t i = 0; i < line.size(); i += 2) {
    SCOPED_TRACE("move " + std::to_string(i) + " of " + state.to_text());
    ASSERT_TRUE(state.is_empty(line[i]));
    if (i + 1 == line.size()) {
      ASSERT_TRUE(wins(state, line[i]));
      return;
    }
    state.apply({line[i]});
    ASSERT_NE(state.to_move(), engine::kNobody);
    for (int answer = 0; answer < state.rules().squares(); ++answer) {
      if (!state.is_empty(answer)) continue;
      ASSERT_FALSE(wins(state, answer));
      if (answer == line[i + 1]) continue;
      const auto next = after(state, answer);
      ASSERT_NE(next.to_move(), engine::kNobody);
      ASSERT_FALSE(wins_of_mover(next).empty()) << "answer " << answer;
    }
    ASSERT_TRUE(state.is_empty(line[i + 1]));
    state.apply({line[i + 1]});
  }
}

/// The same question by the rules alone: any move that threatens to win, every answer that could
/// stop it.
template <int Words>
bool wins_by_threats(const engine::Mnk<Words>& state, int depth) {
  if (!wins_of_mover(state).empty()) return true;
  if (depth == 0) return false;
  for (int square = 0; square < state.rules().squares(); ++square) {
    if (!state.is_empty(square)) continue;
    const auto next = after(state, square);
    if (next.to_move() == engine::kNobody || !wins_of_mover(next).empty()) continue;
    std::vector<int> stops;
    bool threatens = false;
    for (int answer = 0; answer < state.rules().squares(); ++answer) {
      if (!next.is_empty(answer)) continue;
      const auto replied = after(next, answer);
      if (replied.to_move() == engine::kNobody || wins_of_mover(replied).empty())
        stops.push_back(answer);
      else
        threatens = true;
    }
    if (!threatens || stops.size() > 1) continue;
    if (stops.empty()) return true;
    const auto stopped = after(next, stops[0]);
    if (stopped.to_move() != engine::kNobody && wins_by_threats(stopped, depth - 1)) return true;
  }
  return false;
}

/// Whether each of the attacker's moves but the last makes three on another line, or is an open
/// four, after which nothing needs to be built.
template <int Words>
bool builds(const engine::Mnk<Words>& state, const std::vector<std::uint16_t>& line) {
  ShapeBoard<Words> board(state.rules());
  board.reset(state);
  int player = state.to_move();
  const int attacker = player;
  for (std::size_t i = 0; i + 1 < line.size(); ++i, player = 1 - player) {
    const SquareClass four = board.square_class(player, line[i]);
    if (player == attacker && four.threat() != Threat::kOpenFour &&
        four.second() < static_cast<int>(LineClass::kThree))
      return false;
    board.put(player, line[i]);
  }
  return true;
}

struct Seen {
  int found = 0;
  int missing = 0;
  int built = 0;  // of those found, by fours that make three on another line
  std::size_t longest = 0;
};

/// What the same search finds by fours that build alone. `all`: the line that all fours found, or
/// none.
template <int Words>
void look_for_what_builds(const engine::Mnk<Words>& state, Fours<Words>& fours,
                          const std::vector<std::uint16_t>& all, Seen& seen) {
  if (fours.find(state.to_move(), state.hash(), 100'000, FoursTried::kThatBuild)) {
    ASSERT_FALSE(all.empty());
    ASSERT_NO_FATAL_FAILURE(expect_proof(state, fours.line()));
    ASSERT_TRUE(builds(state, fours.line()));
    ++seen.built;
  } else {
    ASSERT_FALSE(!all.empty() && builds(state, all));
  }
}

template <int Words>
void look(const std::string& name, int positions, int stones, int naive_depth, Seen& seen) {
  const auto game = engine::find_game(name);
  ASSERT_TRUE(game.ok()) << name;
  engine::Rng rng(17);
  const engine::mnk::Rules rules = *engine::mnk_rules(game->start(rng));
  ShapeBoard<Words> board(rules);
  Fours<Words> fours(board);
  for (int i = 0; i < positions; ++i) {
    const auto state = crowded<Words>(rules, stones, rng);
    if (state.to_move() == engine::kNobody) continue;
    SCOPED_TRACE(name + " " + state.to_text());
    board.reset(state);
    const bool found = fours.find(state.to_move(), state.hash(), 100'000);
    if (found) {
      ASSERT_NO_FATAL_FAILURE(expect_proof(state, fours.line()));
      seen.longest = std::max(seen.longest, fours.line().size());
    }
    const std::vector<std::uint16_t> all = found ? fours.line() : std::vector<std::uint16_t>();
    ASSERT_NO_FATAL_FAILURE(look_for_what_builds(state, fours, all, seen));
    if (naive_depth >= 0 && !found) {
      ASSERT_FALSE(wins_by_threats(state, naive_depth));
    }
    ++(found ? seen.found : seen.missing);
  }
}

TEST(Fours, ProofsHoldByTheRulesAlone) {
  Seen seen;
  ASSERT_NO_FATAL_FAILURE(look<4>("gomoku:15", 400, 28, -1, seen));
  ASSERT_NO_FATAL_FAILURE(look<4>("gomoku:15/exact", 400, 30, -1, seen));
  ASSERT_NO_FATAL_FAILURE(look<4>("mnk:9x12x5/page", 300, 30, -1, seen));
  ASSERT_NO_FATAL_FAILURE(look<4>("mnk:11x11x6", 300, 36, -1, seen));
  ASSERT_NO_FATAL_FAILURE(look<1>("mnk:7x6x4", 300, 12, -1, seen));
  EXPECT_GT(seen.found, 300);
  EXPECT_GT(seen.missing, 300);
  EXPECT_GE(seen.longest, 9u);
  EXPECT_GT(seen.built, 200);
  EXPECT_LT(seen.built, seen.found - 20);
}

TEST(Fours, MissesNoneThatAPlainSearchFinds) {
  Seen seen;
  ASSERT_NO_FATAL_FAILURE(look<1>("mnk:7x7x5", 60, 20, 3, seen));
  ASSERT_NO_FATAL_FAILURE(look<1>("mnk:7x7x5/exact", 60, 22, 3, seen));
  ASSERT_NO_FATAL_FAILURE(look<1>("mnk:6x6x4", 60, 10, 2, seen));
  ASSERT_NO_FATAL_FAILURE(look<1>("mnk:5x8x4/page", 60, 12, 2, seen));
  EXPECT_GT(seen.missing, 40);
}

TEST(Fours, GivesUpWhereItWasTold) {
  const engine::mnk::Rules rules;
  ShapeBoard<4> board(rules);
  Fours<4> fours(board);
  engine::Rng rng(5);
  for (int i = 0; i < 50; ++i) {
    const auto state = crowded<4>(rules, 40, rng);
    if (state.to_move() == engine::kNobody) continue;
    board.reset(state);
    fours.find(state.to_move(), state.hash(), 3);
    EXPECT_LE(fours.nodes(), 4u);
  }
}

}  // namespace
}  // namespace gauntlet::search::mnk
