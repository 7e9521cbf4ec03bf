#include "search/clock.h"

#include <gtest/gtest.h>

#include "engine/registry.h"

namespace gauntlet::search {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

/// What a player thinks in each of its moves of a random game, if it uses what it may.
std::vector<milliseconds> thoughts(const engine::AnyGame& game, milliseconds clock,
                                   std::uint64_t seed) {
  engine::Rng rng(seed);
  engine::AnyState state = game.start(rng);
  std::vector<milliseconds> all;
  milliseconds left = clock;
  for (int ply = 0; !state.is_over(); ++ply) {
    if (ply % 2 == 0) {
      all.push_back(thinking_time(state, left));
      left -= all.back();
    }
    state.apply(state.random_move(rng));
  }
  return all;
}

TEST(ThinkingTime, FitsTheClock) {
  for (const char* name : {"sudokill", "mnk:7x6x4", "gomoku:15"}) {
    const auto game = *engine::find_game(name);
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      milliseconds sum{0};
      for (const milliseconds thought : thoughts(game, 60s, seed)) {
        EXPECT_GE(thought, 1ms);
        sum += thought;
      }
      EXPECT_LE(sum, 60s) << name << ", seed " << seed;
    }
  }
}

TEST(ThinkingTime, IsNeverNothing) {
  const auto game = *engine::find_game("sudokill");
  engine::Rng rng(1);
  EXPECT_EQ(thinking_time(game.start(rng), 0ms), 1ms);
}

TEST(ThinkingTime, InSudokillMostOfItGoesWhereTheVerdictIsNear) {
  const auto game = *engine::find_game("sudokill");
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto all = thoughts(game, 120s, seed);
    milliseconds early{0};  // with 44 empty squares and more
    for (std::size_t i = 0; i < std::min<std::size_t>(all.size(), 5); ++i) early += all[i];
    EXPECT_LT(early, 12s);
  }
}

TEST(ThinkingTime, ALongerClockLooksForTheVerdictEarlier) {
  const auto game = *engine::find_game("sudokill");
  engine::Rng rng(1);
  engine::AnyState state = game.start(rng);
  for (int ply = 0; ply < 14; ++ply) state.apply(state.random_move(rng));
  const double short_share = static_cast<double>(thinking_time(state, 1s).count()) / 1'000;
  const double long_share = static_cast<double>(thinking_time(state, 100s).count()) / 100'000;
  EXPECT_GT(long_share, 2 * short_share);
}

}  // namespace
}  // namespace gauntlet::search
