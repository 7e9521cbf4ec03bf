// Sets of squares against std::set.
#include "engine/square_set.h"

#include <gtest/gtest.h>

#include <set>

#include "engine/rng.h"

namespace gauntlet::engine {
namespace {

using Squares = std::set<int>;

SquareSet of(const Squares& squares) {
  SquareSet set;
  for (const int square : squares) set.add(square);
  return set;
}

void expect_holds(const SquareSet& set, const Squares& squares) {
  EXPECT_EQ(set.size(), static_cast<int>(squares.size()));
  EXPECT_EQ(set.empty(), squares.empty());
  for (int square = 0; square < SquareSet::kSquares; ++square)
    EXPECT_EQ(set.has(square), squares.contains(square)) << square;
  auto next = squares.begin();
  int n = 0;
  set.for_each([&](int square) {
    ASSERT_NE(next, squares.end());
    EXPECT_EQ(square, *next++);
    EXPECT_EQ(set.nth(n++), square);
  });
  EXPECT_EQ(next, squares.end());
}

Squares some(Rng& rng) {
  Squares squares;
  for (std::uint32_t left = rng.below(60); left > 0; --left)
    squares.insert(static_cast<int>(rng.below(SquareSet::kSquares)));
  return squares;
}

TEST(SquareSet, IsASetOfSquares) {
  Rng rng(1);
  for (int round = 0; round < 200; ++round) {
    const Squares a = some(rng), b = some(rng);
    Squares both, either = a, rest;
    either.insert(b.begin(), b.end());
    for (const int square : a) (b.contains(square) ? both : rest).insert(square);
    expect_holds(of(a), a);
    expect_holds(of(a) | of(b), either);
    expect_holds(of(a) & of(b), both);
    expect_holds(of(a).without(of(b)), rest);
    EXPECT_EQ(of(a).meets(of(b)), !both.empty());
    EXPECT_EQ(of(a) == of(b), a == b);
    SquareSet left = of(a);
    for (const int square : b) left.remove(square);
    EXPECT_EQ(left, of(rest));
  }
}

TEST(SquareSet, HasAllSquaresAndNoMore) {
  Squares all;
  for (int square = 0; square < SquareSet::kSquares; ++square) all.insert(square);
  expect_holds(SquareSet::all(), all);
  expect_holds(SquareSet(), {});
}

TEST(SquareSet, PeersAreTheTwentyInRowColumnAndBox) {
  for (int square = 0; square < SquareSet::kSquares; ++square) {
    EXPECT_EQ(kPeers[square].size(), 20);
    EXPECT_FALSE(kPeers[square].has(square));
    kPeers[square].for_each([&](int peer) { EXPECT_TRUE(kPeers[peer].has(square)); });
  }
  for (const int peer : {36, 44, 4, 76, 30, 50}) EXPECT_TRUE(kPeers[40].has(peer)) << peer;
  for (const int other : {0, 29, 33, 60}) EXPECT_FALSE(kPeers[40].has(other)) << other;
}

}  // namespace
}  // namespace gauntlet::engine
