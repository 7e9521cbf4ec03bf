#include "search/mcts/tree.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <memory>
#include <set>
#include <thread>
#include <vector>

#include "search/mcts/proofs.h"
#include "search/mcts/visit_buffer.h"

namespace gauntlet::search {
namespace {

std::vector<NodeIndex> children_of(const Tree& tree, NodeIndex parent) {
  std::vector<NodeIndex> all;
  tree.for_each_child(parent, [&](NodeIndex child) { all.push_back(child); });
  return all;
}

TEST(Tree, FindsWhatWasAdded) {
  Tree tree(1);
  NodeReserve reserve;
  EXPECT_EQ(tree.find(tree.root(), 7), kNoNode);
  std::vector<NodeIndex> added;
  constexpr std::uint32_t kMoves = 500;
  for (std::uint32_t move = 0; move < kMoves; ++move)
    added.push_back(tree.add(tree.root(), move, reserve));
  for (std::uint32_t move = 0; move < kMoves; ++move) {
    EXPECT_EQ(tree.find(tree.root(), move), added[move]);
    EXPECT_EQ(tree.move(added[move]), move);
  }
  EXPECT_EQ(tree.find(tree.root(), kMoves), kNoNode);
  auto children = children_of(tree, tree.root());
  std::sort(children.begin(), children.end());
  std::sort(added.begin(), added.end());
  EXPECT_EQ(children, added);
  EXPECT_TRUE(children_of(tree, added[3]).empty());
}

TEST(Tree, ExpandsToAllMovesAtOnce) {
  Tree tree(1);
  NodeReserve reserve;
  ASSERT_TRUE(tree.expand(tree.root(), 1024, reserve, [](std::uint32_t i) { return 2 * i; }));
  std::vector<std::uint32_t> moves;
  for (const NodeIndex child : children_of(tree, tree.root())) moves.push_back(tree.move(child));
  ASSERT_EQ(moves.size(), 1024u);
  for (std::uint32_t i = 0; i < 1024; ++i) EXPECT_EQ(moves[i], 2 * i);
}

TEST(Tree, SaysWhenItsMemoryIsUsedUpAndClears) {
  Tree tree(1);
  constexpr std::size_t kNodes = (1 << 20) / Tree::kNodeBytes;
  NodeReserve reserve;
  std::size_t count = 0;
  while (tree.add(tree.root(), 1, reserve) != kNoNode) ++count;
  EXPECT_LE(count, kNodes);
  EXPECT_GE(count, kNodes - 100);  // what is left is less than a block
  EXPECT_FALSE(tree.expand(tree.root(), 1024, reserve, [](std::uint32_t) { return 0u; }));
  tree.clear();
  reserve = {};
  EXPECT_TRUE(children_of(tree, tree.root()).empty());
  EXPECT_NE(tree.add(tree.root(), 1, reserve), kNoNode);
}

TEST(Tree, HasRoomForNoMoreNodesThanItIsToldOf) {
  EXPECT_EQ(Tree(64, 1'000).bytes(), 1'000 * Tree::kNodeBytes);
  EXPECT_EQ(Tree(1, 1'000'000'000).bytes(), (1 << 20) / Tree::kNodeBytes * Tree::kNodeBytes);
  Tree tree(64, 1'000);
  NodeReserve reserve;
  EXPECT_TRUE(tree.expand(tree.root(), 900, reserve, [](std::uint32_t i) { return i; }));
  EXPECT_FALSE(tree.expand(tree.root() + 1, 900, reserve, [](std::uint32_t i) { return i; }));
}

/// Bytes of memory that this process has.
long resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  long all = 0, resident = 0;
  statm >> all >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

TEST(Tree, OfFewNodesTakesOnlyWhatItUses) {
  constexpr std::size_t kTrees = 16, kNodes = 300'000;  // 13 MB each
  std::vector<std::unique_ptr<Tree>> trees;
  const long before = resident_bytes();
  while (trees.size() < kTrees) trees.push_back(std::make_unique<Tree>(64, kNodes));
  EXPECT_LE((resident_bytes() - before) / static_cast<long>(kTrees), 200'000);
}

TEST(Tree, ThreadsNeverGetTheSameNode) {
  Tree tree(1);
  constexpr int kThreads = 4;
  NodeReserve own;
  std::vector<NodeIndex> parents;
  for (int id = 0; id < kThreads; ++id) parents.push_back(tree.add(tree.root(), 0, own));
  std::vector<std::vector<NodeIndex>> got(kThreads);
  {
    std::vector<std::jthread> threads;
    for (int id = 0; id < kThreads; ++id)
      threads.emplace_back([&, id] {
        NodeReserve reserve;
        while (const NodeIndex child = tree.add(parents[id], 0, reserve)) got[id].push_back(child);
      });
  }
  std::set<NodeIndex> all;
  std::size_t count = 0;
  for (int id = 0; id < kThreads; ++id) {
    EXPECT_EQ(children_of(tree, parents[id]).size(), got[id].size());
    all.insert(got[id].begin(), got[id].end());
    count += got[id].size();
  }
  EXPECT_EQ(all.size(), count);
}

/// Virtual loss: other threads see the mean as if the simulation under way had been lost already.
TEST(Tree, AVisitUnderWayCountsAsLost) {
  Tree tree(1);
  NodeReserve reserve;
  const NodeIndex node = tree.add(tree.root(), 0, reserve);
  tree.publish_loss(node, 1);
  EXPECT_EQ(tree.stats(node).mean, 0);
  EXPECT_EQ(tree.stats(node).spread, 1);  // no longer that of a move which nobody has tried
  tree[node].visits = 3;
  tree[node].value = static_cast<std::int64_t>(3 * Node::kValueUnit);
  tree.publish(node);
  EXPECT_EQ(tree.stats(node).mean, 1);
  tree.publish_loss(node, 4);
  EXPECT_EQ(tree.stats(node).mean, 0.75f);
  tree[node].visits = 4;
  tree[node].value = static_cast<std::int64_t>(4 * Node::kValueUnit);
  tree.publish(node);  // it was won after all
  EXPECT_EQ(tree.stats(node).mean, 1);
}

TEST(Tree, AVisitUnderWayTakesNothingFromAProof) {
  Tree tree(1);
  NodeReserve reserve;
  const NodeIndex node = tree.add(tree.root(), 0, reserve);
  tree[node].visits = 1;
  tree[node].proof = Proven::kWin;
  tree.publish(node);
  tree.publish_loss(node, 2);
  EXPECT_EQ(tree.stats(node).mean, Tree::kProvenWinMean);
}

TEST(Tree, NaturalLogIsCloseEnough) {
  for (float x = 1; x < 1e7f; x *= 1.01f) EXPECT_NEAR(natural_log(x), std::log(x), 1e-3) << x;
}

TEST(VisitBuffer, TellsEverythingInTheEndAndHoldsLittleBack) {
  Tree tree(1);
  // More busy nodes than the buffer has entries, so that they displace each other.
  constexpr std::uint32_t kNodes = 5'000, kRounds = 200, kBefore = 32;
  NodeReserve reserve;
  ASSERT_TRUE(tree.expand(tree.root(), kNodes, reserve, [](std::uint32_t i) { return i; }));
  const NodeIndex first = children_of(tree, tree.root())[0];
  for (NodeIndex i = first; i < first + kNodes; ++i) tree[i].visits = kBefore;
  VisitBuffer buffer;
  EXPECT_TRUE(VisitBuffer::is_busy(tree[first]));
  EXPECT_FALSE(VisitBuffer::is_busy(tree[tree.root()]));
  for (std::uint32_t round = 0; round < kRounds; ++round)
    for (NodeIndex i = first; i < first + kNodes; ++i) {
      buffer.add(tree, i, i % 3);
      const std::uint32_t told = tree[i].visits, all = kBefore + round + 1;
      ASSERT_LE(told, all);
      ASSERT_LE(all - told, told / 8);
    }
  buffer.flush(tree);
  for (NodeIndex i = first; i < first + kNodes; ++i) {
    ASSERT_EQ(tree[i].visits, kBefore + kRounds);
    ASSERT_EQ(tree[i].value, static_cast<std::int64_t>(i % 3) * kRounds);
  }
}

/// A parent whose children are proven as given.
Proven by_choice(const std::vector<Proven>& children, bool own, int players) {
  Tree tree(1);
  NodeReserve reserve;
  for (const Proven proof : children) tree[tree.add(tree.root(), 0, reserve)].proof = proof;
  return proof_by_choice(tree, tree.root(), own, players);
}
Proven by_chance(const std::vector<Proven>& children) {
  Tree tree(1);
  NodeReserve reserve;
  for (const Proven proof : children) tree[tree.add(tree.root(), 0, reserve)].proof = proof;
  return proof_by_chance(tree, tree.root());
}

TEST(Proofs, TheMoverTakesItsBest) {
  using enum Proven;
  EXPECT_EQ(by_choice({kLoss, kWin, kNothing}, true, 2), kWin);
  EXPECT_EQ(by_choice({kLoss, kWin, kNothing}, false, 2), kLoss);
  EXPECT_EQ(by_choice({kLoss, kDraw, kNothing}, true, 2), kNothing);
  EXPECT_EQ(by_choice({kLoss, kDraw}, true, 2), kDraw);
  EXPECT_EQ(by_choice({kLoss, kDraw}, false, 2), kDraw);
  EXPECT_EQ(by_choice({kLoss, kLoss}, true, 2), kLoss);
  EXPECT_EQ(by_choice({kLoss, kLoss}, false, 2), kWin);
}

TEST(Proofs, AThirdPlayersLossIsNobodysWin) {
  using enum Proven;
  EXPECT_EQ(by_choice({kLoss, kLoss}, true, 3), kLoss);
  EXPECT_EQ(by_choice({kLoss, kLoss}, false, 3), kNothing);
  EXPECT_EQ(by_choice({kWin, kNothing}, false, 3), kLoss);
  EXPECT_EQ(by_choice({kDraw, kLoss}, false, 3), kNothing);
}

TEST(Proofs, ChanceProvesWhatAllItsOutcomesShare) {
  using enum Proven;
  EXPECT_EQ(by_chance({kWin, kWin}), kWin);
  EXPECT_EQ(by_chance({kWin, kLoss}), kNothing);
  EXPECT_EQ(by_chance({kLoss, kNothing}), kNothing);
  EXPECT_EQ(by_chance({kDraw}), kDraw);
}

}  // namespace
}  // namespace gauntlet::search
