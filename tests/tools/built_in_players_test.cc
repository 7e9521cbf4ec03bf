// What built-in players of servers cost, and how they share their time.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <fstream>
#include <mutex>
#include <string>
#include <vector>

#include "engine/registry.h"
#include "selfplay/players/make_player.h"
#include "tools/bot_pool.h"
#include "tools/deadline_players.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using engine::AnyGame;
using engine::AnyState;
using std::chrono::steady_clock;

/// Bytes of memory that this process has.
long resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  long all = 0, resident = 0;
  statm >> all >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

AnyState start_of(const AnyGame& game, std::uint64_t seed) {
  engine::Rng rng(seed);
  return game.start(rng);
}

/// A player after some moves of a game against itself.
std::unique_ptr<selfplay::Player> after_some_moves(const std::string& spec, const AnyGame& game,
                                                   std::uint64_t seed) {
  auto made = selfplay::make_player(*selfplay::parse_deadline_player(spec, game), game);
  auto player = std::move(*made);
  player->new_game(seed, engine::kNobody);
  engine::Rng dice(seed);
  AnyState state = start_of(game, seed);
  state.settle(dice, nullptr);
  for (int move = 0; move < 30 && !state.is_over(); ++move) {
    const AnyState view = state.redacted(state.to_move());
    state.apply(player->choose(view, {steady_clock::now() + 1h}).move);
    if (!state.is_over()) state.settle(dice, nullptr);
  }
  return player;
}

class PlayersMemory : public ::testing::TestWithParam<std::string> {};

