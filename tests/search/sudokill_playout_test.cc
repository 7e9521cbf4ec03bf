// Random games of Sudokill in batches: what the boards know, against the rules; lengths and results
// against exact ones and against games played move by move; the same on all instruction sets.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "engine/sudokill/sudokill.h"
#include "search/instruction_set.h"
#include "search/sudokill/playout/playout_batch.h"
#include "search/sudokill/playout/used_digits.h"
#include "search/sudokill/playout/used_digits_avx2.h"
#include "search/sudokill/playout/used_digits_avx512.h"
#include "tests/checked.h"

namespace gauntlet::search {

using namespace sudokill;
namespace {

using engine::Rng;
using engine::SquareSet;
using engine::Sudokill;

constexpr std::array kSets = {InstructionSet::kAny, InstructionSet::kAvx2, InstructionSet::kAvx512};

/// After `plies` random moves, or before the move that ends the game.
Sudokill position(int percent, std::uint64_t seed, int plies) {
  Rng rng(8, seed);
  engine::Sudokill::Rules rules;
  rules.filled = static_cast<std::uint8_t>(percent);
  Sudokill state = Sudokill::start(rules, rng), last = state;
  for (; plies > 0 && !is_over(state); --plies) {
    last = state;
    state.apply(state.random_move(rng));
  }
  return is_over(state) ? last : state;
}

/// Starts, the middle and the end of games; from the last ones both lines soon fill up.
std::vector<Sudokill> positions() {
  std::vector<Sudokill> found;
  for (const int percent : {0, 33, 60, 80, 90, 95})
    for (const int plies : {0, 1, 10, 100})
      found.push_back(position(percent, static_cast<std::uint64_t>(percent + plies), plies));
  return found;
}

// ---- boards ----

unsigned digits_on(const Sudokill& state, int square) {
  unsigned digits = 0;
  for (int digit = 1; digit <= 9; ++digit)
    digits |= static_cast<unsigned>(state.fits(digit).has(square)) << (digit - 1);
  return digits;
}

template <class Board>
void expect_board_of(const Sudokill& state, const Board& board) {
  for (int square = 0; square < SquareSet::kSquares; ++square) {
    ASSERT_EQ(board.fitting(square), digits_on(state, square)) << square;
    const SquareSet& lines = engine::kSudokuLines.both[square];
    ASSERT_EQ(board.lines_are_full(square), !lines.meets(state.empty())) << square;
    const InLines found = board.in_lines(square);
    SquareSet seen;
    for (unsigned i = 0; i < 16; ++i) {
      const int other = kInLines[square][i];
      seen.add(other);
      ASSERT_EQ(found.words[i / 4] >> i % 4 * 16 & 0xffff, digits_on(state, other))
          << square << ' ' << other;
    }
    ASSERT_EQ(seen, lines & engine::kSudokuLines.all_but[square]);
  }
}

template <class Board>
void expect_boards_along_games(InstructionSet set) {
  if (set > instruction_set()) GTEST_SKIP() << "this processor has no " << name_of(set);
  for (std::uint64_t game = 0; game < 100 / kShare; ++game) {
    Rng rng(9, game);
    Sudokill state = Sudokill::start({0}, rng);
    Board board;
    for (;;) {
      SCOPED_TRACE("seed 9, game " + std::to_string(game) + ": " + state.to_text());
      expect_board_of(state, board);
      if (is_over(state) || ::testing::Test::HasFatalFailure()) break;
      const Sudokill::Move move = state.random_move(rng);
      state.apply(move);
      board.place(move.square(), move.digit() - 1);
    }
  }
}

TEST(SudokillUsedDigits, AreThoseOfTheRules) {
  expect_boards_along_games<UsedDigits>(InstructionSet::kAny);
}
#ifdef __x86_64__
TEST(SudokillUsedDigits, AreThoseOfTheRulesByAvx2) {
  expect_boards_along_games<UsedDigitsAvx2>(InstructionSet::kAvx2);
}
TEST(SudokillUsedDigits, AreThoseOfTheRulesByAvx512) {
  expect_boards_along_games<UsedDigitsAvx512>(InstructionSet::kAvx512);
}
#endif

// ---- batches ----

TEST(SudokillPlayoutBatch, IsTheSameOnAllInstructionSets) {
  for (const Sudokill& start : positions())
    for (const std::uint64_t count : {0, 1, 7, 8, 9, 1'000}) {
      Rng plain_rng(10, count);
      const PlayoutTotals plain =
          PlayoutBatch<Sudokill>(start.rules(), InstructionSet::kAny)(start, count, plain_rng);
      EXPECT_EQ(plain.playouts, count);
      EXPECT_EQ(plain.returns[0] + plain.returns[1], static_cast<double>(count));
      for (const InstructionSet set : kSets) {
        if (set > instruction_set()) continue;
        Rng rng(10, count);
        EXPECT_EQ(PlayoutBatch<Sudokill>(start.rules(), set)(start, count, rng), plain)
            << name_of(set) << ": " << start.to_text();
        EXPECT_EQ(rng, plain_rng) << name_of(set) << ": " << start.to_text();
      }
    }
}

/// What a random game from a position comes to.
struct Moments {
  double first = 0;               ///< Seat 0's share of the wins.
  double plies = 0, squares = 0;  ///< Means of the length and its square.
};

void expect_alike(const Moments& found, const Moments& expected, double trials,
                  const Sudokill& start) {
  const auto five_errors = [&](double variance) {
    return 5 * std::sqrt(std::max(variance, 0.0) / trials) + 1e-6;
  };
  EXPECT_NEAR(found.first, expected.first, five_errors(expected.first * (1 - expected.first)))
      << start.to_text();
  EXPECT_NEAR(found.plies, expected.plies,
              five_errors(expected.squares - expected.plies * expected.plies))
      << start.to_text();
}

Moments of_batch(const Sudokill& start, std::uint64_t count) {
  Rng rng(11);
  const PlayoutTotals totals = PlayoutBatch<Sudokill>(start.rules())(start, count, rng);
  const auto n = static_cast<double>(count);
  return {totals.returns[0] / n, static_cast<double>(totals.plies) / n};
}

/// Exactly, over all games; counts positions, and those with a free move after a bound one.
Moments exactly(const Sudokill& state, int& positions, int& freed) {
  if (is_over(state)) return {state.returns()[0], 0, 0};
  Sudokill::Moves moves;
  state.legal_moves(moves);
  Moments mean;
  for (const Sudokill::Move move : moves) {
    const Sudokill next = child(state, move);
    ++positions;
    freed += !is_over(next) && next.is_free();
    const Moments after = exactly(next, positions, freed);
    const double share = 1 / static_cast<double>(moves.size());
    mean.first += share * after.first;
    mean.plies += share * (1 + after.plies);
    mean.squares += share * (1 + 2 * after.plies + after.squares);
  }
  return mean;
}

TEST(SudokillPlayoutBatch, IsDistributedAsAllGamesTogether) {
  constexpr std::uint64_t kPlayouts = 100'000 / kShare;
  int freed = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const Sudokill start = position(seed % 2 == 0 ? 92 : 33, seed, seed % 2 == 0 ? 0 : 30);
    if (start.empty().size() > 25) continue;  // too many games
    int games = 0;
    const Moments expected = exactly(start, games, freed);
    expect_alike(of_batch(start, kPlayouts), expected, kPlayouts, start);
  }
  EXPECT_GT(freed, 100) << "play should become free in some of these games";
}

TEST(SudokillPlayoutBatch, IsDistributedAsMoveByMovePlay) {
  constexpr std::uint64_t kPlayouts = 100'000 / kShare;
  for (const Sudokill& start : positions()) {
    Playout<Sudokill> playout(start.rules());
    Rng rng(12);
    Moments expected;
    for (std::uint64_t i = 0; i < kPlayouts; ++i) {
      const PlayoutResult result = playout(start, rng);
      expected.first += result.returns[0] / kPlayouts;
      expected.plies += static_cast<double>(result.plies) / kPlayouts;
      expected.squares += static_cast<double>(result.plies) * result.plies / kPlayouts;
    }
    expect_alike(of_batch(start, kPlayouts), expected, kPlayouts / 2.0, start);  // both err
  }
}

TEST(SudokillPlayoutBatch, OfAFinishedGameIsItsResult) {
  Sudokill over = position(33, 1, 100);
  Rng rng(1);
  while (!is_over(over)) over.apply(over.random_move(rng));
  const Rng before = rng;
  const PlayoutTotals totals = PlayoutBatch<Sudokill>(over.rules())(over, 10, rng);
  EXPECT_EQ(totals.playouts, 10u);
  EXPECT_EQ(totals.plies, 0u);
  EXPECT_EQ(totals.returns[0], 10 * over.returns()[0]);
  EXPECT_EQ(totals.returns[1], 10 * over.returns()[1]);
  EXPECT_EQ(rng, before);
}

}  // namespace
}  // namespace gauntlet::search
