// Endgames of Sudokill: what they say of a position against brute force, and against themselves
// when they are made one move later.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>

#include "engine/bits.h"
#include "search/sudokill/solver/endgame.h"
#include "search/sudokill/solver/solver_children.h"
#include "tests/search/sudokill_positions.h"

namespace gauntlet::search {

using namespace sudokill;
namespace {

using engine::Sudokill;

/// What is said of a position: the key tells it apart where nothing is plain.
using Finding = std::pair<Endgame::Result, std::uint64_t>;

Finding finding(Endgame::Result result, const EndgamePosition& position) {
  return {result, result == Endgame::Result::kUnclear ? position.key : 0};
}

SolverPosition reduced(const Sudokill& state) {
  SolverPosition position = SolverPosition::of(state);
  SolverChildren::reduce(position);
  return position;
}

bool is_small(const SolverPosition& position) {
  int candidates = position.live.size();
  for (const engine::SquareSet& fits : position.fits) candidates += fits.size();
  return candidates <= Endgame::kMost;
}

/// Whether the player to move wins, by playing everything that an Endgame lists.
bool wins(const Endgame& endgame, const EndgamePosition& position) {
  for (CandidateSet left = position.replies; left != 0;) {
    EndgamePosition next;
    const Endgame::Result result = endgame.play(position, engine::pop_lowest(left), next);
    if (result == Endgame::Result::kLoss) return true;
    if (result == Endgame::Result::kUnclear && !wins(endgame, next)) return true;
  }
  return false;
}

TEST(SudokillEndgame, OutcomesAreThoseOfBruteForce) {
  int plain[2] = {0, 0}, unclear[2] = {0, 0};
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    const auto state = random_position(static_cast<int>(4 + seed % 9), seed);
    if (!state) continue;
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + state->to_text());
    ASSERT_TRUE(is_small(reduced(*state)));
    const Endgame endgame(reduced(*state));
    const bool won = wins_by_force(*state);
    if (endgame.root_result() == Endgame::Result::kUnclear) {
      ASSERT_EQ(wins(endgame, endgame.root()), won);
      ++unclear[won];
    } else {
      ASSERT_EQ(endgame.root_result() == Endgame::Result::kWin, won);
      ++plain[won];
    }
  }
  for (const bool won : {false, true}) {
    EXPECT_GT(plain[won], 100);
    EXPECT_GT(unclear[won], 100);
  }
}

TEST(SudokillEndgame, MovesLeadToWhatIsNumberedAfterThem) {
  int compared = 0;
  for (std::uint64_t seed = 0; seed < 4'000; ++seed) {
    const auto state = random_position(static_cast<int>(8 + seed % 16), seed);
    if (!state || !is_small(reduced(*state))) continue;
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + state->to_text());
    const Endgame endgame(reduced(*state));
    if (endgame.root_result() != Endgame::Result::kUnclear) continue;
    std::set<Finding> played, numbered;
    for (CandidateSet left = endgame.root().replies; left != 0;) {
      EndgamePosition next;
      const Endgame::Result result = endgame.play(endgame.root(), engine::pop_lowest(left), next);
      played.insert(finding(result, next));
    }
    Sudokill::Moves moves;
    state->legal_moves(moves);
    for (const engine::Sudokill::Move move : moves) {
      const Sudokill after = engine::child(*state, move);
      if (engine::is_over(after)) {
        numbered.insert({Endgame::Result::kLoss, 0});
        continue;
      }
      const Endgame fresh(reduced(after));
      numbered.insert(finding(fresh.root_result(), fresh.root()));
    }
    ASSERT_EQ(played, numbered);
    ++compared;
  }
  EXPECT_GT(compared, 100);
}

}  // namespace
}  // namespace gauntlet::search
