// The Sudokill solver: its proofs against brute force, its lines against every reply, its limits.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "engine/sudokill/sudokill.h"
#include "search/sudokill/solver/solver.h"
#include "search/sudokill/solver/solver_children.h"
#include "tests/checked.h"
#include "tests/search/sudokill_positions.h"

namespace gauntlet::search {

using namespace sudokill;
namespace {

using engine::Rng;
using engine::Sudokill;

constexpr std::size_t kTableMb = 16;

Solution solved(Solver& solver, const Sudokill& state, const Limits& limits = {}) {
  Budget budget(limits, Solver::kNodesPerPoll);
  return solver.solve(state, budget);
}

/// The same with its digits renamed.
Sudokill renamed(const Sudokill& state, Rng& rng) {
  std::string names = "123456789", text = state.to_text();
  for (std::size_t i = 8; i > 0; --i)
    std::swap(names[i], names[rng.below(static_cast<std::uint32_t>(i + 1))]);
  for (int s = 0; s < 81; ++s)
    if (text[static_cast<std::size_t>(s)] != '.')
      text[static_cast<std::size_t>(s)] = names[static_cast<std::size_t>(state.digit_at(s) - 1)];
  return *Sudokill::from_text(state.rules(), text);
}

TEST(SudokillSolver, VerdictsAreThoseOfBruteForce) {
#ifdef NDEBUG
  constexpr int kPositions = 10'000;
#else
  constexpr int kPositions = 1'000;
#endif
  Solver solver(kTableMb, 1);  // one table for all: its keys must tell them apart
  int positions = 0, wins = 0;
  for (std::uint64_t seed = 0; positions < kPositions; ++seed) {
    const auto state = random_position(static_cast<int>(6 + seed % 9), seed);
    if (!state) continue;
    ++positions;
    const Solution solution = solved(solver, *state);
    const bool won = wins_by_force(*state);
    ASSERT_EQ(solution.proven, won ? Proven::kWin : Proven::kLoss)
        << "seed " << seed << ": " << state->to_text();
    wins += won;
  }
  EXPECT_GT(wins, positions / 10);
  EXPECT_LT(wins, positions * 9 / 10);
}

TEST(SudokillSolver, LinesHoldAgainstEveryReply) {
  Solver solver(kTableMb, 1);
  int checked = 0;
  for (std::uint64_t seed = 0; checked < 300; ++seed) {
    auto state = random_position(22, seed);
    if (!state) continue;
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + state->to_text());
    const Solution solution = solved(solver, *state);
    ASSERT_NE(solution.proven, Proven::kNothing);
    bool winner_moves = solution.proven == Proven::kWin;
    for (const Sudokill::Move move : solution.line) {
      ASSERT_TRUE(state->parse(state->format(move)).ok());
      state->apply(move);
      if (winner_moves && state->empty().size() <= 14) {
        ++checked;
        ASSERT_FALSE(wins_by_force(*state)) << state->to_text();
      }
      winner_moves = !winner_moves;
    }
    ASSERT_TRUE(engine::is_over(*state));
    ASSERT_FALSE(winner_moves);
  }
}

TEST(SudokillSolver, ChildrenAreWhatTheMovesLeadTo) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const auto state = random_position(static_cast<int>(8 + seed % 30), seed);
    if (!state) continue;
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + state->to_text());
    Rng rng(21, seed);
    const Sudokill twin = renamed(*state, rng);
    const auto children = std::make_unique<SolverChildren>(),
               twins = std::make_unique<SolverChildren>();
    const bool wins = children->list(SolverPosition::of(*state));
    ASSERT_EQ(wins, twins->list(SolverPosition::of(twin)));
    if (wins) {
      ASSERT_TRUE(engine::is_over(engine::child(*state, children->winning_move())));
      continue;
    }
    ASSERT_EQ(children->moves().size(), static_cast<std::size_t>(state->mobility()));
    std::vector<std::uint64_t> keys, twin_keys;
    for (const SolverChild& child : children->moves()) {
      const Sudokill next = engine::child(*state, child.move);
      ASSERT_EQ(child.replies, next.mobility());
      ASSERT_EQ(child.plays_anywhere, next.is_free());
      const SolverPosition followed = SolverChildren::play(SolverPosition::of(*state), child);
      const SolverPosition fresh = SolverPosition::of(next);
      ASSERT_EQ(followed.region(), fresh.region());
      for (int i = 0; i < SolverPosition::kDigits; ++i)
        ASSERT_EQ(followed.fits[i], fresh.fits[i] & followed.live);
      keys.push_back(child.key);
    }
    for (const SolverChild& child : twins->moves()) twin_keys.push_back(child.key);
    std::sort(keys.begin(), keys.end());
    std::sort(twin_keys.begin(), twin_keys.end());
    ASSERT_EQ(keys, twin_keys);
  }
}

