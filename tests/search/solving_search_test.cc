// "solver": what it says of each move, what it plays, and its limits.
#include "search/sudokill/solving_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "engine/registry.h"
#include "engine/sudokill/sudokill.h"
#include "search/registry.h"
#include "search/sudokill/hint.h"
#include "tests/search/sudokill_positions.h"

namespace gauntlet::search {

using namespace sudokill;
namespace {

using engine::AnyState;
using engine::Sudokill;

constexpr std::size_t kHashMb = 16;

const engine::AnyGame& game() {
  static const engine::AnyGame game = *engine::find_game("sudokill");
  return game;
}

std::unique_ptr<Searcher> searcher(bool judges_all_moves = false, int threads = 1) {
  return make_searcher(
      "solver", game(),
      {.hash_mb = kHashMb, .threads = threads, .judges_all_moves = judges_all_moves});
}

AnyState any(const Sudokill& state) {
  return *game().from_text(state.to_text());
}

Limits of_nodes(std::uint64_t nodes) {
  Limits limits;
  limits.nodes = nodes;
  return limits;
}

/// Calls visit(position) with `count` positions of `empties` squares to fill.
template <class Visit>
void for_positions(int count, int empties, Visit visit) {
  for (std::uint64_t seed = 0; count > 0; ++seed) {
    const auto state = random_position(empties, seed);
    if (!state) continue;
    --count;
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + state->to_text());
    visit(*state);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

TEST(SolvingSearch, JudgesEveryMoveAsBruteForceDoes) {
  const auto solver = searcher(true);
  int won = 0, lost = 0;
  for_positions(500, 13, [&](const Sudokill& state) {
    const Result result = solver->search(any(state), {});
    Sudokill::Moves legal;
    state.legal_moves(legal);
    ASSERT_EQ(result.moves.size(), legal.size());
    for (const JudgedMove& judged : result.moves) {
      const auto move = Sudokill::Move::from_bits(judged.move.bits());
      const bool wins = !wins_by_force(engine::child(state, move));
      ASSERT_EQ(judged.proven, wins ? Proven::kWin : Proven::kLoss) << state.format(move);
      ASSERT_EQ(judged.win, wins ? 1 : 0);
    }
    const bool wins = wins_by_force(state);
    ASSERT_EQ(result.proven, wins ? Proven::kWin : Proven::kLoss);
    ASSERT_EQ(wins,
              !wins_by_force(engine::child(state, Sudokill::Move::from_bits(result.best.bits()))));
    (wins ? won : lost)++;
  });
  EXPECT_GT(won, 50);
  EXPECT_GT(lost, 50);
}

TEST(SolvingSearch, ItsLineIsPlayedToTheEnd) {
  const auto solver = searcher(true);
  for_positions(100, 18, [&](const Sudokill& position) {
    const Result result = solver->search(any(position), {});
    Sudokill state = position;
    for (const engine::AnyMove move : result.pv) {
      ASSERT_TRUE(state.parse(state.format(Sudokill::Move::from_bits(move.bits()))).ok());
      state.apply(Sudokill::Move::from_bits(move.bits()));
    }
    ASSERT_TRUE(engine::is_over(state));
    const float points = state.returns()[static_cast<std::size_t>(position.to_move())];
    ASSERT_EQ(result.proven, points == 1 ? Proven::kWin : Proven::kLoss);
  });
}

TEST(SolvingSearch, AProvenWinIsWon) {
  const auto solver = searcher();
  engine::Rng rng(5);
  int proven = 0;
  for_positions(60, 36, [&](Sudokill state) {
    solver->new_game(1);
    std::optional<engine::Player> winner;
    while (!engine::is_over(state)) {
      const Result result = solver->search(any(state), of_nodes(3'000));
      const engine::Player mover = state.to_move();
      if (result.proven == Proven::kWin && !winner) winner = mover, ++proven;
      if (winner == mover) {
        ASSERT_EQ(result.proven, Proven::kWin);
      }
      // Who has not proved a win plays anything.
      state.apply(winner == mover ? Sudokill::Move::from_bits(result.best.bits())
                                  : state.random_move(rng));
    }
    if (winner) {
      ASSERT_EQ(state.returns()[static_cast<std::size_t>(*winner)], 1);
    }
  });
  EXPECT_GT(proven, 30);
}

TEST(SolvingSearch, AWinIsKeptWithoutAnyTime) {
  const auto solver = searcher();
  engine::Rng rng(6);
  int proven = 0;
  for_positions(60, 25, [&](Sudokill state) {
    solver->new_game(1);
    const engine::Player us = state.to_move();
    if (solver->search(any(state), {}).proven != Proven::kWin) return;
    ++proven;
    while (!engine::is_over(state)) {
      const bool is_ours = state.to_move() == us;
      Limits limits;
      limits.deadline = std::chrono::steady_clock::now();
      state.apply(is_ours
                      ? Sudokill::Move::from_bits(solver->search(any(state), limits).best.bits())
                      : state.random_move(rng));
    }
    ASSERT_EQ(state.returns()[static_cast<std::size_t>(us)], 1);
  });
  EXPECT_GT(proven, 20);
}

TEST(SolvingSearch, AvoidsWhatIsProvenToLose) {
  const auto solver = searcher();
  int avoided = 0;
  for_positions(100, 30, [&](const Sudokill& state) {
    solver->new_game(1);
    const Result result = solver->search(any(state), of_nodes(2'000));
    if (result.proven != Proven::kNothing) return;
    const auto is = [](Proven proven) {
      return [proven](const JudgedMove& move) { return move.proven == proven; };
    };
    ASSERT_TRUE(std::none_of(result.moves.begin(), result.moves.end(), is(Proven::kWin)));
    avoided += std::any_of(result.moves.begin(), result.moves.end(), is(Proven::kLoss));
    const auto best = std::find_if(result.moves.begin(), result.moves.end(),
                                   [&](const auto& move) { return move.move == result.best; });
    ASSERT_EQ(best->proven, Proven::kNothing);
  });
  EXPECT_GT(avoided, 10);
}

TEST(SolvingSearch, ResistsWhereItIsLost) {
  // Against an opponent who plays at random, what is chosen wins more often than what is not.
  const auto solver = searcher();
  engine::Rng rng(7);
  int positions = 0;
  double chosen = 0, others = 0;
  for_positions(400, 14, [&](const Sudokill& state) {
    if (wins_by_force(state)) return;
    const Result result = solver->search(any(state), {});
    ASSERT_EQ(result.proven, Proven::kLoss);
    const auto blunders = [&](Sudokill::Move move) {
      const Sudokill after = engine::child(state, move);
      Sudokill::Moves replies;
      after.legal_moves(replies);
      int losing = 0;
      for (const Sudokill::Move reply : replies)
        losing += wins_by_force(engine::child(after, reply));
      return losing / static_cast<double>(replies.size());
    };
    ++positions;
    chosen += blunders(Sudokill::Move::from_bits(result.best.bits()));
    others += blunders(state.random_move(rng));
  });
  EXPECT_GT(positions, 50);
  EXPECT_GT(chosen, others + 0.05 * positions);
}

TEST(SolvingSearch, BeyondItsHorizonItOnlyEstimates) {
  const auto solver = searcher();
  Limits near = of_nodes(300'000), far = of_nodes(300'000);
  near.depth = 23;
  far.depth = 24;
  int by_near = 0, by_far = 0;
  for_positions(40, 24, [&](const Sudokill& state) {
    solver->new_game(1);
    by_near += solver->search(any(state), near).proven != Proven::kNothing;
    solver->new_game(1);
    by_far += solver->search(any(state), far).proven != Proven::kNothing;
  });
  EXPECT_GE(by_far, 39);
  EXPECT_LT(by_near, by_far);
}

TEST(SolvingSearch, AnswersWithoutAnyTime) {
  const auto solver = searcher();
  for_positions(50, 50, [&](const Sudokill& state) {
    Limits limits;
    limits.deadline = std::chrono::steady_clock::now();
    const AnyState view = any(state);
    ASSERT_TRUE(view.is_playable(solver->search(view, limits).best));
    ASSERT_TRUE(view.is_playable(solver->search(view, of_nodes(0)).best));
  });
}

TEST(SolvingSearch, TheSameNodesFindTheSame) {
  const auto one = searcher(), two = searcher();
  for_positions(10, 36, [&](const Sudokill& state) {
    one->new_game(1);
    two->new_game(1);
    const Result a = one->search(any(state), of_nodes(30'000));
    const Result b = two->search(any(state), of_nodes(30'000));
    ASSERT_EQ(a.best, b.best);
    ASSERT_EQ(a.nodes, b.nodes);
    ASSERT_EQ(a.win, b.win);
  });
}

TEST(SolvingSearch, TwoThreadsSayTheSame) {
  const auto one = searcher(true, 1), two = searcher(true, 2);
  for_positions(30, 20, [&](const Sudokill& state) {
    const Result a = one->search(any(state), {}), b = two->search(any(state), {});
    ASSERT_EQ(a.proven, b.proven);
    ASSERT_EQ(a.moves.size(), b.moves.size());
    for (std::size_t i = 0; i < a.moves.size(); ++i)
      ASSERT_EQ(a.moves[i].proven, b.moves[i].proven);
  });
}

TEST(SafestSquare, HasTheHighestMeanOfItsDigits) {
  const auto judged = [](int square, int digit, double win) {
    return JudgedMove{engine::AnyMove(Sudokill::Move(square, digit).bits()), Proven::kNothing, win};
  };
  EXPECT_EQ(safest_square(std::vector{judged(7, 1, 0.2)}), 7);
  EXPECT_EQ(safest_square(std::vector{judged(7, 1, 1), judged(7, 2, 0), judged(9, 1, 0.6)}), 9);
  EXPECT_EQ(safest_square(std::vector{judged(3, 1, 1), judged(9, 1, 1), judged(9, 2, 1)}), 9)
      << "more digits are safer";
  EXPECT_EQ(safest_square(std::vector{judged(9, 1, 0), judged(3, 1, 0)}), 3);
}

}  // namespace
}  // namespace gauntlet::search
