#include "tools/protocol/engine_seat.h"

#include <absl/strings/numbers.h>

#include <algorithm>

#include "engine/blanks.h"
#include "engine/words.h"
#include "tools/protocol/engine_protocol.h"
#include "tools/protocol/line_words.h"
#include "tools/protocol/seat_lines.h"

namespace gauntlet::tools {

namespace {

using selfplay::Termination;

constexpr std::uint64_t kMostNodes = 1'000'000'000'000'000;  // who says more is not believed

std::string milliseconds_line(std::string_view word, std::chrono::milliseconds time) {
  return std::string(word) + ' ' + std::to_string(std::max<std::int64_t>(time.count(), 0)) + '\n';
}

/// Words of lines that may come at any time.
bool is_remark(std::string_view word) {
  return word == "error" || word == "id" || word == "win" || word == "nodes";
}

std::string moves_line(const engine::AnyState& view) {
  engine::AnyMoves moves;
  view.legal_moves(moves);
  std::string line = "moves ";
  for (const engine::AnyMove move : moves) line += view.format(move) + ';';
  line.back() = '\n';
  return line;
}

/// How a game that has ended by its rules did for `seat`.
std::string_view result_of(const engine::AnyState& end, engine::Player seat) {
  const engine::Returns returns = end.returns();
  const float best = *std::max_element(returns.begin(), returns.end());
  if (end.players() == 1) return "finished";
  if (returns[seat] < best) return "lost";
  return best == 1 ? "won" : "drawn";
}

/// The same for one that has ended otherwise.
std::string result_of(const engine::AnyState& end, engine::Player seat,
                      std::optional<engine::Player> loser, Termination how) {
  if (how == Termination::kStopped) return "stopped";
  if (!loser) return "drawn: " + std::string(word_of(how));
  const std::string by = " by forfeit: " + std::string(word_of(how));
  if (*loser == seat) return "lost" + by;
  return (end.players() == 2 ? "won" : "drawn") + by;
}

}  // namespace

void EngineSeat::begin(const engine::AnyState& start, engine::Player seat, std::string& out) {
  seat_ = seat;
  out += "hello " + std::to_string(EngineProtocol::kVersion) + "\ngame " + start.game().name() +
         "\nseat " + std::to_string(seat + 1) + "\nposition " + start.to_text() + '\n';
}

void EngineSeat::saw(const engine::AnyState& before, engine::AnyMove move, std::string& out) {
  const engine::Player mover = before.to_move();
  const std::string who = mover == engine::kChance ? "chance" : std::to_string(mover + 1);
  out += "played " + who + ' ' + before.format(move) + '\n';
}

std::optional<SeatAnswer> EngineSeat::ask(const engine::AnyState& view, const SeatTime& time,
                                          std::string& out) {
  asked_ = view;
  remarks_ = {};
  out += "position " + view.to_text() + '\n' + moves_line(view);
  if (time.move) out += milliseconds_line("time", *time.move);
  if (time.game) out += milliseconds_line("clock", *time.game);
  if (time.nodes) out += "nodes " + std::to_string(*time.nodes) + '\n';
  out += "go\n";
  return std::nullopt;
}

std::optional<SeatAnswer> EngineSeat::received(std::string_view bytes, std::string&) {
  return first_answer(lines_, bytes, [this](const Line& line) { return take(line); });
}

std::optional<SeatAnswer> EngineSeat::take(const Line& line) {
  const std::string_view text = engine::trimmed(line.text);
  if (text.empty() || text.front() == '#') return chatter_.allowed();
  const auto [word, rest] = first_word(text, engine::kBlanks);
  if (line.is_cut) return slip(text);
  if (!is_ready()) {
    if (word != "hello") return is_remark(word) ? chatter_.meaningless(text) : slip(text);
    name_ = rest.empty() ? "?" : engine::printable(engine::trimmed(rest), 60);
    return std::nullopt;
  }
  if (word == "move" && asked_) return take_move(engine::trimmed(rest));
  if (word == "refuse") return refused(engine::trimmed(rest));
  take_remark(word, engine::trimmed(rest));
  return is_remark(word) ? chatter_.allowed() : slip(text);
}

std::optional<SeatAnswer> EngineSeat::slip(std::string_view line) {
  ++slips_;
  return chatter_.meaningless(line);
}

std::optional<SeatAnswer> EngineSeat::take_move(std::string_view text) {
  const auto move = asked_->parse(text);
  asked_.reset();
  chatter_.end();
  if (move.ok()) return SeatAnswer{.move = *move, .win = remarks_.win, .nodes = remarks_.nodes};
  return SeatAnswer{.forfeit = Termination::kIllegalMove, .reason = engine::message_of(move)};
}

/// What cannot be meant is not believed, and no fault.
void EngineSeat::take_remark(std::string_view word, std::string_view text) {
  if (double win = -1;
      word == "win" && absl::SimpleAtod(std::string(text), &win) && win >= 0 && win <= 1)
    remarks_.win = win;
  if (word == "nodes") remarks_.nodes = engine::parse_whole(text, kMostNodes).value_or(0);
}

SeatAnswer EngineSeat::refused(std::string_view why) {
  return {.forfeit = Termination::kGaveUp,
          .reason = why.empty() ? "it refused to move"
                                : "it refused to move: " + engine::printable(why, 200)};
}

void EngineSeat::end(const engine::AnyState& end, std::optional<engine::Player> loser,
                     Termination how, std::string& out) {
  asked_.reset();
  const std::string result = how == Termination::kPlayed ? std::string(result_of(end, seat_))
                                                         : result_of(end, seat_, loser, how);
  out += "over " + result + '\n';
}

}  // namespace gauntlet::tools
