#include "tools/net/talking_program.h"

#include <absl/strings/str_replace.h>
#include <absl/synchronization/mutex.h>

#include <algorithm>
#include <atomic>
#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <random>
#include <utility>
#include <vector>

#include "tools/net/dismissal.h"
#include "tools/net/process_number.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

/// When a program has ended, others may still hold its end of the line: those that it had started
/// and that are being killed.
constexpr auto kOthersEnd = 200ms;
constexpr auto kEndingTick = 5ms;
constexpr std::size_t kMostLastWords = 1024 * 1024;
constexpr char kHost[] = "127.0.0.1";

/// A port below those that Linux gives to connections, so that nobody else gets it by chance until
/// the program listens there; and in this process nobody before all others were given. Any thread.
std::uint16_t next_port_to_serve() {
  constexpr unsigned kFirst = 10'000, kEnd = 32'768;
  static std::atomic<unsigned> next{std::random_device()()};
  return static_cast<std::uint16_t>(kFirst + next++ % (kEnd - kFirst));
}

/// A port that is free now. Fails with a sentence.
absl::StatusOr<std::uint16_t> place_to_serve(boost::asio::io_context& io) {
  const absl::MutexLock lock(&Program::starting());  // then nobody listens there when we return
  constexpr int kTries = 100;
  for (int i = 0; i < kTries; ++i) {
    const auto listener = Listener::open(io, next_port_to_serve());
    if (listener.ok()) return (*listener)->port();
  }
  const auto listener = Listener::open(io);
  if (!listener.ok()) return listener.status();
  return (*listener)->port();
}

/// One word for a shell, whatever is in it.
std::string shell_word(const std::string& text) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.,:=+@%/";
  if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
  return "'" + absl::StrReplaceAll(text, {{"'", "'\\''"}}) + "'";
}

}  // namespace

struct TalkingProgram::Loop {
  boost::asio::io_context io{1};
  // Without, it would not wait when there is nothing to wait for.
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> guard{io.get_executor()};
};

absl::StatusOr<std::unique_ptr<TalkingProgram>> TalkingProgram::start(
    const ProgramCommand& command) {
  std::unique_ptr<TalkingProgram> made(new TalkingProgram(command));
  if (command.way == ProgramCommand::Way::kServes) {
    const auto port = place_to_serve(made->loop_->io);
    if (!port.ok()) return port.status();
    made->port_ = *port;
  } else if (command.way != ProgramCommand::Way::kPipes) {
    auto listener = Listener::open(made->loop_->io);
    if (!listener.ok()) return listener.status();
    made->port_ = (*listener)->port();
    if (!command.sandbox) made->listener_ = std::move(*listener);  // in a sandbox all are free
  }
  const absl::Status status = made->run(command);
  if (!status.ok()) return status;
  return made;
}

TalkingProgram::TalkingProgram(const ProgramCommand& command)
    : number_(process_number()),
      loop_(std::make_unique<Loop>()),
      reconnects_(command.way == ProgramCommand::Way::kReconnects),
      is_told_in_pieces_(command.is_told_in_pieces),
      started_(steady_clock::now()) {
  report_.label = command.name;
}

TalkingProgram::~TalkingProgram() = default;

absl::Status TalkingProgram::run(const ProgramCommand& command) {
  std::vector<std::pair<std::string, std::string>> places = {{"{name}", shell_word(report_.label)}};
  std::vector<std::string> variables = {"GAUNTLET_NAME=" + report_.label};
  if (port_ != 0) {
    const std::string port = std::to_string(port_);
    places.insert(places.end(), {{"{host}", kHost}, {"{port}", port}});
    variables.insert(variables.end(),
                     {std::string("GAUNTLET_HOST=") + kHost, "GAUNTLET_PORT=" + port});
  }
  report_.command = absl::StrReplaceAll(command.line, places);
  const bool has_pipes = command.way == ProgramCommand::Way::kPipes;
  ProgramPipes pipes;
  const bool connects = command.way == ProgramCommand::Way::kConnects ||
                        command.way == ProgramCommand::Way::kReconnects;
  waits_for_listener_ = command.sandbox && connects;
  auto program =
      Program::start(loop_->io, report_.command, variables, has_pipes ? &pipes : nullptr,
                     {command.sandbox.get(), waits_for_listener_ ? port_ : std::uint16_t{0}});
  if (!program.ok()) return program.status();
  program_ = std::move(*program);
  if (has_pipes)
    use(std::make_unique<Channel>(loop_->io, std::move(pipes.from), std::move(pipes.to)));
  return absl::OkStatus();
}

OwnDescriptor TalkingProgram::make_socket() {
  return program_->make_socket();
}

bool TalkingProgram::is_connected() {
  if (waits_for_listener_) {
    listener_ = Listener::adopt(loop_->io, program_->take_listener());
    waits_for_listener_ = !listener_;
  }
  if (!channel_ && listener_) use(listener_->accept());
  if (channel_ && !reconnects_) listener_.reset();
  return channel_ != nullptr;
}

std::string_view TalkingProgram::read() {
  if (!channel_) return "";
  std::string_view bytes = channel_->read();
  if (bytes.empty() && turn_to_next_connection()) bytes = channel_->read();
  is_asked_ |= !bytes.empty();
  close_answered();
  return bytes;
}

void TalkingProgram::write(std::string_view text) {
  channel_->write(text);
  is_asked_ = false;
  close_answered();
}

void TalkingProgram::use(std::unique_ptr<Channel> channel) {
  channel_ = std::move(channel);
  if (channel_ && is_told_in_pieces_) channel_->send_in_pieces();
}

/// Who still waits for an answer by the last one stays there.
bool TalkingProgram::turn_to_next_connection() {
  if (!listener_ || (is_asked_ && !channel_->has_ended())) return false;
  auto next = listener_->accept();
  if (!next) return false;
  use(std::move(next));
  is_asked_ = false;
  ++connections_;
  return true;
}

/// Some read an answer up to the end of the connection.
void TalkingProgram::close_answered() {
  if (listener_ && channel_->has_ended() && !is_asked_) channel_->finish();
}

bool TalkingProgram::has_ended() {
  if (!ended_ && program_->has_ended()) ended_ = steady_clock::now();
  return ended_.has_value();
}

bool TalkingProgram::is_silent() {
  if (channel_ && channel_->has_ended() && (!listener_ || has_ended())) return true;
  return has_ended() && (!channel_ || steady_clock::now() - *ended_ > kOthersEnd);
}

void TalkingProgram::wait(Time until) {
  loop_->io.run_one_until(std::min(until, steady_clock::now() + kLongestWait));
}

/// Reads what it still says, so that it can go on to its end. One that does not stop talking is cut
/// off.
void TalkingProgram::drain() {
  while (drained_ <= kMostLastWords) {
    const std::size_t size = read().size();
    if (size == 0) return;
    drained_ += size;
  }
  channel_.reset();
}

ProgramReport TalkingProgram::dismiss(bool hurry) {
  listener_.reset();
  waits_for_listener_ = false;
  if (channel_) channel_->finish();
  const Time now = steady_clock::now();
  Dismissal dismissal(hurry ? now - Dismissal::kGrace - 1ms : now);
  while (!has_ended()) {
    dismissal.press(steady_clock::now(), *program_);
    drain();
    wait(steady_clock::now() + kEndingTick);
  }
  report_.ending = dismissal.ending(*program_);
  report_.sent = dismissal.signal();
  report_.ended_well = program_->ended_well();
  report_.ran = steady_clock::now() - started_;
  report_.output = program_->output();
  return std::move(report_);
}

}  // namespace gauntlet::tools
