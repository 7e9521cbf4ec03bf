// A program's seat at a game of Kimble.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "tools/protocol/kimble_requests.h"
#include "tools/protocol/kimble_token.h"
#include "tools/protocol/nonsense.h"
#include "tools/protocol/seat.h"

namespace gauntlet::tools {

/// What a Kimble server says to the program in a session of its own (see KimbleHost), in which it
/// is A wherever it sits; the others are B, C and D as they sit clockwise from it.
///
///   the program                         we
///   v001bcd, which makes it ready       the token, a line for each throw so far, END
///   the token and the rank of a piece   a line for each throw since then, END
///
/// whenever it has a choice, the last line being that of its own throw; after the last move the
/// last line is the winner's. Who the others are is not for the program to choose, so what it asks
/// for there is ignored. A turn without a choice is played for it: ask() has the answer at once.
/// The protocol tells no times, and has no illegal moves: a piece that cannot move brings the line
/// again. That, and what is refused, means nothing (nonsense.h).
///
/// The program may have a connection for each request, as one of the two sample clients has, and
/// close its half of it as soon as it has asked. Whoever drives this class may pass on what comes
/// by any of them; what is said belongs to the last one. A request after the end is told the end.
class KimbleSeat final : public Seat {
 public:
  explicit KimbleSeat(std::string token = new_token()) : token_(std::move(token)) {}

  void begin(const engine::AnyState& start, engine::Player seat, std::string& out) override;
  bool is_ready() const override { return has_game_; }
  void saw(const engine::AnyState& before, engine::AnyMove move, std::string& out) override;
  std::optional<SeatAnswer> ask(const engine::AnyState& view, const SeatTime& time,
                                std::string& out) override;
  std::optional<SeatAnswer> received(std::string_view bytes, std::string& out) override;
  void reconnected() override { requests_ = {}; }
  void end(const engine::AnyState& end, std::optional<engine::Player> loser,
           selfplay::Termination how, std::string& out) override;
  /// A piece that cannot move is none: to name one after the other is a way to play.
  std::uint64_t slips() const override { return slips_; }

 private:
  std::optional<SeatAnswer> take_request(const KimbleRequest& request, std::string& out);
  std::optional<SeatAnswer> start_game(std::string& out);
  std::optional<SeatAnswer> take_rank(const KimbleRequest& request, std::string& out);
  std::optional<SeatAnswer> show_again(std::string& out);
  std::optional<SeatAnswer> refuse(std::string_view why, std::string& out);
  std::optional<SeatAnswer> give_up(std::string& out);
  void deliver(std::string& out);
  std::string last_words(const engine::AnyState& end, std::optional<engine::Player> loser) const;

  const std::string token_;
  KimbleRequests requests_;
  Nonsense nonsense_;
  std::uint64_t slips_ = 0;  ///< Requests that were refused.
  int corner_ = 0;
  bool has_game_ = false;                  ///< The program has asked for it.
  std::string answer_;                     ///< To its last request, so far.
  std::optional<engine::AnyState> asked_;  ///< The view in which it has to choose.
  std::string line_;                       ///< What it was shown of that.
  std::optional<SeatAnswer> forfeit_;
  std::string farewell_;  ///< Once the game is over.
};

}  // namespace gauntlet::tools
