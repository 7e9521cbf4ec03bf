// What a check finds: nothing in good programs, and each kind of bad one at the step where it
// belongs (tests/bots/bad_bot.cc).
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include "engine/registry.h"
#include "tests/checked.h"
#include "tests/tools/bad_programs.h"
#include "tools/commands/check_step.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

// ---- the programs ----

/// A program of tests/bots by one protocol.
struct CheckedKind {
  const char* fault;
  const char* protocol;  // of bad_bot
  const char* step;      // that fails first; "" for none
  const char* detail;    // a part of it
  const char* said;      // a line of the transcript begins so, if it is not ""
};

constexpr std::chrono::milliseconds kMoveTime = kIsChecked ? 2s : 300ms;

struct ProtocolText {
  const char* protocol;
  const char* game;
  Speech speech;
};

ProtocolText text_of(std::string_view protocol) {
  for (const ProtocolText& text : {ProtocolText{"gomoku", "gomoku:9", Speech::kServer},
                                   {"sudokill", "sudokill", Speech::kServer},
                                   {"kimble", "kimble:2", Speech::kServer},
                                   {"kimble-rest", "kimble:2", Speech::kServer},
                                   {"twodoku", "twodoku", Speech::kServer},
                                   {"gomocup", "gomoku:9", Speech::kGomocup},
                                   {"engine", "mnk:4x4x3", Speech::kEngine},
                                   {"kinarow", "mnk:4x4x3", Speech::kKinarow}})
    if (protocol == text.protocol) return text;
  ADD_FAILURE() << protocol;
  return {};
}

CheckTarget target_of(const CheckedKind& kind, const std::string& folder) {
  const ProtocolText text = text_of(kind.protocol);
  const auto bot = std::filesystem::path(GAUNTLET_BINARY).replace_filename("bad_bot");
  const bool has_port = text.speech == Speech::kServer || text.speech == Speech::kKinarow;
  CheckTarget target{.game = *engine::find_game(text.game), .name = "bad", .program = {}};
  target.program = {text.speech, bot.string() + " " + kind.protocol + " " + kind.fault + " " +
                                     folder + "/" + kind.fault + "-" + kind.protocol +
                                     (has_port ? " {port}" : "")};
  target.odd = odd_speech(text.speech, target.game);
  target.time_per_move = kMoveTime;
  target.patience = kIsChecked ? 8s : 2s;
  return target;
}

/// The first step that fails; an empty name: none did.
struct FirstFailure {
  std::string step;
  Finding finding;
};

FirstFailure first_failure(CheckRun& run) {
  for (const CheckStep& step : check_steps(run)) {
    Finding finding = take_step(step, run);
    EXPECT_NE(finding.verdict, StepVerdict::kNotReached) << step.name << ": " << finding.detail;
    if (finding.verdict == StepVerdict::kFailed) return {step.name, std::move(finding)};
  }
  return {};
}

