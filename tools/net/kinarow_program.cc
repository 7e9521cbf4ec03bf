#include "tools/net/kinarow_program.h"

#include <utility>

#include "engine/words.h"

namespace gauntlet::tools {

using selfplay::Choice;
using selfplay::Termination;
using std::chrono::steady_clock;

namespace {

constexpr std::chrono::milliseconds kEndingTick{5};

}  // namespace

void KinarowProgram::new_game(std::uint64_t seed, engine::Player seat) {
  if (!player_ || has_forfeited_ || ending()) {
    end();
    start();
  }
  has_forfeited_ = false;
  crash_.reset();
  if (!player_) return;
  absence_.reset();
  player_->new_game(seed, seat);
}

void KinarowProgram::get_ready(const engine::AnyState& start, const std::stop_token& stop) {
  if (!player_) return;
  player_->get_ready(start, stop);
  if (player_->absence().empty()) return;
  if (const auto how = coming_end()) absence_ = "ended before it answered: " + *how;
}

void KinarowProgram::start() {
  auto program = TalkingProgram::start(
      {settings_.name, settings_.command, ProgramCommand::Way::kServes, settings_.sandbox});
  if (!program.ok()) {
    absence_ = engine::message_of(program);
    return;
  }
  KinarowPlayer::Options options{.url = "http://127.0.0.1:" + std::to_string((*program)->port()),
                                 .patience = settings_.patience,
                                 .warm_up = settings_.warm_up,
                                 .lateness = settings_.lateness,
                                 .has_gone = [this] { return ending().has_value(); },
                                 .caller = settings_.caller};
  if (settings_.sandbox) options.make_socket = [this] { return make_socket(); };
  auto player = KinarowPlayer::make(game_, std::move(options));
  player_ = *std::move(player);
  {
    const absl::MutexLock lock(&mutex_);
    program_ = *std::move(program);
  }
  listener_ = std::jthread([this](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      {
        const absl::MutexLock lock(&mutex_);
        program_->wait(steady_clock::now() + std::chrono::milliseconds(5));
        program_->has_ended();  // then those that it has started end too, and so does their line
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(5));  // others want the lock too
    }
  });
}

void KinarowProgram::end() {
  player_.reset();
  listener_ = {};
  std::unique_ptr<TalkingProgram> program;
  {
    const absl::MutexLock lock(&mutex_);
    program = std::move(program_);
  }
  if (!program) return;
  const ProgramReport report = program->dismiss(true);  // servers do not end by themselves
  if (settings_.tell) settings_.tell(report);
}

/// How it has ended, if it has.
std::optional<std::string> KinarowProgram::ending() const {
  const absl::MutexLock lock(&mutex_);
  if (!program_ || !program_->has_ended()) return std::nullopt;
  return program_->ending();
}

/// The same of one that no longer answers, which may be ending now.
std::optional<std::string> KinarowProgram::coming_end() const {
  const auto until = steady_clock::now() + kEndingTime;
  auto how = ending();
  while (!how && steady_clock::now() < until) {
    std::this_thread::sleep_for(kEndingTick);
    how = ending();
  }
  return how;
}

OwnDescriptor KinarowProgram::make_socket() {
  const absl::MutexLock lock(&mutex_);
  return program_ ? program_->make_socket() : OwnDescriptor();
}

Choice KinarowProgram::choose(const engine::AnyState& view, const selfplay::Allowance& allowance) {
  const Choice choice = absence_ ? Choice{.move = {}, .forfeit = Termination::kAbsent}
                                 : player_->choose(view, allowance);
  has_forfeited_ = choice.forfeit != Termination::kPlayed;
  if (choice.forfeit == Termination::kCrashed) crash_ = coming_end();
  return choice;
}

std::string KinarowProgram::reason() const {
  if (absence_) return *absence_;
  return crash_ ? *crash_ : player_->reason();
}

}  // namespace gauntlet::tools
