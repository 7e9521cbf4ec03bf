// Servers that have gone, and those that talk without saying anything: every client is done with
// them in time, in virtual time.
#include "tools/protocol/idle_timer.h"

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tools/protocol/gomoku_client.h"
#include "tools/protocol/kimble_client.h"
#include "tools/protocol/sudokill_client.h"
#include "tools/protocol/twodoku_client.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;

constexpr Milliseconds kIdle = 3s;

TEST(IdleTimer, CountsTheTimeThatRuns) {
  IdleTimer timer;
  const Client::Time zero{};
  EXPECT_FALSE(timer.exceeds(zero + 24h, 1s)) << "it was not started";
  timer.start(zero);
  timer.resume(zero + 600ms);  // it runs already
  EXPECT_FALSE(timer.exceeds(zero + 1s, 1s));
  EXPECT_TRUE(timer.exceeds(zero + 1001ms, 1s));
  timer.pause(zero + 600ms);
  EXPECT_FALSE(timer.exceeds(zero + 24h, 1s));
  timer.resume(zero + 24h);
  EXPECT_FALSE(timer.exceeds(zero + 24h + 400ms, 1s));
  EXPECT_TRUE(timer.exceeds(zero + 24h + 401ms, 1s)) << "what was waited before counts";
  timer.progress(zero + 25h);
  EXPECT_FALSE(timer.exceeds(zero + 25h + 1s, 1s));
  timer.pause(zero + 25h);
  timer.progress(zero + 26h);
  EXPECT_FALSE(timer.exceeds(zero + 48h, 1s)) << "progress does not end a pause";
}

TEST(IdleTimer, CountsLinesInARow) {
  IdleTimer timer;
  timer.start({});
  for (int line = 1; line < IdleTimer::kMostLines; ++line) timer.count_line();
  EXPECT_FALSE(timer.is_babble());
  timer.progress({});
  for (int line = 1; line < IdleTimer::kMostLines; ++line) timer.count_line();
  EXPECT_FALSE(timer.is_babble());
  timer.count_line();
  EXPECT_TRUE(timer.is_babble());
}

TEST(IdleTimer, LimitsAreToldInTheirUnits) {
  EXPECT_EQ(limit_text(1h), "60 min");
  EXPECT_EQ(limit_text(90s), "90 s");
  EXPECT_EQ(limit_text(60s), "1 min");
  EXPECT_EQ(limit_text(2500ms), "2500 ms");
}

/// A client that waits for its server, and what means nothing to it then.
struct Waiting {
  std::string name;
  std::function<std::unique_ptr<Client>()> make;  ///< With an idle limit of kIdle.
  std::string before;                             ///< It has heard this, and answers at once.
  std::vector<std::string> nonsense;
  std::string silence;  ///< What it calls the end.
};

std::unique_ptr<Client> gomoku() {
  return std::make_unique<GomokuClient>(GomokuClient::Options{.idle = kIdle, .wait = kIdle});
}
std::unique_ptr<Client> sudokill() {
  SudokillClient::Options options;
  options.idle = options.wait = kIdle;
  options.starts_game = true;
  return std::make_unique<SudokillClient>(options);
}
std::unique_ptr<Client> twodoku() {
  TwoDokuClient::Options options;
  options.idle = options.wait = kIdle;
  return std::make_unique<TwoDokuClient>(options);
}
std::unique_ptr<Client> kimble() {
  return std::make_unique<KimbleClient>(KimbleClient::Options{.idle = kIdle});
}
std::unique_ptr<Client> kimble_rest() {
  return std::make_unique<KimbleClient>(KimbleClient::Options{.rests = true, .idle = kIdle});
}

std::string rows(int times, const std::string& row) {
  std::string text;
  for (int i = 0; i < times; ++i) text += row;
  return text;
}
const std::string kBoard = rows(9, "|0 0 0 0 0 0 0 0 0") + "\r\n";
const std::string kEmpty = rows(5, "     \n");
const std::string kStone = "x    \n" + rows(4, "     \n");
const std::string kTokenLine = 't' + std::string(64, '1') + '\n';
const std::string kThrow = std::string(44, '0') + "B1\n";
const std::string kChoice = std::string(44, '0') + "B6\n";

