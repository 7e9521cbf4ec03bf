#include "tools/net/program_player.h"

#include <algorithm>
#include <utility>

#include "engine/words.h"
#include "tools/net/kept_output.h"
#include "tools/protocol/idle_timer.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using selfplay::Termination;
using std::chrono::steady_clock;

constexpr std::uint64_t kMostHeard = 16 * 1024 * 1024;  // a turn
constexpr std::size_t kMostUnsent = 1024 * 1024;
constexpr std::size_t kMostSaid = 40;

ProgramSettings::Milliseconds in_milliseconds(steady_clock::duration span) {
  return std::chrono::floor<ProgramSettings::Milliseconds>(std::max(span, span.zero()));
}

/// What the program is told of its limits.
SeatTime time_told(const engine::AnyState& view, const selfplay::Allowance& allowance) {
  SeatTime told;
  if (allowance.nodes != selfplay::Allowance::kNoNodes) told.nodes = allowance.nodes;
  const selfplay::GameClock* const clock = allowance.clock;
  if (clock) {
    told.move = clock->control().per_move;
    if (clock->control().per_game) told.game = in_milliseconds(clock->left(view.to_move()));
  } else if (allowance.deadline != selfplay::Allowance::Time::max()) {
    told.move = in_milliseconds(allowance.deadline - steady_clock::now());
  }
  return told;
}

/// Whether the program was waited for in vain.
bool is_silence(Termination how) {
  return how == Termination::kAbsent || how == Termination::kCrashed ||
         how == Termination::kOutOfTime;
}

}  // namespace

/// What a program does before it can play.
struct ProgramPlayer::Step {
  const char* missing;  // "it did not .."
  const char* done;     // "before it .."
};

ProgramPlayer::~ProgramPlayer() {
  if (program_) dismiss(false);
}

std::size_t ProgramPlayer::memory() const {
  return 3 * KeptOutput::kEachEnd + kMostUnsent + Conversation::kMostTold + Conversation::kMostSaid;
}

// ---- processes come and go ----

void ProgramPlayer::new_game(std::uint64_t, engine::Player seat) {
  player_ = seat;
  forfeit_.reset();
  seat_.reset();
  was_kept_ = std::exchange(is_idle_, false) && !program_->has_ended();
  conversation_.clear();
  ++turn_;
  if (program_ && !was_kept_) dismiss(false);
  if (!program_) launch();
}

void ProgramPlayer::launch() {
  has_forfeited_ = false;
  is_warm_ = false;
  connections_ = 0;
  conversation_.clear();
  process_ = 0;
  turn_ = 0;
  auto started = TalkingProgram::start(settings_.command);
  if (!started.ok()) return fail(Termination::kAbsent, engine::message_of(started));
  program_ = std::move(*started);
  process_ = program_->number();
}

void ProgramPlayer::dismiss(bool hurry) {
  ProgramReport report = program_->dismiss(hurry);
  report.ended_well &= !has_forfeited_;
  program_.reset();
  if (settings_.tell) settings_.tell(report);
}

// ---- a game ----

void ProgramPlayer::get_ready(const engine::AnyState& start, const std::stop_token& stop) {
  enter(start, stop);
  // One that was kept may have been ending when it was asked for, or not have got over its last
  // game.
  if (!was_kept_ || !forfeit_ || forfeit_->how == Termination::kStopped) return;
  dismiss(false);
  forfeit_.reset();
  was_kept_ = false;
  launch();
  enter(start, stop);
}

void ProgramPlayer::enter(const engine::AnyState& start, const std::stop_token& stop) {
  if (forfeit_) return;
  const Time until = steady_clock::now() + settings_.patience;
  heard_ = 0;
  while (!program_->is_connected())
    if (!waits(until, stop, {"connect", "connected"})) return;
  // What it still had to say of an earlier game has no meaning in this one.
  while (was_kept_ && heard_ < kMostUnsent) {
    const std::size_t size = program_->read().size();
    if (size == 0) break;
    heard_ += size;
  }
  seat_ = settings_.make_seat();
  std::string text;
  seat_->begin(start, player_, text);
  tell(text);
  while (!forfeit_ && !seat_->is_ready())
    if (!hear(nullptr) && !waits(until, stop, {"get ready", "was ready"})) return;
}

/// A little while for something to happen. False when there is nothing to wait for any more: then
/// the game is forfeited.
bool ProgramPlayer::waits(Time until, const std::stop_token& stop, const Step& step) {
  if (stop.stop_requested()) {
    fail(Termination::kStopped, "");
  } else if (program_->is_silent()) {
    const std::string how = how_it_went();
    const bool has_ended = program_->has_ended();
    fail(Termination::kAbsent, std::string(has_ended ? "ended before it " : "hung up before it ") +
                                   step.done + (has_ended ? ": " + how : ""));
  } else if (steady_clock::now() > until) {
    fail(Termination::kAbsent,
         std::string("did not ") + step.missing + " within " + limit_text(settings_.patience));
  } else {
    program_->wait(until);
  }
  return !forfeit_;
}

