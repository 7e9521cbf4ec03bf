// Players who think on threads of their own: who comes when, for how long, and what is kept.
#include <absl/strings/str_cat.h>
#include <absl/synchronization/notification.h>
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <stdexcept>
#include <thread>

#include "engine/registry.h"
#include "selfplay/thinking/player_recipe.h"
#include "selfplay/thinking/thinking_pool.h"

namespace gauntlet::selfplay {
namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;
using Think = std::function<void(const Allowance&)>;

constexpr std::size_t kMegabyte = 1 << 20;

/// Does what it is told, and moves at random.
class Scripted final : public Player {
 public:
  Scripted(Think think, std::size_t memory) : think_(std::move(think)), memory_(memory) {}

  std::size_t memory() const override { return memory_; }
  void new_game(std::uint64_t seed, engine::Player) override { rng_ = engine::Rng(seed); }
  Choice choose(const engine::AnyState& view, const Allowance& allowance) override {
    think_(allowance);
    return {.move = view.random_move(rng_), .nodes = ++moves_};
  }

 private:
  const Think think_;
  const std::size_t memory_;
  engine::Rng rng_{0};
  std::uint64_t moves_ = 0;  // told as the nodes
};

Question::MakePlayer scripted(Think think, std::size_t memory = 0) {
  return [think = std::move(think), memory](const engine::AnyGame&) {
    return std::make_unique<Scripted>(think, memory);
  };
}

Question::MakePlayer made(const std::string& spec) {
  return [spec](const engine::AnyGame& game) { return make_player({.player = spec}, game); };
}

/// Thinks until it is stopped or its time is over.
void think_on(const Allowance& allowance) {
  while (!allowance.stop.stop_requested() && steady_clock::now() < allowance.deadline)
    std::this_thread::sleep_for(1ms);
}

void think_nothing(const Allowance&) {}

/// Answers, which come on the threads of a pool, with what they were asked as.
class Answers {
 public:
  struct Named {
    std::string name;
    Answer answer;
  };

  std::function<void(const Answer&)> taker(std::string name) {
    return [this, name = std::move(name)](const Answer& answer) {
      const absl::MutexLock lock(&mutex_);
      answers_.push_back({name, answer});
    };
  }
  /// The first so many, or those that have come within a minute.
  std::vector<Named> wait(std::size_t count) {
    const auto enough = [this, count] {
      mutex_.AssertReaderHeld();
      return answers_.size() >= count;
    };
    const absl::MutexLock lock(&mutex_);
    EXPECT_TRUE(mutex_.AwaitWithTimeout(absl::Condition(&enough), absl::Minutes(1)));
    return answers_;
  }
  std::string names() const {
    const absl::MutexLock lock(&mutex_);
    std::string names;
    for (const Named& one : answers_) names += one.name;
    return names;
  }

 private:
  mutable absl::Mutex mutex_;
  std::vector<Named> answers_ ABSL_GUARDED_BY(mutex_);
};

class ThinkingPoolTest : public ::testing::Test {
 protected:
  engine::AnyState start() const {
    engine::Rng rng(0);
    return game_.start(rng);
  }

  Question question(const std::string& name, Question::MakePlayer make,
                    steady_clock::duration time = 10s) {
    return {.game = game_,
            .view = start(),
            .mind = name,
            .make = std::move(make),
            .due = steady_clock::now() + time,
            .answered = answers_.taker(name)};
  }

  /// A question that is being thought about until open() is called: nobody else can have its
  /// thread.
  Question gate() {
    return question("gate ", scripted([this](const Allowance&) {
                      is_at_gate_.Notify();
                      gate_.WaitForNotification();
                    }));
  }
  void await_gate() { is_at_gate_.WaitForNotification(); }
  void open() { gate_.Notify(); }

