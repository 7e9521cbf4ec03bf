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

void Session::begin(Client& client, Time now, SessionWishes& wishes) {
  client_ = &client;
  result_ = {};
  is_ended_ = is_connected_ = false;
  first_connected_.reset();
  asked_.reset();
  questions_.clear();
  repeats_ = 0;
  begin_round(now, wishes);
}

// ---- connecting ----

void Session::begin_round(Time now, SessionWishes& wishes) {
  if (!failing_since_) failing_since_ = now;
  const Time at = now + back_off_.wait();
  is_last_round_ = at >= give_up();
  next_port_ = 0;
  try_port(std::min(at, std::max(now, give_up())), wishes);
}

void Session::try_port(Time at, SessionWishes& wishes) const {
  const Milliseconds left = std::max(between(at, give_up()), kShortestTimeout);
  wishes.attempt = {options_.ports[next_port_], at, std::min(options_.connect_timeout, left)};
}

void Session::unreachable(Time now, const std::string& why, SessionWishes& wishes) {
  if (is_over()) return;
  const bool has_time = !is_last_round_ || now < give_up() + kShortestTimeout;
  if (++next_port_ < options_.ports.size() && has_time) return try_port(now, wishes);
  if (is_last_round_)
    return end(
        {Verdict::kUnknown, why + "; tried for " + seconds_text(between(*failing_since_, now))},
        wishes);
  back_off_.failed();
  wishes.log.push_back(why + "; trying again in " + seconds_text(back_off_.wait()));
  begin_round(now, wishes);
}

void Session::connected(Time now, SessionWishes& wishes) {
  if (is_over()) return;
  const auto first = options_.ports.begin();
  std::rotate(first, first + static_cast<std::ptrdiff_t>(next_port_), options_.ports.end());
  if (!first_connected_) first_connected_ = now;
  is_connected_ = true;
  Wishes granted;
  client_->connected(now, granted);
  grant(now, granted, wishes);
}

void Session::lost(Time now, SessionWishes& wishes) {
  if (is_over() || !is_connected_) return;
  is_connected_ = false;
  wishes.hangs_up = true;
  back_off_.failed();
  Wishes granted;
  client_->disconnected(now, granted);
  grant(now, granted, wishes);
  if (is_over()) return;
  wishes.log.emplace_back("the connection was lost");
  if (!failing_since_) failing_since_ = now;
  connect_again(now, wishes);
}

/// In the midst of a game, which may have gone on or not.
void Session::connect_again(Time now, SessionWishes& wishes) {
  if (failing_since_ && now >= give_up())
    return end(
        {Verdict::kUnknown, repeats_ > 0 ? "the server asks the same again over every connection"
                                         : "the server keeps closing the connection"},
        wishes);
  begin_round(now, wishes);
}

// ---- playing ----

void Session::received(Time now, std::string_view bytes, SessionWishes& wishes) {
  if (is_over() || !is_connected_) return;
  Wishes granted;
  client_->received(now, bytes, granted);
  grant(now, granted, wishes);
}

void Session::ticked(Time now, SessionWishes& wishes) {
  if (is_over() || !is_connected_) return;
  Wishes granted;
  client_->ticked(now, granted);
  grant(now, granted, wishes);
}

void Session::grant(Time now, const Wishes& granted, SessionWishes& wishes) {
  wishes.log.insert(wishes.log.end(), granted.log.begin(), granted.log.end());
  if (is_connected_)
    wishes.sends.insert(wishes.sends.end(), granted.sends.begin(), granted.sends.end());
  if (granted.decision) ask(now, *granted.decision, wishes);
  if (granted.end) return end(*granted.end, wishes);
  if (!granted.reconnect || is_over()) return;
  is_connected_ = false;
  wishes.hangs_up = true;
  if (repeats_ == 0) return begin_round(now, wishes);
  back_off_.failed();  // the client is free to connect as often as it likes, while the game goes on
  connect_again(now, wishes);
}

/// Only what was not asked before shows that the game goes on: the same question may come again
/// over every connection.
void Session::ask(Time now, const Decision& decision, SessionWishes& wishes) {
  const auto question = std::hash<std::string>()(decision.view.to_text());
  const bool is_new = questions_.insert(question).second;
  repeats_ = is_new ? 0 : repeats_ + 1;
  if (repeats_ > kMostRepeats)
    return end({Verdict::kUnknown, "the server asks the same again and again"}, wishes);
  if (questions_.size() > kMostQuestions)
    return end({Verdict::kUnknown, "the game has no end: the server has asked 10,000 questions"},
               wishes);
  if (is_new) back_to_normal();
  asked_ = Asked{++last_question_, now, now + decision.allowance};
  wishes.question = {asked_->number, decision, asked_->deadline};
}

void Session::answered(Time now, std::uint64_t number, engine::AnyMove move,
                       SessionWishes& wishes) {
  if (!awaits(number)) return;
  const Asked asked = *std::exchange(asked_, std::nullopt);
  ++result_.moves;
  result_.longest_overshoot =
      std::max(result_.longest_overshoot, std::chrono::ceil<Milliseconds>(now - asked.deadline));
  if (failing_since_ && is_connected_) *failing_since_ += now - std::max(asked.at, *failing_since_);
  Wishes granted;
  client_->decided(now, move, granted);
  grant(now, granted, wishes);
}

// ---- the end ----

void Session::end(GameEnd how, SessionWishes& wishes) {
  if (how.verdict != Verdict::kUnknown) {
    back_to_normal();
  } else if (is_connected_) {
    back_off_.failed();  // the next game does not come at once
  }
  result_.end = std::move(how);
  is_ended_ = true;
  leave(wishes);
}

void Session::stop(SessionWishes& wishes) {
  if (is_over()) return;
  result_.was_stopped = true;
  result_.end = {Verdict::kUnknown, "we left the game"};
  leave(wishes);
}

void Session::leave(SessionWishes& wishes) {
  asked_.reset();
  is_connected_ = false;
  wishes.question.reset();
  wishes.drops_question = wishes.hangs_up = true;
  wishes.attempt.reset();
}

void Session::back_to_normal() {
  back_off_.succeeded();
  failing_since_.reset();
}

}  // namespace gauntlet::tools
