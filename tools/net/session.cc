#include "tools/net/session.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace gauntlet::tools {

namespace {

/// However little time is left, an attempt gets this much.
constexpr Milliseconds kShortestTimeout{1'000};

std::string seconds_text(Milliseconds time) {
  const auto tenths = (time.count() + 50) / 100;
  return std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10) + " s";
}

Milliseconds between(Session::Time from, Session::Time to) {
  return std::chrono::duration_cast<Milliseconds>(to - from);
}

}  // namespace

void Session::begin(Client& client, Time now, SessionActions& actions) {
  client_ = &client;
  result_ = {};
  is_ended_ = is_connected_ = false;
  first_connected_.reset();
  asked_.reset();
  questions_.clear();
  repeats_ = 0;
  begin_round(now, actions);
}

// ---- connecting ----

void Session::begin_round(Time now, SessionActions& actions) {
  if (!failing_since_) failing_since_ = now;
  const Time at = now + back_off_.wait();
  is_last_round_ = at >= give_up();
  next_port_ = 0;
  try_port(std::min(at, std::max(now, give_up())), actions);
}

void Session::try_port(Time at, SessionActions& actions) const {
  const Milliseconds left = std::max(between(at, give_up()), kShortestTimeout);
  actions.attempt = {options_.ports[next_port_], at, std::min(options_.connect_timeout, left)};
}

void Session::unreachable(Time now, const std::string& why, SessionActions& actions) {
  if (is_over()) return;
  const bool has_time = !is_last_round_ || now < give_up() + kShortestTimeout;
  if (++next_port_ < options_.ports.size() && has_time) return try_port(now, actions);
  if (is_last_round_)
    return end(
        {Verdict::kUnknown, why + "; tried for " + seconds_text(between(*failing_since_, now))},
        actions);
  back_off_.failed();
  actions.log.push_back(why + "; trying again in " + seconds_text(back_off_.wait()));
  begin_round(now, actions);
}

void Session::connected(Time now, SessionActions& actions) {
  if (is_over()) return;
  const auto first = options_.ports.begin();
  std::rotate(first, first + static_cast<std::ptrdiff_t>(next_port_), options_.ports.end());
  if (!first_connected_) first_connected_ = now;
  is_connected_ = true;
  ClientActions wanted;
  client_->connected(now, wanted);
  perform(now, wanted, actions);
}

void Session::lost(Time now, SessionActions& actions) {
  if (is_over() || !is_connected_) return;
  is_connected_ = false;
  actions.hangs_up = true;
  back_off_.failed();
  ClientActions wanted;
  client_->disconnected(now, wanted);
  perform(now, wanted, actions);
  if (is_over()) return;
  actions.log.emplace_back("the connection was lost");
  if (!failing_since_) failing_since_ = now;
  connect_again(now, actions);
}

/// In the midst of a game, which may have gone on or not.
void Session::connect_again(Time now, SessionActions& actions) {
  if (failing_since_ && now >= give_up())
    return end(
        {Verdict::kUnknown, repeats_ > 0 ? "the server asks the same question over every connection"
                                         : "the server keeps closing the connection"},
        actions);
  begin_round(now, actions);
}

// ---- playing ----

void Session::received(Time now, std::string_view bytes, SessionActions& actions) {
  if (is_over() || !is_connected_) return;
  ClientActions wanted;
  client_->received(now, bytes, wanted);
  perform(now, wanted, actions);
}

void Session::ticked(Time now, SessionActions& actions) {
  if (is_over() || !is_connected_) return;
  ClientActions wanted;
  client_->ticked(now, wanted);
  perform(now, wanted, actions);
}

void Session::perform(Time now, const ClientActions& wanted, SessionActions& actions) {
  actions.log.insert(actions.log.end(), wanted.log.begin(), wanted.log.end());
  if (is_connected_)
    actions.sends.insert(actions.sends.end(), wanted.sends.begin(), wanted.sends.end());
  if (wanted.decision) ask(now, *wanted.decision, actions);
  if (wanted.end) return end(*wanted.end, actions);
  if (!wanted.reconnect || is_over()) return;
  is_connected_ = false;
  actions.hangs_up = true;
  if (repeats_ == 0) return begin_round(now, actions);
  back_off_.failed();  // the client is free to connect as often as it likes, while the game goes on
  connect_again(now, actions);
}

/// Only what was not asked before shows that the game goes on: the same question may come again
/// over every connection.
void Session::ask(Time now, const Decision& decision, SessionActions& actions) {
  const auto question = std::hash<std::string>()(decision.view.to_text());
  const bool is_new = questions_.insert(question).second;
  repeats_ = is_new ? 0 : repeats_ + 1;
  if (repeats_ > kMostRepeats)
    return end({Verdict::kUnknown, "the server asks the same question again and again"}, actions);
  if (questions_.size() > kMostQuestions)
    return end({Verdict::kUnknown, "the game has no end: the server has asked 10,000 questions"},
               actions);
  if (is_new) back_to_normal();
  asked_ = Asked{++last_question_, now, now + decision.allowance};
  actions.question = {asked_->number, decision, asked_->deadline};
}

void Session::answered(Time now, std::uint64_t number, engine::AnyMove move,
                       SessionActions& actions) {
  if (!awaits(number)) return;
  const Asked asked = *std::exchange(asked_, std::nullopt);
  ++result_.moves;
  result_.longest_overshoot =
      std::max(result_.longest_overshoot, std::chrono::ceil<Milliseconds>(now - asked.deadline));
  if (failing_since_ && is_connected_) *failing_since_ += now - std::max(asked.at, *failing_since_);
  ClientActions wanted;
  client_->decided(now, move, wanted);
  perform(now, wanted, actions);
}

// ---- the end ----

void Session::end(GameEnd how, SessionActions& actions) {
  if (how.verdict != Verdict::kUnknown) {
    back_to_normal();
  } else if (is_connected_) {
    back_off_.failed();  // the next game does not come at once
  }
  result_.end = std::move(how);
  is_ended_ = true;
  leave(actions);
}

void Session::stop(SessionActions& actions) {
  if (is_over()) return;
  result_.was_stopped = true;
  result_.end = {Verdict::kUnknown, "we left the game"};
  leave(actions);
}

void Session::leave(SessionActions& actions) {
  asked_.reset();
  is_connected_ = false;
  actions.question.reset();
  actions.drops_question = actions.hangs_up = true;
  actions.attempt.reset();
}

void Session::back_to_normal() {
  back_off_.succeeded();
  failing_since_.reset();
}

}  // namespace gauntlet::tools
