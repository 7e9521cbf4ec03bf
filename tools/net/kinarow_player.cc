#include "tools/net/kinarow_player.h"

#include <absl/strings/str_cat.h>
#include <absl/time/time.h>

#include <algorithm>
#include <utility>

#include "engine/registry.h"
#include "engine/rng.h"
#include "engine/words.h"
#include "selfplay/wait_for_stop.h"
#include "tools/protocol/kinarow_call.h"

namespace gauntlet::tools {

namespace {

using selfplay::Choice;
using selfplay::Forfeit;
using selfplay::Termination;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

constexpr milliseconds kBetweenTries{100};
constexpr milliseconds kLongestMove = std::chrono::hours(1);

/// How a request to /move that was not answered ends the game.
Termination termination_of_call(const absl::Status& status) {
  switch (status.code()) {
    case absl::StatusCode::kDeadlineExceeded:
      return Termination::kOutOfTime;
    case absl::StatusCode::kCancelled:
      return Termination::kStopped;
    case absl::StatusCode::kUnavailable:
    case absl::StatusCode::kAborted:
      return Termination::kCrashed;
    default:
      return Termination::kNonsense;
  }
}

std::string milliseconds_text(milliseconds time) {
  return engine::grouped(static_cast<std::uint64_t>(time.count())) + " ms";
}

}  // namespace

absl::StatusOr<std::unique_ptr<KinarowPlayer>> KinarowPlayer::make(const engine::AnyGame& game,
                                                                   Options options) {
  auto url = parse_http_url(options.url);
  if (!url.ok()) return url.status();
  engine::Rng unused(0);
  const auto rules = engine::mnk_rules(game.start(unused));
  if (!rules)
    return absl::InvalidArgumentError(
        "bots of K-in-a-Row play on m,n,k boards, as mnk:7x6x4, not " + game.name());
  if (const absl::Status status = kinarow_objection(*rules); !status.ok()) return status;
  return std::unique_ptr<KinarowPlayer>(
      new KinarowPlayer(*rules, std::move(*url), std::move(options)));
}

KinarowPlayer::KinarowPlayer(const engine::mnk::Rules& rules, HttpUrl url, Options options)
    : rules_(rules),
      place_(url.authority() + url.path),
      options_(std::move(options)),
      client_(std::move(url), options_.make_socket, &conversation_) {}

void KinarowPlayer::new_game(std::uint64_t, engine::Player) {
  forfeit_.reset();
  conversation_.clear();
  ++games_;
}

selfplay::KeptConversation KinarowPlayer::conversation() const {
  return {number_, games_ - 1, conversation_.to_bytes()};
}

void KinarowPlayer::get_ready(const engine::AnyState&, const std::stop_token& stop) {
  forfeit_ = objection(ask_status(stop));
}

absl::StatusOr<HttpResponse> KinarowPlayer::call(const HttpClient::Call& request,
                                                 HttpClient::Time deadline,
                                                 const std::stop_token& stop) {
  const auto ask = [&](const HttpClient::Call& asked) {
    return client_.ask(asked, deadline, stop);
  };
  return options_.caller ? options_.caller(request, ask) : ask(request);
}

/// A bot that was just started may not listen yet.
absl::StatusOr<HttpResponse> KinarowPlayer::ask_status(const std::stop_token& stop) {
  const auto deadline = steady_clock::now() + options_.patience;
  for (;;) {
    auto answer =
        call({.method = "GET", .target = kinarow_status_target(rules_, options_.time_per_move)},
             deadline, stop);
    const bool may_come =
        absl::IsUnavailable(answer.status()) && !(options_.has_gone && options_.has_gone());
    if (!may_come || steady_clock::now() + kBetweenTries >= deadline) return answer;
    if (selfplay::wait_for_stop(stop, absl::FromChrono(kBetweenTries))) return answer;
  }
}

std::optional<Forfeit> KinarowPlayer::objection(const absl::StatusOr<HttpResponse>& status) const {
  const std::string where = "the bot at " + place_ + ": ";
  if (absl::IsCancelled(status.status())) return Forfeit{Termination::kStopped, ""};
  if (absl::IsDeadlineExceeded(status.status()))
    return Forfeit{Termination::kAbsent, where + "its /status has not answered within " +
                                             milliseconds_text(options_.patience)};
  if (!status.ok()) return Forfeit{Termination::kAbsent, where + engine::message_of(status)};
  if (status->status == 200) return std::nullopt;
  const std::string said =
      status->body.empty() ? "" : ", saying " + engine::in_quotes(status->body, 80);
  if (status->status == 418)
    return Forfeit{Termination::kGaveUp,
                   absl::StrCat(where, "it does not play ", rules_.width, "x", rules_.height,
                                " with ", rules_.k, " in a row", said)};
  return Forfeit{Termination::kAbsent,
                 absl::StrCat(where, "its /status answered ", status->status, said,
                              ", where 200 says that it plays and 418 that it does not")};
}

Choice KinarowPlayer::choose(const engine::AnyState& view, const selfplay::Allowance& allowance) {
  if (forfeit_) return forfeit_->choice();
  const milliseconds warm_up = std::exchange(is_warm_, true) ? milliseconds(0) : options_.warm_up;
  AnswerClock clock = AnswerClock::of(allowance, view.to_move(), options_.time_per_move, warm_up,
                                      options_.lateness.get());
  const milliseconds time =
      std::clamp(std::chrono::floor<milliseconds>(clock.limit()), milliseconds(1), kLongestMove);
  const HttpClient::Call question{.method = "POST",
                                  .target = "/move",
                                  .body = kinarow_move_body(view, time),
                                  .content_type = "application/json"};
  clock.start();
  const auto answer = call(question, clock.end(), allowance.stop);
  if (absl::IsDeadlineExceeded(answer.status()))
    return fail(Termination::kOutOfTime, "/move " + clock.silence());
  if (const auto late = answer.ok() ? clock.objection() : std::nullopt)
    return fail(Termination::kOutOfTime, "/move " + *late);
  return read(view, answer);
}

Choice KinarowPlayer::fail(Termination how, std::string reason) {
  if (how == Termination::kOutOfTime || how == Termination::kCrashed) conversation_.stayed_silent();
  forfeit_ = {how, std::move(reason)};
  return forfeit_->choice();
}

Choice KinarowPlayer::read(const engine::AnyState& view,
                           const absl::StatusOr<HttpResponse>& answer) {
  if (!answer.ok())
    return fail(termination_of_call(answer.status()), "/move: " + engine::message_of(answer));
  const auto move = read_kinarow_move(view, answer->body);
  if (move.ok()) return {.move = *move};
  const std::string status =
      answer->status == 200 ? "" : " (with HTTP status " + std::to_string(answer->status) + ")";
  return fail(absl::IsDataLoss(move.status()) ? Termination::kNonsense : Termination::kIllegalMove,
              engine::message_of(move) + status);
}

}  // namespace gauntlet::tools
