// Every kind of bad program, by every protocol: each is the good one with one fault
// (tests/bots/bad_bot.cc), plays one game badly and the next one well.
#include <gtest/gtest.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "engine/registry.h"
#include "selfplay/match.h"
#include "selfplay/players/make_player.h"
#include "tests/checked.h"
#include "tests/tools/bad_programs.h"
#include "tests/tools/open_descriptors.h"
#include "tools/net/kinarow_program.h"
#include "tools/net/program_player.h"
#include "tools/protocol/engine_seat.h"
#include "tools/protocol/gomocup_seat.h"
#include "tools/protocol/seats.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using selfplay::MatchResult;
using selfplay::Termination;
using selfplay::TimeControl;
using std::chrono::steady_clock;

// ---- the protocols ----

enum Table : std::size_t {
  kGomoku,
  kSudokill,
  kKimble,
  kKimbleRest,  // a connection for each request
  kTwoDoku,
  kGomocup,
  kEngine,
  kEngineSudokill,
  kKinarow,
  kTables
};

struct TableText {
  const char* name;
  const char* protocol;
  const char* game;
};
constexpr std::array<TableText, kTables> kTexts = {{{"gomoku", "gomoku", "gomoku:9"},
                                                    {"sudokill", "sudokill", "sudokill"},
                                                    {"kimble", "kimble", "kimble:2"},
                                                    {"kimble-rest", "kimble-rest", "kimble:2"},
                                                    {"twodoku", "twodoku", "twodoku"},
                                                    {"gomocup", "gomocup", "gomoku:9"},
                                                    {"engine", "engine", "mnk:4x4x3"},
                                                    {"engine's sudokill", "engine", "sudokill"},
                                                    {"kinarow", "kinarow", "mnk:4x4x3"}}};

std::unique_ptr<Seat> seat_at(Table table, const engine::AnyGame& game) {
  if (table == kGomocup)
    return std::make_unique<GomocupSeat>(GomocupSeat::Options{.is_kept = true});
  if (table == kEngine || table == kEngineSudokill) return std::make_unique<EngineSeat>();
  return *make_seat(game);
}

ProgramCommand::Way way_of(Table table, const engine::AnyGame& game) {
  if (table == kGomocup || table == kEngine || table == kEngineSudokill)
    return ProgramCommand::Way::kPipes;
  return may_reconnect(game) ? ProgramCommand::Way::kReconnects : ProgramCommand::Way::kConnects;
}

// ---- the kinds, and what becomes of them ----

struct Judgement {
  Termination how;
  const char* reason = "";    // how it begins
  Termination or_else = how;  // by who is faster
};

constexpr Termination kWell = Termination::kPlayed, kIllegal = Termination::kIllegalMove,
                      kLate = Termination::kOutOfTime, kGone = Termination::kCrashed,
                      kAbsent = Termination::kAbsent, kNonsense = Termination::kNonsense;

struct Kind {
  const char* fault;
  Judgement usual;
  std::vector<std::pair<Table, Judgement>> others = {};
  const char* ending = "";  // of a program that does not serve, how it begins
  const char* output = "";  // a part of it
  bool is_of_sudokill = false;
  bool goes_on = false;  // in the next game too, if the process is kept for that
};

constexpr const char* kEndedByTerm = "signal SIGTERM, because it did not end by itself";
constexpr const char* kNoAnswer = "gave no answer in 2,000 ms";
constexpr const char* kNoStatus = "the bot at 127.0.0.1:";
constexpr const char* kNoMove = "/move gave no answer in ";

