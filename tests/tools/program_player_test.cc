// Programs as players, in real games against a built-in one; bad_bots_test.cc has all kinds of bad
// ones.
#include "tools/net/program_player.h"

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <ostream>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "engine/registry.h"
#include "selfplay/match.h"
#include "selfplay/players/make_player.h"
#include "tests/tools/answered.h"
#include "tests/tools/bad_programs.h"
#include "tests/tools/open_descriptors.h"
#include "tools/protocol/engine_seat.h"
#include "tools/protocol/gomoku_seat.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using selfplay::GameClock;
using selfplay::MatchResult;
using selfplay::Termination;
using selfplay::TimeControl;
using std::chrono::steady_clock;

const std::string kGoodProgram =
    GAUNTLET_BINARY " connect gomoku --host {host} --port {port} --player random";

/// Games between a program and a built-in player.
class ProgramTable {
 public:
  explicit ProgramTable(const std::string& game = "gomoku:9")
      : game_(*engine::find_game(game)), opponent_(*selfplay::make_player("random", game_)) {
    settings.command.name = "bad";
    settings.warm_up = 0ms;
    settings.make_seat = [] { return std::make_unique<GomokuSeat>(); };
    settings.tell = [this](const ProgramReport& report) { reports.push_back(report); };
  }

  MatchResult play(selfplay::Player& program, engine::Player seat = 0, std::stop_token stop = {}) {
    return play(program, *opponent_, seat, std::move(stop));
  }
  MatchResult play(selfplay::Player& program, selfplay::Player& other, engine::Player seat = 0,
                   std::stop_token stop = {}) {
    selfplay::Player* seats[] = {&other, &other};
    seats[seat] = &program;
    program.new_game(1, seat);
    other.new_game(2, static_cast<engine::Player>(1 - seat));
    engine::Rng start(3), dice(4);
    GameClock clock(control);
    MatchResult result;
    selfplay::play_match(game_.start(start), seats, dice,
                         {.stop = std::move(stop), .clock = control.is_timed() ? &clock : nullptr},
                         result);
    return result;
  }

  ProgramSettings settings;
  TimeControl control{.per_move = 500ms};
  std::vector<ProgramReport> reports;

 private:
  engine::AnyGame game_;
  std::unique_ptr<selfplay::Player> opponent_;
};

bool begins(const std::string& text, const char* beginning) {
  return beginning && text.starts_with(beginning);
}

// ---- those that come to our port ----

TEST(ProgramPlayer, KnowsItsNameAndWhereToConnect) {
  const ScriptFolder folder;
  ProgramTable table;
  table.settings.command.name = "ann's; bot";
  folder.raw_bot("bad",
                 "printf '%s|' \"$@\" \"$GAUNTLET_NAME\" $GAUNTLET_HOST; "
                 "[ $2 = $GAUNTLET_PORT ] && echo same; exit 3");
  table.settings.command.line = "bash " + (folder / "bad") + " {host} {port} {name} {x}";
  ProgramPlayer program(table.settings);
  const MatchResult result = table.play(program);
  EXPECT_EQ(result.reason, "ended before it connected: exit status 3");
  ASSERT_EQ(table.reports.size(), 1u);
  const ProgramReport& report = table.reports[0];
  EXPECT_EQ(report.label, "ann's; bot");
  EXPECT_TRUE(report.output.starts_with("127.0.0.1|")) << report.output;
  EXPECT_TRUE(report.output.ends_with("|ann's; bot|{x}|ann's; bot|127.0.0.1|same\n"))
      << report.output;
}

TEST(ProgramPlayer, TimeToStartIsNotTimeToMove) {
  const ScriptFolder folder;
  ProgramTable table;
  table.control = {.per_game = 5s};
  table.settings.command.line =
      folder.raw_bot("slow", "sleep 0.7; exec " GAUNTLET_BINARY
                             " connect gomoku --host 127.0.0.1 --port $1 --player random");
  ProgramPlayer program(table.settings);
  const MatchResult result = table.play(program, 1);
  EXPECT_EQ(result.summary.termination, Termination::kPlayed) << result.reason;
}

