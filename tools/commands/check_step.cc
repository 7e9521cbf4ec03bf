#include "tools/commands/check_step.h"

#include <absl/strings/ascii.h>
#include <absl/strings/match.h>
#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <initializer_list>
#include <optional>
#include <utility>

#include "engine/mnk/mnk.h"
#include "engine/registry.h"
#include "engine/words.h"

namespace gauntlet::tools {

namespace {

using selfplay::Termination;

constexpr std::size_t kLastWords = 3;   // lines of a program's stderr
constexpr std::size_t kOnlyWords = 24;  // .. of one that said nothing else: a whole traceback
constexpr int kShortGame = 3;           // moves of an opponent
constexpr int kEnoughInARow = 3;
constexpr int kStones = 4;

// ---- words ----

/// For absl::StrCat, whose string_view is another one.
std::string sentence(std::string_view text) {
  return std::string(text);
}

std::string duration_text(CheckedGame::Duration span) {
  const auto count = std::chrono::ceil<std::chrono::milliseconds>(span).count();
  return engine::grouped(static_cast<std::uint64_t>(std::max<std::int64_t>(0, count))) + " ms";
}

std::string moves_text(const CheckedGame& game) {
  return engine::counted(game.record.answers, "move");
}

/// How a good game went for the program.
std::string result_text(const CheckedGame& game, int seats) {
  if (game.ending != Termination::kPlayed) return "then its opponent left";
  if (seats == 1) return "played to the end";
  return game.share == 1 ? "won" : game.share == 0 ? "lost" : "drawn";
}

std::string slips_text(std::uint64_t slips) {
  return engine::counted(slips, "line") +
         " that nobody asked for, or that its protocol does not know";
}

std::string fault_text(const CheckedGame& game) {
  const std::string word(selfplay::word_of(game.ending));
  const std::string why = game.reason.empty() ? "" : ": " + game.reason;
  const std::uint64_t slips = game.record.slips;
  return word + why + (slips > 0 ? "; it had said " + slips_text(slips) : "");
}

/// The last of what it wrote, as lines of a transcript. Of one that said nothing else there are
/// more, for Node and Java name what is wrong above a traceback.
void add_last_words(const std::vector<ProgramReport>& reports, std::vector<std::string>& lines) {
  if (reports.empty()) return;
  auto said = engine::split(reports.back().output, '\n');
  std::erase(said, "");
  const bool has_spoken = std::any_of(
      lines.begin(), lines.end(), [](const std::string& line) { return line.starts_with("< "); });
  const std::size_t most = has_spoken ? kLastWords : kOnlyWords;
  for (std::size_t i = said.size() - std::min(said.size(), most); i < said.size(); ++i)
    lines.push_back("! " + engine::printable(said[i], Transcript::kLongestLine));
}

// ---- findings ----

Finding passed(std::string detail = "") {
  return {.verdict = StepVerdict::kPassed, .detail = std::move(detail)};
}

Finding not_seen(std::string detail) {
  return {.verdict = StepVerdict::kNotSeen, .detail = std::move(detail)};
}

Finding not_reached(std::string detail) {
  return {.verdict = StepVerdict::kNotReached, .detail = std::move(detail)};
}

Finding failed(const CheckedGame& game, std::string detail, std::string_view right) {
  Finding finding{.verdict = StepVerdict::kFailed,
                  .detail = std::move(detail),
                  .transcript = game.record.transcript.lines(),
                  .right = std::string(right)};
  add_last_words(game.reports, finding.transcript);
  return finding;
}

/// Of a game that the program has forfeited.
std::string right_instead(const CheckRun& run, const CheckedGame& game) {
  const CheckWords& words = run.words();
  if (!game.record.has_come) return sentence(words.start);
  if (!game.record.was_ready) return sentence(words.ready);
  switch (game.ending) {
    case Termination::kOutOfTime:
      return absl::StrCat("its answer, line end and all, comes within ",
                          duration_text(run.target().time_per_move), " of the question; ",
                          sentence(words.time), ". It must flush what it writes");
    case Termination::kCrashed:
      return "it stays, and keeps its connection, until it is told that the game is over";
    case Termination::kAbsent:
      return sentence(words.start);
    default:
      return sentence(words.move);
  }
}

/// Why there is nothing to say of this game, if that is so.
std::optional<Finding> finding_of_bad(const CheckRun& run, const CheckedGame& game) {
  if (game.is_fault) return failed(game, fault_text(game), right_instead(run, game));
  if (!game.is_good()) return not_reached(run.why_over());
  return std::nullopt;
}

// ---- the first game ----

bool has_ended_by_itself(const std::vector<ProgramReport>& reports) {
  return !reports.empty() && reports.back().sent == 0;
}

/// The first game: it never connected, or has ended before it said anything of use.
bool never_started(const CheckRun& run, const CheckedGame& game) {
  const bool has_gone =
      run.target().has_pipes() && !game.record.was_ready && has_ended_by_itself(game.reports);
  return game.is_fault && (!game.record.has_come || has_gone);
}

Finding look_at_start(CheckRun& run) {
  const CheckedGame& game = run.seat_game(0);
  if (never_started(run, game)) return failed(game, game.reason, run.words().start);
  if (!game.record.has_come) return not_reached(run.why_over());
  return passed(game.record.was_ready
                    ? absl::StrFormat("%.1f s", std::chrono::duration<double>(game.ready).count())
                    : "");
}

/// What is wrong with a name; "" for a good one.
std::string objection_to_program_name(std::string_view name) {
  if (name == "?") return "it gives no name";
  const std::string shown = engine::in_quotes(name, 60);
  if (engine::printable(name, name.size()) != name)
    return "its name is " + shown + ", which is not printable";
  if (name.find(" HTTP/") != name.npos) return "its name is " + shown + ", which is HTTP";
  return "";
}

Finding look_at_introduction(CheckRun& run) {
  const CheckedGame& game = run.seat_game(0);
  if (never_started(run, game)) return not_reached(run.why_over());
  if (!game.record.was_ready && game.is_fault) return failed(game, game.reason, run.words().ready);
  if (!game.record.was_ready) return not_reached(run.why_over());
  const std::string& name = game.record.name;
  if (name.empty()) return passed();
  if (const std::string objection = objection_to_program_name(name); !objection.empty()) {
    Finding finding = failed(game, objection, run.words().ready);
    finding.transcript = game.record.introduction;
    return finding;
  }
  return passed(engine::in_quotes(name, 60));
}

// ---- plain games ----

Finding look_at_moves(CheckRun& run, engine::Player seat) {
  if (!run.has_seat_game(seat) && !run.why_over().empty()) return not_reached(run.why_over());
  const CheckedGame& game = run.seat_game(seat);
  if (seat == 0 && game.is_fault && !game.record.was_ready) return not_reached(run.why_over());
  const std::string moves = moves_text(game);
  if (game.is_fault && game.ending == Termination::kOutOfTime)
    return game.record.answers == 0 ? not_seen("it was out of time before its first move")
                                    : passed(moves + ", until it was out of time");
  if (const auto bad = finding_of_bad(run, game))
    return bad->verdict == StepVerdict::kNotReached && game.record.answers > 0
               ? passed(moves + ", until the time was over")
               : *bad;
  if (game.record.answers == 0) return not_seen("it had nothing to choose in this game");
  return passed(moves + ", " + result_text(game, run.seats()));
}

Finding nothing_seen(const CheckRun& run) {
  const std::string why = run.why_over();
  return why.empty() ? not_seen("no move of its counted") : not_reached(why);
}

Finding look_at_clock(CheckRun& run) {
  CheckedGame::Duration first{0}, slowest{0};
  std::uint64_t answers = 0;
  for (const CheckedGame& game : run.games()) {
    if (game.is_fault && game.ending == Termination::kOutOfTime)
      return failed(game, game.reason, right_instead(run, game));
    first = std::max(first, game.first);
    slowest = std::max(slowest, game.slowest);
    answers += game.record.answers;
  }
  if (answers == 0) return nothing_seen(run);
  return passed("slowest " + duration_text(slowest) + " of " +
                duration_text(run.target().time_per_move) + "; first " + duration_text(first));
}

/// A line that it should not have said has no consequences but here.
Finding look_at_turns(CheckRun& run) {
  std::uint64_t slips = 0, answers = 0;
  const CheckedGame* first = nullptr;
  for (const CheckedGame& game : run.games()) {
    slips += game.record.slips;
    answers += game.record.answers;
    if (!first && game.record.slips > 0) first = &game;
  }
  if (!first) return answers > 0 ? passed() : nothing_seen(run);
  Finding finding = failed(*first, slips_text(slips), run.words().turns);
  finding.transcript = first->record.first_slip;
  return finding;
}

// ---- games of other kinds ----

/// Then it is no wonder that it does again.
bool has_slipped_before(const CheckRun& run, const CheckedGame& game) {
  for (const CheckedGame& other : run.games())
    if (&other != &game && other.record.slips > 0) return true;
  return false;
}

/// One that must go as well as a plain one.
Finding look_at_game(CheckRun& run, const Trial& trial, std::string_view right) {
  const CheckedGame& game = run.play(trial);
  if (const auto bad = finding_of_bad(run, game)) {
    Finding finding = *bad;
    if (game.is_fault) finding.right = absl::StrCat(sentence(right), "; ", finding.right);
    return finding;
  }
  if (game.record.slips > 0 && !has_slipped_before(run, game)) {
    Finding finding = failed(game, slips_text(game.record.slips), right);
    finding.transcript = game.record.first_slip;
    return finding;
  }
  if (game.record.answers == 0) return not_seen("it had nothing to choose in this game");
  return passed(moves_text(game) + ", " + result_text(game, run.seats()));
}

bool has_result(const CheckedGame& game, float share) {
  return game.is_good() && game.share == share;
}

const CheckedGame* game_with(const CheckRun& run, float share) {
  for (const CheckedGame& game : run.games())
    if (has_result(game, share)) return &game;
  return nullptr;
}

bool was_killed_by_itself(const ProgramReport& report) {
  return report.sent == 0 && report.ending.starts_with("signal ");
}

/// What there is to say of how it ended, for those who meant to end well.
std::string remark_on(const std::vector<ProgramReport>& reports) {
  for (const ProgramReport& report : reports)
    if (report.sent == 0 && report.ending != "exit status 0") return ", then " + report.ending;
  return "";
}

/// What it does when it is told that it has won, or lost.
Finding look_at_end_of(CheckRun& run, float share, std::initializer_list<Trial> tries) {
  const std::string_view told = share == 1 ? "won" : "lost";
  const CheckedGame* game = game_with(run, share);
  for (const Trial& trial : tries) {
    if (game || !run.why_over().empty()) break;
    const CheckedGame& played = run.play(trial);
    if (played.is_fault) return *finding_of_bad(run, played);
    if (has_result(played, share)) game = &played;
  }
  if (!game && !run.why_over().empty()) return not_reached(run.why_over());
  if (!game) return not_seen(absl::StrCat("it has not ", sentence(told), " a game"));
  for (const ProgramReport& report : game->reports)
    if (was_killed_by_itself(report))
      return failed(*game,
                    absl::StrCat(report.ending, " after it was told that it had ", sentence(told)),
                    run.words().result);
  const std::string how =
      game->ending == Termination::kPlayed ? "by the rules" : "its opponent left";
  return passed(how + remark_on(game->reports));
}

Finding look_at_won(CheckRun& run) {
  return run.seats() == 2 ? look_at_end_of(run, 1, {{.seat = 0}, {.leaves_after = kShortGame}})
                          : look_at_end_of(run, 1, {{.seat = 0}, {.seat = 0}});
}

Finding look_at_lost(CheckRun& run) {
  const auto last = static_cast<engine::Player>(run.seats() - 1);
  return look_at_end_of(run, 0, {{.seat = last, .is_hard = true}, {.seat = 0, .is_hard = true}});
}

Finding look_at_several(CheckRun& run) {
  for (int i = 0; run.most_in_a_row() < kEnoughInARow && i < kEnoughInARow; ++i) {
    if (!run.why_over().empty()) break;
    const CheckedGame& game = run.play({.leaves_after = kShortGame});
    if (game.is_fault) return *finding_of_bad(run, game);
  }
  for (const CheckedGame& game : run.games())
    if (game.had_left)
      return failed(game, "its process ended between two games: " + game.reports.front().ending,
                    run.words().next_game);
  if (run.most_in_a_row() < kEnoughInARow) return not_reached(run.why_over());
  return passed(engine::counted(static_cast<std::uint64_t>(run.most_in_a_row()), "game") +
                (run.target().has_pipes() ? " by one process" : ""));
}

/// What is wrong with how a process has ended that was needed no longer; "" if nothing is. A server
/// is ended by SIGTERM, all others by nothing.
std::string objection_to_end(const CheckRun& run, const ProgramReport& report) {
  const bool is_server = run.target().program.speech == Speech::kKinarow;
  if (report.sent == SIGTERM && is_server) return "";
  if (report.sent != 0) return report.ending;
  return was_killed_by_itself(report) ? report.ending + " when it was to end" : "";
}

Finding look_at_dismissal(CheckRun& run) {
  CheckedGame game = run.play({.manner = Manner::kLast, .leaves_after = kShortGame});
  if (const auto bad = finding_of_bad(run, game)) return *bad;
  if (game.reports.empty()) game.reports = run.dismiss();
  std::vector<const CheckedGame*> games = {&game};
  for (const CheckedGame& other : run.games())
    if (other.is_good()) games.push_back(&other);
  for (const CheckedGame* other : games)
    for (const ProgramReport& report : other->reports)
      if (const std::string objection = objection_to_end(run, report); !objection.empty())
        return failed(*other, objection, run.words().end);
  if (game.reports.empty()) return not_seen("it has no process any more");
  const ProgramReport& last = game.reports.back();
  return passed(last.sent == SIGTERM ? "by SIGTERM" : last.ending);
}

// ---- as a page calls it ----

std::string_view header_of(const HttpResponse& response, std::string_view name) {
  for (const HttpHeader& header : response.headers)
    if (absl::EqualsIgnoreCase(header.name, std::string(name))) return header.value;
  return {};
}

constexpr std::string_view kRightForPages =
    "every answer has the header 'Access-Control-Allow-Origin: *', and OPTIONS /move is answered "
    "with status 200 or 204 and 'Access-Control-Allow-Headers: Content-Type' too; without them a "
    "browser hides the answers from the page";

/// Why no page hears the answer; "" if one does.
std::string objection_of_page(std::string_view what,
                              const std::optional<absl::StatusOr<HttpResponse>>& answer) {
  const std::string name(what);
  if (!answer) return name + " was not asked";
  if (!answer->ok()) return name + ": " + engine::message_of(*answer);
  if (header_of(**answer, "Access-Control-Allow-Origin").empty())
    return "the answer to " + name + " has no Access-Control-Allow-Origin";
  return "";
}

std::string objection_to_preflight(const HttpResponse& answer) {
  const std::string allowed =
      absl::AsciiStrToLower(std::string(header_of(answer, "Access-Control-Allow-Headers")));
  if (answer.status / 100 != 2)
    return absl::StrCat("OPTIONS /move was answered with status ", answer.status);
  if (allowed.find("content-type") == allowed.npos && allowed != "*")
    return "the answer to OPTIONS /move has no Access-Control-Allow-Headers with Content-Type";
  return "";
}

Finding look_at_pages(CheckRun& run) {
  const CheckedGame& game = run.play({.manner = Manner::kPages});
  std::string objection = objection_of_page("OPTIONS /move", game.preflight);
  if (objection.empty()) objection = objection_to_preflight(**game.preflight);
  if (objection.empty()) objection = objection_of_page("GET /status", game.other_board);
  if (objection.empty() && game.move) objection = objection_of_page("POST /move", game.move);
  if (!objection.empty() && !run.why_over().empty()) return not_reached(run.why_over());
  if (!objection.empty()) return failed(game, objection, kRightForPages);
  if (const auto bad = finding_of_bad(run, game)) return *bad;
  return passed();
}

Finding look_at_other_board(CheckRun& run) {
  for (const CheckedGame& game : run.games()) {
    if (!game.other_board) continue;
    const auto& answer = *game.other_board;
    if (answer.ok() && (answer->status == 200 || answer->status == 418))
      return passed(answer->status == 200 ? "it plays 19x4, too" : "418 for 19x4");
    return failed(game,
                  answer.ok() ? absl::StrCat("/status of a board of 19x4 was answered with status ",
                                             answer->status)
                              : "/status of a board of 19x4: " + engine::message_of(answer),
                  "200 says that it plays on the board, 418 that it does not");
  }
  return not_seen("it was not asked about another board");
}

// ---- all of them ----

using Steps = std::vector<CheckStep>;

void add_first_steps(const CheckRun& run, Steps& steps) {
  const CheckWords& words = run.words();
  steps.push_back({sentence(words.start_title), sentence(words.start), look_at_start, true});
  if (!words.ready_title.empty())
    steps.push_back(
        {sentence(words.ready_title), sentence(words.ready), look_at_introduction, true});
  for (engine::Player seat = 0; seat < run.seats(); ++seat)
    steps.push_back({"moves legally, " + run.seat_title(seat),
                     "a game against random moves: " + sentence(words.move),
                     [seat](CheckRun& run) { return look_at_moves(run, seat); }, true});
  steps.push_back({"keeps the clock",
                   "no answer takes longer than " + duration_text(run.target().time_per_move) +
                       "; " + sentence(words.time),
                   look_at_clock, true});
  if (!words.turns.empty())
    steps.push_back({"speaks in turn", sentence(words.turns), look_at_turns, true});
}

void add_page_steps(Steps& steps) {
  steps.push_back({"lets pages call it", sentence(kRightForPages), look_at_pages});
  steps.push_back({"knows what it plays",
                   "/status of a board of 19x4 is answered with status 200 or 418",
                   look_at_other_board, true});
}

void add_odd_steps(const CheckRun& run, Steps& steps) {
  constexpr std::string_view kPieces =
      "what it is told comes in small pieces, which need not end where lines end: it reads on "
      "until "
      "a line, or a request, is whole";
  const CheckWords& words = run.words();
  const auto last = static_cast<engine::Player>(run.seats() - 1);
  steps.push_back({"reads what comes in pieces", sentence(kPieces), [kPieces](CheckRun& run) {
                     return look_at_game(run, {.seat = 0, .manner = Manner::kPieces}, kPieces);
                   }});
  if (!words.odd.empty())
    steps.push_back({sentence(words.odd_title), sentence(words.odd), [last](CheckRun& run) {
                       return look_at_game(run, {.seat = last, .manner = Manner::kOdd},
                                           run.words().odd);
                     }});
  if (!words.opening.empty() && engine::mnk_rules(run.start()))
    steps.push_back(
        {"goes on from stones on the board", sentence(words.opening), [](CheckRun& run) {
           return look_at_game(run, {.seat = 0, .stones = kStones}, run.words().opening);
         }});
}

void add_last_steps(const CheckRun& run, Steps& steps) {
  const CheckWords& words = run.words();
  if (!words.result.empty() && run.seats() > 1) {
    steps.push_back({"gets over a won game", sentence(words.result), look_at_won});
    steps.push_back({"gets over a lost game", sentence(words.result), look_at_lost});
  }
  steps.push_back({"plays several games", sentence(words.next_game), look_at_several});
  if (!run.target().is_url())
    steps.push_back({"ends when it is told", sentence(words.end), look_at_dismissal});
}

}  // namespace

std::string_view word_of(StepVerdict verdict) {
  switch (verdict) {
    case StepVerdict::kPassed:
      return "passed";
    case StepVerdict::kFailed:
      return "FAILED";
    case StepVerdict::kNotSeen:
      return "not seen";
    case StepVerdict::kNotReached:
      break;
  }
  return "not reached";
}

std::vector<CheckStep> check_steps(const CheckRun& run) {
  Steps steps;
  add_first_steps(run, steps);
  if (run.target().program.speech == Speech::kKinarow) add_page_steps(steps);
  add_odd_steps(run, steps);
  add_last_steps(run, steps);
  return steps;
}

Finding take_step(const CheckStep& step, CheckRun& run) {
  const std::string why = run.why_over();
  return why.empty() || step.is_of_the_past ? step.look(run) : not_reached(why);
}

}  // namespace gauntlet::tools
