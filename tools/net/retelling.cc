#include "tools/net/retelling.h"

#include <algorithm>
#include <boost/asio/io_context.hpp>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "tools/net/channel.h"
#include "tools/protocol/idle_timer.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;
using Piece = Conversation::Piece;

constexpr auto kTick = 5ms;
/// An answer of a server has no line that must be its last: it has ended when it is quiet.
constexpr auto kQuiet = 50ms;

/// One retelling.
class Teller {
 public:
  Teller(const RetellingSettings& settings, std::unique_ptr<TalkingProgram> program)
      : settings_(settings),
        serves_(settings.command.way == ProgramCommand::Way::kServes),
        program_(std::move(program)) {}

  absl::Status tell_all(const std::vector<Piece>& pieces);
  Retold result() {
    retold_.report = program_->dismiss(serves_ || settings_.stop.stop_requested());
    return std::move(retold_);
  }

 private:
  using Time = steady_clock::time_point;

  absl::Status take(const Piece& piece);
  absl::Status connect();
  void connect_anew();
  void write(std::string_view text);
  void listen_for(std::size_t lines);
  bool hear();
  bool is_silent() {
    return serves_ ? program_->has_ended() || (channel_ && channel_->has_ended())
                   : program_->is_silent();
  }
  bool is_over() { return settings_.stop.stop_requested() || program_->has_ended(); }
  Time end_of_patience() const { return steady_clock::now() + settings_.patience; }
  void wait() { program_->wait(steady_clock::now() + kTick); }

  const RetellingSettings& settings_;
  const bool serves_;
  std::unique_ptr<TalkingProgram> program_;
  boost::asio::io_context io_{1};
  std::unique_ptr<Channel> channel_;  // to one that serves
  std::size_t lines_ = 0;             // that it has said since it was told something
  bool has_spoken_ = false;           // since then
  Retold retold_;
};

absl::Status Teller::tell_all(const std::vector<Piece>& pieces) {
  const auto is_told = [](const Piece& piece) { return piece.kind == Piece::Kind::kTold; };
  retold_.to_tell = static_cast<std::size_t>(std::count_if(pieces.begin(), pieces.end(), is_told));
  for (const Piece& piece : pieces) {
    if (is_over()) break;
    if (const absl::Status status = take(piece); !status.ok()) return status;
  }
  retold_.ended_early = program_->has_ended() && retold_.told < retold_.to_tell;
  return absl::OkStatus();
}

absl::Status Teller::take(const Piece& piece) {
  switch (piece.kind) {
    case Piece::Kind::kConnection:
      connect_anew();
      return absl::OkStatus();
    case Piece::Kind::kTold:
      if (const absl::Status status = connect(); !status.ok()) return status;
      if (!is_over()) write(piece.bytes);
      return absl::OkStatus();
    case Piece::Kind::kSaid:
      listen_for(
          static_cast<std::size_t>(std::count(piece.bytes.begin(), piece.bytes.end(), '\n')));
      return absl::OkStatus();
    case Piece::Kind::kSilence:
      listen_for(1);
      return absl::OkStatus();
  }
  return absl::OkStatus();
}

absl::Status Teller::connect() {
  const Time until = end_of_patience();
  while (!is_over()) {
    if (serves_ && !channel_) channel_ = Channel::connect(io_, program_->port());
    if (serves_ ? channel_ != nullptr : program_->is_connected()) return absl::OkStatus();
    if (steady_clock::now() > until)
      return absl::DeadlineExceededError(std::string("the program does not ") +
                                         (serves_ ? "serve at {port}" : "connect") + " within " +
                                         limit_text(settings_.patience));
    wait();
  }
  return absl::OkStatus();
}

/// Who serves is called once more; the others call.
void Teller::connect_anew() {
  retold_.conversation.connected_anew();
  channel_.reset();
  const std::uint64_t before = program_->connections();
  const Time until = end_of_patience();
  while (!serves_ && !is_over() && program_->connections() == before && steady_clock::now() < until)
    if (!hear()) wait();
}

void Teller::write(std::string_view text) {
  lines_ = 0;
  has_spoken_ = false;
  ++retold_.told;
  retold_.conversation.told(text);
  serves_ ? channel_->write(text) : program_->write(text);
}

/// Until it has said so much since it was told something.
void Teller::listen_for(std::size_t lines) {
  const Time until = end_of_patience();
  Time heard = steady_clock::now(), lacking = heard;
  while (!settings_.stop.stop_requested()) {
    const Time now = steady_clock::now();
    const bool has_heard = hear();
    if (has_heard) heard = now;
    const bool is_enough = has_spoken_ && (serves_ ? now - heard > kQuiet : lines_ >= lines);
    if (!is_enough) lacking = now;
    const bool is_talking = has_heard && now - lacking <= kQuiet;  // some never stop
    if (!is_talking && (is_enough || is_silent())) return;
    if (now > until) {
      retold_.kept_silent = !is_enough;
      return;
    }
    if (!has_heard) wait();
  }
}

/// Takes a piece of what it has said; false when nothing is there.
bool Teller::hear() {
  io_.restart();
  io_.poll();
  if (serves_ ? !channel_ : !program_->is_connected()) return false;
  const std::string_view bytes = serves_ ? channel_->read() : program_->read();
  if (bytes.empty()) return false;
  has_spoken_ = true;
  lines_ += static_cast<std::size_t>(std::count(bytes.begin(), bytes.end(), '\n'));
  retold_.conversation.said(bytes);
  return true;
}

}  // namespace

absl::StatusOr<Retold> retell(const std::vector<Piece>& pieces, const RetellingSettings& settings) {
  auto program = TalkingProgram::start(settings.command);
  if (!program.ok()) return program.status();
  Teller teller(settings, *std::move(program));
  if (const absl::Status status = teller.tell_all(pieces); !status.ok()) return status;
  return teller.result();
}

}  // namespace gauntlet::tools
