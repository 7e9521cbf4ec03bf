// A program's seat at a game of Sudokill.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tools/protocol/nonsense.h"
#include "tools/protocol/seat.h"
#include "tools/protocol/seat_lines.h"

namespace gauntlet::tools {

/// What a Sudokill server says to one of its players in one game (see SudokillHost), lines that end
/// in CR LF:
///
///   we                                    the program
///   WAIT                                  its name, which makes it ready
///   READY, START|1 or 2|2|row0|..|row8
///   ADD|row0|..|row8                      ROW COL VAL
///   ROW COL VAL, after each move
///   GAME OVER|text
///
/// Where the game starts from a position with a last move, START shows the board before that move,
/// which is then told as any other. The opponent is called "opponent". Who has no legal move is not
/// asked, for the game is over; it is told as if `0 0 0` had been played, which is what programs
/// say there. The protocol does not tell times.
///
/// A move that violates a rule is a forfeit. Out of turn it is rejected; PLAY and OPPONENT ask for
/// what the tournament decides, and are not answered; anything else is chat, told back. All of
/// these mean nothing, as do empty lines (nonsense.h).
class SudokillSeat final : public Seat {
 public:
  void begin(const engine::AnyState& start, engine::Player seat, std::string& out) override;
  bool is_ready() const override { return name_.has_value(); }
  void saw(const engine::AnyState& before, engine::AnyMove move, std::string& out) override;
  std::optional<SeatAnswer> ask(const engine::AnyState& view, const SeatTime& time,
                                std::string& out) override;
  std::optional<SeatAnswer> received(std::string_view bytes, std::string& out) override;
  void end(const engine::AnyState& end, std::optional<engine::Player> loser,
           selfplay::Termination how, std::string& out) override;
  std::string_view name() const override { return name_ ? *name_ : std::string_view(); }
  std::uint64_t slips() const override { return slips_; }

 private:
  static constexpr std::size_t kLongestLine = 256;

  std::optional<SeatAnswer> take_lines(std::string& out);
  std::optional<SeatAnswer> take_line(const Line& line, std::string& out);
  std::optional<SeatAnswer> play(const std::string& line);
  std::optional<SeatAnswer> ignore(std::string& out);
  void introduce(std::string& out);
  std::string told_end(const engine::AnyState& end, engine::Player loser,
                       selfplay::Termination how) const;

  SeatLines lines_{kLongestLine};
  Nonsense nonsense_;
  std::uint64_t slips_ = 0;                ///< Moves out of turn.
  std::optional<engine::AnyState> state_;  ///< As far as the game has come.
  engine::Player seat_ = 0;
  std::optional<std::string> name_;
  bool is_asked_ = false;
  std::string lost_by_, violation_;  ///< The move by which it has forfeited, and why.
  std::optional<SeatAnswer> forfeit_;
  bool has_ended_ = false;
};

}  // namespace gauntlet::tools
