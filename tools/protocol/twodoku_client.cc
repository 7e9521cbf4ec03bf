#include "tools/protocol/twodoku_client.h"

#include <algorithm>
#include <utility>

#include "engine/registry.h"
#include "engine/words.h"
#include "search/clock.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;

constexpr Milliseconds kPatienceForGreeting = 15s;
constexpr Milliseconds kUsualClock{120'000};
constexpr int kLongestClock = 1'000'000'000;  // ms
constexpr int kMostRefusals = 3;

std::string shown(std::string_view text) {
  return engine::in_quotes(text, 100);
}

}  // namespace

TwoDokuClient::TwoDokuClient(Options options)
    : options_(std::move(options)),
      game_(*engine::find_game("twodoku")),
      told_(options_.clock.value_or(kUsualClock)) {}

void TwoDokuClient::connected(Time now, ClientActions&) {
  idle_.start(now);
}

void TwoDokuClient::received(Time now, std::string_view bytes, ClientActions& actions) {
  lines_.add(bytes);
  while (!actions.end) {
    const auto line = lines_.next();
    if (line ? line->is_cut : lines_.is_overlong())
      return end("this is no twodoku server: it sent an endless line", actions);
    if (!line) return;
    idle_.count_line();
    take_line(now, line->text, actions);
    if (!actions.end && idle_.is_babble()) end(std::string(IdleTimer::kBabble), actions);
  }
}

void TwoDokuClient::take_line(Time now, const std::string& line, ClientActions& actions) {
  if (!is_greeted_) return take_greeting(now, line, actions);
  const auto [word, rest] = first_word(line);
  if (word == "game") return take_game(rest, actions);
  if (word == "seat") return take_seat(now, rest, actions);
  if (word == "clock") return take_clock(rest, actions);
  if (word == "over") return take_over(rest, actions);
  if (word == "error") return take_error(rest, actions);
  if (TwoDokuView::understands(word)) return tell_view(now, line, actions);
  if (line == "colour?" || line == "hide?" || line == "turn?") return ask(now, line, actions);
}

void TwoDokuClient::take_greeting(Time now, const std::string& line, ClientActions& actions) {
  if (line != kTwoDokuGreeting)
    return end(
        "this is no server of '" + std::string(kTwoDokuGreeting) + "': it sent " + shown(line),
        actions);
  is_greeted_ = true;
  idle_.progress(now);
  actions.sends.push_back("name " + options_.name + '\n');
  actions.log.push_back("waiting for an opponent, at most " + limit_text(options_.wait));
}

void TwoDokuClient::take_game(std::string_view name, ClientActions& actions) {
  const auto game = engine::find_game(name);
  if (view_) return end("the server changed the game after it had begun", actions);
  if (!game.ok() || !game->holds<engine::TwoDoku>())
    return end("the server plays " + shown(name) + ", which is no game of twodoku", actions);
  if (game->name().starts_with("twodoku/small"))
    return end("the server plays " + shown(name) + ", of which its protocol cannot tell", actions);
  game_ = *game;
}

void TwoDokuClient::take_seat(Time now, std::string_view word, ClientActions& actions) {
  const auto seat = read_seat(word);
  if (!seat || view_)
    return end("the server's seat " + shown(word) + " cannot be: it is red or blue, once", actions);
  seat_ = *seat;
  idle_.progress(now);
  view_.emplace(game_, seat_);
  actions.log.push_back("the game starts: " + game_.name() + ", we are " + std::string(word));
}

void TwoDokuClient::take_clock(std::string_view text, ClientActions& actions) {
  const auto left = engine::parse_int(text, 0, kLongestClock);
  if (!left) return end("the server's clock " + shown(text) + " is no time in ms", actions);
  told_ = Milliseconds(*left);
  longest_told_ = std::max(longest_told_, told_);
  spent_since_ = Milliseconds(0);
}

void TwoDokuClient::tell_view(Time now, const std::string& line, ClientActions& actions) {
  const std::string before = view_ ? view_->state().to_text() : "";
  const std::string why = view_ ? view_->follow(line) : "nobody has a seat yet";
  if (!why.empty()) end("the server's " + shown(line) + " cannot be: " + why, actions);
  if (view_ && view_->state().to_text() != before) idle_.progress(now);
}

void TwoDokuClient::ask(Time now, std::string_view prompt, ClientActions& actions) {
  if (!view_ || view_->prompt() != prompt)
    return end("the server asks " + shown(prompt) + " when it cannot be our turn to answer that",
               actions);
  asked_ = Decision{game_, view_->state(), allowance()};
  asked_at_ = now;
  const std::string text = view_->state().to_text();
  if (std::exchange(asked_text_, text) != text) idle_.progress(now);
  idle_.pause(now);
  actions.decision = asked_;
}

Milliseconds TwoDokuClient::allowance() const {
  if (options_.allowance) return *options_.allowance;
  Milliseconds left = told_ - spent_since_;
  if (options_.clock) left = std::min(left, *options_.clock - spent_);
  return search::thinking_time(view_->state(), std::max(left, Milliseconds(0)));
}

Milliseconds TwoDokuClient::patience() const {
  return options_.idle.value_or(std::clamp<Milliseconds>(longest_told_ + 1min, 3min, 1h));
}

void TwoDokuClient::decided(Time now, engine::AnyMove move, ClientActions& actions) {
  if (!asked_) return;
  const auto taken = std::chrono::ceil<Milliseconds>(now - asked_at_);
  spent_ += taken;
  spent_since_ += taken;
  actions.sends.push_back(
      move_text(asked_->view.as<engine::TwoDoku>(), engine::TwoDoku::Move::from_bits(move.bits())) +
      '\n');
  idle_.resume(now);
  asked_.reset();
}

void TwoDokuClient::take_error(std::string_view sentence, ClientActions& actions) {
  actions.log.push_back("the server says " + shown(sentence));
  if (++refusals_ == kMostRefusals)
    end("the server does not take our answers: " + engine::printable(sentence, 200), actions);
}

void TwoDokuClient::take_over(std::string_view rest, ClientActions& actions) {
  const auto over = read_over(rest);
  if (!over || !view_)
    return end("the server's end " + shown(rest) +
                   " cannot be: it should look like 'over red 12 blue 30' and end a game",
               actions);
  const int ours = over->scores[static_cast<std::size_t>(seat_)];
  const int theirs = over->scores[static_cast<std::size_t>(1 - seat_)];
  end(told_end(*over), actions);
  actions.end->verdict = ours > theirs   ? Verdict::kWin
                         : ours < theirs ? Verdict::kLoss
                                         : Verdict::kDraw;
}

void TwoDokuClient::disconnected(Time, ClientActions& actions) {
  end("the server closed the connection without a result", actions);
}

void TwoDokuClient::ticked(Time now, ClientActions& actions) {
  const Milliseconds greeting =
      std::min(kPatienceForGreeting, options_.idle.value_or(kPatienceForGreeting));
  if (!idle_.exceeds(now, !is_greeted_ ? greeting : view_ ? patience() : options_.wait)) return;
  end(!is_greeted_ ? "this is no twodoku server: it did not greet us"
      : view_      ? "the server fell silent"
                   : no_game_text(options_.wait),
      actions);
}

/// An end that the server has not told.
void TwoDokuClient::end(std::string reason, ClientActions& actions) {
  actions.decision.reset();
  actions.end = GameEnd{Verdict::kUnknown, std::move(reason)};
}

}  // namespace gauntlet::tools
