// A brain that speaks the Gomocup protocol, from the manager's side.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/mnk/mnk.h"
#include "engine/status.h"
#include "tools/protocol/chatter.h"
#include "tools/protocol/line_buffer.h"
#include "tools/protocol/seat.h"

namespace gauntlet::tools {

/// Gomoku, and m,n,k boards on which five in a row win (exactly five by rule 1). A brain gets START
/// or RECTSTART, whose OK it is ready by; what INFO tells it; and then BEGIN, TURN x,y or, where
/// stones lie on the board already, BOARD. It answers x,y. MESSAGE, DEBUG, UNKNOWN, ERROR and more
/// OKs may come at any time; instead of the first OK, UNKNOWN and ERROR say that it does not play
/// on this board. Moves that come before they are asked for mean nothing.
class GomocupSeat final : public Seat {
 public:
  static constexpr std::size_t kLongestLine = 2'048;

  struct Options {
    std::uint64_t most_memory = 0;  ///< Of the brain's process, in bytes; 0: no limit.
    std::string folder = {};        ///< Where it may write between games; none if empty.
    bool is_kept = false;           ///< The program plays on after this game: no END is sent.
  };

  /// Why this game cannot be played by the protocol, in a sentence.
  static absl::Status objection(const engine::AnyState& start);

  explicit GomocupSeat(Options options) : options_(std::move(options)) {}

  /// REQUIRES: there is no objection().
  void begin(const engine::AnyState& start, engine::Player seat, std::string& out) override;
  bool is_ready() const override { return is_ready_; }
  void saw(const engine::AnyState& before, engine::AnyMove move, std::string& out) override;
  std::optional<SeatAnswer> ask(const engine::AnyState& view, const SeatTime& time,
                                std::string& out) override;
  std::optional<SeatAnswer> received(std::string_view bytes, std::string& out) override;
  void end(const engine::AnyState& end, std::optional<engine::Player> loser,
           selfplay::Termination how, std::string& out) override;
  std::uint64_t slips() const override { return slips_; }

 private:
  void tell_terms(const SeatTime& time, std::string& out) const;
  void tell_stones(std::string& out);
  std::string square_of(int square) const;
  std::optional<SeatAnswer> take(const Line& line);
  std::optional<SeatAnswer> take_start(std::string_view word, std::string_view text);
  SeatAnswer take_move(std::string_view text);
  std::optional<SeatAnswer> slip(std::string_view line);

  const Options options_;
  LineBuffer lines_{kLongestLine};
  Chatter chatter_;
  engine::mnk::Rules rules_;
  engine::Player seat_ = 0;
  std::uint64_t slips_ = 0;
  std::vector<int> stones_;  // the squares, in the order in which they were placed
  bool is_ready_ = false;
  bool knows_stones_ = false;              // it has been told those before its last move
  std::optional<engine::AnyState> asked_;  // the position, until it is answered
};

}  // namespace gauntlet::tools
