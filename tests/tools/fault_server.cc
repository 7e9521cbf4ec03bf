#include "tests/tools/fault_server.h"

#include <algorithm>

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;

constexpr std::uint16_t kFirstPort = 65'430;
constexpr std::uint16_t kPorts = 10;
constexpr auto kTick = 200ms;
constexpr auto kWay = 1ms;  // from one machine to the other

std::vector<std::uint16_t> ports() {
  std::vector<std::uint16_t> all;
  for (std::uint16_t i = 0; i < kPorts; ++i) all.push_back(kFirstPort + i);
  return all;
}

}  // namespace

FaultServer::FaultServer(const Protocol& protocol, Fault fault, std::uint64_t seed)
    : protocol_(protocol),
      fault_(fault),
      seed_(seed),
      rng_(seed, 100 + static_cast<std::uint64_t>(fault)),
      pipe_(protocol, fault, seed),
      host_(fault == Fault::kOtherProtocol ? make_other_host(protocol, seed)
                                           : protocol.make_host(seed)),
      session_({.ports = ports(), .retry_for = kRetryFor, .seed = seed}),
      port_(static_cast<std::uint16_t>(kFirstPort + rng_.below(kPorts))) {
  if (fault == Fault::kRefuse) refusals_to_come_ = 1 + static_cast<int>(seed % 6);
}

bool FaultServer::play(Milliseconds most) {
  events_.clear();
  began_ = now_;
  client_ = protocol_.make_client(fault_ == Fault::kByteASecond ? kSlowIdle : kIdle);
  at(now_ + kTick, [this] { tick(); });
  SessionActions actions;
  session_.begin(*client_, now_, actions);
  perform(actions);
  // Five ticks a second, and no more than some events for each of them.
  const auto most_events = 10'000 + 50 * (most / 1s);
  const std::uint64_t first_event = last_event_;
  while (!session_.is_over())
    if (!run_next(began_ + most) ||
        last_event_ - first_event > static_cast<std::uint64_t>(most_events))
      return false;
  return true;
}

bool FaultServer::run_next(Time limit) {
  const auto next = events_.begin();
  now_ = next->first.first;
  const Event event = std::move(next->second);
  events_.erase(next);
  event();
  return now_ <= limit;
}

Milliseconds FaultServer::took() const {
  return std::chrono::duration_cast<Milliseconds>(now_ - began_);
}

Milliseconds FaultServer::took_since_strike() const {
  return std::chrono::duration_cast<Milliseconds>(now_ - struck_.value_or(began_));
}

std::optional<float> FaultServer::score() const {
  if (finished_.empty()) return std::nullopt;
  return score_of(finished_.back());
}

void FaultServer::tick() {
  HostActions host_actions;
  host_->ticked(now_, host_actions);
  take(host_actions);
  SessionActions actions;
  session_.ticked(now_, actions);
  perform(actions);
  at(now_ + kTick, [this] { tick(); });
}

// ---- the client's side ----

void FaultServer::perform(const SessionActions& actions) {
  log_.insert(log_.end(), actions.log.begin(), actions.log.end());
  for (const std::string& text : actions.sends)
    at(now_ + kWay, [this, text, to = connection_] {
      if (to == connection_) send_to_server(text);
    });
  if (const auto& question = actions.question) {
    const engine::AnyMove move = question->decision.view.random_move(rng_);
    at(now_ + Milliseconds(2 + rng_.below(20)), [this, move, number = question->number] {
      SessionActions more;
      session_.answered(now_, number, move, more);
      perform(more);
    });
  }
  if (actions.hangs_up) lose();
  if (actions.attempt)
    at(actions.attempt->at, [this, attempt = *actions.attempt] { try_port(attempt); });
}

void FaultServer::try_port(const SessionActions::Attempt& attempt) {
  const bool stands = accepts(attempt.port);
  tries_.push_back({now_, attempt.port, stands});
  SessionActions actions;
  if (!stands) {
    session_.unreachable(now_, "cannot reach the server (Connection refused)", actions);
    return perform(actions);
  }
  connection_ = ++last_connection_;
  pipe_is_free_ = now_;
  session_.connected(now_, actions);
  HostActions host_actions;
  host_->opened(now_, connection_, host_actions);
  perform(actions);
  take(host_actions);
}

bool FaultServer::accepts(std::uint16_t port) {
  if (port != port_ || now_ < back_at_) return false;
  if (refusals_to_come_ == 0) return true;
  --refusals_to_come_;
  ++refusals_;
  return false;
}

/// The connection is no more, whoever ended it.
void FaultServer::lose() {
  if (connection_ == 0) return;
  HostActions actions;
  host_->closed(now_, std::exchange(connection_, 0), actions);
  take(actions);
}

// ---- the server's side ----

void FaultServer::send_to_server(const std::string& text) {
  std::vector<Delivery> instead;
  if (pipe_.swallows(instead)) return deliver(instead);
  HostActions actions;
  host_->received(now_, connection_, text, actions);
  take(actions);
}

void FaultServer::take(const HostActions& actions) {
  HostActions all = actions;
  answer_questions(*host_, now_, rng_, all);
  finished_.insert(finished_.end(), all.finished.begin(), all.finished.end());
  std::string moment;
  for (const auto& send : all.sends) {
    if (send.to != connection_) continue;
    moment += send.text;
    if (!pipe_.glues()) send_to_client(std::exchange(moment, {}));
  }
  if (!moment.empty()) send_to_client(moment);
  for (const ConnectionId connection : all.hang_ups)
    if (connection == connection_) deliver({{0ms, "", Delivery::Then::kHalfClose}});
}

void FaultServer::send_to_client(const std::string& text) {
  prompts_ += text.find(protocol_.prompt) != std::string::npos;
  deliver(pipe_.from_server(text));
  if (pipe_.has_struck() && !struck_) struck_ = now_;
}

/// One after the other, in the order of their sending.
void FaultServer::deliver(const std::vector<Delivery>& deliveries) {
  pipe_is_free_ = std::max(pipe_is_free_, now_ + kWay);
  for (const Delivery& delivery : deliveries) {
    pipe_is_free_ += delivery.after;
    at(pipe_is_free_, [this, delivery, on = connection_] { arrive(on, delivery); });
  }
}

void FaultServer::arrive(ConnectionId connection, const Delivery& delivery) {
  if (connection != connection_) return;
  SessionActions actions;
  if (!delivery.bytes.empty()) session_.received(now_, delivery.bytes, actions);
  perform(actions);
  if (delivery.then == Delivery::Then::kNothing || connection != connection_) return;
  if (delivery.then == Delivery::Then::kReset) go_away();
  actions = {};
  session_.lost(now_, actions);
  perform(actions);
}

void FaultServer::go_away() {
  lose();
  if (fault_ == Fault::kRestart) {
    back_at_ = now_ + 3s;
    // A game without a move is begun anew, so nothing is lost with it.
    has_lost_games_ = !protocol_.resumes || (seed_ % 2 == 0 && session_.result().moves > 0);
    if (seed_ % 2 == 0) host_ = protocol_.make_host(seed_ + 1'000);
  }
  if (fault_ == Fault::kPortMoved) {
    back_at_ = now_ + 500ms;
    port_ = static_cast<std::uint16_t>(kFirstPort +
                                       (port_ - kFirstPort + 1 + rng_.below(kPorts - 1)) % kPorts);
  }
}

}  // namespace gauntlet::tools
