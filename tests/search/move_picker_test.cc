#include "search/alpha_beta/move_picker.h"

#include <gtest/gtest.h>

#include <vector>

#include "engine/mnk/mnk.h"
#include "engine/rng.h"
#include "search/alpha_beta/busy_positions.h"

namespace gauntlet::search {
namespace {

using State = engine::Mnk<1>;

std::vector<ScoredMove<State>> list_of(const std::vector<int>& scores) {
  std::vector<ScoredMove<State>> list;
  std::uint32_t bits = 0;
  for (const int score : scores) list.push_back({State::Move::from_bits(bits++), score});
  return list;
}

TEST(MovePicker, HandsOutAllMovesBestFirst) {
  auto list = list_of({3, 9, -1, 9, 5});
  MovePicker<State> picker(list);
  std::vector<int> scores, ranks;
  while (const auto* picked = picker.next()) {
    scores.push_back(picked->score);
    ranks.push_back(picker.rank());
  }
  EXPECT_EQ(scores, (std::vector<int>{9, 9, 5, 3, -1}));
  EXPECT_EQ(ranks, (std::vector<int>{0, 1, 2, 3, 4}));
  EXPECT_EQ(picker.next(), nullptr);
}

TEST(MovePicker, WhatIsPutOffComesAgainOnceWithItsRank) {
  for (std::uint64_t seed = 0; seed < 1'000; ++seed) {
    engine::Rng rng(seed);
    std::vector<int> scores(1 + rng.below(40));
    for (int& score : scores) score = static_cast<int>(rng.below(10));
    auto list = list_of(scores);
    MovePicker<State> picker(list);
    std::vector<std::uint32_t> off, again;
    std::vector<int> off_ranks, again_ranks, seen(scores.size());
    while (const auto* picked = picker.next()) {
      const std::uint32_t bits = picked->move.bits();
      if (!picker.can_put_off()) {
        again.push_back(bits);
        again_ranks.push_back(picker.rank());
        continue;
      }
      ++seen[bits];
      if (rng.below(2) == 0) continue;
      off.push_back(bits);
      off_ranks.push_back(picker.rank());
      picker.put_off();
    }
    ASSERT_EQ(again, off) << "seed " << seed;
    ASSERT_EQ(again_ranks, off_ranks) << "seed " << seed;
    ASSERT_EQ(seen, std::vector<int>(scores.size(), 1)) << "seed " << seed;
  }
}

TEST(BusyPositions, KnowsAPositionWhileAThreadIsAtIt) {
  BusyPositions busy;
  EXPECT_FALSE(busy.contains(42, 5));
  busy.enter(42, 5);
  EXPECT_TRUE(busy.contains(42, 5));
  EXPECT_FALSE(busy.contains(42, 4));
  EXPECT_FALSE(busy.contains(43, 5));
  busy.leave(42, 5);
  EXPECT_FALSE(busy.contains(42, 5));
}

TEST(BusyPositions, LeavingDoesNotForgetWhatTookThePlace) {
  BusyPositions busy;
  constexpr std::uint64_t kMany = 1'000'000;  // far more than there are places
  for (std::uint64_t key = 0; key < kMany; ++key) busy.enter(key, 3);
  for (std::uint64_t key = 0; key + 1 < kMany; ++key) busy.leave(key, 3);
  EXPECT_TRUE(busy.contains(kMany - 1, 3));
}

}  // namespace
}  // namespace gauntlet::search
