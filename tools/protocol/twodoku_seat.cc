#include "tools/protocol/twodoku_seat.h"

#include <algorithm>
#include <utility>

#include "tools/protocol/twodoku_referee.h"

namespace gauntlet::tools {

namespace {

using engine::AnyMove;
using engine::AnyState;
using engine::Player;
using engine::TwoDoku;
using selfplay::Termination;

constexpr Milliseconds kUsualClockOfPlayers{120'000};

Milliseconds nearer_limit(const SeatTime& time) {
  if (!time.move || !time.game) return time.move.value_or(time.game.value_or(kUsualClockOfPlayers));
  return std::min(*time.move, *time.game);
}

/// How somebody has lost: what stands behind "red" or "blue".
std::string_view predicate_of(Termination how) {
  switch (how) {
    case Termination::kOutOfTime:
      return "ran out of time";
    case Termination::kIllegalMove:
      return "has made an illegal move";
    case Termination::kNonsense:
      return "has sent too much that means nothing";
    default:
      return "has left the game";
  }
}

TwoDokuOver over_of(const TwoDoku& state, std::optional<Player> loser, Termination how) {
  if (loser)
    return twodoku_lost(
        *loser, std::string(engine::twodoku::kSeats[*loser]).append(" ").append(predicate_of(how)));
  if (state.to_move() == engine::kNobody) return twodoku_over(state);
  return {{}, how == Termination::kTooLong ? "the game was too long" : "the game was stopped"};
}

}  // namespace

// ---- the game goes on ----

void TwoDokuSeat::begin(const AnyState& start, Player seat, std::string& out) {
  seat_ = seat;
  out += twodoku_greeting(start.game().name());
  tell(twodoku_seat_line(seat) + twodoku_clock_line(kUsualClockOfPlayers), out);
  const AnyState view = start.redacted(seat);
  tell(told_start(view.as<TwoDoku>()), out);
}

void TwoDokuSeat::tell(std::string_view text, std::string& out) {
  (name_.empty() ? unsent_ : out).append(text);
}

void TwoDokuSeat::tell_deal(const AnyState& view, std::string& out) {
  if (!deal_) return;
  tell(told(deal_->before.as<TwoDoku>(), deal_->seen, view.as<TwoDoku>()), out);
  deal_.reset();
}

void TwoDokuSeat::saw(const AnyState& before, AnyMove move, std::string& out) {
  const AnyState view = before.redacted(seat_);
  const AnyMove seen = before.seen(move, seat_);
  tell_deal(view, out);
  if (view.to_move() == 1 - seat_) {  // what came behind the last answer is out of turn
    lines_.release();
    take_lines(out);
  }
  AnyState after = view;
  after.apply(seen);
  const auto seen_move = TwoDoku::Move::from_bits(seen.bits());
  if (after.as<TwoDoku>().stage() == TwoDoku::Stage::kDeal &&
      view.as<TwoDoku>().stage() == TwoDoku::Stage::kDeal) {
    deal_ = Deal{view, seen_move};
  } else {
    tell(told(view.as<TwoDoku>(), seen_move, after.as<TwoDoku>()), out);
  }
}

std::optional<SeatAnswer> TwoDokuSeat::ask(const AnyState& view, const SeatTime& time,
                                           std::string& out) {
  if (forfeit_) return forfeit_;
  asked_ = view.redacted(seat_);
  tell_deal(*asked_, out);
  question_ =
      twodoku_clock_line(nearer_limit(time)) + std::string(prompt_of(asked_->as<TwoDoku>())) + '\n';
  tell(question_, out);
  lines_.release();
  return take_lines(out);
}

void TwoDokuSeat::end(const AnyState& end, std::optional<Player> loser, Termination how,
                      std::string& out) {
  has_ended_ = true;
  if (name_.empty()) return;
  tell_deal(end.redacted(seat_), out);
  out += over_line(over_of(end.as<TwoDoku>(), loser, how));
}

// ---- what the program says ----

std::optional<SeatAnswer> TwoDokuSeat::received(std::string_view bytes, std::string& out) {
  if (has_ended_ || forfeit_) return std::nullopt;
  lines_.add(bytes);
  return take_lines(out);
}

std::optional<SeatAnswer> TwoDokuSeat::take_lines(std::string& out) {
  return lines_.next_answer([&](const Line& line) { return take_line(line, out); });
}

std::optional<SeatAnswer> TwoDokuSeat::take_line(const Line& line, std::string& out) {
  if (line.text.empty()) return ignore(out);
  if (name_.empty()) return take_name(line, out);
  if (!asked_) return refuse(kTwoDokuOutOfTurn, out);
  return take_answer(line, out);
}

std::optional<SeatAnswer> TwoDokuSeat::take_name(const Line& line, std::string& out) {
  auto name = read_twodoku_name(line);
  if (!name) return refuse(twodoku_name_sentence(), out);
  nonsense_.end();
  name_ = *std::move(name);
  out += std::exchange(unsent_, {});
  return std::nullopt;
}

std::optional<SeatAnswer> TwoDokuSeat::take_answer(const Line& line, std::string& out) {
  const TwoDokuRuling ruling = rule_on_answer(*asked_, line);
  out += ruling.error;
  if (!ruling.move) {
    ++slips_;
    out += question_;
    return ignore(out);
  }
  nonsense_.end();
  asked_.reset();
  return SeatAnswer{*ruling.move};
}

std::optional<SeatAnswer> TwoDokuSeat::refuse(std::string_view sentence, std::string& out) {
  ++slips_;
  out += twodoku_error_line(sentence);
  return ignore(out);
}

/// A line that means nothing: the one too many is a forfeit.
std::optional<SeatAnswer> TwoDokuSeat::ignore(std::string& out) {
  if (!nonsense_.is_too_much()) return std::nullopt;
  out += twodoku_farewell();
  forfeit_ = nonsense_forfeit();
  return forfeit_;
}

}  // namespace gauntlet::tools
