// A program that speaks our line protocol, from the runner's side; docs/engine-protocol.md.
#pragma once

#include <optional>
#include <string>

#include "tools/protocol/chatter.h"
#include "tools/protocol/line_buffer.h"
#include "tools/protocol/seat.h"

namespace gauntlet::tools {

/// Any game. What it sends is what `gauntlet engine` understands; a bot needs to answer `hello` and
/// `go`. What comes before the answer to `hello` is of an earlier game, and dropped; a move that
/// nobody has asked for means nothing.
class EngineSeat final : public Seat {
 public:
  static constexpr std::size_t kLongestLine = 2'048;

  void begin(const engine::AnyState& start, engine::Player seat, std::string& out) override;
  bool is_ready() const override { return !name_.empty(); }
  void saw(const engine::AnyState& before, engine::AnyMove move, std::string& out) override;
  std::optional<SeatAnswer> ask(const engine::AnyState& view, const SeatTime& time,
                                std::string& out) override;
  std::optional<SeatAnswer> received(std::string_view bytes, std::string& out) override;
  void end(const engine::AnyState& end, std::optional<engine::Player> loser,
           selfplay::Termination how, std::string& out) override;

  /// Printable; "?" where it gives none.
  std::string_view name() const override { return name_; }
  std::uint64_t slips() const override { return slips_; }

 private:
  std::optional<SeatAnswer> take(const Line& line);
  std::optional<SeatAnswer> take_move(std::string_view text);
  void take_remark(std::string_view word, std::string_view text);
  std::optional<SeatAnswer> slip(std::string_view line);
  static SeatAnswer refused(std::string_view why);

  LineBuffer lines_{kLongestLine};
  Chatter chatter_;
  std::string name_;
  std::uint64_t slips_ = 0;
  engine::Player seat_ = 0;
  std::optional<engine::AnyState> asked_;  // the position, until it is answered
  SeatAnswer remarks_;                     // what was said of the answer before it
};

}  // namespace gauntlet::tools
