// The lists of a path do not touch each other, and there is room for as many as were asked for.
#include "search/alpha_beta/move_stack.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/mnk/mnk.h"

namespace gauntlet::search {
namespace {

using State = engine::Mnk<1>;

Candidates<State> list_of(std::size_t size, int score) {
  Candidates<State> list;
  for (std::uint32_t bits = 0; bits < size; ++bits)
    list.moves.push_back({State::Move::from_bits(bits), score});
  return list;
}

void expect_is(MoveStack<State>::List list, std::size_t size, int score) {
  ASSERT_EQ(list.size(), size);
  for (std::size_t i = 0; i < size; ++i) {
    ASSERT_EQ(list[i].move.bits(), i);
    ASSERT_EQ(list[i].score, score);
  }
}

TEST(MoveStack, HasRoomForFullListsAndKeepsThemApart) {
  constexpr std::size_t kLists = 200, kFull = State::Moves::kCapacity;
  MoveStack<State> stack(kLists);
  std::vector<MoveStack<State>::List> lists;
  for (std::size_t i = 0; i < kLists; ++i)
    lists.push_back(stack.push(list_of(kFull, static_cast<int>(i))));
  for (std::size_t i = kLists; i-- > 0;) {
    expect_is(lists[i], kFull, static_cast<int>(i));
    stack.pop(lists[i]);
  }
}

TEST(MoveStack, TakesTheRoomOfAPoppedListAgain) {
  MoveStack<State> stack(3);
  const auto below = stack.push(list_of(5, 1));
  const auto popped = stack.push(list_of(7, 2));
  stack.pop(popped);
  const auto next = stack.push(list_of(2, 3));
  EXPECT_EQ(next.data(), popped.data());
  EXPECT_EQ(next.data(), below.data() + 5);  // side by side
  expect_is(below, 5, 1);
  expect_is(next, 2, 3);
}

}  // namespace
}  // namespace gauntlet::search
