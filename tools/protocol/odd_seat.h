// A seat that says the same in other words, as its protocol allows.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "tools/protocol/seat.h"

namespace gauntlet::tools {

/// What a protocol allows beside what is usually said.
struct OddSpeech {
  bool ends_in_crlf = false;  ///< Lines end in CR LF; REQUIRES: those of the seat end in LF.
  std::string chatter = {};   ///< Whole lines that a program passes over, LF at their ends.
};

/// Any seat. What it says is said with other line ends, and the chatter comes before each question
/// and before what tells of a move.
class OddSeat final : public Seat {
 public:
  OddSeat(std::unique_ptr<Seat> seat, OddSpeech speech)
      : seat_(std::move(seat)), speech_(std::move(speech)) {}

  void begin(const engine::AnyState& start, engine::Player seat, std::string& out) override;
  bool is_ready() const override { return seat_->is_ready(); }
  void saw(const engine::AnyState& before, engine::AnyMove move, std::string& out) override;
  std::optional<SeatAnswer> ask(const engine::AnyState& view, const SeatTime& time,
                                std::string& out) override;
  std::optional<SeatAnswer> received(std::string_view bytes, std::string& out) override;
  void reconnected() override { seat_->reconnected(); }
  void end(const engine::AnyState& end, std::optional<engine::Player> loser,
           selfplay::Termination how, std::string& out) override;
  std::string_view name() const override { return seat_->name(); }
  std::uint64_t slips() const override { return seat_->slips(); }

 private:
  void say(std::string_view text, std::string& out) const;

  const std::unique_ptr<Seat> seat_;
  const OddSpeech speech_;
};

}  // namespace gauntlet::tools