void expect_text(const std::string& text) {
  EXPECT_LT(text.size(), 1'000u);
  for (const char c : text) EXPECT_TRUE(c >= ' ' && c <= '~') << text;
}

void expect_kind(const CheckedKind& kind, const std::string& folder) {
  SCOPED_TRACE(std::string(kind.fault) + ", " + kind.protocol);
  CheckRun run(target_of(kind, folder), kIsChecked ? 300s : 60s, {});
  const auto [step, finding] = first_failure(run);
  EXPECT_EQ(step, kind.step) << finding.detail;
  EXPECT_NE(finding.detail.find(kind.detail), std::string::npos) << finding.detail;
  expect_text(finding.detail);
  if (step.empty()) return;
  EXPECT_FALSE(finding.right.empty());
  bool has_said = *kind.said == '\0';
  for (const std::string& line : finding.transcript) {
    has_said |= line.starts_with(kind.said);
    expect_text(line);
  }
  EXPECT_TRUE(has_said) << "no line begins with " << kind.said << ", the last one is "
                        << (finding.transcript.empty() ? "" : finding.transcript.back());
}

/// All at once, for most of the time they wait.
void expect_kinds(const std::vector<CheckedKind>& kinds) {
  const ScriptFolder folder;
  std::atomic<std::size_t> next = 0;
  {
    std::vector<std::jthread> hands;
    for (int hand = 0; hand < (kIsChecked ? 6 : 12); ++hand)
      hands.emplace_back([&] {
        for (std::size_t i; (i = next++) < kinds.size();) expect_kind(kinds[i], folder.path());
      });
  }
  EXPECT_TRUE(folder.nothing_runs());
}

constexpr const char* kFirst = "moves legally, moving first";
constexpr const char* kInSeatA = "moves legally, in seat A";
constexpr const char* kClock = "keeps the clock";
constexpr const char* kTurns = "speaks in turn";

TEST(Check, FindsNothingInGoodPrograms) {
  expect_kinds({{"nothing", "gomoku", "", "", ""},
                {"nothing", "sudokill", "", "", ""},
                {"nothing", "kimble", "", "", ""},
                {"nothing", "kimble-rest", "", "", ""},
                {"nothing", "twodoku", "", "", ""},
                {"nothing", "gomocup", "", "", ""},
                {"nothing", "engine", "", "", ""},
                {"nothing", "kinarow", "", "", ""},
                // What hurts nobody:
                {"floods_stderr", "gomoku", "", "", ""},
                {"writes_after_the_end", "sudokill", "", "", ""}});
}

TEST(Check, WhoIsCheckedByAUrlHasNoCommand) {
  CheckTarget target{.game = *engine::find_game("mnk:4x4x3"), .name = "", .program = {}};
  target.program.speech = Speech::kKinarow;
  target.url = "http://127.0.0.1:1";
  target.patience = 300ms;
  CheckRun run(target, 20s, {});
  const auto [step, finding] = first_failure(run);
  EXPECT_EQ(step, "connects");
  EXPECT_NE(finding.right.find("it serves HTTP at that URL"), std::string::npos) << finding.right;
  for (const char* of_command : {"{port}", "command"})
    EXPECT_EQ(finding.right.find(of_command), std::string::npos) << finding.right;
}

TEST(Check, FindsThoseThatNeverCome) {
  expect_kinds(
      {{"crashes_at_start", "gomoku", "connects", "ended before it connected: exit status 7",
        "! no rules"},
       {"crashes_at_start", "engine", "starts", "ended before it was ready: exit status 7",
        "! no rules"},
       {"crashes_at_start", "kinarow", "connects", "ended before it answered: exit status 7",
        "! no rules"},
       {"never_comes", "twodoku", "connects", "did not connect within", "! waiting"},
       {"never_comes", "gomocup", "takes the board", "did not get ready within", "> START 9"},
       {"never_comes", "kinarow", "connects", "cannot connect", "! waiting"},
       {"says_nothing", "sudokill", "names itself", "did not get ready within", "> WAIT"},
       {"says_nothing", "kimble", "asks for a game", "did not get ready within", ""},
       {"says_nothing", "kinarow", "says that it plays", "has not answered within",
        "> GET /status"},
       {"reads_nothing", "engine", "names itself", "did not get ready within", "> hello 1"},
       {"reads_nothing", "gomoku", kClock, "gave no answer", "> CONTINUING"}});
}

TEST(Check, FindsThoseThatSayWhatTheyShouldNot) {
  expect_kinds(
      {{"is_garbage", "gomoku", kFirst, "illegal move: '\\x00\\xff", "< \\x00\\xff"},
       {"is_garbage", "sudokill", "names itself", "which is not printable", "< \\x00\\xff"},
       {"is_garbage", "engine", kTurns, "1 line that nobody asked for", "< \\x00\\xff"},
       {"is_garbage", "twodoku", kTurns, "1 line that nobody", "> error first comes 'name X'"},
       {"is_garbage", "kinarow", "says that it plays", "no HTTP", "> GET /status"},
       {"speaks_http", "sudokill", "names itself", "which is HTTP", "< GET / HTTP/1.0"},
       {"speaks_http", "kimble", kInSeatA, "crashed: exit status 0; it had said 1 line", ""},
       {"speaks_http", "gomocup", kTurns, "1 line that nobody", "< GET / HTTP/1.0"},
       {"answers_before_it_is_asked", "gomoku", kFirst, "illegal move: '0 0'", "< 0 0"},
       {"answers_before_it_is_asked", "engine", kTurns, "1 line that", "< move a1"},
       {"answers_before_it_is_asked", "gomocup", kTurns, "1 line that", "< 0,0"},
       {"answers_twice", "sudokill", kTurns, "1 line that nobody", "> REJECT"},
       {"answers_twice", "engine", kTurns, "1 line that nobody", "< move "},
       {"answers_twice", "twodoku", kTurns, "1 line that nobody", "> error it is not your turn"},
       {"answers_twice", "gomoku", kFirst, "illegal move", "< 0 "},
       {"says_what_is_no_move", "twodoku", kTurns, "1 line that nobody", "> error 'resign'"},
       {"says_what_is_no_move", "sudokill", kClock, "only 'resign\\x0a'", "< resign"},
       {"says_what_is_no_move", "kinarow", kFirst, "nonsense: it answered 'resign'",
        "< 200 resign"}});
}

TEST(Check, FindsThoseThatPlayIllegally) {
  expect_kinds(
      {{"plays_off_the_board", "gomoku", kFirst,
        "illegal move: '99 99' (off the board, whose rows and columns are 0 to 8)", "< 99 99"},
       {"plays_off_the_board", "sudokill", kFirst, "illegal move: played 9 9 9: Out of range",
        "< 9 9 9"},
       {"plays_off_the_board", "kimble-rest", kInSeatA, "nonsense: sent more than 100", ""},
       {"plays_off_the_board", "twodoku", kFirst, "nonsense: sent more than 100 lines",
        "> error 'colour 9 9' should look like"},
       {"plays_off_the_board", "gomocup", kFirst, "illegal move: '99,99' is off the board",
        "< 99,99"},
       {"plays_off_the_board", "engine", kFirst, "illegal move: ", "< move z99"},
       {"plays_off_the_board", "kinarow", kFirst,
        "illegal move: '99' is off the board: squares are 0 to 15", "< 200 99"},
       {"plays_elsewhere", "sudokill", kFirst, "Required placement", "> ADD|"},
       {"breaks_the_rule", "sudokill", kFirst, "Constraint violation", "> ADD|"},
       {"plays_where_it_has_played", "gomoku", kFirst, "illegal move: ", "> CONTINUING"},
       {"plays_where_it_has_played", "kinarow", kFirst, "is occupied", "> POST /move"}});
}

TEST(Check, FindsThoseThatFlood) {
  expect_kinds({{"floods_from_the_start", "engine", "names itself", "", "< xxxx"},
                {"floods_from_the_start", "sudokill", kFirst, "nonsense", "< xxxx"},
                {"floods_without_a_line_end", "gomoku", kFirst,
                 "nonsense: sent more than 16,777,216", "< xxxx"},
                {"floods_with_empty_lines", "gomocup", kFirst, "nonsense", "<   ("},
                {"answers_for_ever", "engine", kFirst, "", "< move "}});
}

TEST(Check, FindsThoseThatAreLate) {
  expect_kinds({{"stalls", "gomocup", kClock, "gave no answer in", "! thinking"},
                {"stalls", "kinarow", kClock, "/move gave no answer in", "> POST /move"},
                {"stalls", "kimble", kClock, "gave no answer in", "> END"},
                {"is_late", "engine", kIsChecked ? "" : kClock, "", ""},
                {"says_half_a_line", "sudokill", kClock, ", only '", "< "},
                {"forks", "twodoku", kClock, "gave no answer in", "> colour?"}});
}

TEST(Check, FindsThoseThatGo) {
  expect_kinds(
      {{"crashes_when_asked", "sudokill", kFirst, "crashed: signal SIGKILL", "! oh no"},
       {"crashes_when_asked", "gomocup", kFirst, "crashed: signal SIGKILL", "! oh no"},
       {"exits_in_the_game", "twodoku", kFirst, "crashed: exit status 0", "! enough"},
       {"leaves_a_child", "engine", kFirst, "crashed: exit status 0", "! bye"},
       {"hangs_up", "gomoku", kFirst, "crashed: hung up", "> CONTINUING"},
       {"hangs_up", "kimble", kClock, "gave no answer", "> END"},
       {"says_half_a_line_and_hangs_up", "engine", kFirst, "crashed: hung up", "< m"},
       {"ignores_SIGTERM", "gomoku", "ends when it is told", "signal SIGKILL, because", "> "},
       {"ignores_SIGTERM", "engine", "ends when it is told", "signal SIGKILL, because", "> "},
       {"ignores_SIGTERM", "kinarow", "ends when it is told", "signal SIGKILL, because", "> "}});
}

// ---- programs with faults of other kinds ----

/// A bash script, which is told lines on its stdin, by our line protocol.
CheckTarget script_target(const ScriptFolder& folder, const std::string& text) {
  CheckTarget target{.game = *engine::find_game("mnk:4x4x3"), .name = "script", .program = {}};
  target.program = {Speech::kEngine, folder.raw_bot("script", text)};
  target.odd = odd_speech(Speech::kEngine, target.game);
  target.time_per_move = 2s;
  return target;
}

/// `clean` is done with each line, and then it plays the first legal move.
std::string engine_script(const std::string& clean, const std::string& at_over = ":") {
  return "while IFS= read -r line; do\n" + clean +
         "\ncase \"$line\" in\n"
         "hello*) echo hello script;;\n"
         "moves*) moves=${line#moves };;\n"
         "go) echo \"move ${moves%%;*}\";;\n"
         "over*) " +
         at_over + ";;\nesac\ndone";
}

TEST(Check, FindsNothingInAScriptThatCutsItsLines) {
  const ScriptFolder folder;
  CheckRun run(script_target(folder, engine_script("line=${line%$'\\r'}")), 60s, {});
  const auto [step, finding] = first_failure(run);
  EXPECT_EQ(step, "") << finding.detail;
  EXPECT_GE(run.most_in_a_row(), 3);
}

TEST(Check, FindsThoseThatKnowNoCrLf) {
  const ScriptFolder folder;
  CheckRun run(script_target(folder, engine_script(":")), 60s, {});
  const auto [step, finding] = first_failure(run);
  EXPECT_EQ(step, "reads CR LF and unknown lines") << finding.detail;
  EXPECT_NE(finding.right.find("lines may end in CR LF"), std::string::npos) << finding.right;
}

TEST(Check, FindsThoseThatTakeAPieceForAMessage) {
  const ScriptFolder folder;
  CheckTarget target = script_target(folder, R"(
exec perl -e '$| = 1;
while (sysread STDIN, $chunk, 65536) {
  print "hello script\n" if $chunk =~ /^hello.*position/s;
  print "move $1\n" if $chunk =~ /.*^moves ([^;\n]*).*^go$/ms;
}')");
  target.patience = 2s;
  CheckRun run(std::move(target), 60s, {});
  const auto [step, finding] = first_failure(run);
  EXPECT_EQ(step, "reads what comes in pieces") << finding.detail;
  EXPECT_NE(finding.right.find("small pieces"), std::string::npos) << finding.right;
}

TEST(Check, FindsThoseThatEndAfterOneGame) {
  const ScriptFolder folder;
  CheckRun run(script_target(folder, engine_script("line=${line%$'\\r'}", "exit 3")), 60s, {});
  const auto [step, finding] = first_failure(run);
  EXPECT_EQ(step, "plays several games") << finding.detail;
  EXPECT_NE(finding.detail.find("exit status 3"), std::string::npos) << finding.detail;
}

TEST(Check, FindsThoseThatDoNotEnd) {
  const ScriptFolder folder;
  CheckRun run(script_target(folder, engine_script("line=${line%$'\\r'}") + "\nexec sleep 1000"),
               60s, {});
  const auto [step, finding] = first_failure(run);
  EXPECT_EQ(step, "ends when it is told") << finding.detail;
  EXPECT_NE(finding.detail.find("signal SIGTERM, because"), std::string::npos) << finding.detail;
}

TEST(Check, TellsWhoCrashesAtTheEndOfALostGame) {
  const ScriptFolder folder;
  CheckTarget target{.game = *engine::find_game("gomoku:9"), .name = "script", .program = {}};
  // It plays on the first empty square, and dies when it has lost.
  target.program = {Speech::kServer, folder.connected_bot("script", R"(
while IFS= read -r -u 3 status; do
  [ "$status" = LOSE ] && kill -SEGV $$
  rows=()
  for i in 0 1 2 3 4 5 6 7 8; do IFS= read -r -u 3 row; rows+=("$row"); done
  read -r -u 3 last; read -r -u 3 who
  [ "$status" = CONTINUING ] || exit 0
  for r in 0 1 2 3 4 5 6 7 8; do for c in 0 1 2 3 4 5 6 7 8; do
    if [ "${rows[r]:c:1}" = ' ' ]; then echo "$r $c" >&3; break 2; fi
  done; done
done)")};
  target.time_per_move = 2s;
  CheckRun run(std::move(target), 60s, {});
  const auto [step, finding] = first_failure(run);
  EXPECT_EQ(step, "gets over a lost game") << finding.detail;
  EXPECT_EQ(finding.detail, "signal SIGSEGV after it was told that it had lost");
}

// ---- the time that it takes ----

TEST(Check, EndsInTimeWhateverTheProgramDoes) {
  const ScriptFolder folder;
  for (const char* text :
       {"exec sleep 1000", "trap '' TERM; while :; do echo hello x; sleep 1; done",
        "exec yes hello"}) {
    SCOPED_TRACE(text);
    CheckTarget target = script_target(folder, text);
    target.time_per_move = 10s;
    target.patience = 100s;
    const auto began = steady_clock::now();
    {
      CheckRun run(std::move(target), 4s, {});
      const auto steps = check_steps(run);
      for (std::size_t i = 0; i < steps.size(); ++i) {
        const Finding finding = take_step(steps[i], run);
        const bool is_last = i + 1 == steps.size();
        EXPECT_TRUE(!is_last || finding.verdict == StepVerdict::kNotReached) << finding.detail;
      }
      EXPECT_NE(run.why_over(), "");
    }
    EXPECT_LT(steady_clock::now() - began, kIsChecked ? 12s : 6s);
  }
}

/// Plays illegally in the seats of which `seat` says so.
std::string half_bad(const std::string& seat) {
  return engine_script("line=${line%$'\\r'}; case \"$line\" in seat*) bad=; [[ $line == " + seat +
                       " ]] && bad=1;; esac\n"
                       "[ -n \"$bad\" ] && [ \"$line\" = go ] && { echo move 9,9; continue; }");
}

TEST(Check, StopsAfterSomeGamesThatWentWrong) {
  const ScriptFolder folder;
  CheckRun run(script_target(folder, half_bad("'seat 1'")), 60s, {});
  for (const CheckStep& step : check_steps(run)) take_step(step, run);
  EXPECT_EQ(run.why_over(), "3 games went wrong: mend what failed first");
  EXPECT_EQ(run.games().size(), 5u) << "two of them as player 2";
  EXPECT_TRUE(run.games()[1].is_good());
}

TEST(Check, StopsWhenNoGameWentWell) {
  const ScriptFolder folder;
  CheckRun run(script_target(folder, half_bad("seat*")), 60s, {});
  for (const CheckStep& step : check_steps(run)) take_step(step, run);
  EXPECT_EQ(run.why_over(), "no game went well: mend what failed first");
  EXPECT_EQ(run.games().size(), 2u);
}

}  // namespace

}  // namespace gauntlet::tools
