#include "search/clock.h"

#include <gtest/gtest.h>

#include "engine/registry.h"
#include "engine/twodoku/twodoku.h"

namespace gauntlet::search {
namespace {

using namespace std::chrono_literals;
using engine::TwoDoku;
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

/// Spends a clock: colouring leaves most of it, and a game of as many decisions as there can be,
/// each of them with as much to think about as the first, does not use it up.
TEST(ThinkingTime, InTwoDokuColouringLeavesMostOfIt) {
  for (const milliseconds clock : {milliseconds(120'000), milliseconds(60'000)}) {
    engine::Rng rng(4);
    const auto game = *engine::find_game("twodoku");
    const engine::AnyState start = game.start(rng);
    TwoDoku state = start.as<TwoDoku>();
    std::array<milliseconds, 2> left = {clock, clock};
    const auto think = [&] {
      const auto seat = static_cast<std::size_t>(state.to_move());
      const milliseconds thought = thinking_time(
          engine::AnyState(start.game(), state.redacted(state.to_move())), left[seat]);
      EXPECT_GE(thought, 10ms);
      left[seat] -= thought + 5ms;  // and the way there and back
    };
    while (state.stage() != TwoDoku::Stage::kTurn) {
      const bool is_natural = state.to_move() == engine::kChance;
      if (!is_natural) think();
      state.apply(is_natural ? state.sample_chance(rng) : state.random_move(rng));
    }
    EXPECT_GT(left[0], clock * 3 / 5);
    for (int decision = 0; decision < engine::twodoku::kFullSize.max_turns; ++decision) think();
    EXPECT_GT(left[0], 0ms);
    EXPECT_LT(left[0], clock / 10);
  }
}

TEST(MoveTime, IsThreeTimesAsLongInACrisis) {
  const auto game = *engine::find_game("gomoku:15");
  engine::Rng rng(1);
  const engine::AnyState state = game.start(rng);
  const MoveTime time = move_time(state, 60s);
  EXPECT_EQ(time.usual, thinking_time(state, 60s));
  EXPECT_EQ(time.longest, 3 * time.usual);
  const MoveTime more = move_time(state, 60s, 2s);
  EXPECT_EQ(more.usual, time.usual + 2s);
  EXPECT_EQ(more.longest, time.longest + 6s);
}

TEST(MoveTime, LeavesHalfOfTheClock) {
  const auto game = *engine::find_game("gomoku:15");
  engine::Rng rng(1);
  const engine::AnyState state = game.start(rng);
  EXPECT_EQ(move_time(state, 1s, 400ms).usual, 450ms);
  EXPECT_EQ(move_time(state, 1s, 400ms).longest, 500ms);
  EXPECT_EQ(move_time(state, 1s, 1min).usual, 500ms);
  EXPECT_EQ(move_time(state, 0ms, 1min).longest, 1ms);
}

TEST(MoveTime, WithinAnotherIsTheShorterOfEach) {
  const MoveTime within = MoveTime{10ms, 30ms}.within({20ms, 25ms});
  EXPECT_EQ(within.usual, 10ms);
  EXPECT_EQ(within.longest, 25ms);
  EXPECT_EQ((MoveTime{10ms, 30ms}.within(MoveTime::fixed(5ms)).longest), 5ms);
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
