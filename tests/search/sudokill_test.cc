// What search knows of Sudokill: strategies, evaluation, exact values of small positions, and the
// statistics of play that were measured before.
#include "engine/sudokill/sudokill.h"

#include <gtest/gtest.h>

#include <string>

#include "engine/registry.h"
#include "search/registry.h"
#include "search/sudokill/evaluation.h"
#include "search/sudokill/strategies.h"
#include "tests/checked.h"
#include "tests/engine/sudokill_reference.h"

namespace gauntlet::search {

using namespace sudokill;
namespace {

using engine::Rng;
using engine::Sudokill;

Sudokill position(const std::string& text) {
  const auto state = Sudokill::from_text({}, text);
  EXPECT_TRUE(state.ok()) << text << ": " << engine::message_of(state);
  return *state;
}

bool is_legal(const Sudokill& state, Sudokill::Move move) {
  Sudokill::Moves moves;
  state.legal_moves(moves);
  bool found = false;
  for (const Sudokill::Move legal : moves) found |= legal == move;
  return found;
}

/// Calls visit(state) at each decision of random games.
template <class Visit>
void along_games(int games, std::uint64_t seed, Visit visit) {
  for (int game = 0; game < games; ++game) {
    Rng rng(seed, static_cast<std::uint64_t>(game));
    engine::Sudokill::Rules rules;
    if (game % 3 == 0) rules.filled = static_cast<std::uint8_t>(rng.below(100));
    Sudokill state = Sudokill::start(rules, rng);
    for (; !is_over(state); state.apply(state.random_move(rng))) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", game " + std::to_string(game) + ": " +
                   state.to_text());
      visit(state, rng);
      if (::testing::Test::HasFatalFailure()) return;
    }
  }
}

bool wins_by_playing(const Sudokill& state) {
  Sudokill::Moves moves;
  state.legal_moves(moves);
  bool wins = false;
  for (const Sudokill::Move move : moves) wins |= is_over(child(state, move));
  return wins;
}

TEST(SudokillEvaluation, SeesEveryWinOnTheSpot) {
  along_games(3'000 / kShare, 1, [](const Sudokill& state, Rng&) {
    ASSERT_EQ(has_winning_move(state), wins_by_playing(state));
  });
}

TEST(SudokillEvaluation, IsForTheFirstPlayerAndBounded) {
  along_games(300 / kShare, 2, [](const Sudokill& state, Rng&) {
    const int score = Evaluation<Sudokill>::evaluate(state);
    ASSERT_LE(std::abs(score), kMaxEvaluation);
    std::string text = state.to_text();
    text.back() = text.back() == '1' ? '2' : '1';
    const auto mirrored = Sudokill::from_text(state.rules(), text);
    ASSERT_EQ(Evaluation<Sudokill>::evaluate(*mirrored), -score);
  });
}

TEST(SudokillEvaluation, WinProbabilityRises) {
  using E = Evaluation<Sudokill>;
  EXPECT_EQ(E::win_probability(0), 0.5);
  for (int score = -kMaxEvaluation; score < kMaxEvaluation; score += 100)
    ASSERT_LT(E::win_probability(score), E::win_probability(score + 100));
}

TEST(SudokillStrategies, PlayLegally) {
  along_games(300 / kShare, 3, [](const Sudokill& state, Rng& rng) {
    ASSERT_TRUE(is_legal(state, choose_naive(state)));
    ASSERT_TRUE(is_legal(state, choose_fewest(state, rng)));
  });
}

TEST(SudokillStrategies, AreFoundByName) {
  const auto game = *engine::find_game("sudokill");
  Rng rng(1);
  const engine::AnyState state = game.start(rng);
  ASSERT_EQ(strategies(game).size(), 2u);
  EXPECT_EQ(strategies(game)[0].name, "naive");
  EXPECT_EQ(strategies(game)[1].name, "fewest");
  for (const Strategy& strategy : strategies(game))
    EXPECT_TRUE(state.is_playable(strategy.choose(state, rng)));
}

TEST(SudokillStrategies, NaiveTakesRowThenColumnThenBoard) {
  const auto naive = [](const std::string& text) {
    const Sudokill state = position(text);
    return state.format(choose_naive(state));
  };
  const std::string blank(81, '.');
  EXPECT_EQ(naive(blank + " -"), "0,0,1");
  std::string board = blank;
  board[4 * 9 + 4] = '1';
  EXPECT_EQ(naive(board + " 44"), "4,0,2") << "from the left of the row";
  board.replace(36, 9, "952314678");
  EXPECT_EQ(naive(board + " 44"), "0,4,2") << "the row is full: down the column";
  board.replace(36, 9, "9.2314678");
  board[0 * 9 + 1] = '5';
  EXPECT_EQ(naive(board + " 44"), "0,4,2") << "nothing fits in the row";
}