  const engine::AnyGame game_ = *engine::find_game("mnk:9x9x5");
  absl::Notification is_at_gate_, gate_;
  Answers answers_;  // outlives the pools of the tests
};

TEST_F(ThinkingPoolTest, AnswersAreLegalMoves) {
  ThinkingPool pool({.threads = 2});
  EXPECT_TRUE(pool.ask(question("a", made("ab:nodes=100"))));
  EXPECT_TRUE(pool.ask(question("b", made("random"))));
  for (const auto& [name, answer] : answers_.wait(2)) {
    ASSERT_TRUE(answer.choice) << name;
    EXPECT_TRUE(start().is_playable(answer.choice->move)) << name;
    EXPECT_FALSE(answer.failure) << name;
  }
}

TEST_F(ThinkingPoolTest, ACrisisTakesLongerOnlyWhereNobodyWaits) {
  ThinkingPool pool({});
  pool.ask(gate());
  await_gate();
  std::array<Allowance, 2> allowed;
  for (std::size_t i = 0; i < allowed.size(); ++i) {
    Question asked = question(
        "same ", scripted([&one = allowed[i]](const Allowance& allowance) { one = allowance; }),
        (i + 1) * 1min);
    asked.mind += absl::StrCat(i);
    asked.crisis_due = asked.due + 10min;
    pool.ask(std::move(asked));
  }
  open();
  answers_.wait(3);
  EXPECT_EQ(allowed[0].crisis_deadline, allowed[0].deadline) << "the second one waited";
  EXPECT_GT(allowed[1].crisis_deadline - allowed[1].deadline, 5min);
}

TEST_F(ThinkingPoolTest, WhatIsDueFirstComesFirst) {
  ThinkingPool pool({});
  pool.ask(gate());
  await_gate();
  for (const int due : {5, 3, 9, 1, 7})
    pool.ask(question(absl::StrCat(due), scripted(think_nothing), due * 1min));
  pool.ask(question("x", scripted(think_nothing), 30s));
  open();
  answers_.wait(7);
  EXPECT_EQ(answers_.names(), "gate x13579");
}

TEST_F(ThinkingPoolTest, WhatIsDueAtTheSameMomentComesInTurn) {
  ThinkingPool pool({});
  pool.ask(gate());
  await_gate();
  for (const std::string name : {"c", "a", "d", "b"}) {
    Question next = question(name, scripted(think_nothing));
    next.due = Question::Time::max();
    pool.ask(std::move(next));
  }
  open();
  answers_.wait(5);
  EXPECT_EQ(answers_.names(), "gate cadb");
}

TEST_F(ThinkingPoolTest, WithoutADeadlineThereIsNone) {
  ThinkingPool pool({});
  std::atomic<bool> is_free = false;
  Question endless = question("a", scripted([&](const Allowance& allowance) {
                                is_free = allowance.deadline == Question::Time::max();
                              }));
  endless.due = Question::Time::max();
  pool.ask(std::move(endless));
  answers_.wait(1);
  EXPECT_TRUE(is_free);
}

TEST_F(ThinkingPoolTest, ThoseWhoWaitGetAsMuchTime) {
  ThinkingPool pool({});
  pool.ask(gate());
  await_gate();
  for (int i = 0; i < 30; ++i) pool.ask(question("a", scripted(think_on), 5s));
  const auto begin = steady_clock::now();
  open();
  answers_.wait(2);
  EXPECT_LT(steady_clock::now() - begin, 2s);
}

TEST_F(ThinkingPoolTest, AStopEndsAThoughtWithWhatWasFound) {
  ThinkingPool pool({});
  std::stop_source stop;
  absl::Notification began;
  Question long_one = question("a", scripted([&began](const Allowance& allowance) {
                                 began.Notify();
                                 think_on(allowance);
                               }),
                               1h);
  long_one.stop = stop.get_token();
  pool.ask(std::move(long_one));
  began.WaitForNotification();
  const auto asked = steady_clock::now();
  stop.request_stop();
  EXPECT_TRUE(answers_.wait(1)[0].answer.choice);
  EXPECT_LT(steady_clock::now() - asked, 10s);
}

TEST_F(ThinkingPoolTest, WhatIsStoppedWhileItWaitsIsAnsweredNextWithoutAThought) {
  ThinkingPool pool({});
  std::stop_source stop;
  std::atomic<int> thoughts = 0;
  const auto make = scripted([&thoughts](const Allowance&) { ++thoughts; });
  pool.ask(gate());
  await_gate();
  pool.ask(question("a", make, 1min));
  Question stopped = question("s", make, 1h);
  stopped.stop = stop.get_token();
  pool.ask(std::move(stopped));
  stop.request_stop();
  open();
  const auto answers = answers_.wait(3);
  EXPECT_EQ(answers_.names(), "gate sa");
  EXPECT_FALSE(answers[1].answer.choice);
  EXPECT_TRUE(answers[2].answer.choice);
  EXPECT_EQ(thoughts, 1);
}

TEST_F(ThinkingPoolTest, WhoIsForgottenNeitherAnswersNorStays) {
  ThinkingPool pool({});
  absl::Notification began;
  pool.ask(question("rests", scripted(think_nothing, kMegabyte)));
  answers_.wait(1);
  pool.ask(question("thinks",
                    scripted(
                        [&began](const Allowance& allowance) {
                          began.Notify();
                          think_on(allowance);
                        },
                        kMegabyte),
                    1h));
  began.WaitForNotification();
  pool.ask(question("waits", scripted(think_nothing, kMegabyte)));
  EXPECT_EQ(pool.kept_bytes(), kMegabyte);
  for (const std::string name : {"waits", "thinks", "rests"}) pool.forget(name);
  pool.ask(question(" last", scripted(think_nothing)));
  answers_.wait(2);
  EXPECT_EQ(answers_.names(), "rests last");
  EXPECT_EQ(pool.kept_bytes(), 0u);
}

TEST_F(ThinkingPoolTest, AMindGoesOnWithWhatItHasLearned) {
  ThinkingPool pool({});
  const auto moves_of = [&](const std::string& name, std::size_t answers) {
    pool.ask(question(name, scripted(think_nothing)));
    return answers_.wait(answers).back().answer.choice->nodes;
  };
  EXPECT_EQ(moves_of("a", 1), 1u);
  EXPECT_EQ(moves_of("a", 2), 2u);
  EXPECT_EQ(moves_of("b", 3), 1u);
  EXPECT_EQ(moves_of("a", 4), 3u);
  pool.forget("a");
  EXPECT_EQ(moves_of("a", 5), 1u);
}

TEST_F(ThinkingPoolTest, ABusyMindIsAnotherPlayer) {
  ThinkingPool pool({.threads = 2});
  pool.ask(gate());
  await_gate();
  Question same = question("other", scripted(think_nothing));
  same.mind = "gate ";
  pool.ask(std::move(same));
  EXPECT_EQ(answers_.wait(1)[0].name, "other");
  open();
  answers_.wait(2);
}

/// The games that a player hears of, as their seeds.
class Listener final : public Player {
 public:
  explicit Listener(std::vector<std::uint64_t>& games) : games_(games) {}
  void new_game(std::uint64_t seed, engine::Player) override { games_.push_back(seed); }
  Choice choose(const engine::AnyState& view, const Allowance&) override {
    engine::Rng rng(0);
    return {.move = view.random_move(rng)};
  }

