// However a path was reached, its accumulator says what one says that begins there.
#include "search/alpha_beta/accumulator.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "engine/registry.h"
#include "engine/rng.h"
#include "engine/state_types.h"
#include "search/kimble/evaluation.h"
#include "search/mnk/accumulator.h"
#include "search/sudokill/accumulator.h"

namespace gauntlet::search {
namespace {

using engine::AnyState;
using engine::Mnk;

/// Some for each state type, or its test fails: small boards and the largest, with every variant.
const std::vector<std::string> kVariants = {
    "mnk:3x3x3",        "mnk:7x6x4", "mnk:5x9x4/page", "mnk:8x8x1",  "mnk:4x4x6",
    "mnk:7x7x3/exact",  "mnk:9x7x5", "gomoku:15",      "mnk:19x5x4", "gomoku:20",
    "mnk:10x20x5/page", "gomoku:32", "sudokill",       "kimble:AC",  "kimble:AB/pieces=1"};

/// Those of the games that have S for a state.
template <class S>
std::vector<typename S::Rules> rules_of_games() {
  std::vector<typename S::Rules> all;
  for (const std::string& name : kVariants) {
    const auto game = engine::find_game(name);
    if (game.ok() && game->type() == AnyState::type_of<S>()) all.push_back(game->rules<S>());
  }
  return all;
}

/// `path` has gone somewhere and stands at `state`.
template <class S>
void expect_as_if_reset(Accumulator<S>& path, const S& state) {
  if (engine::is_over(state)) return;  // never asked about
  Accumulator<S> fresh(state.rules());
  fresh.reset(state);
  ASSERT_EQ(path.evaluate(state), fresh.evaluate(state));
  if (state.to_move() < 0) return;
  ASSERT_EQ(path.is_quiet(state), fresh.is_quiet(state));
  ASSERT_EQ(path.plies_left(state), fresh.plies_left(state));
  Candidates<S> found, expected;
  path.candidates(state, found);
  fresh.candidates(state, expected);
  ASSERT_EQ(found.selective, expected.selective);
  ASSERT_EQ(found.moves.size(), expected.moves.size());
  for (std::size_t i = 0; i < found.moves.size(); ++i) {
    ASSERT_EQ(found.moves[i].move, expected.moves[i].move);
    ASSERT_EQ(found.moves[i].score, expected.moves[i].score);
  }
}

/// A path through a game's tree that goes down and up at random.
template <class S>
class Walk {
 public:
  using Move = typename S::Move;

  Walk(const typename S::Rules& rules, std::uint64_t seed)
      : rng_(seed), state_(S::start(rules, rng_)), path_(rules) {}

  /// Begins anew where it stands, with what was learned elsewhere still in the accumulator.
  void begin() {
    steps_.clear();
    path_.reset(state_);
  }
  void wander() {
    const bool is_over = engine::is_over(state_);
    if (is_over || (!steps_.empty() && rng_.below(5) == 0))
      go_up(1 + rng_.below(static_cast<std::uint32_t>(steps_.size())));
    else
      go_down();
  }
  void go_up(std::size_t steps) {
    for (; steps > 0 && !steps_.empty(); --steps) {
      const Step& last = steps_.back();
      if (last.move) path_.undo(last.before, *last.move);
      state_ = last.before;
      steps_.pop_back();
    }
  }
  void go_back_to_root() { go_up(steps_.size()); }
  const S& state() const { return state_; }
  Accumulator<S>& path() { return path_; }

 private:
  /// `move` is none where chance moved: accumulators are told of decisions.
  struct Step {
    S before;
    std::optional<Move> move;
  };

  void go_down() {
    if constexpr (engine::Stochastic<S>)
      if (state_.to_move() == engine::kChance) {
        steps_.push_back({state_, {}});
        return state_.apply(state_.sample_chance(rng_));
      }
    const Move move = chosen();
    steps_.push_back({state_, move});
    path_.play(state_, move);
    state_.apply(move);
  }
  /// Any, or one of the best: those make threats, and answer them.
  Move chosen() {
    if (rng_.below(2) == 0) return state_.random_move(rng_);
    Candidates<S> candidates;
    path_.candidates(state_, candidates);
    std::size_t best = 0;
    for (std::size_t i = 1; i < candidates.moves.size(); ++i)
      if (candidates.moves[i].score > candidates.moves[best].score) best = i;
    return candidates.moves[best].move;
  }

  engine::Rng rng_;
  S state_;
  Accumulator<S> path_;
  std::vector<Step> steps_;
};

template <class S>
class AnAccumulator : public ::testing::Test {};
/// All that alpha-beta plays. Kimble has the default, which keeps nothing.
using SearchedStates =
    ::testing::Types<Mnk<1>, Mnk<4>, Mnk<8>, Mnk<16>, engine::Sudokill, engine::Kimble>;
TYPED_TEST_SUITE(AnAccumulator, SearchedStates);

TYPED_TEST(AnAccumulator, IsAfterAnyPlayAndUndoAsIfReset) {
  const auto games = rules_of_games<TypeParam>();
  ASSERT_FALSE(games.empty());
  for (const auto& rules : games)
    for (const std::uint64_t seed : {1, 2, 3}) {
      Walk<TypeParam> walk(rules, seed);
      for (int root = 0; root < 3; ++root) {
        walk.begin();
        for (int step = 0; step < 60; ++step) {
          SCOPED_TRACE(rules.name() + " " + walk.state().to_text());
          ASSERT_NO_FATAL_FAILURE(expect_as_if_reset(walk.path(), walk.state()));
          walk.wander();
        }
        walk.go_back_to_root();
        ASSERT_NO_FATAL_FAILURE(expect_as_if_reset(walk.path(), walk.state()));
        for (int step = 0; step < 10; ++step) walk.wander();
        if (engine::is_over(walk.state())) walk.go_up(1);
      }
    }
}

}  // namespace
}  // namespace gauntlet::search