void ProgramPlayer::saw(const engine::AnyState& before, engine::AnyMove move) {
  if (!seat_ || forfeit_) return;
  std::string text;
  seat_->saw(before, move, text);
  tell(text);
}

selfplay::Choice ProgramPlayer::choose(const engine::AnyState& view,
                                       const selfplay::Allowance& allowance) {
  AnswerClock clock = AnswerClock::of(allowance, view.to_move(), settings_.longest_answer,
                                      is_warm_ ? 0ms : settings_.warm_up, settings_.lateness.get());
  if (!forfeit_) ask(view, time_told(view, allowance), clock);
  if (!forfeit_) listen(clock, allowance.stop);
  if (forfeit_) return forfeit_->choice();
  if (!answer_) return {.move = {}, .forfeit = Termination::kStopped};
  is_warm_ = true;
  return {.move = answer_->move, .nodes = answer_->nodes, .win = answer_->win};
}

void ProgramPlayer::ask(const engine::AnyState& view, const SeatTime& time, AnswerClock& clock) {
  heard_ = 0;
  while (!forfeit_ && hear(nullptr)) continue;  // what it has said since its last move
  said_.clear();
  answer_.reset();
  if (forfeit_) return;
  std::string text;
  const auto early = seat_->ask(view, time, text);
  tell(text);
  clock.start();
  settle(early, nullptr);
}

void ProgramPlayer::listen(AnswerClock& clock, const std::stop_token& stop) {
  while (!answer_ && !forfeit_) {
    const bool has_heard = hear(&clock);
    const Time now = steady_clock::now();
    if (answer_ || stop.stop_requested()) return;
    const bool is_late = now > clock.due();
    if (is_late && (program_->is_silent() || now > clock.end())) {
      fail_late(clock);
    } else if (!has_heard && program_->is_silent()) {
      fail(Termination::kCrashed, how_it_went());
    } else if (!has_heard) {
      program_->wait(Time::max());
    }
  }
}

/// Takes a piece of what it has said; false when nothing is there.
bool ProgramPlayer::hear(AnswerClock* clock) {
  const std::string_view bytes = program_->read();
  if (std::exchange(connections_, program_->connections()) != program_->connections())
    reconnected();
  if (bytes.empty()) return false;
  conversation_.said(bytes);
  heard_ += bytes.size();
  said_.append(bytes.substr(0, kMostSaid + 1 - std::min(said_.size(), kMostSaid + 1)));
  std::string reply;
  const auto answer = seat_->received(bytes, reply);
  tell(reply);
  settle(answer, clock);
  if (heard_ > kMostHeard && !answer_)
    fail(Termination::kNonsense,
         "sent more than " + engine::grouped(kMostHeard) + " bytes without a move");
  return true;
}

void ProgramPlayer::reconnected() {
  conversation_.connected_anew();
  seat_->reconnected();
}

void ProgramPlayer::settle(const std::optional<SeatAnswer>& answer, AnswerClock* clock) {
  if (!answer) return;
  const auto late = clock ? clock->objection() : std::nullopt;
  if (late) {
    fail(Termination::kOutOfTime, *late);
  } else if (answer->forfeit != Termination::kPlayed) {
    fail(answer->forfeit, answer->reason);
  } else {
    answer_ = answer;
  }
}

void ProgramPlayer::tell(std::string_view text) {
  if (text.empty()) return;
  conversation_.told(text);
  program_->write(text);
  if (program_->unsent() > kMostUnsent)
    fail(Termination::kNonsense, "does not read what it is told");
}

/// The first failure counts.
void ProgramPlayer::fail(Termination how, std::string reason) {
  if (!forfeit_) forfeit_ = {how, std::move(reason)};
}

void ProgramPlayer::fail_late(const AnswerClock& clock) {
  const std::string only = said_.empty() ? "" : ", only " + engine::in_quotes(said_, kMostSaid);
  fail(Termination::kOutOfTime, clock.silence() + only);
}

/// Of one that says no more.
std::string ProgramPlayer::how_it_went() {
  const Time until = steady_clock::now() + kEndingTime;
  while (!program_->has_ended() && steady_clock::now() < until) program_->wait(until);
  return program_->has_ended() ? program_->ending() : "hung up";
}

void ProgramPlayer::saw_end(const engine::AnyState& end, const selfplay::GameEnding& how) {
  if (!program_) return;
  const bool was_stopped = how.termination == Termination::kStopped;
  const bool is_ours = how.offender == player_;
  if (forfeit_ && is_silence(forfeit_->how)) conversation_.stayed_silent();
  if (seat_) {
    std::string text;
    seat_->end(end, how.offender == engine::kNobody ? std::nullopt : std::optional(how.offender),
               how.termination, text);
    tell(text);
    seat_.reset();
  }
  has_forfeited_ |= is_ours;
  is_idle_ = settings_.is_kept && !was_stopped && !program_->has_ended() &&
             (!forfeit_ || forfeit_->how == Termination::kIllegalMove);
  if (!is_idle_) dismiss(was_stopped);
}

selfplay::KeptConversation ProgramPlayer::conversation() const {
  if (process_ == 0) return {};
  return {process_, turn_, conversation_.to_bytes()};
}

}  // namespace gauntlet::tools