/// The answer of a program of this text, as black, and what became of it.
Answered first_choice(ProgramTable& table, const std::string& text) {
  const ScriptFolder folder;
  table.settings.command.line = folder.connected_bot("late", text);
  ProgramPlayer program(table.settings);
  const auto game = *engine::find_game("gomoku:9");
  engine::Rng rng(1);
  const engine::AnyState start = game.start(rng);
  program.new_game(1, 0);
  program.get_ready(start, {});
  const GameClock clock(table.control);
  const Answered answer = answered(
      program, start, {.deadline = clock.deadline(0, steady_clock::now()), .clock = &clock});
  program.saw_end(start, {.termination = Termination::kTooLong});
  return answer;
}

TEST(ProgramPlayer, TheMarginIsAllowed) {
  ProgramTable table;
  table.control = {.per_move = 300ms, .margin = 5s};
  const auto choice =
      first_choice(table, "read -u 3 line; sleep 0.5; echo '0 0' >&3; cat <&3 >/dev/null; exit 5");
  EXPECT_EQ(choice.forfeit, Termination::kPlayed) << choice.reason;
  ASSERT_EQ(table.reports.size(), 1u);
  EXPECT_EQ(table.reports[0].ending, "exit status 5");
}

TEST(ProgramPlayer, TheFirstAnswerMayWarmUp) {
  ProgramTable table;
  table.control = {.per_move = 300ms};
  table.settings.warm_up = 10s;
  const auto choice =
      first_choice(table, "read -u 3 line; sleep 0.4; echo '0 0' >&3; cat <&3 >/dev/null");
  EXPECT_EQ(choice.forfeit, Termination::kPlayed) << choice.reason;

  const ScriptFolder folder;
  table.settings.command.line =
      folder.connected_bot("late", "sleep 0.4; echo '0 0' >&3; cat <&3 >/dev/null");
  ProgramPlayer program(table.settings);
  const auto begin = steady_clock::now();
  const MatchResult result = table.play(program, 0);
  EXPECT_EQ(result.summary.termination, Termination::kOutOfTime);
  EXPECT_GE(result.moves.size(), 2u);
  EXPECT_LT(steady_clock::now() - begin, 8s) << "only the first answer may be late";
}

TEST(ProgramPlayer, ALateAnswerIsExcusedByTheMachinesDelay) {
  ProgramTable table;
  table.control = {.per_move = 500ms};
  table.settings.lateness = std::make_shared<LatenessRecord>();
  // Nobody here runs while it stops us, once our clock runs; it answers a little later than is
  // listened to without that.
  const auto excused = first_choice(
      table,
      "read -u 3 line; sleep 0.05; kill -STOP $PPID; sleep 1.2; kill -CONT $PPID; sleep 0.1; "
      "echo '0 0' >&3; cat <&3 >/dev/null");
  EXPECT_EQ(excused.forfeit, Termination::kPlayed) << excused.reason;
  EXPECT_EQ(table.settings.lateness->excused.load(), 1u);

  const auto too_late = first_choice(
      table,
      "read -u 3 line; sleep 0.05; kill -STOP $PPID; sleep 0.2; kill -CONT $PPID; sleep 0.7; "
      "echo '0 0' >&3; sleep 30");
  EXPECT_EQ(too_late.forfeit, Termination::kOutOfTime);
  EXPECT_NE(too_late.reason.find("(the machine's own delay: "), std::string::npos)
      << too_late.reason;
}

TEST(ProgramPlayer, WithoutAClockAnAnswerIsNotWaitedForForever) {
  const ScriptFolder folder;
  ProgramTable table;
  table.control = {};
  table.settings.longest_answer = 300ms;
  table.settings.command.line = folder.connected_bot("bad", "cat <&3 >/dev/null");
  ProgramPlayer program(table.settings);
  const MatchResult result = table.play(program);
  EXPECT_EQ(result.summary.termination, Termination::kOutOfTime);
  EXPECT_EQ(result.reason, "gave no answer in 300 ms");
}