/// What means nothing is not heard in most protocols. A client of Kimble's that is refused
/// something gives up, and ends.
const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all = {
      {"nothing", {kWell}, {}, "exit status 0"},
      {"crashes_at_start",
       {kAbsent, "ended before it was ready: exit status 7"},
       {{kGomoku, {kAbsent, "ended before it connected: exit status 7"}},
        {kSudokill, {kAbsent, "ended before it connected: exit status 7"}},
        {kKimble, {kAbsent, "ended before it connected: exit status 7"}},
        {kKimbleRest, {kAbsent, "ended before it connected: exit status 7"}},
        {kTwoDoku, {kAbsent, "ended before it connected: exit status 7"}},
        {kKinarow, {kAbsent, "ended before it answered: exit status 7"}}},
       "exit status 7",
       "no rules\n"},
      {"never_comes",
       {kAbsent, "did not get ready within 3 s"},
       {{kGomoku, {kAbsent, "did not connect within 3 s"}},
        {kSudokill, {kAbsent, "did not connect within 3 s"}},
        {kKimble, {kAbsent, "did not connect within 3 s"}},
        {kKimbleRest, {kAbsent, "did not connect within 3 s"}},
        {kTwoDoku, {kAbsent, "did not connect within 3 s"}},
        {kKinarow, {kAbsent, kNoStatus}}},
       kEndedByTerm,
       "waiting\n"},
      {"says_nothing",
       {kAbsent, "did not get ready within 3 s"},
       {{kGomoku, {kLate, kNoAnswer}}, {kKinarow, {kAbsent, kNoStatus}}}},
      {"reads_nothing",
       {kAbsent, "did not get ready within 3 s"},
       {{kGomoku, {kLate, kNoAnswer}}, {kKinarow, {kAbsent, kNoStatus}}},
       kEndedByTerm},
      {"is_garbage",
       {kWell},
       {{kKimble, {kGone, "exit status 0"}},
        {kKimbleRest, {kGone, "exit status 0"}},
        {kGomoku, {kIllegal, "'\\x00\\xff\\xfe\\x80 \\x1b[31m' (not two numbers"}},
        {kKinarow, {kAbsent, kNoStatus}}}},
      {"speaks_http",
       {kWell},
       {{kKimble, {kGone, "exit status 0"}},
        {kKimbleRest, {kGone, "exit status 0"}},
        {kGomoku, {kIllegal, "'GET / HTTP/1.0' (not two numbers"}},
        {kKinarow, {kAbsent, kNoStatus}}}},
      {"answers_before_it_is_asked",
       {kWell},
       {{kKimble, {kGone, "exit status 0"}},
        {kKimbleRest, {kGone, "exit status 0"}},
        {kKinarow, {kWell, "", kNonsense}},
        {kGomoku, {kIllegal, "'0 0' (the square is taken)"}}}},
      {"floods_from_the_start",
       {kNonsense},
       {{kGomoku, {kNonsense, "", kIllegal}}, {kKinarow, {kAbsent, kNoStatus}}}},
      {"crashes_when_asked", {kGone, "signal SIGKILL"}, {}, "signal SIGKILL", "oh no\n"},
      {"stalls", {kLate, kNoAnswer}, {{kKinarow, {kLate, kNoMove}}}, kEndedByTerm, "thinking\n"},
      {"is_late", {kLate}},
      {"plays_off_the_board",
       {kIllegal},
       {{kGomoku, {kIllegal, "'99 99' (off the board, whose rows and columns are 0 to 8)"}},
        {kSudokill, {kIllegal, "played 9 9 9: Out of range"}},
        {kKimble, {kNonsense, "sent more than 100 lines in a row that mean nothing"}},
        {kKimbleRest, {kNonsense, "sent more than 100 lines in a row that mean nothing"}},
        {kTwoDoku, {kNonsense, "sent more than 100 lines in a row that mean nothing"}},
        {kKinarow, {kIllegal, "'99' is off the board: squares are 0 to 15"}}}},
      {"says_what_is_no_move",
       {kLate, kNoAnswer},
       {{kKimble, {kGone, "exit status 0"}},
        {kKimbleRest, {kGone, "exit status 0"}},
        {kGomoku, {kIllegal, "'resign' (not two numbers"}},
        {kTwoDoku, {kWell}},
        {kEngine, {kIllegal}},
        {kEngineSudokill, {kIllegal}},
        {kKinarow, {kNonsense, "it answered 'resign', which is no number"}}}},
      {"plays_elsewhere", {kIllegal, "played"}, {}, "", "", true},
      {"breaks_the_rule", {kIllegal, "played"}, {}, "", "", true},
      {"answers_twice",
       {kWell},
       {{kKimble, {kGone, "exit status 0"}},
        {kKimbleRest, {kGone, "exit status 0"}},
        {kGomoku, {kIllegal, "'0 "}}}},
      {"plays_where_it_has_played",
       {kIllegal},
       {{kSudokill, {kIllegal, "played"}},
        {kKimble, {kWell}},
        {kKimbleRest, {kWell}},
        {kTwoDoku, {kWell}}}},
      {"floods_without_a_line_end",
       {kNonsense, "sent more than 16,777,216 bytes without a move"},
       {{kKimble, {kNonsense}},
        {kKimbleRest, {kNonsense}},
        {kKinarow, {kNonsense, "/move: what it answered is no HTTP"}}}},
      {"floods_with_empty_lines", {kNonsense}, {{kGomoku, {kIllegal, "'' (not two numbers"}}}},
      {"answers_for_ever",
       {kNonsense, "", kIllegal},
       {{kKinarow, {kLate, kNoMove}}},
       "",
       "",
       false,
       true},
      {"floods_stderr", {kWell}, {}, "", " bytes between are not kept]"},
      {"says_half_a_line_and_hangs_up",
       {kGone, "hung up"},
       {{kKimble, {kLate, kNoAnswer}},
        {kKimbleRest, {kLate, kNoAnswer}},
        {kKinarow, {kGone, "/move: "}}},
       kEndedByTerm},
      {"says_half_a_line",
       {kLate, "gave no answer in 2,000 ms, only '"},
       {{kKinarow, {kLate, kNoMove}}},
       kEndedByTerm},
      {"hangs_up",
       {kGone, "hung up"},
       {{kKimble, {kLate, kNoAnswer}},
        {kKimbleRest, {kLate, kNoAnswer}},
        {kKinarow, {kGone, "/move: "}}},
       kEndedByTerm},
      {"exits_in_the_game", {kGone, "exit status 0"}, {}, "exit status 0", "enough\n"},
      {"leaves_a_child", {kGone, "exit status 0"}, {}, "exit status 0", "bye\n"},
      {"forks", {kLate, kNoAnswer}, {{kKinarow, {kLate, kNoMove}}}, kEndedByTerm},
      {"ignores_SIGTERM", {kWell}, {}, "signal SIGKILL, because it did not end by itself"},
      {"writes_after_the_end", {kWell}},
  };
  return all;
}

