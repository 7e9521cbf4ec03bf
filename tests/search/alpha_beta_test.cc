// Alpha-beta's values are those of plain minimax and plain expectation, whatever it saves on the
// way: windows, table, reductions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "engine/rng.h"
#include "search/alpha_beta/alpha_beta_thread.h"
#include "tests/search/tree_game.h"

namespace gauntlet::search {
namespace {

using engine::kChance;
using engine::kNobody;

/// Searches a tree from its beginning, with a table of its own.
template <class S>
class TreeSearch {
 public:
  explicit TreeSearch(const PositionTree& tree)
      : root_(tree), thread_(std::make_unique<AlphaBetaThread<S>>(root_.rules(), table_, nullptr)) {
    thread_->start(root_, budget_);
  }

  /// The value for who moves first, `depth` plies deep.
  int value(int depth) {
    typename S::Moves moves;
    root_.legal_moves(moves);
    int best = -kInfinite;
    for (const auto move : moves)
      best = std::max(best, best == -kInfinite
                                ? thread_->first_root_move(root_, move, depth - 1)
                                : thread_->later_root_move(root_, move, best, depth - 1));
    return best;
  }

 private:
  const S root_;
  Table table_{1};
  Budget budget_{Limits{}, 1024};
  std::unique_ptr<AlphaBetaThread<S>> thread_;
};

/// The same for `us`, by looking at everything. Chance moves cost no depth unless they follow
/// each other.
template <class S>
int plain_value(const S& state, engine::Player us, int depth, int ply = 0) {
  const engine::Player mover = state.to_move();
  if (mover == kNobody) return final_score(state, us, ply);
  if (depth <= 0) {
    const int score = heuristic_score<S>(Evaluation<S>::evaluate(state));
    return us == 0 ? score : -score;
  }
  typename S::Moves moves;
  state.legal_moves(moves);
  std::vector<int> values;
  double sum = 0;
  for (const auto move : moves) {
    const S next = engine::child(state, move);
    const bool is_free = mover == kChance && next.to_move() != kChance;
    values.push_back(
        plain_value(next, us, is_free ? depth : depth - 1, mover == kChance ? ply : ply + 1));
    sum += values.back();
  }
  if (mover == kChance)
    return static_cast<int>(std::lround(sum / static_cast<double>(moves.size())));
  return mover == us ? *std::max_element(values.begin(), values.end())
                     : *std::min_element(values.begin(), values.end());
}

/// Adds a random position with all that follows, at most `height` plies; returns its place.
/// Four children at most, so that nothing is reduced.
int add_random(PositionTree& tree, int height, bool has_chance, engine::Rng& rng) {
  const auto place = static_cast<int>(tree.size());
  tree.emplace_back();
  const bool is_root = place == 0;
  if (height == 0 || (!is_root && rng.below(10) == 0)) {
    tree.back().result = static_cast<float>(rng.below(3)) / 2;
    return place;
  }
  TreePosition position;
  const bool is_chance = has_chance && !is_root && rng.below(2) == 0;
  position.mover = is_chance ? kChance : static_cast<engine::Player>(rng.below(2));
  position.evaluation = static_cast<int>(rng.below(2 * kMaxEvaluation + 1)) - kMaxEvaluation;
  const int children = is_chance ? 4 : 2 + static_cast<int>(rng.below(3));
  for (int i = 0; i < children; ++i)
    position.children.push_back(add_random(tree, height - 1, has_chance, rng));
  tree[static_cast<std::size_t>(place)] = position;
  return place;
}

/// Each depth after the one before, as in a search, so that the table is full of what was found.
template <class S>
void expect_plain_values(int height, int trees) {
  for (int number = 0; number < trees; ++number) {
    PositionTree tree;
    engine::Rng rng(31, static_cast<std::uint64_t>(number));
    add_random(tree, height, engine::Stochastic<S>, rng);
    const S root(tree);
    TreeSearch<S> search(tree);
    for (int depth = 1; depth <= height; ++depth)
      ASSERT_EQ(search.value(depth), plain_value(root, root.to_move(), depth))
          << "tree " << number << ", depth " << depth;
  }
}

TEST(AlphaBetaValue, IsThatOfPlainMinimax) {
  expect_plain_values<SureTree>(5, 300);
}

TEST(AlphaBetaValue, IsThatOfPlainExpectation) {
  expect_plain_values<ChanceTree>(5, 300);
}

/// Positions that lead to several of the next few, so that they are reached after different numbers
/// of plies; the last ones are ends.
PositionTree random_net(engine::Rng& rng) {
  constexpr int kPositions = 24, kEnds = 8;
  PositionTree tree(kPositions);
  for (int place = 0; place < kPositions; ++place) {
    TreePosition& position = tree[static_cast<std::size_t>(place)];
    if (place >= kPositions - kEnds) {
      position.result = static_cast<float>(rng.below(3)) / 2;
      continue;
    }
    position.mover = static_cast<engine::Player>(rng.below(2));
    for (int i = 0; i < 3; ++i)
      position.children.push_back(place + 1 + static_cast<int>(rng.below(kEnds)));
  }
  return tree;
}

TEST(AlphaBetaValue, AWinIsAsFarAwayAsItIsByTheWayThatWasTaken) {
  int wins = 0;
  for (int number = 0; number < 300; ++number) {
    engine::Rng rng(32, static_cast<std::uint64_t>(number));
    const PositionTree tree = random_net(rng);
    const SureTree root(tree);
    const auto deepest = static_cast<int>(tree.size());  // nothing is estimated
    const int value = TreeSearch<SureTree>(tree).value(deepest);
    ASSERT_EQ(value, plain_value(root, root.to_move(), deepest)) << "net " << number;
    wins += is_win(value);
  }
  EXPECT_GT(wins, 30);
}

/// Adds a position of `mover` after which nothing can be changed; the evaluations of the next plies
/// are given.
int add_fixed(PositionTree& tree, engine::Player mover, const std::vector<int>& evaluations,
              std::size_t from = 0) {
  const auto place = static_cast<int>(tree.size());
  tree.emplace_back();
  if (from == evaluations.size()) return place;
  TreePosition position{.mover = mover, .evaluation = evaluations[from]};
  const auto other = static_cast<engine::Player>(1 - mover);
  for (int i = 0; i < 2; ++i)
    position.children.push_back(add_fixed(tree, other, evaluations, from + 1));
  tree[static_cast<std::size_t>(place)] = position;
  return place;
}

/// The last of five replies seems to refute the second move two plies after it, but not three.
TEST(AlphaBetaValue, AReplyRefutesNothingBeforeItIsSearchedInFull) {
  PositionTree tree(1);
  TreePosition root{.mover = 0}, second{.mover = 1, .evaluation = 100};
  root.children.push_back(add_fixed(tree, 1, {0, 0, 0, 0, 0}));
  for (int reply = 0; reply < 4; ++reply)
    second.children.push_back(add_fixed(tree, 0, {100, 100, 100, 100}));
  second.children.push_back(add_fixed(tree, 0, {100, -100, 100, 100}));
  root.children.push_back(static_cast<int>(tree.size()));
  tree.push_back(second);
  tree[0] = root;
  ASSERT_EQ(plain_value(SureTree(tree), 0, 4), 100);
  EXPECT_EQ(TreeSearch<SureTree>(tree).value(4), 100);
}

/// The opponent loses by both moves that are searched. If there are others that is no proof.
TEST(AlphaBetaValue, ALossIsProvenOnlyByAllMoves) {
  for (const bool leaves_out : {false, true}) {
    const PositionTree tree = {
        {.mover = 0, .children = {1, 1}},
        {.mover = 1, .children = {2, 2}, .leaves_out = leaves_out},
        {.result = 1},
    };
    for (const int depth : {2, 3}) {
      const int value = TreeSearch<SureTree>(tree).value(depth);
      EXPECT_TRUE(is_win(value)) << value;
      EXPECT_EQ(proven_by(value), leaves_out ? Proven::kNothing : Proven::kWin) << value;
    }
  }
}

}  // namespace
}  // namespace gauntlet::search