 private:
  std::vector<std::uint64_t>& games_;
};

TEST_F(ThinkingPoolTest, ARoundIsAGameOfItsOwn) {
  std::vector<std::uint64_t> games;  // one thread, so that nothing guards it
  {
    ThinkingPool pool({});
    std::uint64_t seed = 10;
    for (const std::uint64_t round : {1, 1, 2, 2, 3}) {
      Question next =
          question("a", [&games](const auto&) { return std::make_unique<Listener>(games); });
      next.round = round;
      next.seed = seed++;
      pool.ask(std::move(next));
      answers_.wait(seed - 10);
    }
  }
  EXPECT_EQ(games, (std::vector<std::uint64_t>{10, 12, 14}));
}

TEST_F(ThinkingPoolTest, NoMoreIsKeptThanFits) {
  ThinkingPool pool({.threads = 2, .most_kept_bytes = 3 * kMegabyte});
  constexpr int kMinds = 8;
  for (std::size_t round = 1; round <= 2; ++round) {
    for (int i = 0; i < kMinds; ++i)
      pool.ask(question(absl::StrCat(i), scripted(think_nothing, kMegabyte)));
    answers_.wait(round * kMinds);
  }
  EXPECT_EQ(pool.kept_bytes(), 3 * kMegabyte);
  for (int i = 0; i < kMinds; ++i) pool.forget(absl::StrCat(i));
  EXPECT_EQ(pool.kept_bytes(), 0u);
}

TEST_F(ThinkingPoolTest, WhoHasRestedLongestGoes) {
  ThinkingPool pool({.most_kept_bytes = 5 * kMegabyte});
  const std::pair<std::string, std::size_t> asked[] = {{"1", 1}, {"2", 4}, {"1", 1}, {"3", 2}};
  std::size_t count = 0;
  for (const auto& [name, megabytes] : asked) {
    pool.ask(question(name, scripted(think_nothing, megabytes * kMegabyte)));
    answers_.wait(++count);
  }
  EXPECT_EQ(pool.kept_bytes(), 3 * kMegabyte) << "1 and 3 are kept";
}

/// Counts how many of it there are.
class Counted final : public Player {
 public:
  Counted(std::atomic<int>& now, std::atomic<int>& most) : now_(now) {
    most = std::max(most.load(), ++now_);
  }
  ~Counted() override { --now_; }
  void new_game(std::uint64_t, engine::Player) override {}
  Choice choose(const engine::AnyState& view, const Allowance&) override {
    engine::Rng rng(0);
    return {.move = view.random_move(rng)};
  }

