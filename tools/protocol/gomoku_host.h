// A Gomoku server.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "tools/protocol/host.h"
#include "tools/protocol/line_buffer.h"

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
/// offender), and both connections close. Who closes a connection, or half of it, has left: the
/// other one wins. Lines sent before their turn are kept as the next moves; too many are dropped.
///
/// Unlike the real server it writes FORFEIT-MOVE as its README says, tells forfeits to both, and
/// survives players that crash; so there is nothing in which its README and this host differ.
class GomokuHost final : public Host {
 public:
  struct Options {
    int size = 9;  ///< 5..32.
    Milliseconds time_per_move{2000};
    std::string opponent;                         ///< A player spec: everybody plays against it.
    std::optional<engine::Player> opponent_seat;  ///< 0 black, 1 white; else it alternates.
    std::uint64_t seed = 0;                       ///< Of the built-in players.
  };

  explicit GomokuHost(const Options& options);

  void opened(Time now, ConnectionId from, HostWishes& wishes) override;
  void received(Time now, ConnectionId from, std::string_view bytes, HostWishes& wishes) override;
  void half_closed(Time now, ConnectionId from, HostWishes& wishes) override;
  void closed(Time now, ConnectionId from, HostWishes& wishes) override;
  void decided(Time now, BotId bot, engine::AnyMove move, HostWishes& wishes) override;
  void ticked(Time now, HostWishes& wishes) override;

 private:
  static constexpr std::size_t kLongestLine = 64;
  static constexpr std::size_t kMostKept = 8;

  using GameNumber = std::uint64_t;

  struct Person {
    LineBuffer lines{kLongestLine};
    std::deque<Line> kept;           ///< Moves to come.
    std::optional<GameNumber> game;  ///< Nothing: waits for an opponent.
  };
  /// A connection or a built-in player.
  struct Seat {
    std::optional<ConnectionId> connection;
    BotId bot = 0;
  };
  struct Game {
    std::array<Seat, 2> seats;
    engine::AnyState state;
    std::vector<engine::AnyMove> moves;
    engine::Player mover = 0;
    Time turn_began{};
  };
  using Games = std::map<GameNumber, Game>;
  /// How a game ends: what each seat is told and gets.
  struct End {
    std::array<std::string_view, 2> status;
    engine::Returns returns;
    std::string reason;
  };

  static End won(engine::Player winner, std::string reason);
  static End forfeited(engine::Player offender, std::string_view status, std::string reason);

  void start(Time now, Seat black, Seat white, HostWishes& wishes);
  void introduce(GameNumber number, const Game& game, HostWishes& wishes);
  void ask(Time now, Game& game, HostWishes& wishes) const;
  void play_kept(Time now, GameNumber number, HostWishes& wishes);
  void play_line(Time now, Games::iterator game, const Line& line, HostWishes& wishes);
  void play(Time now, Games::iterator game, engine::AnyMove move, HostWishes& wishes);
  void finish(Games::iterator game, const End& end, HostWishes& wishes);
  void leave(ConnectionId who, bool can_hear, HostWishes& wishes);
  bool is_late(Time now, const Game& game) const;
  End late(const Game& game) const;
  std::string name_of(const Seat& seat) const;
  std::string message(std::string_view status, const Game& game) const;

  Options options_;
  engine::AnyGame rules_;
  engine::AnyState empty_;
  std::map<ConnectionId, Person> people_;
  std::optional<ConnectionId> waiting_;  ///< The first of a pair.
  Games games_;
  std::map<BotId, GameNumber> bots_;
  GameNumber games_started_ = 0;
  BotId next_bot_ = 0;
};

}  // namespace gauntlet::tools
