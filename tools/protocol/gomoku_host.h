// A Gomoku server.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/protocol/game_numbers.h"
#include "tools/protocol/pairing_host.h"

namespace gauntlet::tools {

/// Many games at once: connections are paired as they arrive, the first of a pair is black, or each
/// of them plays a built-in player. Nothing is sent before both are there, and then only to the one
/// who moves, in one piece, lines ending in LF:
///
///   STATUS     CONTINUING; at the end WIN, LOSE, DRAW, FORFEIT-MOVE or FORFEIT-TIME
///   N rows     of N characters 'x' (black), 'o' (white) or ' '
///   R C        the last move, from 0 0 at the top left, or -1 -1
///   x|o        who moves
///
/// The answer is a line `R C`. Five or more in a row win, for both; only a full board is a draw. A
/// line that is no legal move, and time that runs out, forfeit the game. At the end both players
/// get a message, in which the side to move is the one that would be next (after a forfeit: the
/// offender). Lines sent before their turn are kept as the next moves; too many are dropped, and
/// mean nothing.
///
/// Unlike the real server it writes FORFEIT-MOVE as its README says, tells forfeits to both, and
/// survives players that crash; so there is nothing in which its README and this host differ.
class GomokuHost final : public PairingHost {
 public:
  struct Options {
    int size = 9;  ///< 5..32.
    Milliseconds time_per_move{2000};
    std::string opponent;                           ///< As HostOpponent has it.
    std::optional<engine::Player> opponent_seat;    ///< 0 black, 1 white; else it alternates.
    std::uint64_t seed = 0;                         ///< Of the built-in players.
    std::vector<ProgramMatch::Entrant> programs{};  ///< To be started: none, one or two.
    GameNumbers numbers{};
    KnownOpponents known{};  ///< From earlier games.
  };

  explicit GomokuHost(const Options& options);

 private:
  void greet(Time now, ConnectionId who, HostActions& actions) override;
  std::string welcome(const Seat&, engine::Player) const override { return ""; }
  std::string prompt(const Game& game) const override { return message("CONTINUING", game); }
  bool take_line(Time now, ConnectionId from, const Line& line, HostActions& actions) override;
  void asked(Time now, Games::iterator game, HostActions& actions) override;
  void play(Time now, Games::iterator game, engine::AnyMove move, HostActions& actions) override;
  Result lost(const Game& game, engine::Player loser, const std::string& reason) const override;
  Milliseconds allowance(const Game&) const override { return time_per_move_ * 3 / 4; }
  bool has_time(Time now, Game& game) const override;
  Result out_of_time(const Game& game) const override;

  void play_line(Time now, Games::iterator game, const Line& line, HostActions& actions);
  Result forfeited(const Game& game, std::string_view status, std::string_view how) const;
  static std::string message(std::string_view status, const Game& game);

  const Milliseconds time_per_move_;
};

}  // namespace gauntlet::tools
