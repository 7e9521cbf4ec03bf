#include "tools/net/kinarow_program.h"

#include <utility>

#include "engine/words.h"

namespace gauntlet::tools {

using selfplay::Choice;
using selfplay::Termination;
using std::chrono::steady_clock;

namespace {

constexpr std::chrono::milliseconds kLook{500};  // so often it is seen that a bot has ended

}  // namespace

void KinarowProgram::new_game(std::uint64_t seed, engine::Player seat) {
  if (!player_ || has_forfeited_ || ending()) {
    end();
    start();
  }
  has_forfeited_ = false;
  const auto deadline = steady_clock::now() + settings_.patience;
  while (player_) {
    player_->new_game(seed, seat);
    if (player_->is_ready() || ending() || steady_clock::now() > deadline) return;
  }
}

void KinarowProgram::start() {
  auto program = TalkingProgram::start(
      {settings_.name, settings_.command, ProgramCommand::Way::kServes, settings_.sandbox});
  if (!program.ok()) {
    start_failure_ =
        Choice{.move = {}, .forfeit = Termination::kAbsent, .reason = engine::message_of(program)};
    return;
  }
  start_failure_.reset();
  KinarowPlayer::Options options{.url = "http://127.0.0.1:" + std::to_string((*program)->port()),
                                 .patience = kLook};
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
std::optional<std::string> KinarowProgram::ending() {
  const absl::MutexLock lock(&mutex_);
  if (!program_ || !program_->has_ended()) return std::nullopt;
  return program_->ending();
}

OwnDescriptor KinarowProgram::make_socket() {
  const absl::MutexLock lock(&mutex_);
  return program_ ? program_->make_socket() : OwnDescriptor();
}

Choice KinarowProgram::choose(const engine::AnyState& view, const selfplay::Allowance& allowance) {
  if (!player_) return *start_failure_;
  Choice choice = player_->choose(view, allowance);
  has_forfeited_ = choice.forfeit != Termination::kPlayed;
  if (choice.forfeit != Termination::kCrashed && choice.forfeit != Termination::kAbsent)
    return choice;
  if (const auto how = ending()) choice.reason = *how;
  return choice;
}

}  // namespace gauntlet::tools
