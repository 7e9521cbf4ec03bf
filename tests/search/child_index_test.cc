// The index of a node's children finds each, and none of the nodes before.
#include "search/mcts/child_index.h"

#include <gtest/gtest.h>

#include <vector>

namespace gauntlet::search {
namespace {

/// Full, and with moves that lie close together or far apart: some share a slot.
TEST(ChildIndex, FindsEachOfAsManyChildrenAsThereCanBe) {
  for (const std::uint32_t apart : {1u, 4096u, 0x10001u}) {
    Tree tree(1);
    NodeReserve reserve;
    ASSERT_TRUE(tree.expand(tree.root(), engine::kMaxMoves, reserve,
                            [=](std::uint32_t i) { return i * apart; }));
    ChildIndex index;
    index.fill(tree, tree.root());
    for (std::uint32_t i = 0; i < engine::kMaxMoves; ++i) {
      const NodeIndex child = index.find(i * apart);
      ASSERT_NE(child, kNoNode);
      EXPECT_EQ(tree.move(child), i * apart);
    }
    EXPECT_EQ(index.find(engine::kMaxMoves * apart), kNoNode);
  }
}

TEST(ChildIndex, ForgetsTheNodeBefore) {
  Tree tree(1);
  NodeReserve reserve;
  const NodeIndex first = tree.add(tree.root(), 3, reserve);
  const NodeIndex second = tree.add(first, 4, reserve);
  ChildIndex index;
  index.fill(tree, tree.root());
  EXPECT_EQ(index.find(3), first);
  index.fill(tree, first);
  EXPECT_EQ(index.find(3), kNoNode);
  EXPECT_EQ(index.find(4), second);
  index.add(3, first);
  EXPECT_EQ(index.find(3), first);
}

}  // namespace
}  // namespace gauntlet::search