TEST(SudokillSolver, APositionHasOneKeyHoweverItIsReached) {
  int compared = 0;
  for (std::uint64_t seed = 0; seed < 2'000; ++seed) {
    const auto start = random_position(static_cast<int>(8 + seed % 30), seed);
    if (!start) continue;
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + start->to_text());
    Rng rng(22, seed);
    Sudokill state = *start;
    SolverPosition position = SolverPosition::of(state);
    SolverChildren::reduce(position);
    const auto children = std::make_unique<SolverChildren>();
    while (!children->list(position)) {
      const SolverChild child =
          children->moves()[rng.below(static_cast<std::uint32_t>(children->moves().size()))];
      state.apply(child.move);
      position = SolverChildren::play(position, child);
      SolverPosition fresh = SolverPosition::of(state);
      ASSERT_EQ(SolverChildren::reduce(fresh), child.key);
      ASSERT_EQ(fresh.fits, position.fits);
      ASSERT_EQ(fresh.live, position.live);
      ASSERT_EQ(fresh.dead, position.dead);
      ASSERT_EQ(fresh.last, position.last);
      ++compared;
    }
  }
  EXPECT_GT(compared, 2'000);
}

TEST(SudokillSolver, JudgesTheMovesOfARootOneByOne) {
  Limits small;
  small.nodes = 1;
  for (const int threads : {1, 2}) {
    Solver solver(kTableMb, threads), other(kTableMb, 1);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      const auto state = random_position(24, seed);
      if (!state) continue;
      SCOPED_TRACE("seed " + std::to_string(seed) + ": " + state->to_text());
      const auto children = std::make_unique<SolverChildren>();
      if (children->list(SolverPosition::of(*state))) continue;
      Budget budget({}, Solver::kNodesPerPoll);  // one for all moves
      bool wins = false;
      for (const SolverChild& child : children->moves()) {
        const SolverPosition next = SolverChildren::play(SolverPosition::of(*state), child);
        const Proven reply = solver.solve(next, child.key, budget);
        ASSERT_EQ(reply, solved(other, engine::child(*state, child.move)).proven);
        const auto known = solver.known(child.key);
        ASSERT_TRUE(known);
        ASSERT_EQ(known->wins, reply == Proven::kWin);
        wins = wins || reply == Proven::kLoss;
      }
      ASSERT_EQ(solved(solver, *state).proven, wins ? Proven::kWin : Proven::kLoss);
      // As a root of its own, and without a node to spend, it is known.
      const Sudokill next = engine::child(*state, children->moves()[0].move);
      ASSERT_NE(solved(solver, next, small).proven, Proven::kNothing);
    }
  }
}

TEST(SudokillSolver, ForgetsWhenCleared) {
  const auto state = random_position(30, 3);
  ASSERT_TRUE(state);
  for (const int threads : {1, 2}) {
    Solver solver(kTableMb, threads);
    const Solution first = solved(solver, *state);
    SolverPosition root = SolverPosition::of(*state);
    const std::uint64_t key = SolverChildren::reduce(root);
    EXPECT_TRUE(solver.known(key));
    EXPECT_LT(solved(solver, *state).nodes, first.nodes);
    solver.clear();
    EXPECT_FALSE(solver.known(key));
    const Solution again = solved(solver, *state);
    EXPECT_EQ(again.proven, first.proven);
    if (threads == 1) {
      EXPECT_EQ(again.nodes, first.nodes);
      EXPECT_EQ(again.line, first.line);
    }
  }
}

TEST(SudokillSolver, TwoThreadsAgreeWithOne) {
  Solver one(kTableMb, 1), two(kTableMb, 2);
  for (std::uint64_t seed = 0; seed < (kIsRaced ? 15 : 60); ++seed) {
    const auto state = random_position(28, seed);
    if (!state) continue;
    EXPECT_EQ(solved(one, *state).proven, solved(two, *state).proven) << seed;
  }
}

TEST(SudokillSolver, StopsAtItsLimits) {
  const auto state = random_position(44, 1);
  ASSERT_TRUE(state);
  Limits few;
  few.nodes = 3'000;
  for (const int threads : {1, 2}) {
    Solver solver(kTableMb, threads);
    const Solution solution = solved(solver, *state, few);
    EXPECT_EQ(solution.proven, Proven::kNothing);
    EXPECT_TRUE(solution.line.empty());
    EXPECT_LE(solution.nodes, 3'000u + 2 * 1024);
    Limits late;
    late.deadline = std::chrono::steady_clock::now();
    EXPECT_EQ(solved(solver, *state, late).proven, Proven::kNothing);
    std::stop_source stopped;
    stopped.request_stop();
    Limits cancelled;
    cancelled.stop = stopped.get_token();
    EXPECT_EQ(solved(solver, *state, cancelled).proven, Proven::kNothing);
  }
}

TEST(SudokillSolver, OneThreadRepeatsItself) {
  const auto state = random_position(30, 3);
  ASSERT_TRUE(state);
  Solver first(kTableMb, 1), second(kTableMb, 1);
  const Solution a = solved(first, *state), b = solved(second, *state);
  EXPECT_EQ(a.nodes, b.nodes);
  EXPECT_EQ(a.line, b.line);
}

TEST(SudokillSolver, ASmallTableStillSolves) {
  const auto state = random_position(30, 5);
  ASSERT_TRUE(state);
  Solver small(1, 1), large(64, 1);
  EXPECT_EQ(solved(small, *state).proven, solved(large, *state).proven);
}

}  // namespace
}  // namespace gauntlet::search
