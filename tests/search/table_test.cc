#include "search/alpha_beta/table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>
#include <vector>

#include "engine/rng.h"

namespace gauntlet::search {
namespace {

TableEntry entry(std::uint32_t move, int score, int depth, Bound bound = Bound::kExact) {
  return {move, static_cast<std::int16_t>(score), static_cast<std::uint8_t>(depth), bound};
}

TEST(Table, ReturnsWhatWasStored) {
  Table table(1);
  EXPECT_FALSE(table.probe(42));
  table.store(42, entry(0xdeadbeef, -12'345, 200, Bound::kUpper));
  const auto found = table.probe(42);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->move, 0xdeadbeefu);
  EXPECT_EQ(found->score, -12'345);
  EXPECT_EQ(found->depth, 200);
  EXPECT_EQ(found->bound, Bound::kUpper);
  EXPECT_FALSE(table.probe(43));
}

TEST(Table, ANewResultReplacesTheOldOneOfThePosition) {
  Table table(1);
  table.store(7, entry(1, 10, 9));
  table.store(7, entry(2, 20, 3));
  EXPECT_EQ(table.probe(7)->move, 2u);
}

TEST(Table, ANewGameForgetsEverythingEvenAfterManyGames) {
  Table table(1);
  for (int game = 0; game < 200; ++game) {
    for (std::uint64_t key = 0; key < 100; ++key) ASSERT_FALSE(table.probe(key)) << game;
    for (std::uint64_t key = 0; key < 100; ++key) table.store(key, entry(1, 2, 3));
    table.new_game();
  }
}

TEST(Table, GamesLongAgoTakeNoRoom) {
  Table table(1);
  const auto kept = [&table] {
    int found = 0;
    for (std::uint64_t key = 0; key < 10'000; ++key) table.store(key, entry(1, 2, 1));
    for (std::uint64_t key = 0; key < 10'000; ++key) found += table.probe(key).has_value();
    return found;
  };
  EXPECT_GT(kept(), 9'990);
  for (std::uint64_t key = 0; key < 500'000; ++key) table.store(key, entry(1, 2, 100));
  for (int game = 0; game < 63; ++game) table.new_game();  // as many as an entry can tell apart
  EXPECT_GT(kept(), 9'990);
}

/// Or a batch of games would depend on which of them a thread happened to play before.
TEST(Table, KeepsTheSameInEveryGame) {
  const auto kept = [](Table& table) {
    engine::Rng rng(1);
    std::vector<bool> found;
    for (std::uint64_t key = 0; key < 2'000; ++key)
      table.store(key, entry(1, 2, static_cast<int>(rng.below(100))));
    for (std::uint64_t key = 0; key < 2'000; ++key) found.push_back(table.probe(key).has_value());
    return found;
  };
  Table table(1, 100);  // too small for all of them
  const std::vector<bool> first = kept(table);
  EXPECT_GT(std::count(first.begin(), first.end(), false), 500);
  for (int game = 0; game < 100; ++game) {
    table.new_game();
    ASSERT_EQ(kept(table), first) << game;
  }
}

TEST(Table, KeepsDeepResultsOverShallowOnes) {
  Table table(1);  // 16,384 buckets of four
  constexpr std::uint64_t kDeep = 1'000, kShallow = 1'000'000;
  for (std::uint64_t key = 0; key < kDeep; ++key) table.store(key, entry(1, 2, 100));
  for (std::uint64_t key = kDeep; key < kShallow; ++key) table.store(key, entry(1, 2, 1));
  int kept = 0;
  for (std::uint64_t key = 0; key < kDeep; ++key) kept += table.probe(key).has_value();
  EXPECT_EQ(kept, static_cast<int>(kDeep));
}

TEST(Table, IsNoLargerThanSearchesCanUse) {
  EXPECT_EQ(Table(64).bytes(), std::size_t{64} << 20);
  EXPECT_EQ(Table(3).bytes(), std::size_t{2} << 20);
  EXPECT_EQ(Table(64, 400).bytes(), std::size_t{64} << 10);
  EXPECT_EQ(Table(1, 1'000'000'000).bytes(), std::size_t{1} << 20);
  Table smallest(64, 1);
  smallest.store(7, entry(1, 10, 9));
  EXPECT_EQ(smallest.probe(7)->move, 1u);
  EXPECT_EQ(smallest.bytes(), 4'096u);
}

TEST(Table, NeverReturnsATornEntry) {
  Table table(1);
  // Every field of an entry tells its key: a mixture of two would show.
  const auto of_key = [](std::uint64_t key) {
    return entry(static_cast<std::uint32_t>(key * 2654435761u), static_cast<int>(key % 30'000),
                 static_cast<int>(key % 251));
  };
  std::vector<std::thread> threads;
  std::atomic<int> torn{0}, hits{0};
  for (std::uint64_t id = 0; id < 4; ++id)
    threads.emplace_back([&, id] {
      engine::Rng rng(5, id);
      for (int i = 0; i < 400'000; ++i) {
        const std::uint64_t key = rng.below(200'000);
        if (const auto found = table.probe(key)) {
          ++hits;
          const TableEntry expected = of_key(key);
          torn += found->move != expected.move || found->score != expected.score ||
                  found->depth != expected.depth;
        }
        table.store(key, of_key(key));
      }
    });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(torn, 0);
  EXPECT_GT(hits, 1000);
}

}  // namespace
}  // namespace gauntlet::search
