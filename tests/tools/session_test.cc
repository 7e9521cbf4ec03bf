// When a session connects, when it gives up, and what it never does: in virtual time.
#include "tools/net/session.h"

#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "engine/registry.h"
#include "tools/protocol/kimble_client.h"
#include "tools/protocol/kimble_host.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using Time = Client::Time;

/// Does what a test wants at each event; by default nothing.
class StubClient final : public Client {
 public:
  ClientActions next;  // performed at the next event of any kind
  int losses = 0;
  bool rests = false;  // connects again for each answer

  void connected(Time, ClientActions& actions) override { give(actions); }
  void received(Time, std::string_view, ClientActions& actions) override { give(actions); }
  void decided(Time, engine::AnyMove, ClientActions& actions) override {
    give(actions);
    actions.sends.emplace_back("move");
    actions.reconnect = rests;
  }
  void disconnected(Time, ClientActions& actions) override {
    ++losses;
    give(actions);
  }
  void ticked(Time, ClientActions& actions) override { give(actions); }

 private:
  void give(ClientActions& actions) { actions = std::exchange(next, {}); }
};

/// A question; another one for another number, up to 50,000.
Decision decision(std::size_t number = 0) {
  static const engine::AnyGame game = *engine::find_game("gomoku:15");  // views refer to it
  const std::size_t black = number % 225, white = (black + 1 + number / 225) % 225;
  std::string rows;
  for (std::size_t square = 0; square < 225; ++square) {
    if (square > 0 && square % 15 == 0) rows += '/';
    rows += square == black ? 'x' : square == white ? 'o' : '.';
  }
  return {game, *game.from_text(rows), 1s};
}

/// A session, its client and the clock.
class Bench {
 public:
  explicit Bench(Session::Options options) : session(std::move(options)) { begin(); }

  void begin() {
    actions = {};
    session.begin(client, now, actions);
  }
  /// Goes to the time of the next attempt; nothing when there is none.
  std::optional<SessionActions::Attempt> attempt() {
    const auto attempt = actions.attempt;
    if (attempt) now = std::max(now, attempt->at);
    actions = {};
    return attempt;
  }
  void refuse() {
    attempt();
    session.unreachable(now, "refused", actions);
  }
  void connect() {
    attempt();
    session.connected(now, actions);
  }
  void lose() {
    actions = {};
    session.lost(now, actions);
  }
  void hear() {
    actions = {};
    session.received(now, "x", actions);
  }
  /// Hears question `number`, thinks so long, and answers; what the client wants then is `next`.
  void ask(std::size_t number, Milliseconds thought = 0ms) {
    client.next.decision = decision(number);
    hear();
    now += thought;
    const auto question = actions.question;
    actions = {};
    if (question) session.answered(now, question->number, engine::AnyMove(0), actions);
  }

  StubClient client;
  Session session;
  SessionActions actions;
  Time now{};
};

TEST(Session, WaitsDoubleFrom200MillisecondsTo30SecondsWithJitter) {
  bool differs = false;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    Bench bench({.ports = {1}, .retry_for = 24h, .seed = seed});
    Bench other({.ports = {1}, .retry_for = 24h, .seed = seed + 1});
    EXPECT_EQ(bench.actions.attempt->at, bench.now) << "the first attempt does not wait";
    Milliseconds least = 200ms;
    for (int failure = 0; failure < 20; ++failure) {
      bench.refuse();
      other.refuse();
      const auto wait = bench.actions.attempt->at - bench.now;
      ASSERT_GE(wait, least);
      ASSERT_LE(wait, std::min<Milliseconds>(least * 3 / 2, 30s));
      differs |= wait != other.actions.attempt->at - other.now;
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
    if (retry_for == 0ms) {
      EXPECT_EQ(tries, 3);
    }
    EXPECT_FALSE(bench.actions.attempt);
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
    bench.session.unreachable(bench.now, "no answer", bench.actions);
  }
  EXPECT_LE(bench.now - Time{}, 20s);
}

TEST(Session, TheLastGoodPortIsTriedFirst) {
  Bench bench({.ports = {1, 2, 3}, .seed = 1});
  bench.refuse();
  EXPECT_EQ(bench.actions.attempt->port, 2);
  bench.connect();
  bench.lose();
  EXPECT_EQ(bench.actions.attempt->port, 2);
  bench.refuse();
  EXPECT_EQ(bench.actions.attempt->port, 3);
  bench.refuse();
  EXPECT_EQ(bench.actions.attempt->port, 1);
}

