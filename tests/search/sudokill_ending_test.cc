// Endings of Sudokill: what they say of a position against brute force, and against themselves when
// they are made one move later.
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>

#include "engine/bits.h"
#include "search/sudokill/solver/ending.h"
#include "search/sudokill/solver/solver_children.h"
#include "tests/search/sudokill_positions.h"

namespace gauntlet::search {

using namespace sudokill;
namespace {

using engine::Sudokill;
using Outcome = Ending::Outcome;

/// What is said of a position: the key tells it apart where nothing is plain.
using Finding = std::pair<Outcome, std::uint64_t>;

Finding finding(Outcome outcome, const EndingPosition& position) {
  return {outcome, outcome == Outcome::kUnclear ? position.key : 0};
}

SolverPosition reduced(const Sudokill& state) {
  SolverPosition position = SolverPosition::of(state);
  SolverChildren::reduce(position);
  return position;
}

bool is_small(const SolverPosition& position) {
  int candidates = position.live.size();
  for (const engine::SquareSet& fits : position.fits) candidates += fits.size();
  return candidates <= Ending::kMost;
}

/// Whether the player to move wins, by playing everything that an Ending lists.
bool wins(const Ending& ending, const EndingPosition& position) {
  for (CandidateSet left = position.replies; left != 0;) {
    EndingPosition next;
    const Outcome outcome = ending.play(position, engine::pop_lowest(left), next);
    if (outcome == Outcome::kLoss) return true;
    if (outcome == Outcome::kUnclear && !wins(ending, next)) return true;
  }
  return false;
}

TEST(SudokillEnding, OutcomesAreThoseOfBruteForce) {
  int plain[2] = {0, 0}, unclear[2] = {0, 0};
  for (std::uint64_t seed = 0; seed < 20'000; ++seed) {
    const auto state = random_position(static_cast<int>(4 + seed % 9), seed);
    if (!state) continue;
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + state->to_text());
    ASSERT_TRUE(is_small(reduced(*state)));
    const Ending ending(reduced(*state));
    const bool won = wins_by_force(*state);
    if (ending.root_outcome() == Outcome::kUnclear) {
      ASSERT_EQ(wins(ending, ending.root()), won);
      ++unclear[won];
    } else {
      ASSERT_EQ(ending.root_outcome() == Outcome::kWin, won);
      ++plain[won];
    }
  }
  for (const bool won : {false, true}) {
    EXPECT_GT(plain[won], 100);
    EXPECT_GT(unclear[won], 100);
  }
}

TEST(SudokillEnding, MovesLeadToWhatIsNumberedAfterThem) {
  int compared = 0;
  for (std::uint64_t seed = 0; seed < 4'000; ++seed) {
    const auto state = random_position(static_cast<int>(8 + seed % 16), seed);
    if (!state || !is_small(reduced(*state))) continue;
    SCOPED_TRACE("seed " + std::to_string(seed) + ": " + state->to_text());
    const Ending ending(reduced(*state));
    if (ending.root_outcome() != Outcome::kUnclear) continue;
    std::set<Finding> played, numbered;
    for (CandidateSet left = ending.root().replies; left != 0;) {
      EndingPosition next;
      const Outcome outcome = ending.play(ending.root(), engine::pop_lowest(left), next);
      played.insert(finding(outcome, next));
    }
    Sudokill::Moves moves;
    state->legal_moves(moves);
    for (const engine::SudokillMove move : moves) {
      const Sudokill after = engine::child(*state, move);
      if (engine::is_over(after)) {
        numbered.insert({Outcome::kLoss, 0});
        continue;
      }
      const Ending fresh(reduced(after));
      numbered.insert(finding(fresh.root_outcome(), fresh.root()));
    }
    ASSERT_EQ(played, numbered);
    ++compared;
  }
  EXPECT_GT(compared, 100);
}

}  // namespace
}  // namespace gauntlet::search
