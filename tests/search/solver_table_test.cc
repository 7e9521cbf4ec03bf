// The solver's table: what it keeps while it grows, when it is full, and when it is cleared.
#include "search/sudokill/solver/solver_table.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <thread>

#include "engine/bits.h"

namespace gauntlet::search {

using namespace sudokill;
namespace {

constexpr std::uint64_t kPerMegabyte = (1 << 20) / 8;

std::uint64_t key_of(std::uint64_t i) {
  return engine::mix(i + 1);
}

bool wins(std::uint64_t i) {
  return key_of(i) >> 40 & 1;
}

/// How many of the positions from..to-1 are known; all of those rightly.
std::uint64_t count_known(const SolverTable& table, std::uint64_t from, std::uint64_t to) {
  std::uint64_t known = 0;
  for (std::uint64_t i = from; i < to; ++i) {
    const auto entry = table.probe(key_of(i));
    if (!entry) continue;
    EXPECT_EQ(entry->wins, wins(i)) << i;
    ++known;
  }
  return known;
}

TEST(SolverTable, KeepsNearlyAllWhileItGrows) {
  SolverTable table(16);
  constexpr std::uint64_t kPositions = 6 * kPerMegabyte;
  for (std::uint64_t i = 0; i < kPositions; ++i) {
    table.store(key_of(i), wins(i), 1);
    ASSERT_TRUE(table.probe(key_of(i))) << i;
  }
  EXPECT_GT(count_known(table, 0, kPositions), kPositions * 9 / 10);
  EXPECT_EQ(count_known(table, kPositions, 2 * kPositions), 0u);
}

TEST(SolverTable, KeepsTheLargestSubtreesWhenFull) {
  SolverTable table(3);  // not a power of two
  constexpr std::uint64_t kLarge = kPerMegabyte, kSmall = 20 * kPerMegabyte;
  for (std::uint64_t i = 0; i < kLarge; ++i) table.store(key_of(i), wins(i), 1'000);
  for (std::uint64_t i = kLarge; i < kLarge + kSmall; ++i) table.store(key_of(i), wins(i), 1);
  EXPECT_GT(count_known(table, 0, kLarge), kLarge * 9 / 10);
  EXPECT_LE(count_known(table, 0, kLarge + kSmall), 3 * kPerMegabyte);
}

TEST(SolverTable, IsNoLargerThanSearchesCanUse) {
  EXPECT_EQ(SolverTable(3).most_bytes(), std::size_t{3} << 20);
  EXPECT_EQ(SolverTable(1, 1'000'000'000).most_bytes(), std::size_t{1} << 20);
  EXPECT_EQ(SolverTable(64, 1'000).most_bytes(), std::size_t{8'000 * 64});
  EXPECT_EQ(SolverTable(64, 1).most_bytes(), std::size_t{128 * 64});
}

TEST(SolverTable, TellsTheSizeOfTheSubtree) {
  SolverTable table(1);
  table.store(key_of(1), true, 1);
  table.store(key_of(2), false, 1'000);
  EXPECT_EQ(table.probe(key_of(1))->size, 1);
  EXPECT_EQ(table.probe(key_of(2))->size, 10);
  table.store(key_of(2), false, 5);
  EXPECT_EQ(table.probe(key_of(2))->size, 3);
}

TEST(SolverTable, ForgetsAllWhenCleared) {
  SolverTable table(8);
  constexpr std::uint64_t kPositions = 3 * kPerMegabyte;
  for (std::uint64_t i = 0; i < kPositions; ++i) table.store(key_of(i), wins(i), 1);
  table.clear();
  EXPECT_EQ(count_known(table, 0, kPositions), 0u);
  for (std::uint64_t i = 0; i < kPositions; ++i) table.store(key_of(i), wins(i), 1);
  EXPECT_GT(count_known(table, 0, kPositions), kPositions * 9 / 10);
}

TEST(SolverTable, ThreadsShareItWhileItGrows) {
  SolverTable table(16);
  constexpr std::uint64_t kPositions = 3 * kPerMegabyte;
  const auto store = [&table](std::uint64_t first) {
    for (std::uint64_t i = first; i < kPositions; i += 2) table.store(key_of(i), wins(i), 1);
  };
  { const std::jthread even(store, 0), odd(store, 1); }
  EXPECT_GT(count_known(table, 0, kPositions), kPositions * 8 / 10);
}

}  // namespace
}  // namespace gauntlet::search