std::vector<Waiting> all() {
  const std::string silent = "the server fell silent", late = "no game has begun within 3 s";
  const std::string wait = "WAIT\r\n", ready = "READY\r\n", start = "START|2|2" + kBoard;
  const std::string hello = "twodoku 1\ngame twodoku\n", seat = "seat red\nclock 1000\n";
  return {
      {"gomoku before a game", gomoku, "", {"\n", "\r\n", ""}, late},
      {"gomoku in a game",
       gomoku,
       "CONTINUING\n" + kEmpty + "-1 -1\nx\n",
       {"\n", "", "CONTINUING\n" + kEmpty + "-1 -1\no\n"},
       silent},
      {"sudokill before its first line", sudokill, "", {"\n", ""}, silent},
      {"sudokill with a name", sudokill, wait, {"\n", "Bob said: x\r\n", "1 2 3\r\n", ""}, late},
      {"sudokill in the queue", sudokill, wait + wait, {"\n", wait, "REJECT|1 x\r\n"}, late},
      {"sudokill with a seat", sudokill, wait + ready, {"\n", wait, ready, "x\r\n"}, late},
      {"sudokill in a game",
       sudokill,
       wait + ready + start,
       {"\n", "x said: y\r\n", wait, ready, start, "REJECT|2 x\r\n"},
       silent},
      {"sudokill after a move",
       sudokill,
       wait + ready + start + "0 0 1\r\n",
       {"0 0 1\r\n"},
       silent},
      {"twodoku before its greeting",
       twodoku,
       "",
       {""},
       "this is no twodoku server: it did not greet us"},
      {"twodoku before a game",
       twodoku,
       hello,
       {"\n", "motd x\n", "clock 1000\n", "game twodoku\n", "game twodoku/open\n"},
       late},
      {"twodoku in a game",
       twodoku,
       hello + seat,
       {"\n", "motd x\n", "clock 5\n", "clock 1000\n"},
       silent},
      {"kimble before its first line", kimble, "", {"\n", ""}, silent},
      {"kimble in an answer", kimble, kTokenLine, {"\n", kTokenLine, ""}, silent},
      {"kimble in a game", kimble, kTokenLine + kThrow, {"\n", kTokenLine, kThrow}, silent},
      {"kimble while another chooses", kimble, kTokenLine + kChoice, {"\n", kChoice}, silent},
      {"kimble --rest", kimble_rest, kTokenLine + kThrow, {"\n", kTokenLine, kThrow}, silent},
  };
}

/// A client that has heard what comes before.
class PatientListener {
 public:
  explicit PatientListener(const Waiting& waiting) : client_(waiting.make()) {
    client_->connected(now, actions);
    hear(waiting.before);
  }
  void hear(const std::string& bytes) {
    actions.decision.reset();
    client_->received(now, bytes, actions);
    if (!actions.decision) return;
    engine::AnyMoves moves;
    actions.decision->view.legal_moves(moves);
    client_->decided(now, moves[0], actions);
  }
  void pass(Milliseconds time) {
    now += time;
    client_->ticked(now, actions);
  }
  std::string reason() const { return actions.end ? actions.end->reason : "it goes on"; }

  Client::Time now{};
  ClientActions actions;

 private:
  std::unique_ptr<Client> client_;
};

/// A line every half a second, or a byte of one: neither ends a silence.
TEST(Clients, MeaninglessLinesEndNoSilence) {
  for (const Waiting& waiting : all())
    for (const std::string& nonsense : waiting.nonsense) {
      SCOPED_TRACE(waiting.name + ": " + nonsense.substr(0, 20));
      PatientListener listener(waiting);
      ASSERT_EQ(listener.reason(), "it goes on");
      const auto began = listener.now;
      for (int i = 0; i < 100 && !listener.actions.end; ++i) {
        listener.hear(nonsense);
        listener.pass(500ms);
      }
      EXPECT_EQ(listener.reason(), waiting.silence);
      EXPECT_LE(listener.now - began, kIdle + 500ms);
    }
}

