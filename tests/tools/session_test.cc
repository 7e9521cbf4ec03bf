// When a session connects, when it gives up, and what it never does: in virtual time.
#include "tools/net/session.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/registry.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using Time = Client::Time;

/// Does what a test wants at each event; by default nothing.
class StubClient final : public Client {
 public:
  Wishes next;  // granted at the next event of any kind
  int losses = 0;

  void connected(Time, Wishes& wishes) override { give(wishes); }
  void received(Time, std::string_view, Wishes& wishes) override { give(wishes); }
  void decided(Time, engine::AnyMove, Wishes& wishes) override {
    wishes.sends.emplace_back("move");
  }
  void disconnected(Time, Wishes& wishes) override {
    ++losses;
    give(wishes);
  }
  void ticked(Time, Wishes& wishes) override { give(wishes); }

 private:
  void give(Wishes& wishes) { wishes = std::exchange(next, {}); }
};

Decision decision() {
  const auto game = engine::find_game("mnk:3x3x3");
  static const engine::AnyGame kept = *game;  // views refer to it
  return {kept, *kept.from_text(".../.../..."), 1s};
}

/// A session, its client and the clock.
class Bench {
 public:
  explicit Bench(Session::Options options) : session(std::move(options)) { begin(); }

  void begin() {
    wishes = {};
    session.begin(client, now, wishes);
  }
  /// Goes to the time of the wished attempt; nothing when none is wished.
  std::optional<SessionWishes::Attempt> attempt() {
    const auto attempt = wishes.attempt;
    if (attempt) now = std::max(now, attempt->at);
    wishes = {};
    return attempt;
  }
  void refuse() {
    attempt();
    session.unreachable(now, "refused", wishes);
  }
  void connect() {
    attempt();
    session.connected(now, wishes);
  }
  void lose() {
    wishes = {};
    session.lost(now, wishes);
  }
  void hear() {
    wishes = {};
    session.received(now, "x", wishes);
  }

  StubClient client;
  Session session;
  SessionWishes wishes;
  Time now{};
};

TEST(Session, WaitsDoubleFrom200MillisecondsTo30SecondsWithJitter) {
  bool differs = false;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Bench bench({.ports = {1}, .retry_for = 24h, .seed = seed});
    Bench other({.ports = {1}, .retry_for = 24h, .seed = seed + 1});
    EXPECT_EQ(bench.wishes.attempt->at, bench.now) << "the first attempt does not wait";
    Milliseconds least = 200ms;
    for (int failure = 0; failure < 20; ++failure) {
      bench.refuse();
      other.refuse();
      const auto wait = bench.wishes.attempt->at - bench.now;
      ASSERT_GE(wait, least);
      ASSERT_LE(wait, std::min<Milliseconds>(least * 3 / 2, 30s));
      differs |= wait != other.wishes.attempt->at - other.now;
      least = std::min<Milliseconds>(2 * least, 30s);
    }
  }
  EXPECT_TRUE(differs) << "there is no jitter";
}

TEST(Session, GivesUpAfterTheTimeToRetryAndNotBefore) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Milliseconds retry_for(seed * 700);
    Bench bench({.ports = {1, 2, 3}, .retry_for = retry_for, .seed = seed});
    int tries = 0;
    for (; !bench.session.is_over() && tries < 1000; ++tries) bench.refuse();
    ASSERT_TRUE(bench.session.is_over());
    EXPECT_EQ(bench.now - Time{}, retry_for) << "the last attempt is at the very end";
    EXPECT_EQ(tries % 3, 0) << "each round tries all ports";
    EXPECT_FALSE(bench.wishes.attempt);
    EXPECT_EQ(bench.session.result().end.verdict, Verdict::kUnknown);
    EXPECT_TRUE(bench.session.result().end.reason.starts_with("refused; tried for "));
  }
}

TEST(Session, PortsThatNeverAnswerDoNotStretchTheTimeToRetry) {
  Bench bench({.ports = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, .retry_for = 8s, .seed = 1});
  while (!bench.session.is_over()) {
    const auto attempt = bench.attempt();
    ASSERT_TRUE(attempt);
    EXPECT_LE(attempt->limit, 5s);
    EXPECT_GE(attempt->limit, 1s);
    bench.now += attempt->limit;
    bench.session.unreachable(bench.now, "no answer", bench.wishes);
  }
  EXPECT_LE(bench.now - Time{}, 20s);
}

TEST(Session, TheLastGoodPortIsTriedFirst) {
  Bench bench({.ports = {1, 2, 3}, .seed = 1});
  bench.refuse();
  EXPECT_EQ(bench.wishes.attempt->port, 2);
  bench.connect();
  bench.lose();
  EXPECT_EQ(bench.wishes.attempt->port, 2);
  bench.refuse();
  EXPECT_EQ(bench.wishes.attempt->port, 3);
  bench.refuse();
  EXPECT_EQ(bench.wishes.attempt->port, 1);
}

