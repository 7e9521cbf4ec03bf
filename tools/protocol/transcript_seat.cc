#include "tools/protocol/transcript_seat.h"

namespace gauntlet::tools {

using selfplay::Termination;

/// What the seat under this one has just told, and what is known since.
void TranscriptSeat::note(std::string_view told) {
  record_.transcript.told(told);
  if (!record_.was_ready && seat_->is_ready()) record_.introduction = record_.transcript.lines();
  record_.was_ready |= seat_->is_ready();
  record_.name = seat_->name();
  const std::uint64_t slips = seat_->slips();
  if (record_.slips == 0 && slips > 0) record_.first_slip = record_.transcript.lines();
  record_.slips = slips;
}

void TranscriptSeat::begin(const engine::AnyState& start, engine::Player seat, std::string& out) {
  record_.has_come = true;
  const std::size_t before = out.size();
  seat_->begin(start, seat, out);
  note(std::string_view(out).substr(before));
}

void TranscriptSeat::saw(const engine::AnyState& before, engine::AnyMove move, std::string& out) {
  const std::size_t size = out.size();
  seat_->saw(before, move, out);
  note(std::string_view(out).substr(size));
}

std::optional<SeatAnswer> TranscriptSeat::ask(const engine::AnyState& view, const SeatTime& time,
                                              std::string& out) {
  const std::size_t before = out.size();
  const auto answer = seat_->ask(view, time, out);
  note(std::string_view(out).substr(before));
  return answer;
}

std::optional<SeatAnswer> TranscriptSeat::received(std::string_view bytes, std::string& out) {
  record_.transcript.said(bytes);
  const std::size_t before = out.size();
  const auto answer = seat_->received(bytes, out);
  if (answer && answer->forfeit == Termination::kPlayed) ++record_.answers;
  note(std::string_view(out).substr(before));
  return answer;
}

void TranscriptSeat::reconnected() {
  record_.transcript.remark("(by another connection)");
  seat_->reconnected();
}

void TranscriptSeat::end(const engine::AnyState& end, std::optional<engine::Player> loser,
                         Termination how, std::string& out) {
  const std::size_t before = out.size();
  seat_->end(end, loser, how, out);
  note(std::string_view(out).substr(before));
}

}  // namespace gauntlet::tools
