#include "selfplay/schedule.h"

#include <gtest/gtest.h>

#include <set>

namespace gauntlet::selfplay {

namespace {

TEST(Schedule, EveryPlayerSitsOnEverySeatOnceABlock) {
  for (int players = 1; players <= 4; ++players) {
    const Schedule schedule(3, players);
    std::set<std::pair<int, int>> seen;
    for (int game = 0; game < players; ++game) {
      const Slot slot = schedule.slot(static_cast<std::uint64_t>(7 * players + game));
      EXPECT_EQ(slot.block, 7u);
      EXPECT_EQ(slot.rotation, game);
      for (int player = 0; player < players; ++player) {
        const int seat = schedule.seat_of(player, slot.rotation);
        EXPECT_EQ(schedule.player_at(seat, slot.rotation), player);
        EXPECT_TRUE(seen.insert({player, seat}).second);
      }
    }
    EXPECT_EQ(seen.size(), static_cast<std::size_t>(players * players));
  }
}

TEST(Schedule, SeedsDifferWhereTheyShould) {
  const Schedule schedule(3, 4), other(4, 4);
  EXPECT_EQ(schedule.dice(5), Schedule(3, 4).dice(5));
  EXPECT_FALSE(schedule.dice(5) == other.dice(5));
  std::set<std::uint64_t> numbers;
  constexpr std::uint64_t kGames = 1000;
  for (std::uint64_t i = 0; i < kGames; ++i) {
    numbers.insert(schedule.dice(i).next());
    numbers.insert(schedule.start_rng(i).next());
    for (int seat = 0; seat < 4; ++seat) numbers.insert(schedule.player_seed(i, seat));
  }
  EXPECT_EQ(numbers.size(), 6 * kGames);
}

}  // namespace

}  // namespace gauntlet::selfplay
