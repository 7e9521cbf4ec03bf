#include "tools/protocol/gomoku_seat.h"

#include <string>
#include <utility>

#include "tools/protocol/seat_lines.h"

namespace gauntlet::tools {

using selfplay::Termination;

void GomokuSeat::begin(const engine::AnyState&, engine::Player seat, std::string&) {
  seat_ = seat;
}

void GomokuSeat::saw(const engine::AnyState&, engine::AnyMove move, std::string&) {
  last_ = move;
}

std::optional<SeatAnswer> GomokuSeat::ask(const engine::AnyState& view, const SeatTime&,
                                          std::string& out) {
  asked_ = view;
  out += write_gomoku_message("CONTINUING", view, last_);
  return answer();
}

/// By the line that has come first.
std::optional<SeatAnswer> GomokuSeat::answer() {
  if (!asked_ || kept_.empty()) return std::nullopt;
  const auto move = read_gomoku_move(*asked_, kept_.front());
  kept_.pop_front();
  asked_.reset();
  if (move.ok()) return SeatAnswer{.move = *move};
  return SeatAnswer{.forfeit = Termination::kIllegalMove, .reason = engine::message_of(move)};
}

std::optional<SeatAnswer> GomokuSeat::received(std::string_view bytes, std::string&) {
  return first_answer(lines_, bytes, [this](Line line) { return keep(std::move(line)); });
}

std::optional<SeatAnswer> GomokuSeat::keep(Line line) {
  if (!asked_) ++slips_;
  if (kept_.size() < kMostKept) {
    nonsense_.end();
    kept_.push_back(std::move(line));
    return answer();
  }
  if (!nonsense_.is_too_much()) return std::nullopt;
  return SeatAnswer{.forfeit = Termination::kNonsense,
                    .reason = "sent more than " + std::to_string(Nonsense::kMost) +
                              " lines in a row that it was not asked for"};
}

void GomokuSeat::end(const engine::AnyState& end, std::optional<engine::Player> loser,
                     Termination how, std::string& out) {
  const std::string status = status_of(end, loser, how);
  if (!status.empty()) out += write_gomoku_message(status, end, last_);
}

/// "" where the protocol has no words.
std::string GomokuSeat::status_of(const engine::AnyState& end, std::optional<engine::Player> loser,
                                  Termination how) const {
  switch (how) {
    case Termination::kStopped:
      return "";
    case Termination::kTooLong:
      return "DRAW";
    case Termination::kIllegalMove:
      return "FORFEIT-MOVE";
    case Termination::kOutOfTime:
      return "FORFEIT-TIME";
    default:
      break;
  }
  if (loser) return *loser == seat_ ? "LOSE" : "WIN";
  const float mine = end.returns()[static_cast<std::size_t>(seat_)];
  return mine == 0.5f ? "DRAW" : mine == 1 ? "WIN" : "LOSE";
}

}  // namespace gauntlet::tools