 private:
  std::atomic<int>& now_;
};

TEST_F(ThinkingPoolTest, WhoIsTooLateIsAnsweredForByWhatItHasFound) {
  engine::Rng rng(7);
  const engine::AnyMove found = start().random_move(rng);
  std::atomic<bool> was_stopped = false;
  const auto late = [&](const Allowance& allowance) {
    ASSERT_TRUE(allowance.so_far);
    allowance.so_far({.move = found, .win = 0.25});
    while (!allowance.stop.stop_requested()) std::this_thread::sleep_for(1ms);
    was_stopped = true;
  };
  {
    ThinkingPool pool({});
    Question next = question("late", scripted(late), 1h);
    next.latest = steady_clock::now() + 50ms;
    const auto latest = next.latest;
    pool.ask(std::move(next));
    const auto first = answers_.wait(1);
    EXPECT_GE(steady_clock::now(), latest);
    EXPECT_EQ(first[0].answer.choice->move, found);
    EXPECT_EQ(first[0].answer.choice->win, 0.25);
    pool.ask(question("next", scripted(think_nothing)));
    answers_.wait(2);
  }
  EXPECT_TRUE(was_stopped);
  EXPECT_EQ(answers_.names(), "latenext") << "one answer each";
}

/// A player that has found nothing yet is waited for.
TEST_F(ThinkingPoolTest, WhoHasFoundNothingIsWaitedFor) {
  ThinkingPool pool({});
  Question next = question("slow", scripted([](const Allowance& allowance) {
                             std::this_thread::sleep_for(60ms);
                             EXPECT_FALSE(allowance.stop.stop_requested());
                           }));
  next.latest = steady_clock::now() + 10ms;
  pool.ask(std::move(next));
  EXPECT_EQ(answers_.wait(1)[0].answer.choice->nodes, 1u);
}

TEST_F(ThinkingPoolTest, TheOldPlayerGoesBeforeTheNewOneIsMade) {
  std::atomic<int> now = 0, most = 0;
  {
    ThinkingPool pool({.most_kept = 1});
    for (const std::size_t count : {1u, 2u, 3u}) {
      pool.ask(question(absl::StrCat(count),
                        [&](const auto&) { return std::make_unique<Counted>(now, most); }));
      answers_.wait(count);
    }
    EXPECT_EQ(now, 1);
  }
  EXPECT_EQ(most, 1);
  EXPECT_EQ(now, 0);
}

TEST_F(ThinkingPoolTest, WhatAPlayerThrowsIsTheAnswer) {
  ThinkingPool pool({});
  pool.ask(question(
      "a", scripted([](const Allowance&) { throw std::runtime_error("no idea"); }, kMegabyte)));
  const auto failed = answers_.wait(1)[0].answer;
  EXPECT_FALSE(failed.choice);
  try {
    ASSERT_TRUE(failed.failure);
    std::rethrow_exception(failed.failure);
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "no idea");
  }
  EXPECT_EQ(pool.kept_bytes(), 0u) << "such a player is not kept";
  pool.ask(question("b", made("helppo")));
  EXPECT_TRUE(answers_.wait(2)[1].answer.failure);
  pool.ask(question("a", scripted(think_nothing)));
  EXPECT_TRUE(answers_.wait(3)[2].answer.choice) << "the thread lives on";
}

TEST_F(ThinkingPoolTest, MoreThanMayWaitIsRefused) {
  ThinkingPool pool({.most_waiting = 2});
  pool.ask(gate());
  await_gate();
  EXPECT_TRUE(pool.ask(question("a", scripted(think_nothing))));
  EXPECT_TRUE(pool.ask(question("b", scripted(think_nothing))));
  EXPECT_FALSE(pool.ask(question("c", scripted(think_nothing))));
  open();
  answers_.wait(3);
  EXPECT_TRUE(pool.ask(question("d", scripted(think_nothing))));
  answers_.wait(4);
  EXPECT_EQ(answers_.names(), "gate abd");
}

TEST_F(ThinkingPoolTest, TheEndStopsAllAndAnswersAll) {
  std::atomic<int> stopped = 0;
  const auto begin = steady_clock::now();
  absl::Notification began;
  {
    ThinkingPool pool({});
    pool.ask(question("a", scripted([&](const Allowance& allowance) {
                        began.Notify();
                        think_on(allowance);
                        stopped += allowance.stop.stop_requested();
                      }),
                      1h));
    began.WaitForNotification();
    for (int i = 0; i < 20; ++i) pool.ask(question("w", scripted(think_on), 1h));
  }
  EXPECT_LT(steady_clock::now() - begin, 10s);
  EXPECT_EQ(stopped, 1);
  const auto answers = answers_.wait(21);
  ASSERT_EQ(answers.size(), 21u);
  EXPECT_TRUE(answers[0].answer.choice);
  EXPECT_FALSE(answers[1].answer.choice);
}

