// How long a player who searches may think, by whose clock.
#include "selfplay/players/search_player.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>

#include "engine/registry.h"

namespace gauntlet::selfplay {
namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

/// Keeps what it was allowed, and plays any move.
class Spy final : public search::Searcher {
 public:
  explicit Spy(search::Limits& allowed) : allowed_(allowed) {}
  std::size_t memory() const override { return 0; }
  void new_game(std::uint64_t) override {}
  search::Result search(const engine::AnyState& view, const search::Limits& limits,
                        const search::Progress&) override {
    allowed_ = limits;
    engine::Rng rng(1);
    search::Result result;
    result.best = view.random_move(rng);
    return result;
  }

 private:
  search::Limits& allowed_;
};

/// What a search of the first move of gomoku:15 may take.
struct Allowed {
  steady_clock::duration usual{};
  steady_clock::duration longest{};
};
Allowed allowed(const Restraint& restraint, const TimeControl& control) {
  const auto game = *engine::find_game("gomoku:15");
  engine::Rng rng(1);
  search::Limits limits;
  SearchPlayer player(std::make_unique<Spy>(limits), restraint);
  player.new_game(1, 0);
  const GameClock clock(control);
  const auto begin = steady_clock::now();
  const auto deadline = clock.deadline(0, begin);
  player.choose(game.start(rng), {.deadline = deadline, .clock = &clock});
  EXPECT_TRUE(limits.deadline.has_value());
  const auto usual = limits.deadline.value_or(begin);
  return {usual - begin, limits.crisis_deadline.value_or(usual) - begin};
}

/// By a machine that may have kept us waiting for a second between the two looks at the clock.
void expect_about(steady_clock::duration is, steady_clock::duration expected) {
  EXPECT_GE(is, expected);
  EXPECT_LE(is, expected + 1s);
}

TEST(SearchPlayer, DividesItsOwnClock) {
  const Allowed is = allowed({.clock = 400s}, {});
  expect_about(is.usual, 20s);
  expect_about(is.longest, 60s);
}

TEST(SearchPlayer, DividesTheClockOfTheGame) {
  const Allowed is = allowed({}, {.per_game = 400s});
  expect_about(is.usual, 20s);
  expect_about(is.longest, 60s);
  const Allowed with_increment = allowed({}, {.per_game = 400s, .increment = 10s});
  expect_about(with_increment.usual, 30s);
  expect_about(with_increment.longest, 90s);
}

TEST(SearchPlayer, TakesAllOfTheTimeForAMove) {
  const Allowed is = allowed({}, {.per_move = 30s});
  expect_about(is.usual, 30s);
  expect_about(is.longest, 30s);
}

TEST(SearchPlayer, TheShortestLimitCounts) {
  const Allowed move_and_game = allowed({}, {.per_move = 30s, .per_game = 400s});
  expect_about(move_and_game.usual, 20s);
  expect_about(move_and_game.longest, 30s);
  const Allowed own_time = allowed({.time = 5s}, {.per_game = 400s});
  expect_about(own_time.usual, 5s);
  expect_about(own_time.longest, 5s);
  const Allowed own_clock = allowed({.clock = 400s}, {.per_game = 200s});
  expect_about(own_clock.usual, 10s);
  expect_about(own_clock.longest, 30s);
  const Allowed long_game = allowed({.time = 15s, .clock = 200s}, {.per_game = 4000s});
  expect_about(long_game.usual, 10s);
  expect_about(long_game.longest, 15s);
}

TEST(SearchPlayer, ItsOwnClockRuns) {
  const auto game = *engine::find_game("gomoku:15");
  engine::Rng rng(1);
  search::Limits limits;
  SearchPlayer player(std::make_unique<Spy>(limits), {.clock = 1ms});
  player.new_game(1, 0);
  const auto begin = steady_clock::now();
  while (steady_clock::now() - begin < 5ms) player.choose(game.start(rng), {});
  EXPECT_LE(*limits.deadline - steady_clock::now(), 1ms);
}

}  // namespace
}  // namespace gauntlet::selfplay
