#include "selfplay/game_graph.h"

#include <absl/synchronization/mutex.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

namespace gauntlet::selfplay {

namespace {

TEST(GameGraph, UsesTheThreadsAskedFor) {
  constexpr int kThreads = 5;
  constexpr int kItems = 40;
  std::array<int, kItems> items{};
  int next = 0, sunk = 0;
  std::atomic<int> inside{0}, most{0};
  run_game_graph<int>(
      kThreads,
      [&]() -> int* { return next < kItems ? &(items[next] = next, items[next++]) : nullptr; },
      [&](int&) {
        const int now = ++inside;
        for (int seen = most; now > seen && !most.compare_exchange_weak(seen, now);) continue;
        // On a busy machine threads come late: the first ones wait for the third.
        for (int waited = 0; waited < 10'000 && most < 3; ++waited)
          std::this_thread::sleep_for(std::chrono::milliseconds(1));
        --inside;
      },
      [&](int& item) {
        EXPECT_GE(item, 0) << "twice";
        item = -1;
        ++sunk;
      });
  EXPECT_EQ(sunk, kItems);
  EXPECT_LE(most, kThreads);
  EXPECT_GT(most, 2) << "more than the machine has cores, if need be";
}

TEST(GameGraph, ASlowItemHoldsUpNoOther) {
  std::array<int, 8> items{0, 1, 2, 3, 4, 5, 6, 7};
  std::size_t next = 0;
  std::atomic<int> sunk = 0;
  int before_the_first = 0;
  run_game_graph<int>(
      2, [&]() -> int* { return next < items.size() ? &items[next++] : nullptr; },
      [&](int& item) {
        const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(30);
        while (item == 0 && sunk < 7 && std::chrono::steady_clock::now() < deadline)
          std::this_thread::yield();
      },
      [&](int& item) {
        if (item == 0) before_the_first = sunk;
        ++sunk;
      });
  EXPECT_EQ(before_the_first, 7);
}

TEST(GameGraph, AsksForMoreWhenOneWasKept) {
  constexpr int kRounds = 20, kOfRound = 3;
  std::array<int, kOfRound> items{};
  absl::Mutex mutex;
  int round = 0, given = 0, kept = 0;
  run_game_graph<int>(
      4,
      [&]() -> int* {
        const absl::MutexLock lock(&mutex);
        if (round == kRounds || given == kOfRound) return nullptr;
        return &items[static_cast<std::size_t>(given++)];
      },
      [](int& item) { ++item; },
      [&](int&) {
        const absl::MutexLock lock(&mutex);
        if (++kept < kOfRound) return;
        ++round;
        given = kept = 0;
      });
  EXPECT_EQ(round, kRounds);
  for (const int item : items) EXPECT_EQ(item, kRounds);
}

TEST(GameGraph, HasSoManyUnderWayAndNoMore) {
  std::array<int, 100> items{};
  std::atomic<std::size_t> under_way{0}, most{0};
  std::size_t next = 0;
  run_game_graph<int>(
      3,
      [&]() -> int* {
        if (next == items.size()) return nullptr;
        const std::size_t now = ++under_way;
        if (now > most) most = now;
        return &items[next++];
      },
      [](int&) { std::this_thread::yield(); }, [&](int&) { --under_way; });
  EXPECT_LE(most, items_under_way(3) + 1) << "its end is told a moment after it was kept";
  EXPECT_EQ(under_way, 0u);
}

TEST(GameGraph, PassesOnWhatAStageThrows) {
  int item = 0;
  EXPECT_THROW(
      run_game_graph<int>(
          2, [&] { return &item; }, [](int&) { throw std::runtime_error("full"); }, [](int&) {}),
      std::runtime_error);
}

}  // namespace

}  // namespace gauntlet::selfplay