TEST(Session, NoAttemptFollowsARefusal) {
  Bench bench({.ports = {1, 2}, .seed = 1});
  bench.connect();
  bench.client.next.end = GameEnd{Verdict::kUnknown, "the server says 'full'"};
  bench.hear();
  EXPECT_TRUE(bench.session.is_over());
  EXPECT_TRUE(bench.wishes.hangs_up);
  EXPECT_FALSE(bench.wishes.attempt);
  bench.lose();
  bench.session.unreachable(bench.now, "late", bench.wishes);
  bench.session.connected(bench.now, bench.wishes);
  bench.session.ticked(bench.now + 24h, bench.wishes);
  EXPECT_FALSE(bench.wishes.attempt);
  EXPECT_EQ(bench.session.result().end.reason, "the server says 'full'");
  bench.begin();
  EXPECT_GE(bench.wishes.attempt->at, bench.now + 200ms) << "the next game waits";
}

TEST(Session, AServerThatOnlyHangsUpIsGivenUp) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Bench bench({.ports = {1}, .retry_for = 60s, .seed = seed});
    int connections = 0;
    while (!bench.session.is_over() && connections < 100) {
      bench.connect();
      bench.hear();  // whatever it says: it asks nothing
      bench.lose();
      ++connections;
    }
    EXPECT_LE(connections, 12);
    EXPECT_EQ(bench.session.result().end.reason, "the server keeps closing the connection");
    EXPECT_LE(bench.now - Time{}, 61s);
  }
}

TEST(Session, AQuestionAndALongConnectionMakeTheServerGoodAgain) {
  Bench bench({.ports = {1}, .retry_for = 10s, .seed = 1});
  for (int i = 0; i < 200; ++i) {  // far longer than retry_for in all
    bench.connect();
    if (i % 2 == 0) {
      bench.client.next.decision = decision();
      bench.hear();
    } else {
      bench.now += 11s;
    }
    bench.lose();
    ASSERT_FALSE(bench.session.is_over());
    EXPECT_LE(bench.wishes.attempt->at - bench.now, 300ms);
  }
}

TEST(Session, AnAnswerThatFindsNoConnectionIsNotSent) {
  Bench bench({.ports = {1}, .seed = 1});
  bench.connect();
  bench.client.next.decision = decision();
  bench.hear();
  const std::uint64_t number = bench.wishes.question->number;
  bench.lose();
  EXPECT_EQ(bench.client.losses, 1);
  SessionWishes wishes;
  bench.session.answered(bench.now, number, engine::AnyMove(0), wishes);
  EXPECT_TRUE(wishes.sends.empty());
  wishes = {};
  bench.session.answered(bench.now, number, engine::AnyMove(0), wishes);
  EXPECT_EQ(bench.session.result().moves, 1u) << "a question has one answer";
  bench.connect();
  EXPECT_TRUE(bench.wishes.sends.empty()) << "that is the client's to decide";
}

TEST(Session, AnswersToReplacedQuestionsAreDropped) {
  Bench bench({.ports = {1}, .seed = 1});
  bench.connect();
  bench.client.next.decision = decision();
  bench.hear();
  const std::uint64_t first = bench.wishes.question->number;
  bench.client.next.decision = decision();
  bench.hear();
  SessionWishes wishes;
  bench.session.answered(bench.now, first, engine::AnyMove(0), wishes);
  EXPECT_TRUE(wishes.sends.empty());
  bench.session.answered(bench.now, first + 1, engine::AnyMove(0), wishes);
  EXPECT_EQ(wishes.sends, std::vector<std::string>{"move"});
}

TEST(Session, TheOvershootIsMeasured) {
  Bench bench({.ports = {1}, .seed = 1});
  bench.connect();
  bench.client.next.decision = decision();
  bench.hear();
  bench.session.answered(bench.now + 1003ms, bench.wishes.question->number, engine::AnyMove(0),
                         bench.wishes);
  EXPECT_EQ(bench.session.result().longest_overshoot, 3ms);
}

TEST(Session, AStopIsTheEnd) {
  Bench bench({.ports = {1}, .seed = 1});
  bench.session.stop(bench.wishes);
  EXPECT_TRUE(bench.session.is_over());
  EXPECT_TRUE(bench.session.result().was_stopped);
  EXPECT_FALSE(bench.wishes.attempt);
  EXPECT_TRUE(bench.wishes.drops_question);
}

}  // namespace

}  // namespace gauntlet::tools