TEST(ProgramPlayer, AStopEndsWaitingAndTheProgram) {
  for (const BadScript* script : {&kStalls, &kNeverComes}) {
    const ScriptFolder folder;
    ProgramTable table;
    table.control = {};
    table.settings.command.line = folder.bot("bad", *script);
    ProgramPlayer program(table.settings);
    std::stop_source stop;
    const std::jthread stopper([&] {
      std::this_thread::sleep_for(300ms);
      stop.request_stop();
    });
    const auto begin = steady_clock::now();
    const MatchResult result = table.play(program, 0, stop.get_token());
    EXPECT_EQ(result.summary.termination, Termination::kStopped);
    EXPECT_LT(steady_clock::now() - begin, 1800ms) << "it was not asked to end at once";
    EXPECT_TRUE(folder.nothing_runs());
    ASSERT_EQ(table.reports.size(), 1u);
    EXPECT_TRUE(begins(table.reports[0].ending, "signal SIGTERM")) << table.reports[0].ending;
  }
}

TEST(ProgramPlayer, WhatCannotBeStartedIsAbsent) {
  ProgramTable table;
  table.settings.command.line = "./no-such-bot";
  ProgramPlayer program(table.settings);
  const MatchResult result = table.play(program);
  EXPECT_EQ(result.summary.termination, Termination::kAbsent);
  EXPECT_EQ(result.reason, "ended before it connected: exit status 127");
  ASSERT_EQ(table.reports.size(), 1u);
  EXPECT_NE(table.reports[0].output.find("no-such-bot"), std::string::npos);
}

// ---- those that talk by their pipes ----

/// Plays the first empty square of a board of five, and tells on stderr what happens. It does
/// $at_move when it is to move, $at_end at the end of a game.
constexpr const char* kPipeBot = R"(
echo process $$ >&2
while IFS= read -r status; do
  rows=()
  for i in 0 1 2 3 4; do IFS= read -r row; rows+=("$row"); done
  read -r last; read -r mover
  if [ "$status" != CONTINUING ]; then echo "$status" >&2; eval "$at_end"; continue; fi
  eval "$at_move"
  for r in 0 1 2 3 4; do for c in 0 1 2 3 4; do
    if [ "${rows[r]:c:1}" = ' ' ]; then echo "$r $c"; break 2; fi
  done; done
done
echo bye >&2
)";

struct PipeTable : ProgramTable {
  explicit PipeTable(const std::string& at_end = "", const std::string& at_move = "")
      : ProgramTable("gomoku:5") {
    control = {.per_move = 10s};  // which is time to start, too: the bot does not say it is ready
    settings.command.way = ProgramCommand::Way::kPipes;
    settings.command.line =
        folder.raw_bot("bot", "at_end='" + at_end + "'\nat_move='" + at_move + "'\n" + kPipeBot);
    settings.is_kept = true;
  }
  /// How often `word` stands in what the process with that number has said.
  std::size_t count(std::size_t process, const std::string& word) const {
    const std::string& text = reports.at(process).output;
    std::size_t times = 0;
    for (std::size_t at = 0; (at = text.find(word, at)) != std::string::npos; ++at) ++times;
    return times;
  }

  ScriptFolder folder;
};

TEST(PipedProgramPlayer, IsKeptForManyGames) {
  const int before = open_descriptors();
  PipeTable table;
  {
    ProgramPlayer program(table.settings);
    for (int game = 0; game < 6; ++game) {
      const MatchResult result = table.play(program, static_cast<engine::Player>(game % 2));
      EXPECT_EQ(result.summary.termination, Termination::kPlayed) << result.reason;
    }
    EXPECT_TRUE(table.reports.empty());
  }
  ASSERT_EQ(table.reports.size(), 1u);
  const ProgramReport& report = table.reports[0];
  EXPECT_EQ(report.ending, "exit status 0");
  EXPECT_TRUE(report.ended_well);
  EXPECT_EQ(table.count(0, "process "), 1u);
  EXPECT_EQ(table.count(0, "WIN\n") + table.count(0, "LOSE\n") + table.count(0, "DRAW\n"), 6u);
  EXPECT_TRUE(report.output.ends_with("bye\n")) << report.output;
  EXPECT_EQ(open_descriptors(), before);
}

