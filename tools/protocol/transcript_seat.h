// A seat that writes down what is said there.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tools/protocol/seat.h"
#include "tools/protocol/transcript.h"

namespace gauntlet::tools {

/// What was seen of a program in one game.
struct SeatRecord {
  Transcript transcript;
  bool has_come = false;      ///< It is connected.
  bool was_ready = false;     ///< It has said all that must come before the first move.
  std::string name = {};      ///< Seat::name(): hostile.
  std::uint64_t answers = 0;  ///< Moves that it has named itself, and that counted.
  std::uint64_t slips = 0;    ///< Seat::slips().
  /// The transcript when it was ready for the first time, ..
  std::vector<std::string> introduction = {};
  /// .. and when the first slip was seen.
  std::vector<std::string> first_slip = {};
};

/// Any seat, of which all is kept in `record`, which outlives it.
class TranscriptSeat final : public Seat {
 public:
  TranscriptSeat(std::unique_ptr<Seat> seat, SeatRecord& record)
      : seat_(std::move(seat)), record_(record) {}

  void begin(const engine::AnyState& start, engine::Player seat, std::string& out) override;
  bool is_ready() const override { return seat_->is_ready(); }
  void saw(const engine::AnyState& before, engine::AnyMove move, std::string& out) override;
  std::optional<SeatAnswer> ask(const engine::AnyState& view, const SeatTime& time,
                                std::string& out) override;
  std::optional<SeatAnswer> received(std::string_view bytes, std::string& out) override;
  void reconnected() override;
  void end(const engine::AnyState& end, std::optional<engine::Player> loser,
           selfplay::Termination how, std::string& out) override;
  std::string_view name() const override { return seat_->name(); }
  std::uint64_t slips() const override { return seat_->slips(); }

 private:
  void note(std::string_view told);

  const std::unique_ptr<Seat> seat_;
  SeatRecord& record_;
};

}  // namespace gauntlet::tools