TEST(Clients, BytesEndNoSilence) {
  for (const Waiting& waiting : all()) {
    SCOPED_TRACE(waiting.name);
    PatientListener listener(waiting);
    const auto began = listener.now;
    for (const char byte : std::string("CONTINUING and so on")) {
      listener.hear(std::string(1, byte));
      if (!listener.actions.end) listener.pass(500ms);
      if (listener.actions.end) break;
    }
    EXPECT_EQ(listener.reason(), waiting.silence);
    EXPECT_LE(listener.now - began, kIdle + 500ms);
  }
}

TEST(Clients, AFloodOfMeaninglessLinesIsLeft) {
  for (const Waiting& waiting : all())
    for (const std::string& nonsense : waiting.nonsense) {
      if (nonsense.empty()) continue;
      SCOPED_TRACE(waiting.name + ": " + nonsense.substr(0, 20));
      PatientListener listener(waiting);
      int times = 0;
      for (; times < 5'000 && !listener.actions.end; ++times) listener.hear(nonsense);
      EXPECT_EQ(listener.reason(), "the server has sent 1,000 lines in a row that mean nothing");
      EXPECT_LE(times, IdleTimer::kMostLines);
      PatientListener flooded(waiting);
      flooded.hear(rows(5'000, nonsense));
      EXPECT_EQ(flooded.reason(), listener.reason());
    }
}

/// A question that comes again is answered, but the time that it takes the server adds up.
TEST(Clients, RepeatedQuestionsEndNoSilence) {
  const std::string start = "WAIT\r\nREADY\r\nSTART|1|2" + kBoard;
  const std::pair<Waiting, std::string> kCases[] = {
      {{"gomoku", gomoku, "", {}, ""}, "CONTINUING\n" + kEmpty + "-1 -1\nx\n"},
      {{"sudokill", sudokill, start, {}, ""}, "ADD" + kBoard},
      {{"twodoku", twodoku, "twodoku 1\nseat red\n", {}, ""}, "colour?\n"},
      {{"kimble", kimble, "", {}, ""}, kTokenLine + "A00A" + std::string(40, '0') + "A3\nEND\n"},
  };
  for (const auto& [waiting, question] : kCases) {
    SCOPED_TRACE(waiting.name);
    PatientListener listener(waiting);
    int asked = 0;
    for (; asked < 100 && !listener.actions.end; ++asked) {
      listener.hear(question);
      listener.pass(500ms);
    }
    EXPECT_EQ(listener.reason(), "the server fell silent");
    EXPECT_EQ(asked, 7);
  }
}

/// What takes the game on ends a silence, of course.
TEST(Clients, TheGameEndsASilence) {
  PatientListener gomoku_game({"", gomoku, "CONTINUING\n" + kEmpty + "-1 -1\nx\n", {}, ""});
  gomoku_game.pass(2s);
  gomoku_game.hear("CONTINUING\n" + kStone + "0 0\no\n");
  gomoku_game.pass(2s);
  EXPECT_EQ(gomoku_game.reason(), "it goes on");
  PatientListener sudokill_game({"", sudokill, "WAIT\r\n", {}, ""});
  const std::string shown = "ADD|1 0 0 0 0 0 0 0 0" + rows(8, "|0 0 0 0 0 0 0 0 0") + "\r\n";
  for (const std::string& line :
       {std::string("WAIT\r\n"), std::string("READY\r\n"), "START|2|2" + kBoard,
        std::string("0 0 1\r\n"), shown, std::string("0 1 2\r\n")}) {
    sudokill_game.pass(2s);
    sudokill_game.hear(line);
    EXPECT_EQ(sudokill_game.reason(), "it goes on") << line;
  }
  PatientListener twodoku_game({"", twodoku, "twodoku 1\n", {}, ""});
  for (const std::string line : {"seat red\n", "colour?\n", "move red colour 0 0\n"}) {
    twodoku_game.pass(2s);
    twodoku_game.hear(line);
    EXPECT_EQ(twodoku_game.reason(), "it goes on") << line;
  }
  PatientListener kimble_game({"", kimble, "", {}, ""});
  for (const std::string& line : {kTokenLine, kThrow, std::string(44, '0') + "C2\n"}) {
    kimble_game.pass(2s);
    kimble_game.hear(line);
    EXPECT_EQ(kimble_game.reason(), "it goes on") << line;
  }
}

}  // namespace

}  // namespace gauntlet::tools