TEST(PipedProgramPlayer, MayBeStartedForEachGame) {
  PipeTable table;
  table.settings.is_kept = false;
  ProgramPlayer program(table.settings);
  for (int game = 0; game < 3; ++game)
    EXPECT_EQ(table.play(program).summary.termination, Termination::kPlayed);
  ASSERT_EQ(table.reports.size(), 3u);
  for (std::size_t process = 0; process < 3; ++process) {
    EXPECT_EQ(table.count(process, "process "), 1u);
    EXPECT_TRUE(table.reports[process].ended_well);
  }
}

TEST(PipedProgramPlayer, IsKeptAfterAnIllegalMove) {
  PipeTable table("", "[ -e $0.was ] || { touch $0.was; echo 7 7; continue; }");
  ProgramPlayer program(table.settings);
  const MatchResult bad = table.play(program);
  EXPECT_EQ(bad.summary.termination, Termination::kIllegalMove);
  EXPECT_EQ(bad.reason, "'7 7' (off the board, whose rows and columns are 0 to 4)");
  EXPECT_TRUE(table.reports.empty());
  EXPECT_EQ(table.play(program).summary.termination, Termination::kPlayed);
}

TEST(PipedProgramPlayer, IsStartedAnewAfterACrashAndAfterATimeOut) {
  for (const char* fault : {"exit 9", "exec sleep 1000"}) {
    PipeTable table("", "[ -e $0.was ] || { touch $0.was; " + std::string(fault) + "; }");
    ProgramPlayer program(table.settings);
    if (fault == std::string_view("exec sleep 1000")) table.control = {.per_move = 500ms};
    const MatchResult bad = table.play(program);
    table.control = {.per_move = 10s};
    EXPECT_EQ(bad.reason, fault[2] == 'i' ? "exit status 9" : "gave no answer in 500 ms");
    ASSERT_EQ(table.reports.size(), 1u);
    EXPECT_FALSE(table.reports[0].ended_well);
    EXPECT_EQ(table.play(program).summary.termination, Termination::kPlayed);
    EXPECT_EQ(table.play(program).summary.termination, Termination::kPlayed);
    EXPECT_EQ(table.reports.size(), 1u);
  }
}

/// Plays the first legal move by our line protocol; but its first one is illegal, and then it talks
/// without end.
constexpr const char* kTalker = R"(
while read -r word rest; do
  case $word in
    hello) echo hello talker;;
    moves) first=${rest%%;*};;
    go) [ -e $0.was ] || { touch $0.was; echo move 9,9; exec yes; }; echo "move $first";;
  esac
done
)";

TEST(PipedProgramPlayer, IsStartedAnewWhenItDoesNotStopTalking) {
  PipeTable table;
  table.settings.command.line = table.folder.raw_bot("talker", kTalker);
  table.settings.make_seat = [] { return std::make_unique<EngineSeat>(); };
  ProgramPlayer program(table.settings);
  EXPECT_EQ(table.play(program).summary.termination, Termination::kIllegalMove);
  EXPECT_TRUE(table.reports.empty());
  const MatchResult next = table.play(program);
  EXPECT_EQ(next.summary.termination, Termination::kPlayed) << next.reason;
  EXPECT_EQ(table.reports.size(), 1u);
}

TEST(PipedProgramPlayer, WhatItSaysAfterTheEndIsNotOfTheNextGame) {
  PipeTable table("echo 0 0; echo 0 0");
  ProgramPlayer program(table.settings);
  for (int game = 0; game < 3; ++game) {
    const MatchResult result = table.play(program, 1);
    EXPECT_EQ(result.summary.termination, Termination::kPlayed) << result.reason;
    std::this_thread::sleep_for(200ms);
  }
}

