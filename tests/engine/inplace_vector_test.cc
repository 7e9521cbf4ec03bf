// A vector without a heap behaves as a vector.
#include "engine/inplace_vector.h"

#include <gtest/gtest.h>

#include <vector>

#include "engine/rng.h"

namespace gauntlet::engine {
namespace {

constexpr std::size_t kCapacity = 7;
using Numbers = InplaceVector<int, kCapacity>;

TEST(InplaceVector, BehavesAsAVector) {
  Rng rng(1);
  Numbers numbers;
  std::vector<int> expected;
  EXPECT_TRUE(numbers.empty());
  for (int round = 0; round < 2'000; ++round) {
    const std::uint32_t action = rng.below(20);
    if (action == 0) {
      numbers.clear();
      expected.clear();
    } else if (action < 12 && expected.size() < kCapacity) {
      numbers.push_back(round);
      expected.push_back(round);
    } else if (!expected.empty()) {
      numbers.pop_back();
      expected.pop_back();
    }
    ASSERT_EQ(numbers.size(), expected.size());
    ASSERT_EQ(numbers.empty(), expected.empty());
    ASSERT_EQ(std::vector<int>(numbers.begin(), numbers.end()), expected);
  }
}

TEST(InplaceVector, CopiesAreTheirOwn) {
  Numbers one;
  one.push_back(1);
  one.push_back(2);
  Numbers two = one;
  two[0] = 9;
  two.pop_back();
  EXPECT_EQ(one[0], 1);
  EXPECT_EQ(one.size(), 2u);
  EXPECT_EQ(two[0], 9);
  EXPECT_EQ(two.size(), 1u);
}

/// Of a class that a plain array could not hold without building it.
TEST(InplaceVector, HoldsWhatHasNoDefault) {
  struct Number {
    explicit Number(int n) : value(n) {}
    int value;
  };
  InplaceVector<Number, 2> numbers;
  numbers.push_back(Number(4));
  for (Number& number : numbers) number.value += 1;
  EXPECT_EQ(numbers[0].value, 5);
}

}  // namespace
}  // namespace gauntlet::engine
