#include "selfplay/thinking/pacer.h"

#include <absl/synchronization/mutex.h>
#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/registry.h"
#include "selfplay/players/make_player.h"

namespace gauntlet::selfplay {
namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

TEST(HumanDelay, IsHalfASecondToFour) {
  engine::Rng rng(1);
  for (const double lead : {0.0, 0.01, 0.1, 0.5, 1.0})
    for (int i = 0; i < 1'000; ++i) {
      const auto delay = human_delay(lead, rng);
      EXPECT_GE(delay, 500ms);
      EXPECT_LE(delay, 4s);
    }
}

TEST(HumanDelay, IsLongerWhereTheChoiceIsClose) {
  engine::Rng rng(1);
  for (int i = 0; i < 1'000; ++i) {
    EXPECT_GT(human_delay(0, rng), 2700ms);
    EXPECT_LT(human_delay(0.4, rng), 900ms);
    const auto unknown = human_delay(std::nullopt, rng);
    EXPECT_GT(unknown, 1300ms);
    EXPECT_LT(unknown, 2100ms);
  }
}

TEST(HumanDelay, IsNeverTwiceTheSame) {
  engine::Rng rng(1);
  int same = 0;
  for (int i = 0; i < 100; ++i) same += human_delay(0.1, rng) == human_delay(0.1, rng);
  EXPECT_LE(same, 3);
}

/// What `player` thinks its best move is ahead by.
std::optional<double> lead_of(const std::string& player, const std::string& position) {
  const auto game = *engine::find_game("mnk:7x6x4");
  const auto made = make_player(player, game);
  (*made)->new_game(1, engine::kNobody);
  return (*made)->choose(*game.from_text(position), {}).lead;
}

TEST(Lead, IsWholeWhereTheGameIsWon) {
  const std::string three = "xxx..../ooo..../......./......./......./.......";
  for (const std::string player : {"level:4", "level:10", "mcts:sims=2000", "ab:depth=2"})
    EXPECT_EQ(lead_of(player, three), 1) << player;
}

TEST(Lead, IsSmallerWhereMovesAreAlike) {
  const std::string empty = "......./......./......./......./......./.......";
  ASSERT_TRUE(lead_of("level:4", empty));
  EXPECT_GE(*lead_of("level:4", empty), 0);
  EXPECT_LT(*lead_of("level:4", empty), 0.1);
  EXPECT_FALSE(lead_of("ab:depth=2", empty)) << "alpha-beta knows one move only";
  EXPECT_FALSE(lead_of("random", empty));
}

class PacerTest : public ::testing::Test {
 protected:
  struct Came {
    int question;
    steady_clock::duration after;
  };

  /// Asked now, and answered at once.
  void ask(Pacer& pacer, int number, Question::Time::duration allowance, const Answer& answer) {
    const auto asked = steady_clock::now();
    const auto paced = pacer.paced({.game = game_,
                                    .view = game_.start(rng_),
                                    .mind = "",
                                    .make = {},
                                    .due = asked + allowance,
                                    .answered = [this, number, asked](const Answer&) {
                                      const absl::MutexLock lock(&mutex_);
                                      came_.push_back({number, steady_clock::now() - asked});
                                    }});
    paced.answered(answer);
  }
  std::vector<Came> wait(std::size_t count) {
    const auto enough = [this, count] {
      mutex_.AssertReaderHeld();
      return came_.size() >= count;
    };
    const absl::MutexLock lock(&mutex_);
    EXPECT_TRUE(mutex_.AwaitWithTimeout(absl::Condition(&enough), absl::Minutes(1)));
    return came_;
  }
  static Answer with_lead(double lead) {
    Choice choice;
    choice.lead = lead;
    return {choice};
  }

  const engine::AnyGame game_ = *engine::find_game("mnk:3x3x3");
  engine::Rng rng_{0};
  absl::Mutex mutex_;
  std::vector<Came> came_ ABSL_GUARDED_BY(mutex_);
};

TEST_F(PacerTest, ThePlainMoveComesBeforeTheCloseOneThatWasAskedForFirst) {
  Pacer pacer(1);
  ask(pacer, 1, 1h, with_lead(0));
  ask(pacer, 2, 1h, with_lead(1));
  const auto came = wait(2);
  EXPECT_EQ(came[0].question, 2);
  EXPECT_GE(came[0].after, 500ms);
  EXPECT_LT(came[0].after, 2500ms);  // 0.8 s, on a machine that is busy
  EXPECT_EQ(came[1].question, 1);
  EXPECT_GE(came[1].after, 2700ms);
}

TEST_F(PacerTest, NothingIsLateForThat) {
  Pacer pacer(1);
  ask(pacer, 1, 500ms, with_lead(0));
  const auto came = wait(1);
  EXPECT_GE(came[0].after, 400ms);
  EXPECT_LT(came[0].after, 2s);  // 0.4 s, on a machine that is busy
}

TEST_F(PacerTest, WhoHasNoMoveSaysSoAtOnce) {
  Pacer pacer(1);
  ask(pacer, 1, 1h, {});
  EXPECT_LT(wait(1)[0].after, 400ms);
}

TEST_F(PacerTest, WhatIsHeldBackIsGivenInTheEnd) {
  {
    Pacer pacer(1);
    for (int i = 0; i < 20; ++i) ask(pacer, i, 1h, with_lead(0));
  }
  const auto came = wait(20);
  EXPECT_EQ(came.size(), 20u);
  for (const Came& one : came) EXPECT_LT(one.after, 2700ms);
}

}  // namespace
}  // namespace gauntlet::selfplay
