// A player on a Gomoku server (docs: the server's README; differences in practice: see received()).
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "tools/protocol/client.h"
#include "tools/protocol/game_tracker.h"
#include "tools/protocol/idle_timer.h"
#include "tools/protocol/line_buffer.h"

namespace gauntlet::tools {

/// One game on a Gomoku server: TCP, port 17033, LF. The server speaks when it is our turn:
///
///   STATUS         CONTINUING, WIN, LOSE, DRAW, FORFEIT-MOVE or FORFEIT-TIME, in any case
///   N rows         of N characters 'x', 'o' or ' ', the first row tells N
///   R C            the last move, or -1 -1
///   x|o            who moves
///
/// and we answer "R C". Black, 'x', is who connected first. Five or more in a row win. The real
/// server may die without telling who won, or fall silent: both end the game with an unknown
/// result.
class GomokuClient final : public Client {
 public:
  struct Options {
    Milliseconds allowance{1500};   ///< For a move; the README's limit is 2 s.
    Milliseconds idle{60'000};      ///< Silence in a game that means the server is gone.
    Milliseconds wait{kUsualWait};  ///< For the game's first message.
  };

  explicit GomokuClient(const Options& options) : options_(options), lines_(kLongestLine) {}

  void connected(Time now, ClientActions& actions) override;
  void received(Time now, std::string_view bytes, ClientActions& actions) override;
  void decided(Time now, engine::AnyMove move, ClientActions& actions) override;
  void disconnected(Time now, ClientActions& actions) override;
  void ticked(Time now, ClientActions& actions) override;

 private:
  static constexpr std::size_t kLongestLine = 64;

  void take_line(Time now, const Line& line, ClientActions& actions);
  void take_message(Time now, ClientActions& actions);
  void follow(const std::string& board);
  void ask(Time now, ClientActions& actions);
  void end(Verdict verdict, std::string reason, ClientActions& actions);

  Options options_;
  LineBuffer lines_;
  std::vector<std::string> message_;  ///< The lines of the message that is coming in.
  std::optional<Decision> asked_;     ///< The last decision.
  char colour_ = 0;                   ///< Ours, once known.
  GameTracker seen_;
  std::optional<engine::AnyMove> sent_;  ///< Our last move, until the board shows it.
  std::ptrdiff_t most_stones_ = -1;      ///< On a board that was shown; -1 before the first.
  IdleTimer idle_;                       ///< Stands still while we are asked.
};

}  // namespace gauntlet::tools
