#include "tools/protocol/sudokill_seat.h"

#include "engine/words.h"
#include "tools/protocol/sudokill_line.h"
#include "tools/protocol/sudokill_referee.h"

namespace gauntlet::tools {

namespace {

using selfplay::Termination;

constexpr std::string_view kLineEnd = "\r\n";
constexpr std::string_view kOpponentName = "opponent";
constexpr std::size_t kShownOfMove = 40;

void tell_line(std::string_view line, std::string& out) {
  out.append(line).append(kLineEnd);
}

const engine::Sudokill& board_of(const engine::AnyState& state) {
  return state.as<engine::Sudokill>();
}

/// Commands that ask for what the tournament decides.
bool is_left_to_tournament(std::string_view line) {
  return line == "PLAY" || line.starts_with("PLAY|") || line.starts_with("OPPONENT|");
}

}  // namespace

void SudokillSeat::begin(const engine::AnyState& start, engine::Player seat, std::string& out) {
  state_ = start;
  seat_ = seat;
  tell_line("WAIT", out);
}

/// Whoever comes late finds the board as it is then.
void SudokillSeat::introduce(std::string& out) {
  const engine::Sudokill& state = board_of(*state_);
  const auto last = state.last_square();
  tell_line("READY", out);
  tell_line(sudokill_start(seat_, state, last), out);
  if (last) tell_line(sudokill_move({*last, state.digit_at(*last)}), out);
  if (is_asked_) tell_line(sudokill_add(state), out);
}

void SudokillSeat::saw(const engine::AnyState& before, engine::AnyMove move, std::string& out) {
  state_ = before;
  state_->apply(move);
  if (name_) tell_line(sudokill_move(engine::Sudokill::Move::from_bits(move.bits())), out);
  // One move a turn: what came behind the answer is out of turn.
  lines_.release();
  take_lines(out);
}

std::optional<SeatAnswer> SudokillSeat::ask(const engine::AnyState& view, const SeatTime&,
                                            std::string& out) {
  if (forfeit_) return forfeit_;
  state_ = view;
  is_asked_ = true;
  if (name_) tell_line(sudokill_add(board_of(view)), out);
  lines_.release();
  return take_lines(out);
}

std::optional<SeatAnswer> SudokillSeat::received(std::string_view bytes, std::string& out) {
  if (has_ended_ || forfeit_) return std::nullopt;
  lines_.add(bytes);
  return take_lines(out);
}

std::optional<SeatAnswer> SudokillSeat::take_lines(std::string& out) {
  return lines_.next_answer([&](const Line& line) { return take_line(line, out); });
}

std::optional<SeatAnswer> SudokillSeat::take_line(const Line& line, std::string& out) {
  if (line.text.empty()) return ignore(out);
  if (!name_) {
    name_ = line.text;
    nonsense_.end();
    introduce(out);
    return std::nullopt;
  }
  const bool is_move = !line.is_cut && read_written_move(line.text);
  if (is_move && is_asked_) return play(line.text);
  if (is_move) {
    ++slips_;
    tell_line(sudokill_wait(*name_), out);
  } else if (!is_left_to_tournament(line.text)) {
    tell_line(sudokill_chat(*name_, line.text), out);
  }
  return ignore(out);
}

std::optional<SeatAnswer> SudokillSeat::play(const std::string& line) {
  is_asked_ = false;
  nonsense_.end();
  const WrittenMove move = *read_written_move(line);
  const auto error = violation(board_of(*state_), move);
  if (!error) return SeatAnswer{engine::AnyMove(played_move(move).bits())};
  lost_by_ = line;
  violation_ = *error;
  forfeit_ =
      SeatAnswer{.forfeit = Termination::kIllegalMove,
                 .reason = "played " + engine::printable(line, kShownOfMove) + ": " + *error};
  return forfeit_;
}

/// A line that means nothing: the one too many is a forfeit.
std::optional<SeatAnswer> SudokillSeat::ignore(std::string& out) {
  if (!nonsense_.is_too_much()) return std::nullopt;
  tell_line(sudokill_farewell(), out);
  forfeit_ = nonsense_forfeit();
  return forfeit_;
}

void SudokillSeat::end(const engine::AnyState& end, std::optional<engine::Player> loser,
                       Termination how, std::string& out) {
  has_ended_ = true;
  if (!name_) return;
  if (!loser && end.is_over()) loser = static_cast<engine::Player>(end.returns()[0] == 0 ? 0 : 1);
  const std::string text = loser ? told_end(end, *loser, how) : std::string(kSudokillStopped);
  if (!text.empty()) tell_line(std::string(kSudokillGameOver) + text, out);
}

/// "" for a program that has left: what is told to those who stay is a win to all who read it.
std::string SudokillSeat::told_end(const engine::AnyState& end, engine::Player loser,
                                   Termination how) const {
  const bool is_ours = loser == seat_;
  const std::string_view lost = is_ours ? *name_ : kOpponentName;
  const std::string_view won = is_ours ? kOpponentName : *name_;
  if (how == Termination::kOutOfTime) return sudokill_timeout(won, lost);
  if (is_ours && !lost_by_.empty()) return sudokill_fault(won, lost, lost_by_, violation_);
  // Nothing tells which illegal move the other one has made.
  if (how == Termination::kPlayed || how == Termination::kIllegalMove)
    return sudokill_fault(won, lost, kNoMove,
                          *violation(board_of(end), *read_written_move(kNoMove)));
  return is_ours ? "" : sudokill_left(lost);
}

}  // namespace gauntlet::tools
