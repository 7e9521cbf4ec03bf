// The built-in players of a host, without the host.
#include "tools/net/host_bots.h"

#include <absl/synchronization/mutex.h>
#include <absl/synchronization/notification.h>
#include <gtest/gtest.h>

#include <utility>
#include <vector>

#include "engine/registry.h"

namespace gauntlet::tools {
namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

class HostBotsTest : public ::testing::Test {
 protected:
  using Decided = std::pair<BotId, engine::AnyMove>;

  HostBots::Answered taker() {
    return [this](BotId bot, engine::AnyMove move) {
      const absl::MutexLock lock(&mutex_);
      decided_.emplace_back(bot, move);
    };
  }
  std::vector<Decided> wait(std::size_t count) {
    const auto enough = [this, count] {
      mutex_.AssertReaderHeld();
      return decided_.size() >= count;
    };
    const absl::MutexLock lock(&mutex_);
    EXPECT_TRUE(mutex_.AwaitWithTimeout(absl::Condition(&enough), absl::Minutes(1)));
    return decided_;
  }
  engine::AnyState start() const {
    engine::Rng rng(0);
    return game_.start(rng);
  }
  HostActions::Bot bot(BotId id, const std::string& spec) const { return {id, game_, spec, 0, 7}; }

  const engine::AnyGame game_ = *engine::find_game("mnk:9x9x5");
  absl::Mutex mutex_;
  std::vector<Decided> decided_ ABSL_GUARDED_BY(mutex_);
};

TEST_F(HostBotsTest, EachAnswersAsOftenAsItIsAsked) {
  HostBots bots(2, selfplay::Pace::kFast, taker());
  for (const BotId id : {1, 2, 3}) bots.add(bot(id, "ab:nodes=50"));
  for (std::size_t round = 1; round <= 3; ++round) {
    for (const BotId id : {1, 2, 3}) bots.ask({id, start(), 10s});
    wait(3 * round);
  }
  int of_bot[4] = {};
  for (const auto& [id, move] : wait(9)) {
    ++of_bot[id];
    EXPECT_TRUE(start().is_playable(move));
  }
  EXPECT_EQ(of_bot[1], 3);
  EXPECT_EQ(of_bot[2], 3);
  EXPECT_EQ(of_bot[3], 3);
}

TEST_F(HostBotsTest, WhoIsUnknownIsNotAsked) {
  HostBots bots(1, selfplay::Pace::kFast, taker());
  bots.add(bot(1, "random"));
  bots.remove(1);
  bots.ask({1, start(), 10s});
  bots.ask({2, start(), 10s});
  bots.add(bot(3, "random"));
  bots.ask({3, start(), 10s});
  EXPECT_EQ(wait(1)[0].first, 3u);
}

TEST_F(HostBotsTest, WhoCannotBeMadePlaysAtRandom) {
  HostBots bots(1, selfplay::Pace::kFast, taker());
  bots.add(bot(1, "helppo"));  // of another game
  for (std::size_t i = 1; i <= 10; ++i) {
    bots.ask({1, start(), 10s});
    wait(i);
  }
  const auto decided = wait(10);
  bool differ = false;
  for (const auto& [id, move] : decided) {
    EXPECT_TRUE(start().is_playable(move));
    differ |= !(move == decided[0].second);
  }
  EXPECT_TRUE(differ);
}

TEST_F(HostBotsTest, TheGamesOfOneSeedAreOne) {
  std::vector<engine::AnyMove> first;
  for (int game = 0; game < 2; ++game) {
    {
      const absl::MutexLock lock(&mutex_);
      decided_.clear();
    }
    HostBots bots(2, selfplay::Pace::kFast, taker());
    bots.add(bot(5, "random"));
    for (std::size_t i = 1; i <= 5; ++i) {
      bots.ask({5, start(), 10s});
      wait(i);
    }
    std::vector<engine::AnyMove> moves;
    for (const auto& [id, move] : wait(5)) moves.push_back(move);
    if (game == 0) first = moves;
    EXPECT_EQ(moves, first);
  }
}

TEST_F(HostBotsTest, WhoIsRemovedThinksNoLonger) {
  HostBots bots(1, selfplay::Pace::kFast, taker());
  bots.add(bot(1, "mcts"));
  bots.add(bot(2, "random"));
  bots.ask({1, start(), 1h});
  bots.ask({2, start(), 2h});
  const auto begin = steady_clock::now();
  bots.remove(1);
  EXPECT_EQ(wait(1)[0].first, 2u);
  EXPECT_LT(steady_clock::now() - begin, 20s);
}

TEST_F(HostBotsTest, AtAPersonsPaceTheMovesAreTheSameAndComeLater) {
  std::vector<engine::AnyMove> moves;
  for (const auto pace : {selfplay::Pace::kFast, selfplay::Pace::kHuman}) {
    {
      const absl::MutexLock lock(&mutex_);
      decided_.clear();
    }
    HostBots bots(1, pace, taker());
    bots.add(bot(1, "level:4"));
    const auto begin = steady_clock::now();
    bots.ask({1, start(), 10s});
    moves.push_back(wait(1)[0].second);
    if (pace == selfplay::Pace::kHuman) {
      EXPECT_GE(steady_clock::now() - begin, 500ms);
    }
  }
  EXPECT_EQ(moves[0], moves[1]);
}

}  // namespace
}  // namespace gauntlet::tools
