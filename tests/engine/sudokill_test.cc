// Sudokill: the laws of every game, the incremental state against the recomputed one and against
// an independent reference, perft, a golden playthrough, and how long games last.
#include "engine/sudokill/sudokill.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "engine/perft.h"
#include "tests/engine/golden.h"
#include "tests/engine/laws.h"
#include "tests/engine/sudokill_positions.h"
#include "tests/engine/sudokill_reference.h"

namespace gauntlet::engine {
namespace {

#ifdef NDEBUG
constexpr int kShare = 1;  // of the work below; the checked build does a twentieth
#else
constexpr int kShare = 20;
#endif

/// The position after `plies` random moves, or earlier where the game ended.
Sudokill midgame(const Sudokill::Rules& rules, std::uint64_t seed, int plies) {
  Rng rng(seed);
  Sudokill state = Sudokill::start(rules, rng);
  for (; plies > 0 && !is_over(state); --plies) state.apply(state.random_move(rng));
  return state;
}

TEST(Sudokill, KeepsTheLaws) {
  for (const int percent : {0, 20, 33, 60, 100})
    expect_laws<Sudokill>(filled_to(percent), 40, static_cast<std::uint64_t>(percent));
}

TEST(Sudokill, EqualStatesAreReachedInAnyOrder) {
  // Two digits that see each other not, then a common last move.
  Sudokill a = position_of(std::string(81, '.') + " -");
  Sudokill b = a;
  for (const char* move : {"0,0,1", "0,8,2", "4,8,3", "4,4,5", "0,4,9"}) a.apply(*a.parse(move));
  for (const char* move : {"4,4,5", "4,8,3", "0,8,2", "0,0,1", "0,4,9"}) b.apply(*b.parse(move));
  EXPECT_EQ(a, b);
  EXPECT_EQ(a.hash(), b.hash());
}

TEST(Sudokill, KeysTellPositionsApart) {
  std::set<std::uint64_t> keys;
  std::set<std::string> texts;
  for (std::uint64_t seed = 0; seed < 2'000 / kShare; ++seed) {
    Rng rng(77, seed);
    Sudokill state = Sudokill::start({}, rng);
    for (; !is_over(state); state.apply(state.random_move(rng))) {
      // The last move is no part of the key where it binds nobody.
      const std::string text = state.to_text();
      texts.insert(state.is_free() ? text.substr(0, 81) + text.substr(84) : text);
      keys.insert(state.hash());
    }
  }
  EXPECT_EQ(keys.size(), texts.size());
}

TEST(Sudokill, IncrementalIsRecomputed) {
  constexpr int kGames = 20'000 / kShare;
  for (int game = 0; game < kGames; ++game) {
    Rng rng(2026, static_cast<std::uint64_t>(game));
    const Sudokill::Rules rules = filled_to(game % 4 == 0 ? static_cast<int>(rng.below(101)) : 33);
    Sudokill state = Sudokill::start(rules, rng);
    for (;;) {
      const auto again = Sudokill::from_text(rules, state.to_text());
      ASSERT_TRUE(again.ok()) << message_of(again);
      bool same = *again == state && again->hash() == state.hash() &&
                  again->empty() == state.empty() && again->to_move() == state.to_move() &&
                  (state.mobility() == 0) == is_over(state);
      for (int digit = 1; digit <= 9; ++digit) same &= again->fits(digit) == state.fits(digit);
      ASSERT_TRUE(same) << "seed 2026, game " << game << ": " << state.to_text();
      if (is_over(state)) break;
      state.apply(state.random_move(rng));
    }
  }
}

/// Moves, end and winner, at each ply of random games.
TEST(Sudokill, AgreesWithTheReferenceAlongGames) {
  constexpr int kGames = 2'000 / kShare;
  for (int game = 0; game < kGames; ++game) {
    Rng rng(33, static_cast<std::uint64_t>(game));
    Sudokill state = Sudokill::start(filled_to(game % 101), rng);
    SudokillReference reference(state.to_text());
    for (;;) {
      SCOPED_TRACE("seed 33, game " + std::to_string(game) + ": " + state.to_text());
      ASSERT_EQ(is_over(state), reference.is_over());
      if (is_over(state)) break;
      std::vector<std::string> ours, theirs;
      Sudokill::Moves moves;
      state.legal_moves(moves);
      for (const Sudokill::Move move : moves) ours.push_back(state.format(move));
      for (const auto& p : reference.moves())
        theirs.push_back(std::to_string(p.row) + "," + std::to_string(p.column) + "," +
                         std::to_string(p.digit));
      std::sort(ours.begin(), ours.end());
      std::sort(theirs.begin(), theirs.end());
      ASSERT_EQ(ours, theirs);
      const Sudokill::Move move = state.random_move(rng);
      state.apply(move);
      reference.play({row_of(move.square()), column_of(move.square()), move.digit()});
    }
    ASSERT_EQ(state.returns()[0], reference.winner() == 1 ? 1 : 0);
  }
}

// ---- perft ----

/// Deepens on many positions until the next depth would be large, and compares each depth.
TEST(SudokillPerft, AgreesWithTheReference) {
  constexpr std::uint64_t kLargeEnough = 30'000 / kShare;
  std::uint64_t total = 0;
  for (const int percent : {0, 15, 33, 33, 33, 50, 60, 80})
    for (int plies = 0; plies <= 30; plies += 3) {
      const std::uint64_t seed = total + static_cast<std::uint64_t>(plies);
      const Sudokill state = midgame(filled_to(percent), seed, plies);
      const SudokillReference reference(state.to_text());
      for (int depth = 1; depth < 40; ++depth) {
        const std::uint64_t leaves = perft(state, depth);
        ASSERT_EQ(leaves, reference.perft(depth)) << state.to_text() << " depth " << depth;
        total += leaves;
        if (leaves == 0 || leaves > kLargeEnough) break;
      }
    }
  RecordProperty("leaves", std::to_string(total));
  EXPECT_GE(total, 10'000'000u / (kShare * kShare));
}

TEST(Sudokill, GoldenPlaythrough) {
  expect_golden<Sudokill>({}, "sudokill.txt", 1);
  expect_golden<Sudokill>(filled_to(90), "sudokill-fill-90.txt", 1);
}

}  // namespace
}  // namespace gauntlet::engine
