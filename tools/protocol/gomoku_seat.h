// A program at a Gomoku game, as its server talks with it.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <string_view>

#include "tools/protocol/gomoku_text.h"
#include "tools/protocol/line_buffer.h"
#include "tools/protocol/nonsense.h"
#include "tools/protocol/seat.h"

namespace gauntlet::tools {

/// What GomokuHost tells a connection, and takes from it: nothing before the program is to move,
/// then the board, answered by a line `R C`; at the end a message with how it ended. Lines that
/// come early are kept as the next moves; too many are dropped, and mean nothing. An opening needs
/// no words: it stands on the first board. REQUIRES: a gomoku game, or any m,n,k game on a square
/// board.
class GomokuSeat final : public Seat {
 public:
  void begin(const engine::AnyState& start, engine::Player seat, std::string& out) override;
  void saw(const engine::AnyState& before, engine::AnyMove move, std::string& out) override;
  std::optional<SeatAnswer> ask(const engine::AnyState& view, const SeatTime& time,
                                std::string& out) override;
  std::optional<SeatAnswer> received(std::string_view bytes, std::string& out) override;
  void end(const engine::AnyState& end, std::optional<engine::Player> loser,
           selfplay::Termination how, std::string& out) override;
  std::uint64_t slips() const override { return slips_; }

 private:
  static constexpr std::size_t kMostKept = 8;

  std::optional<SeatAnswer> answer();
  std::optional<SeatAnswer> keep(Line line);
  std::string status_of(const engine::AnyState& end, std::optional<engine::Player> loser,
                        selfplay::Termination how) const;

  engine::Player seat_ = 0;
  std::optional<engine::AnyMove> last_;
  std::optional<engine::AnyState> asked_;
  LineBuffer lines_{kLongestGomokuLine};
  std::deque<Line> kept_;  // lines to come, until they are asked for
  Nonsense nonsense_;
  std::uint64_t slips_ = 0;
};

}  // namespace gauntlet::tools
