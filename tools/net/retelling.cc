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

  void tell_all(const std::vector<Piece>& pieces);
  Retold result() {
    retold_.report = program_->dismiss(serves_ || is_over());
    return std::move(retold_);
  }

 private:
  using Time = steady_clock::time_point;

  void take(const Piece& piece);
  void connect();
  void connect_anew();
  void write(std::string_view text);
  bool listen_for(std::size_t lines, Time until);
  void expect(std::size_t lines);
  void wait_in_vain();
  bool hear();
  bool is_silent() {
    return serves_ ? program_->has_ended() || (channel_ && channel_->has_ended())
                   : program_->is_silent();
  }
  bool is_over() {
    return settings_.stop.stop_requested() || program_->has_ended() || !retold_.gave_up.empty();
  }
  Time end_of_patience() const { return steady_clock::now() + settings_.patience; }
  void give_up(const std::string& what) {
    retold_.gave_up = what + " within " + limit_text(settings_.patience);
  }
  void wait();

  const RetellingSettings& settings_;
  const bool serves_;
  std::unique_ptr<TalkingProgram> program_;
  boost::asio::io_context io_{1};
  std::unique_ptr<Channel> channel_;   // to one that serves
  Time waited_ = steady_clock::now();  // when that was told
  std::chrono::milliseconds left_to_wait_in_vain_ = settings_.patience;
  std::size_t lines_ = 0;    // that it has said since it was told something
  bool has_spoken_ = false;  // since then
  std::size_t unended_ = 0;  // bytes of its last line
  Retold retold_;
};

void Teller::tell_all(const std::vector<Piece>& pieces) {
  const auto is_told = [](const Piece& piece) { return piece.kind == Piece::Kind::kTold; };
  retold_.to_tell = static_cast<std::size_t>(std::count_if(pieces.begin(), pieces.end(), is_told));
  for (const Piece& piece : pieces) {
    if (is_over()) break;
    take(piece);
  }
  retold_.ended_early = program_->has_ended() && retold_.told < retold_.to_tell;
}

void Teller::take(const Piece& piece) {
  switch (piece.kind) {
    case Piece::Kind::kConnection:
      return connect_anew();
    case Piece::Kind::kTold:
      connect();
      if (!is_over()) write(piece.bytes);
      return;
    case Piece::Kind::kSaid:
      return expect(
          static_cast<std::size_t>(std::count(piece.bytes.begin(), piece.bytes.end(), '\n')));
    case Piece::Kind::kSilence:
      return wait_in_vain();
  }
}

void Teller::connect() {
  const Time until = end_of_patience();
  while (!is_over()) {
    if (serves_ && !channel_) channel_ = Channel::connect(io_, program_->port());
    if (serves_ ? channel_ != nullptr : program_->is_connected()) return;
    if (steady_clock::now() > until)
      give_up(serves_ ? "did not serve at {port}" : "did not connect");
    wait();
  }
}

/// Who serves is called once more; the others call.
void Teller::connect_anew() {
  retold_.conversation.connected_anew();
  channel_.reset();
  const std::uint64_t before = program_->connections();
  const Time until = end_of_patience();
  while (!serves_ && !is_over() && program_->connections() == before) {
    if (!hear()) wait();
    if (steady_clock::now() > until) give_up("did not connect again");
  }
}

void Teller::write(std::string_view text) {
  lines_ = 0;
  has_spoken_ = false;
  ++retold_.told;
  retold_.conversation.told(text);
  serves_ ? channel_->write(text) : program_->write(text);
}

void Teller::expect(std::size_t lines) {
  if (listen_for(lines, end_of_patience()) || is_over()) return;
  give_up(has_spoken_ ? "did not say as many lines as in the game" : "said nothing");
}

/// As somebody did in the game, who knew for how long; a store may claim that this was often.
void Teller::wait_in_vain() {
  const Time begun = steady_clock::now();
  listen_for(1, begun + left_to_wait_in_vain_);
  const auto waited =
      std::chrono::duration_cast<std::chrono::milliseconds>(steady_clock::now() - begun);
  left_to_wait_in_vain_ -= std::min(waited, left_to_wait_in_vain_);
}

/// Whether it has said so much since it was told something, when it can say no more, or then.
bool Teller::listen_for(std::size_t lines, Time until) {
  Time heard = steady_clock::now(), lacking = heard;
  while (!settings_.stop.stop_requested() && retold_.gave_up.empty()) {
    const Time now = steady_clock::now();
    const bool has_heard = hear();
    if (has_heard) heard = now;
    const bool is_enough = has_spoken_ && (serves_ ? now - heard > kQuiet : lines_ >= lines);
    if (!is_enough) lacking = now;
    const bool is_talking = has_heard && now - lacking <= kQuiet;  // some never stop
    if (!is_talking && (is_enough || is_silent())) return true;
    if (now > until) return is_enough;
    if (!has_heard) wait();
  }
  return true;
}

void Teller::wait() {
  constexpr auto kTellEvery = 200ms;
  const Time now = steady_clock::now();
  program_->wait(now + kTick);
  if (!settings_.on_wait || now - waited_ < kTellEvery) return;
  waited_ = now;
  settings_.on_wait(retold_.told, retold_.to_tell);
}

/// Takes a piece of what it has said; false when nothing is there.
bool Teller::hear() {
  io_.restart();
  io_.poll();
  if (serves_ ? !channel_ : !program_->is_connected()) return false;
  const std::string_view bytes = serves_ ? channel_->read() : program_->read();
  if (bytes.empty()) return false;
  has_spoken_ = true;
  const auto lines = std::count(bytes.begin(), bytes.end(), '\n');
  lines_ += static_cast<std::size_t>(lines);
  unended_ = lines > 0 ? bytes.size() - 1 - bytes.rfind('\n') : unended_ + bytes.size();
  retold_.conversation.said(bytes);
  if (!serves_ && unended_ > Conversation::kMostSaid)
    retold_.gave_up = "said 64 kB without the end of a line";
  return true;
}

}  // namespace

absl::StatusOr<Retold> retell(const std::vector<Piece>& pieces, const RetellingSettings& settings) {
  auto program = TalkingProgram::start(settings.command);
  if (!program.ok()) return program.status();
  Teller teller(settings, *std::move(program));
  teller.tell_all(pieces);
  return teller.result();
}

}  // namespace gauntlet::tools