TEST(PipedProgramPlayer, MeetsOneThatConnects) {
  PipeTable table;
  ProgramSettings settings = table.settings;
  settings.is_kept = false;
  settings.command.way = ProgramCommand::Way::kConnects;
  settings.command.line = kGoodProgram;
  ProgramPlayer piped(table.settings), connected(settings);
  for (const engine::Player seat : {0, 1}) {
    const MatchResult result = table.play(piped, connected, seat);
    EXPECT_EQ(result.summary.termination, Termination::kPlayed) << result.reason;
  }
  ASSERT_EQ(table.reports.size(), 2u);
  for (const ProgramReport& report : table.reports) EXPECT_TRUE(report.ended_well) << report.ending;
}

TEST(PipedProgramPlayer, BothMayBeAbsent) {
  PipeTable table;
  table.settings.command.way = ProgramCommand::Way::kConnects;
  table.settings.command.line = "false";
  ProgramPlayer first(table.settings), second(table.settings);
  const MatchResult result = table.play(first, second);
  EXPECT_EQ(result.summary.termination, Termination::kAbsent);
  EXPECT_EQ(result.summary.returns, engine::Returns{});
  EXPECT_EQ(result.reason,
            "nobody came: x ended before it connected: exit status 1; o ended before it "
            "connected: exit status 1");
  EXPECT_EQ(table.reports.size(), 2u);
}

TEST(ProgramPlayer, ManyPlayAtTheSameTime) {
  const int before = open_descriptors();
  std::vector<std::jthread> tables;
  for (int i = 0; i < 4; ++i) {
    tables.emplace_back([] {
      ProgramTable table;
      table.settings.command.line = kGoodProgram;
      table.control = {.per_move = 5s};
      ProgramPlayer program(table.settings);
      for (const engine::Player seat : {0, 1}) {
        const MatchResult result = table.play(program, seat);
        EXPECT_EQ(result.summary.termination, Termination::kPlayed) << result.reason;
      }
    });
  }
  tables.clear();
  EXPECT_EQ(open_descriptors(), before);
}

/// A game of Gomoku that begins when the program has answered "hello" by "ready".
class GreetingSeat final : public Seat {
 public:
  void begin(const engine::AnyState& start, engine::Player seat, std::string& out) override {
    out += "hello\n";
    game_.begin(start, seat, out);
  }
  bool is_ready() const override { return said_ == "ready\n"; }
  void saw(const engine::AnyState& before, engine::AnyMove move, std::string& out) override {
    game_.saw(before, move, out);
  }
  std::optional<SeatAnswer> ask(const engine::AnyState& view, const SeatTime& time,
                                std::string& out) override {
    return game_.ask(view, time, out);
  }
  std::optional<SeatAnswer> received(std::string_view bytes, std::string& out) override {
    if (is_ready()) return game_.received(bytes, out);
    said_ += bytes;
    return std::nullopt;
  }
  void end(const engine::AnyState& end, std::optional<engine::Player> loser, Termination how,
           std::string& out) override {
    game_.end(end, loser, how, out);
  }

 private:
  std::string said_;
  GomokuSeat game_;
};

TEST(PipedProgramPlayer, OneThatWillNotBeKeptIsStartedAnew) {
  PipeTable table("exit 0");
  table.settings.command.line =
      "bash -c 'read hello; echo ready; . " + (table.folder / "bot") + "'";
  table.settings.make_seat = [] { return std::make_unique<GreetingSeat>(); };
  ProgramPlayer program(table.settings);
  for (int game = 0; game < 4; ++game) {
    const MatchResult result = table.play(program);
    EXPECT_EQ(result.summary.termination, Termination::kPlayed) << result.reason;
  }
  ASSERT_GE(table.reports.size(), 3u);
  for (const ProgramReport& report : table.reports) EXPECT_TRUE(report.ended_well) << report.ending;
}

/// Asks of its program to say "ready", and has a lot to tell.
class DemandingSeat final : public Seat {
 public:
  explicit DemandingSeat(std::size_t words) : words_(words) {}