TEST_F(ThinkingPoolTest, AnAnswerMayAskTheNextQuestion) {
  ThinkingPool pool({});
  Question first = question("a", scripted(think_nothing));
  first.answered = [this, &pool](const Answer& answer) {
    answers_.taker("a")(answer);
    pool.ask(question("b", scripted(think_nothing)));
  };
  pool.ask(std::move(first));
  answers_.wait(2);
  EXPECT_EQ(answers_.names(), "ab");
}

TEST_F(ThinkingPoolTest, ManyAskersGetOneAnswerEach) {
  constexpr int kAskers = 8, kQuestions = 200;
  std::atomic<int> stopped = 0;
  {
    ThinkingPool pool({.threads = 3, .most_kept = 4});
    std::vector<std::jthread> askers;
    for (int asker = 0; asker < kAskers; ++asker) {
      askers.emplace_back([&, asker] {
        for (int i = 0; i < kQuestions; ++i) {
          std::stop_source stop;
          Question next = question(absl::StrCat((asker + i) % 6), made("random"));
          next.stop = stop.get_token();
          ASSERT_TRUE(pool.ask(std::move(next)));
          if (i % 3 == 0) stopped += stop.request_stop();
        }
      });
    }
    askers.clear();
    answers_.wait(kAskers * kQuestions);
  }
  const auto answers = answers_.wait(kAskers * kQuestions);
  EXPECT_EQ(answers.size(), std::size_t{kAskers * kQuestions});
  const auto found =
      std::ranges::count_if(answers, [](const auto& one) { return one.answer.choice.has_value(); });
  EXPECT_GE(found, kAskers * kQuestions - stopped);
}

class Punctual : public ThinkingPoolTest {
 protected:
  bool is_answered(Question::MakePlayer make, steady_clock::duration time) {
    EXPECT_TRUE(pool_.ask(question(absl::StrCat(asked_), std::move(make), time)));
    return answers_.wait(++asked_).back().answer.choice.has_value();
  }

  ThinkingPool pool_{{.is_punctual = true}};
  std::size_t asked_ = 0;
};

TEST_F(Punctual, NothingIsSaidTooLate) {
  EXPECT_FALSE(is_answered(made("ab"), 0ms));
  EXPECT_FALSE(is_answered(made("ab"), -1s));
  EXPECT_TRUE(is_answered(made("ab"), 1s));
  EXPECT_FALSE(is_answered(made("ab"), 5us)) << "it takes longer to make the player";
  EXPECT_FALSE(is_answered(scripted([](const Allowance& allowance) {
                             std::this_thread::sleep_until(allowance.deadline + 200ms);
                           }),
                           100ms))
      << "a player that is late";
}

TEST_F(Punctual, WhatIsKeptBackIsLearned) {
  const auto before = pool_.kept_back_of(1s);
  is_answered(scripted([](const Allowance& allowance) {
                std::this_thread::sleep_until(allowance.deadline + 300ms);
              }),
              20ms);
  EXPECT_GE(pool_.kept_back_of(1s), before + 100ms);
}

TEST_F(Punctual, AnAnswerThatComesEarlyTeachesNothing) {
  const auto before = pool_.kept_back_of(10s);
  for (int i = 0; i < 20; ++i) EXPECT_TRUE(is_answered(scripted(think_nothing), 10s));
  EXPECT_EQ(pool_.kept_back_of(10s), before);
}

TEST_F(Punctual, AQuestionThatIsPastTeachesNothing) {
  const auto before = pool_.kept_back_of(10s);
  for (int i = 0; i < 20; ++i) EXPECT_FALSE(is_answered(scripted(think_nothing), -1s));
  EXPECT_EQ(pool_.kept_back_of(10s), before);
}

TEST_F(Punctual, NobodyThinksLongerThanHalfAMinute) {
  std::atomic<bool> is_short = false;
  EXPECT_TRUE(is_answered(scripted([&is_short](const Allowance& allowance) {
                            is_short = allowance.deadline <= steady_clock::now() + 30s;
                          }),
                          1h));
  EXPECT_TRUE(is_short);
}

}  // namespace
}  // namespace gauntlet::selfplay
