#include "tools/protocol/gomocup_seat.h"

#include <absl/strings/ascii.h>

#include <algorithm>

#include "engine/blanks.h"
#include "engine/words.h"
#include "tools/protocol/gomocup_text.h"
#include "tools/protocol/line_words.h"
#include "tools/protocol/seat_lines.h"

namespace gauntlet::tools {

namespace {

using selfplay::Termination;

constexpr std::int64_t kMostMilliseconds = kGomocupNoLimit - 1;

std::int64_t bounded(std::chrono::milliseconds time) {
  return std::clamp<std::int64_t>(time.count(), 1, kMostMilliseconds);
}

std::string info(std::string_view key, std::int64_t value) {
  return "INFO " + std::string(key) + ' ' + std::to_string(value) + '\n';
}

/// The stones of a position, in an order in which both can have placed them.
std::vector<int> stones_of(const engine::AnyState& state, int width) {
  const std::string text = state.to_text();
  std::vector<int> of_player[2];
  for (std::size_t i = 0; i < text.size(); ++i) {
    const int row = static_cast<int>(i) / (width + 1), column = static_cast<int>(i) % (width + 1);
    if (text[i] == 'x' || text[i] == 'o') of_player[text[i] == 'o'].push_back(row * width + column);
  }
  std::vector<int> all;
  for (std::size_t i = 0; i < of_player[0].size(); ++i) {
    all.push_back(of_player[0][i]);
    if (i < of_player[1].size()) all.push_back(of_player[1][i]);
  }
  return all;
}

/// Whether a line can be meant as a square: brains say other things, too, that begin as one.
bool is_meant_as_square(std::string_view text) {
  return text.find_first_not_of("0123456789,- \t") == text.npos;
}

}  // namespace

absl::Status GomocupSeat::objection(const engine::AnyState& start) {
  const auto rules = engine::mnk_rules(start);
  const bool is_played = rules && rules->k == 5 && !rules->page && is_gomocup_side(rules->width) &&
                         is_gomocup_side(rules->height);
  if (is_played) return absl::OkStatus();
  return absl::InvalidArgumentError(
      "the Gomocup protocol is for five in a row on boards of " +
      std::to_string(kSmallestGomocupSide) + " to " + std::to_string(kLargestGomocupSide) +
      " squares a side, as in gomoku:15 or mnk:20x15x5, not for " + start.game().name());
}

void GomocupSeat::begin(const engine::AnyState& start, engine::Player seat, std::string& out) {
  rules_ = *engine::mnk_rules(start);
  seat_ = seat;
  stones_ = stones_of(start, rules_.width);
  const std::string width = std::to_string(rules_.width);
  out += rules_.width == rules_.height
             ? "START " + width + '\n'
             : "RECTSTART " + width + ',' + std::to_string(rules_.height) + '\n';
}

void GomocupSeat::saw(const engine::AnyState&, engine::AnyMove move, std::string&) {
  stones_.push_back(engine::mnk::Move::from_bits(move.bits()).square);
}

/// What holds for the whole game.
void GomocupSeat::tell_terms(const SeatTime& time, std::string& out) const {
  const auto longest = time.move ? time.move : time.game;
  if (longest) out += info("timeout_turn", bounded(*longest));
  out += info("timeout_match", time.game ? bounded(*time.game) : 0);
  out += info("max_memory", static_cast<std::int64_t>(options_.most_memory));
  if (time.nodes) out += info("max_node", static_cast<std::int64_t>(*time.nodes));
  out += info("game_type", 1);  // against another brain
  out += info("rule", rules_.exact ? kGomocupExactly : 0);
  if (!options_.folder.empty()) out += "INFO folder " + options_.folder + '\n';
}

std::optional<SeatAnswer> GomocupSeat::ask(const engine::AnyState& view, const SeatTime& time,
                                           std::string& out) {
  asked_ = view;
  if (!knows_stones_) tell_terms(time, out);
  out += info("time_left", time.game ? bounded(*time.game) : kGomocupNoLimit);
  tell_stones(out);
  return std::nullopt;
}

/// Since the brain's last move there is one stone more. It has not seen the others when there were
/// some at the start.
void GomocupSeat::tell_stones(std::string& out) {
  const bool is_one_more = stones_.size() == 1 || knows_stones_;
  knows_stones_ = true;
  if (stones_.empty()) {
    out += "BEGIN\n";
  } else if (is_one_more) {
    out += "TURN " + square_of(stones_.back()) + '\n';
  } else {
    out += "BOARD\n";
    for (std::size_t i = 0; i < stones_.size(); ++i)
      out += square_of(stones_[i]) + (static_cast<int>(i & 1) == seat_ ? ",1\n" : ",2\n");
    out += "DONE\n";
  }
}

std::string GomocupSeat::square_of(int square) const {
  return gomocup_square(square % rules_.width, square / rules_.width);
}

std::optional<SeatAnswer> GomocupSeat::received(std::string_view bytes, std::string&) {
  return first_answer(lines_, bytes, [this](const Line& line) { return take(line); });
}

std::optional<SeatAnswer> GomocupSeat::take(const Line& line) {
  const std::string_view text = engine::trimmed(line.text);
  if (text.empty()) return chatter_.meaningless(text);
  const std::string word =
      absl::AsciiStrToUpper(std::string(first_word(text, engine::kBlanks).first.substr(0, 16)));
  if (!is_ready_) return take_start(word, text);
  for (const std::string_view other : {"MESSAGE", "DEBUG", "UNKNOWN", "ERROR", "OK"})
    if (word == other) return chatter_.allowed();
  if (!asked_ || line.is_cut || !is_meant_as_square(text)) return slip(text);
  return take_move(text);
}

std::optional<SeatAnswer> GomocupSeat::slip(std::string_view line) {
  ++slips_;
  return chatter_.meaningless(line);
}

/// Before its OK all that an older game has left is meaningless, moves too.
std::optional<SeatAnswer> GomocupSeat::take_start(std::string_view word, std::string_view text) {
  is_ready_ = word == "OK";
  if (is_ready_) return std::nullopt;
  if (word == "MESSAGE" || word == "DEBUG") return chatter_.allowed();
  if (word != "ERROR" && word != "UNKNOWN") return slip(text);
  return SeatAnswer{.forfeit = Termination::kGaveUp,
                    .reason = "it does not play on this board: " + engine::in_quotes(text, 200)};
}

SeatAnswer GomocupSeat::take_move(std::string_view text) {
  const engine::AnyState view = *asked_;
  asked_.reset();
  chatter_.end();
  const auto illegal = [&](const std::string& why) {
    return SeatAnswer{.forfeit = Termination::kIllegalMove,
                      .reason = engine::in_quotes(text, 40) + " " + why};
  };
  const auto square = gomocup_numbers(text);
  if (square.size() != 2) return illegal("is no square: a move is x,y as in 7,7");
  const int x = square[0], y = square[1];
  if (x < 0 || y < 0 || x >= rules_.width || y >= rules_.height)
    return illegal("is off the board: x is 0 to " + std::to_string(rules_.width - 1) +
                   " and y is 0 to " + std::to_string(rules_.height - 1));
  const auto move = view.parse(std::to_string(y) + ',' + std::to_string(x));
  if (!move.ok()) return illegal("is occupied");
  return {.move = *move};
}

void GomocupSeat::end(const engine::AnyState&, std::optional<engine::Player>, Termination,
                      std::string& out) {
  asked_.reset();
  if (!options_.is_kept) out += "END\n";
}

}  // namespace gauntlet::tools