  void begin(const engine::AnyState&, engine::Player, std::string& out) override {
    out += std::string(words_, 'x') + '\n';
  }
  bool is_ready() const override { return is_ready_; }
  void saw(const engine::AnyState&, engine::AnyMove, std::string&) override {}
  std::optional<SeatAnswer> ask(const engine::AnyState&, const SeatTime&, std::string&) override {
    return std::nullopt;
  }
  std::optional<SeatAnswer> received(std::string_view bytes, std::string&) override {
    said_ += bytes;
    is_ready_ |= said_.find("ready\n") != std::string::npos;
    said_.erase(0, said_.size() - std::min<std::size_t>(said_.size(), 10));
    return std::nullopt;
  }
  void end(const engine::AnyState&, std::optional<engine::Player>, Termination,
           std::string&) override {}

 private:
  std::size_t words_;
  std::string said_;
  bool is_ready_ = false;
};

MatchResult played_by(const std::string& script, std::size_t words) {
  PipeTable table;
  table.settings.command.line = table.folder.raw_bot("bot", script);
  table.settings.patience = 1s;
  table.control = {.per_move = 500ms};
  table.settings.make_seat = [=] { return std::make_unique<DemandingSeat>(words); };
  ProgramPlayer program(table.settings);
  return table.play(program);
}

TEST(PipedProgramPlayer, MustGetReady) {
  for (const auto& [script, reason] : std::vector<std::pair<std::string, std::string>>{
           {"while read x; do :; done", "did not get ready within 1 s"},
           {"exit 4", "ended before it was ready: exit status 4"},
           {"exec >&-; while read x; do :; done", "hung up before it was ready"}}) {
    const MatchResult result = played_by(script, 1);
    EXPECT_EQ(result.summary.termination, Termination::kAbsent);
    EXPECT_EQ(result.reason, reason);
  }
  EXPECT_EQ(played_by("echo ready; while read x; do :; done", 1).reason,
            "gave no answer in 500 ms");
}

TEST(PipedProgramPlayer, MustReadWhatItIsTold) {
  const MatchResult result = played_by("exec sleep 1000", 2'000'000);
  EXPECT_EQ(result.summary.termination, Termination::kNonsense);
  EXPECT_EQ(result.reason, "does not read what it is told");
  EXPECT_EQ(
      played_by("head -c 500001 >/dev/null; echo ready; while read x; do :; done", 500'000).reason,
      "gave no answer in 500 ms");
}

TEST(PipedProgramPlayer, MustNotTalkForever) {
  const MatchResult result = played_by("exec yes", 1);
  EXPECT_EQ(result.summary.termination, Termination::kNonsense);
  EXPECT_EQ(result.reason, "sent more than 16,777,216 bytes without a move");
}

// ---- what is told in pieces ----

/// Of how many bytes the first read of a program is that is told 1,000, and all others together.
std::string reads_of(bool in_pieces) {
  const ScriptFolder folder;
  auto program = TalkingProgram::start(
      {.name = "reader",
       .line = folder.raw_bot("reader", "{ dd bs=65536 count=1 status=none | wc -c; wc -c; } >&2"),
       .way = ProgramCommand::Way::kPipes,
       .is_told_in_pieces = in_pieces});
  EXPECT_TRUE(program.ok());
  (*program)->write(std::string(1'000, 'x'));
  // It is heard no further while nobody waits, and so the first piece comes by itself.
  std::this_thread::sleep_for(500ms);
  return (*program)->dismiss(false).output;
}

TEST(TalkingProgram, TellsInPiecesIfThatIsWanted) {
  EXPECT_EQ(reads_of(false), "1000\n0\n");
  EXPECT_EQ(reads_of(true), "1\n999\n");
}

TEST(TalkingProgram, APieceIsNoWholeGame) {
  ProgramTable table;
  table.control = {.per_move = 10s};
  table.settings.command.line = kGoodProgram;
  table.settings.command.is_told_in_pieces = true;
  ProgramPlayer program(table.settings);
  const MatchResult result = table.play(program);
  EXPECT_EQ(result.summary.termination, Termination::kPlayed) << result.reason;
  ASSERT_EQ(table.reports.size(), 1u);
  EXPECT_TRUE(table.reports[0].ended_well) << "it was told the end: " << table.reports[0].ending;
  EXPECT_EQ(table.reports[0].sent, 0);
}

}  // namespace

}  // namespace gauntlet::tools