TEST(Session, NoAttemptFollowsARefusal) {
  Bench bench({.ports = {1, 2}, .seed = 1});
  bench.connect();
  bench.client.next.end = GameEnd{Verdict::kUnknown, "the server says 'full'"};
  bench.hear();
  EXPECT_TRUE(bench.session.is_over());
  EXPECT_TRUE(bench.actions.hangs_up);
  EXPECT_FALSE(bench.actions.attempt);
  bench.lose();
  bench.session.unreachable(bench.now, "late", bench.actions);
  bench.session.connected(bench.now, bench.actions);
  bench.session.ticked(bench.now + 24h, bench.actions);
  EXPECT_FALSE(bench.actions.attempt);
  EXPECT_EQ(bench.session.result().end.reason, "the server says 'full'");
  bench.begin();
  EXPECT_GE(bench.actions.attempt->at, bench.now + 200ms) << "the next game waits";
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

TEST(Session, NewQuestionsMakeTheServerGoodAgain) {
  for (const bool rests : {false, true}) {
    Bench bench({.ports = {1}, .retry_for = 10s, .seed = 1});
    bench.client.rests = rests;
    for (std::size_t i = 0; i < 200; ++i) {  // far longer than retry_for in all
      bench.connect();
      bench.ask(i, 1s);
      if (!rests) bench.lose();
      ASSERT_FALSE(bench.session.is_over()) << bench.session.result().end.reason;
      ASSERT_LE(bench.actions.attempt->at - bench.now, 300ms);
    }
  }
}

TEST(Session, ALongConnectionWithoutAQuestionIsNotWorthMuch) {
  Bench bench({.ports = {1}, .retry_for = 60s, .seed = 1});
  int connections = 0;
  for (; !bench.session.is_over() && connections < 100; ++connections) {
    bench.connect();
    bench.now += 11s;
    bench.lose();
  }
  EXPECT_LE(connections, 12);
  EXPECT_EQ(bench.session.result().end.reason, "the server keeps closing the connection");
}

/// The game does not go on by them, whether the server closes after each or we do.
TEST(Session, TheSameQuestionsOverNewConnectionsAreGivenUp) {
  for (const std::size_t different : {1u, 2u, 10u})
    for (const bool rests : {false, true})
      for (std::uint64_t seed = 0; seed < 50; ++seed) {
        Bench bench({.ports = {1}, .retry_for = 2s, .seed = seed});
        bench.client.rests = rests;
        Milliseconds thought{0};
        std::size_t connections = 0;
        for (; !bench.session.is_over() && connections < 100; ++connections) {
          bench.connect();
          bench.ask(connections % different, 700ms);
          thought += 700ms;
          if (!rests) bench.lose();
        }
        EXPECT_LE(connections, different + 7);
        EXPECT_EQ(bench.session.result().end.reason,
                  "the server asks the same question over every connection");
        EXPECT_LE(bench.now - Time{} - thought, 8s) << "2 s, and what waits lie at both ends";
        EXPECT_FALSE(bench.actions.attempt);
      }
}

TEST(Session, OurOwnThinkingIsNoFailure) {
  Bench bench({.ports = {1}, .retry_for = 10s, .seed = 1});
  bench.client.rests = true;
  for (const std::size_t question : {0u, 1u, 0u, 1u, 2u, 3u}) {
    bench.connect();
    bench.ask(question, 90s);
    ASSERT_FALSE(bench.session.is_over()) << question;
  }
}

/// The clock stands still only while a server that is there waits for us.
TEST(Session, ThinkingWithoutAConnectionIsNoExcuse) {
  Bench bench({.ports = {1}, .retry_for = 10s, .seed = 1});
  bench.connect();
  bench.client.next.decision = decision();
  bench.hear();
  const std::uint64_t number = bench.actions.question->number;
  bench.lose();
  const Time lost = bench.now;
  SessionActions actions;
  bench.session.answered(lost + 5s, number, engine::AnyMove(0), actions);
  while (!bench.session.is_over()) bench.refuse();
  EXPECT_EQ(bench.now - lost, 10s);
}

TEST(Session, OnlyThinkingSinceTheConnectionWasLostCounts) {
  Bench bench({.ports = {1}, .retry_for = 10s, .seed = 1});
  bench.connect();
  bench.client.next.decision = decision();
  bench.hear();
  const std::uint64_t number = bench.actions.question->number;
  bench.now += 50s;
  bench.lose();
  bench.connect();
  bench.now = Time{} + 100s;
  bench.session.answered(bench.now, number, engine::AnyMove(0), bench.actions);
  bench.lose();
  while (!bench.session.is_over()) bench.refuse();
  EXPECT_EQ(bench.now - Time{}, 110s);
}

TEST(Session, AGameThatWasPlayedMakesTheServerGoodAgain) {
  Bench bench({.ports = {1}, .seed = 1});
  for (int failure = 0; failure < 5; ++failure) bench.refuse();
  bench.connect();
  bench.client.next.end = GameEnd{Verdict::kLoss, "O has won"};
  bench.hear();
  bench.begin();
  EXPECT_EQ(bench.actions.attempt->at, bench.now) << "the next game does not wait";
}

TEST(Session, AConnectionThatIsLostIsOneFailure) {
  Bench bench({.ports = {1}, .seed = 1});
  bench.connect();
  bench.client.next.end = GameEnd{Verdict::kUnknown, "the connection was lost"};
  bench.lose();
  ASSERT_TRUE(bench.session.is_over());
  bench.begin();
  EXPECT_LE(bench.actions.attempt->at - bench.now, 300ms);
}

TEST(Session, AQuestionIsNotAnsweredForEver) {
  Bench bench({.ports = {1}, .seed = 1});
  bench.connect();
  int asked = 0;
  for (; !bench.session.is_over() && asked < 100; ++asked) bench.ask(0);
  EXPECT_EQ(asked, 1 + Session::kMostRepeats + 1);
  EXPECT_EQ(bench.session.result().end.reason, "the server asks the same question again and again");
  EXPECT_EQ(bench.session.result().moves, 1u + Session::kMostRepeats);
  bench.begin();
  bench.connect();
  bench.ask(0);
  EXPECT_FALSE(bench.session.is_over()) << "it is another game";
}

TEST(Session, AGameHasAnEnd) {
  Bench bench({.ports = {1}, .seed = 1});
  bench.connect();
  std::size_t asked = 0;
  for (; !bench.session.is_over() && asked < 50'000; ++asked) bench.ask(asked);
  EXPECT_EQ(asked, Session::kMostQuestions + 1);
  EXPECT_EQ(bench.session.result().end.reason,
            "the game has no end: the server has asked 10,000 questions");
  bench.begin();
  bench.connect();
  bench.ask(0);
  EXPECT_FALSE(bench.session.is_over()) << "it is another game";
}

TEST(Session, AnAnswerThatFindsNoConnectionIsNotSent) {
  Bench bench({.ports = {1}, .seed = 1});
  bench.connect();
  bench.client.next.decision = decision();
  bench.hear();
  const std::uint64_t number = bench.actions.question->number;
  bench.lose();
  EXPECT_EQ(bench.client.losses, 1);
  SessionActions actions;
  bench.session.answered(bench.now, number, engine::AnyMove(0), actions);
  EXPECT_TRUE(actions.sends.empty());
  actions = {};
  bench.session.answered(bench.now, number, engine::AnyMove(0), actions);
  EXPECT_EQ(bench.session.result().moves, 1u) << "a question has one answer";
  bench.connect();
  EXPECT_TRUE(bench.actions.sends.empty()) << "that is the client's to decide";
}

TEST(Session, AnswersToReplacedQuestionsAreDropped) {
  Bench bench({.ports = {1}, .seed = 1});
  bench.connect();
  bench.client.next.decision = decision();
  bench.hear();
  const std::uint64_t first = bench.actions.question->number;
  bench.client.next.decision = decision();
  bench.hear();
  SessionActions actions;
  bench.session.answered(bench.now, first, engine::AnyMove(0), actions);
  EXPECT_TRUE(actions.sends.empty());
  bench.session.answered(bench.now, first + 1, engine::AnyMove(0), actions);
  EXPECT_EQ(actions.sends, std::vector<std::string>{"move"});
}

TEST(Session, TheOvershootIsMeasured) {
  Bench bench({.ports = {1}, .seed = 1});
  bench.connect();
  bench.client.next.decision = decision();
  bench.hear();
  bench.session.answered(bench.now + 1003ms, bench.actions.question->number, engine::AnyMove(0),
                         bench.actions);
  EXPECT_EQ(bench.session.result().longest_overshoot, 3ms);
}

TEST(Session, AStopIsTheEnd) {
  Bench bench({.ports = {1}, .seed = 1});
  bench.session.stop(bench.actions);
  EXPECT_TRUE(bench.session.is_over());
  EXPECT_TRUE(bench.session.result().was_stopped);
  EXPECT_FALSE(bench.actions.attempt);
  EXPECT_TRUE(bench.actions.drops_question);
}

// ---- Kimble, the one protocol whose games outlive their connections ----

/// A Kimble client on a server that closes after each answer, or waits for the client to do so.
class ClosingServer {
 public:
  /// What the server answers to a request over the connection of this number; "" for nothing.
  using Answer = std::function<std::string(const std::string& request, int connection)>;

  ClosingServer(bool rests, bool closes, Answer answer)
      : client_({.opponents = "222", .rests = rests}),
        session_({.ports = {1}, .retry_for = 2s, .seed = 1}),
        closes_(closes),
        answer_(std::move(answer)) {}

  /// Plays until the game has ended, or for 1,000 connections.
  const GameResult& play() {
    SessionActions actions;
    session_.begin(client_, now_, actions);
    while (!session_.is_over() && actions.attempt && connections_ < 1'000) {
      now_ = std::max(now_, actions.attempt->at);
      actions = connect();
    }
    return session_.result();
  }
  int connections() const { return connections_; }
  Time now() const { return now_; }

 private:
  /// One connection, from its beginning to its end.
  SessionActions connect() {
    ++connections_;
    SessionActions actions;
    session_.connected(now_, actions);
    while (!session_.is_over() && !actions.hangs_up) {
      now_ += 1ms;
      const std::string request = actions.sends.empty() ? "" : actions.sends.back();
      const std::string answer = request.empty() ? "" : answer_(request, connections_);
      actions = {};
      if (!answer.empty()) session_.received(now_, answer, actions);
      const auto question = actions.question;
      const bool is_lost = closes_ || request.empty() || answer.empty();
      if (is_lost && !actions.hangs_up) session_.lost(now_, actions);
      if (question) think(*question, actions);
    }
    return actions;
  }
  void think(const SessionActions::Question& question, SessionActions& actions) {
    SessionActions more;
    session_.answered(now_, question.number, question.decision.view.random_move(rng_), more);
    if (more.attempt) actions.attempt = more.attempt;
    actions.hangs_up |= more.hangs_up;
    actions.sends = more.sends;
  }

  KimbleClient client_;
  Session session_;
  const bool closes_;
  const Answer answer_;
  engine::Rng rng_{1};
  Time now_{};
  int connections_ = 0;
};

const std::string kSeatToken = 't' + std::string(64, '1');

/// The end of an answer that asks A, who has two pieces on the ring.
std::string asks(std::size_t square, char die) {
  std::string line(44, '0');
  line[0] = line[square] = 'A';
  return line + 'A' + die + "\nEND\n";
}

/// Of each kind of client that can resume: --rest or not, with servers that close first or not.
void expect_given_up(const std::function<std::string(int connection)>& answer) {
  for (const auto& [rests, closes] : {std::pair(false, true), {true, true}, {true, false}}) {
    ClosingServer server(rests, closes,
                         [&](const std::string&, int connection) { return answer(connection); });
    const GameResult& result = server.play();
    EXPECT_EQ(result.end.verdict, Verdict::kUnknown);
    EXPECT_EQ(result.end.reason, "the server asks the same question over every connection");
    EXPECT_LE(server.connections(), 10) << rests << closes;
    EXPECT_LE(server.now() - Time{}, 8s);
  }
}

TEST(Session, AKimbleServerThatAsksTheSameForEverIsGivenUp) {
  expect_given_up([](int) { return kSeatToken + '\n' + asks(7, '3'); });
  expect_given_up(
      [](int connection) { return kSeatToken + '\n' + asks(connection % 2 == 0 ? 7 : 9, '3'); });
}

TEST(Session, AKimbleServerThatOnlyGreetsIsGivenUp) {
  for (const bool rests : {false, true}) {
    ClosingServer server(rests, true, [](const std::string&, int) { return kSeatToken + '\n'; });
    EXPECT_EQ(server.play().end.reason, "the server keeps closing the connection");
    EXPECT_LE(server.connections(), 10);
  }
}

/// What is right to do: the game goes on over as many connections as it takes.
TEST(Session, AKimbleGameOverOneConnectionAnAnswerIsPlayedToItsEnd) {
  int connections = 0;
  for (const auto& [rests, closes] : {std::pair(false, true), {true, true}, {true, false}})
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
      KimbleHost host({.seed = seed});
      std::set<int> open;
      ClosingServer server(rests, closes, [&](const std::string& request, int connection) {
        HostActions actions;
        const auto id = static_cast<ConnectionId>(connection);
        if (open.insert(connection).second) host.opened({}, id, actions);
        host.received({}, id, request, actions);
        std::string answer;
        for (const auto& send : actions.sends) answer += send.text;
        return answer;
      });
      const GameResult& result = server.play();
      EXPECT_NE(result.end.verdict, Verdict::kUnknown) << result.end.reason;
      connections += server.connections();
    }
  EXPECT_GT(connections, 1'000);
}

}  // namespace

}  // namespace gauntlet::tools