TEST_P(PlayersMemory, FollowsFromWhatTheyMaySearch) {
  const AnyGame game = *engine::find_game(GetParam());
#ifdef __SANITIZE_ADDRESS__  // takes several times as much memory, so that nothing is measured
  constexpr bool kIsMeasured = false;
#else
  constexpr bool kIsMeasured = true;
#endif
  for (const std::string spec : {"level:2", "level:3", "level:4"}) {
    constexpr std::size_t kPlayers = kIsMeasured ? 40 : 2;
    std::vector<std::unique_ptr<selfplay::Player>> players = {};
    players.push_back(after_some_moves(spec, game, 0));  // what all of them share
    const long before = resident_bytes();
    while (players.size() <= kPlayers)
      players.push_back(after_some_moves(spec, game, players.size()));
    EXPECT_LE(players.back()->memory(), 800'000u) << spec;
    if (kIsMeasured) {
      EXPECT_LE((resident_bytes() - before) / static_cast<long>(kPlayers), 200'000) << spec;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Games, PlayersMemory,
                         ::testing::Values("gomoku:15", "mnk:15x15x5", "mnk:32x32x5", "sudokill",
                                           "twodoku", "kimble:4"));

TEST(PlayersMemory, OfThoseThatMayUseAllTheirTimeIsWhatHashSays) {
  const AnyGame game = *engine::find_game("gomoku:15");
  const auto made = [&](const std::string& spec) {
    return (*selfplay::make_player(*selfplay::parse_deadline_player(spec, game), game))->memory();
  };
  EXPECT_EQ(made("ab:time=1s:hash=64"), std::size_t{64} << 20);
  EXPECT_EQ(made("ab:nodes=400:hash=64"), std::size_t{64} << 10);
  EXPECT_LE(made("mcts:time=1s:hash=64"), std::size_t{64} << 20);
  EXPECT_GT(made("mcts:time=1s:hash=64"), std::size_t{63} << 20);
}

/// Answers of a pool, which come on its threads.
class Answers {
 public:
  BotPool::Answer taker() {
    return [this](BotId, engine::AnyMove) {
      const std::lock_guard lock(mutex_);
      ++count_;
      changed_.notify_all();
    };
  }
  bool come(int count) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, 60s, [&] { return count_ >= count; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int count_ = 0;
};

TEST(BotPool, KeepsNoMoreSearchesThanFitItsMemory) {
  constexpr std::size_t kMegabyte = 1 << 20;
  constexpr int kBots = 8;
  const AnyGame game = *engine::find_game("gomoku:9");
  Answers answers;
  BotPool pool(2, answers.taker(), 3 * kMegabyte);
  for (BotId bot = 1; bot <= kBots; ++bot) pool.add({bot, game, "ab:hash=1", 0, bot});
  for (int round = 1; round <= 2; ++round) {
    for (BotId bot = 1; bot <= kBots; ++bot) pool.ask({bot, start_of(game, 0), 20ms});
    ASSERT_TRUE(answers.come(round * kBots));
  }
  // The last to answer is kept a moment later.
  for (int tries = 0; tries < 1'000 && pool.kept() != 3 * kMegabyte; ++tries)
    std::this_thread::sleep_for(1ms);
  EXPECT_EQ(pool.kept(), 3 * kMegabyte);
  for (BotId bot = 1; bot <= kBots; ++bot) pool.remove(bot);
  EXPECT_EQ(pool.kept(), 0u);
}

TEST(BotPool, TheSearchThatHasRestedLongestIsFreed) {
  constexpr std::size_t kMegabyte = 1 << 20;
  const AnyGame game = *engine::find_game("gomoku:9");
  Answers answers;
  BotPool pool(1, answers.taker(), 5 * kMegabyte);
  pool.add({1, game, "ab:hash=1", 0, 1});
  pool.add({2, game, "ab:hash=4", 0, 2});
  pool.add({3, game, "ab:hash=2", 0, 3});
  int asked = 0;
  for (const BotId bot : {1, 2, 1, 3}) {  // 1 is fresher than 2 when 3 comes
    pool.ask({bot, start_of(game, 0), 20ms});
    ASSERT_TRUE(answers.come(++asked));
  }
  // What is too much is freed a moment after the answer.
  for (int tries = 0; tries < 1'000 && pool.kept() > 5 * kMegabyte; ++tries)
    std::this_thread::sleep_for(1ms);
  EXPECT_EQ(pool.kept(), 3 * kMegabyte) << "1 and 3 are kept";
}

TEST(BotPool, ThoseWhoWaitGetAsMuchTime) {
  const AnyGame game = *engine::find_game("gomoku:9");
  Answers answers;
  BotPool pool(1, answers.taker());
  for (BotId bot = 0; bot <= 30; ++bot) pool.add({bot, game, "ab:hash=1", 0, bot});
  pool.ask({0, start_of(game, 0), 100ms});  // keeps the thread until all others wait
  const auto begin = steady_clock::now();
  for (BotId bot = 1; bot <= 30; ++bot) pool.ask({bot, start_of(game, 0), 5s});
  ASSERT_TRUE(answers.come(2));
  EXPECT_LT(steady_clock::now() - begin, 2s);
}

class Sharing : public ::testing::Test {
 protected:
  std::optional<engine::AnyMove> ask(steady_clock::duration time, int waiting = 0) {
    return players_.choose({.game = game_,
                            .spec = spec_,
                            .view = view_,
                            .due = steady_clock::now() + time,
                            .waiting = waiting,
                            .threads = 1},
                           {});
  }

  const AnyGame game_ = *engine::find_game("gomoku:15");
  const std::string spec_ = "ab";
  const AnyState view_ = start_of(game_, 0);
  DeadlinePlayers players_{1, 1};
};

TEST_F(Sharing, NothingIsSaidTooLate) {
  EXPECT_FALSE(ask(0ms));
  EXPECT_FALSE(ask(-1s));
  EXPECT_TRUE(ask(1s));
  EXPECT_FALSE(DeadlinePlayers(1, 1).choose(  // it takes longer to make the player
      {.game = game_, .spec = spec_, .view = view_, .due = steady_clock::now() + 5us}, {}));
}

TEST_F(Sharing, ThoseWhoWaitGetAsMuchTime) {
  const auto begin = steady_clock::now();
  EXPECT_TRUE(ask(3s, 29));
  EXPECT_LT(steady_clock::now() - begin, 1s);
}

TEST_F(Sharing, WhatIsKeptBackIsLearned) {
  const auto before = players_.kept_back_of(1s);
  for (int i = 0; i < 20; ++i) ask(5ms);
  EXPECT_NE(players_.kept_back_of(1s), before);
}

TEST_F(Sharing, AnAnswerThatComesEarlyTeachesNothing) {
  const auto before = players_.kept_back_of(10s);
  const std::string quick = "ab:nodes=1";
  for (int i = 0; i < 20; ++i)
    EXPECT_TRUE(players_.choose(
        {.game = game_, .spec = quick, .view = view_, .due = steady_clock::now() + 10s}, {}));
  EXPECT_EQ(players_.kept_back_of(10s), before);
}

TEST_F(Sharing, AQuestionThatIsPastTeachesNothing) {
  const auto before = players_.kept_back_of(10s);
  for (int i = 0; i < 20; ++i) EXPECT_FALSE(ask(-1s));
  EXPECT_EQ(players_.kept_back_of(10s), before);
}

}  // namespace

}  // namespace gauntlet::tools