TEST(SudokillStrategies, FewestLeavesTheFewest) {
  along_games(100 / kShare, 4, [](const Sudokill& state, Rng& rng) {
    const int left = child(state, choose_fewest(state, rng)).mobility();
    Sudokill::Moves moves;
    state.legal_moves(moves);
    for (const Sudokill::Move move : moves) ASSERT_LE(left, child(state, move).mobility());
  });
}

// ---- small worlds, exactly ----

bool mover_wins(const engine::SudokillReference& position) {
  for (const auto& placement : position.moves()) {
    engine::SudokillReference next = position;
    next.play(placement);
    if (!mover_wins(next)) return true;
  }
  return false;
}

TEST(SudokillSearch, AgreesWithBruteForceOnSmallPositions) {
  const auto game = *engine::find_game("sudokill");
  const auto searcher = make_searcher("ab", game, {});
  int wins = 0, positions = 0;
  for (std::uint64_t seed = 0; positions < 200 / kShare; ++seed) {
    Rng rng(5, seed);
    Sudokill state = Sudokill::start({}, rng);
    while (!is_over(state) && state.empty().size() > 26) state.apply(state.random_move(rng));
    if (is_over(state)) continue;
    SCOPED_TRACE("seed 5, stream " + std::to_string(seed) + ": " + state.to_text());
    searcher->new_game(1);
    const auto any = *game.from_text(state.to_text());
    const Result result = searcher->search(any, {});
    const bool wins_now = mover_wins(engine::SudokillReference(state.to_text()));
    ASSERT_EQ(result.proven, wins_now ? Proven::kWin : Proven::kLoss);
    ++positions;
    wins += wins_now;
  }
  EXPECT_GT(wins, positions / 2);
  EXPECT_LT(wins, positions);
}

// ---- how games go ----

/// Random, but wins at once where it can and leaves no win at once where it can help it.
Sudokill::Move choose_safe(const Sudokill& state, Rng& rng) {
  Sudokill::Moves moves, safe;
  state.legal_moves(moves);
  safe.clear();
  for (const Sudokill::Move move : moves) {
    const Sudokill next = child(state, move);
    if (is_over(next)) return move;
    if (!has_winning_move(next)) safe.push_back(move);
  }
  const Sudokill::Moves& from = safe.empty() ? moves : safe;
  return from[rng.below(static_cast<std::uint32_t>(from.size()))];
}

struct Averages {
  double plies = 0, dead = 0, first_wins = 0;
};

/// Of games from default boards in which both sides move by `choose`.
template <class Choose>
Averages averages(int games, Choose choose) {
  Averages sums;
  for (int game = 0; game < games; ++game) {
    Rng rng(6, static_cast<std::uint64_t>(game));
    Sudokill state = Sudokill::start({}, rng);
    for (; !is_over(state); ++sums.plies) state.apply(choose(state, rng));
    sums.dead += state.empty().without(state.alive()).size();
    sums.first_wins += state.returns()[0];
  }
  return {sums.plies / games, sums.dead / games, sums.first_wins / games};
}

/// Prototypes gave 36 plies for random but safe play, 41 for fewest replies, and some 13 dead
/// squares at the end. Standard deviations of a game: 3.5 plies, 3 squares.
TEST(SudokillStatistics, GamesGoAsPrototypesDid) {
  const auto random = [](const Sudokill& state, Rng& rng) { return state.random_move(rng); };
  const Averages by_random = averages(10'000, random);
  EXPECT_NEAR(by_random.plies, 33.5, 0.3);
  EXPECT_NEAR(by_random.first_wins, 0.5, 0.03);
  const Averages by_safe = averages(2'000 / kShare, choose_safe);
  EXPECT_NEAR(by_safe.plies, 36.3, 1);
  EXPECT_NEAR(by_safe.dead, 13, 1);
  const Averages by_fewest = averages(2'000 / kShare, choose_fewest);
  EXPECT_NEAR(by_fewest.plies, 40.8, 1);
  EXPECT_NEAR(by_fewest.dead, 13, 1);
}

}  // namespace
}  // namespace gauntlet::search