// ---- a game ----

/// A player whose program is bad in its first game.
class BadPlayer {
 public:
  BadPlayer(Table table, const Kind& kind, const std::string& folder,
            std::chrono::milliseconds patience)
      : table_(table), game_(*engine::find_game(kTexts[table].game)) {
    const std::string place = folder + "/" + kind.fault + std::to_string(table);
    const auto bot = std::filesystem::path(GAUNTLET_BINARY).replace_filename("bad_bot");
    command_ = bot.string() + " " + kTexts[table].protocol + " " + kind.fault + " " + place +
               (is_piped() ? "" : " {port}");
    renew(patience);
  }

  /// Another player with the same program.
  void renew(std::chrono::milliseconds patience) {
    player_.reset();
    const auto tell = [this](const ProgramReport& report) { reports.push_back(report); };
    if (table_ == kKinarow) {
      player_ =
          std::make_unique<KinarowProgram>(game_, KinarowProgram::Settings{.name = "bad",
                                                                           .command = command_,
                                                                           .patience = patience,
                                                                           .tell = tell,
                                                                           .warm_up = 0ms});
      return;
    }
    ProgramSettings settings;
    settings.command = {"bad", command_, way_of(table_, game_)};
    settings.make_seat = [this] { return seat_at(table_, game_); };
    settings.is_kept = is_piped();
    settings.patience = patience;
    settings.warm_up = 0ms;
    settings.tell = tell;
    player_ = std::make_unique<ProgramPlayer>(settings);
  }
  void leave() { player_.reset(); }

  MatchResult play(engine::Player seat, const TimeControl& control) {
    const auto other = *selfplay::make_player("random", game_);
    selfplay::Player* seats[] = {other.get(), other.get()};
    seats[seat] = player_.get();
    player_->new_game(1, seat);
    other->new_game(2, static_cast<engine::Player>(1 - seat));
    engine::Rng start(3), dice(4);
    selfplay::GameClock clock(control);
    MatchResult result;
    selfplay::play_match(game_.start(start), seats, dice, {.clock = &clock}, result);
    return result;
  }

  std::vector<ProgramReport> reports;

 private:
  bool is_piped() const { return way_of(table_, game_) == ProgramCommand::Way::kPipes; }

  const Table table_;
  const engine::AnyGame game_;
  std::string command_;
  std::unique_ptr<selfplay::Player> player_;
};

/// One kind in one protocol.
struct Pair {
  const Kind* kind;
  Table table;
};

Judgement judgement_of(const Pair& pair) {
  for (const auto& [table, judgement] : pair.kind->others)
    if (table == pair.table) return judgement;
  return pair.kind->usual;
}

