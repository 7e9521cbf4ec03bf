#include "tools/protocol/odd_seat.h"

namespace gauntlet::tools {

void OddSeat::say(std::string_view text, std::string& out) const {
  for (const char byte : text) {
    if (byte == '\n' && speech_.ends_in_crlf) out += '\r';
    out += byte;
  }
}

void OddSeat::begin(const engine::AnyState& start, engine::Player seat, std::string& out) {
  std::string text;
  seat_->begin(start, seat, text);
  say(text, out);
}

void OddSeat::saw(const engine::AnyState& before, engine::AnyMove move, std::string& out) {
  std::string text;
  seat_->saw(before, move, text);
  if (!text.empty()) say(speech_.chatter, out);
  say(text, out);
}

std::optional<SeatAnswer> OddSeat::ask(const engine::AnyState& view, const SeatTime& time,
                                       std::string& out) {
  std::string text;
  const auto answer = seat_->ask(view, time, text);
  if (!text.empty()) say(speech_.chatter, out);
  say(text, out);
  return answer;
}

std::optional<SeatAnswer> OddSeat::received(std::string_view bytes, std::string& out) {
  std::string text;
  const auto answer = seat_->received(bytes, text);
  say(text, out);
  return answer;
}

void OddSeat::end(const engine::AnyState& end, std::optional<engine::Player> loser,
                  selfplay::Termination how, std::string& out) {
  std::string text;
  seat_->end(end, loser, how, text);
  say(text, out);
}

}  // namespace gauntlet::tools
