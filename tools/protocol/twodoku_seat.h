// A program's seat at a game of Two-Doku.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tools/protocol/nonsense.h"
#include "tools/protocol/seat.h"
#include "tools/protocol/seat_lines.h"
#include "tools/protocol/twodoku_line.h"

namespace gauntlet::tools {

/// What a Two-Doku server says to one of its players in one game; docs/twodoku-protocol.md is the
/// grammar, and the program is ready when it has given its name. All that it is told is made of its
/// view, also when this class is shown more; only the end, which must be shown whole, has scores
/// that speak of both hands.
///
/// What is no answer, or not allowed now, gets an `error` and the question again, with the clock
/// as it was told before, since only whoever drives this class knows the time; a placement that
/// fails at sight ends the turn. Several answers of one turn may come together. Too many lines
/// without an answer are a forfeit (nonsense.h); there are no illegal moves.
///
/// The protocol has one clock: of two limits it tells the nearer one. Where there is none, and
/// before the first question, it tells the usual 120 seconds, so that programs play at their usual
/// pace.
class TwoDokuSeat final : public Seat {
 public:
  /// REQUIRES: can_be_told(start).
  void begin(const engine::AnyState& start, engine::Player seat, std::string& out) override;
  bool is_ready() const override { return !name_.empty(); }
  void saw(const engine::AnyState& before, engine::AnyMove move, std::string& out) override;
  std::optional<SeatAnswer> ask(const engine::AnyState& view, const SeatTime& time,
                                std::string& out) override;
  std::optional<SeatAnswer> received(std::string_view bytes, std::string& out) override;
  void end(const engine::AnyState& end, std::optional<engine::Player> loser,
           selfplay::Termination how, std::string& out) override;
  std::string_view name() const override { return name_; }
  std::uint64_t slips() const override { return slips_; }

 private:
  /// A deal of open hands, of which a view sees only one until it is shown the next position.
  struct Deal {
    engine::AnyState before;
    engine::twodoku::Move seen;
  };

  std::optional<SeatAnswer> take_lines(std::string& out);
  std::optional<SeatAnswer> take_line(const Line& line, std::string& out);
  std::optional<SeatAnswer> take_name(const Line& line, std::string& out);
  std::optional<SeatAnswer> take_answer(const Line& line, std::string& out);
  std::optional<SeatAnswer> refuse(std::string_view sentence, std::string& out);
  std::optional<SeatAnswer> ignore(std::string& out);
  void tell(std::string_view text, std::string& out);
  void tell_deal(const engine::AnyState& view, std::string& out);

  SeatLines lines_{kLongestTwoDokuAnswer};
  Nonsense nonsense_;
  engine::Player seat_ = 0;
  std::string name_;         ///< "" until it has given it.
  std::uint64_t slips_ = 0;  ///< Answers and other lines that got an `error`.
  std::string unsent_;       ///< Until it has given its name.
  std::optional<Deal> deal_;
  std::optional<engine::AnyState> asked_;  ///< The view in which it is to answer.
  std::string question_;                   ///< As it was asked.
  std::optional<SeatAnswer> forfeit_;
  bool has_ended_ = false;
};

}  // namespace gauntlet::tools