void expect_judgement(const MatchResult& result, const Judgement& judgement, engine::Player seat) {
  const Termination how = result.summary.termination;
  if (how != judgement.or_else) {
    EXPECT_EQ(word_of(how), word_of(judgement.how)) << result.reason;
  }
  EXPECT_TRUE(result.reason.starts_with(judgement.reason)) << result.reason;
  EXPECT_LT(result.reason.size(), 300u);
  for (const char c : result.reason) EXPECT_TRUE(c >= ' ' && c <= '~') << result.reason;
  if (judgement.how == kWell) return;
  EXPECT_EQ(result.summary.offender, seat);
  EXPECT_EQ(result.summary.returns[static_cast<std::size_t>(seat)], 0);
  EXPECT_EQ(result.summary.returns[static_cast<std::size_t>(1 - seat)], 1);
}

void expect_report(const ProgramReport& report, const Pair& pair) {
  const bool is_ended_by_us = pair.table == kKinarow && judgement_of(pair).how != kGone;
  if (!is_ended_by_us) {
    EXPECT_TRUE(report.ending.starts_with(pair.kind->ending)) << report.ending;
  }
  EXPECT_NE(report.output.find(pair.kind->output), std::string::npos) << report.output;
  EXPECT_LT(report.output.size(), 2 * KeptOutput::kEachEnd + 100);
}

void play_pair(const Pair& pair, const std::string& folder) {
  SCOPED_TRACE(std::string(pair.kind->fault) + ", " + kTexts[pair.table].name);
  const auto begin = steady_clock::now();
  const Judgement judgement = judgement_of(pair);
  const auto seat = static_cast<engine::Player>(std::string_view(pair.kind->fault).size() % 2);
  const TimeControl slow{.per_move = 30s};
  const bool is_awaited =
      judgement.how == kAbsent && std::string_view(pair.kind->usual.reason).starts_with("did not");
  BadPlayer player(pair.table, *pair.kind, folder, is_awaited ? 3s : 20s);
  const MatchResult bad =
      player.play(seat, judgement.how == kLate ? TimeControl{.per_move = 2s} : slow);
  expect_judgement(bad, judgement, seat);
  if (is_awaited || pair.kind->goes_on) player.renew(20s);
  const MatchResult good = player.play(seat, slow);
  expect_judgement(good, {kWell}, seat);
  player.leave();
  ASSERT_FALSE(player.reports.empty());
  expect_report(player.reports[0], pair);
  EXPECT_LT(steady_clock::now() - begin, kIsChecked ? 100s : 30s);
}

std::vector<Pair> all_pairs() {
  std::vector<Pair> pairs;
  std::size_t row = 0;
  for (const Kind& kind : kinds()) {
    for (std::size_t table = 0; table < kTables; ++table) {
      const bool is_meant = !kind.is_of_sudokill || table == kSudokill;
      // Where all is slow, a third of them, in which each kind and each protocol is.
      const bool has_time = !kIsChecked || kind.is_of_sudokill || (row + table) % 3 == 0;
      if (is_meant && has_time) pairs.push_back({&kind, static_cast<Table>(table)});
    }
    ++row;
  }
  return pairs;
}

/// The most memory that this process has had, in bytes.
std::size_t peak_memory() {
  const std::string status = text_of_file("/proc/self/status");
  const std::size_t at = status.find("VmHWM:");
  return std::stoull(status.substr(at + 6)) * 1024;
}

/// All at once, for most of the time they wait.
TEST(BadBots, LoseAndHurtNobodyInAnyProtocol) {
  const ScriptFolder folder;
  const int descriptors = open_descriptors();
  const std::size_t memory = peak_memory();
  const std::vector<Pair> pairs = all_pairs();
  std::atomic<std::size_t> next = 0;
  {
    std::vector<std::jthread> hands;
    for (int hand = 0; hand < (kIsChecked ? 16 : 96); ++hand)
      hands.emplace_back([&] {
        for (std::size_t i; (i = next++) < pairs.size();) play_pair(pairs[i], folder.path());
      });
  }
  EXPECT_TRUE(folder.nothing_runs());
  EXPECT_EQ(waitpid(-1, nullptr, WNOHANG), -1) << "a zombie is left";
  EXPECT_EQ(open_descriptors(), descriptors);
  if (!kIsChecked) {
    EXPECT_LT(peak_memory() - memory, 100'000'000u);
  }
}

}  // namespace

}  // namespace gauntlet::tools
