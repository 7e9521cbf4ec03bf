// A Two-Doku server: the referee between two players who do not see the same.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/rng.h"
#include "engine/twodoku.h"
#include "tools/protocol/host.h"
#include "tools/protocol/line_buffer.h"
#include "tools/protocol/twodoku_line.h"

namespace gauntlet::tools {

/// Many games at once: connections are paired as they give their names, the first of a pair is red,
/// or each of them plays a built-in player, as red in the first game, as blue in the next, and so
/// on. Lines end in LF, the players' in CR LF too; docs/twodoku-protocol.md is the grammar.
///
/// What a player is told of a move is made of that player's view (AnyState::redacted) and of what
/// it sees of the move (AnyState::seen), so what it may not know cannot be told. Only at the end
/// the scores speak of both hands.
///
/// Whoever is to move is asked; each answer is one move. An answer that is none, or that the rules
/// do not allow, gets an `error` and the question again, while the clock runs; a placement on a
/// wrong colour or against a face-up domino is allowed but fails, and ends the turn like a pass.
/// Each player has one clock for the game; when it runs out, or the player leaves (half-closing is
/// leaving), the other one has won. Built-in players have a clock to share out, but do not lose by
/// it: that the machine is busy is not their fault. Who gives no name within 15 seconds is hung up.
class TwoDokuHost final : public Host {
 public:
  struct Options {
    std::string game = "twodoku";  ///< With its variants, as find_game() takes it.
    Milliseconds clock{120'000};   ///< For all moves of a player.
    std::string opponent;          ///< A player spec: everybody plays against it, at once.
    std::uint64_t seed = 0;        ///< Of nature and of the built-in players.
  };

  /// REQUIRES: there is such a game, and the opponent can play it.
  explicit TwoDokuHost(Options options);

  void opened(Time now, ConnectionId from, HostWishes& wishes) override;
  void received(Time now, ConnectionId from, std::string_view bytes, HostWishes& wishes) override;
  void half_closed(Time now, ConnectionId from, HostWishes& wishes) override;
  void closed(Time now, ConnectionId from, HostWishes& wishes) override;
  void decided(Time now, BotId bot, engine::AnyMove move, HostWishes& wishes) override;
  void ticked(Time now, HostWishes& wishes) override;

 private:
  using GameNumber = std::uint64_t;

  struct Person {
    Time since{};
    LineBuffer lines{kLongestTwoDokuAnswer};
    std::optional<std::string> name;
    std::optional<GameNumber> game;  ///< With a name and without a game: waits for an opponent.
  };
  /// A connection or a built-in player.
  struct Seat {
    std::optional<ConnectionId> connection;
    BotId bot = 0;
    std::string name;  ///< Or the player's spec.
    Time::duration spent{0};
    std::string unsent;  ///< Lines, until flush().
  };
  struct Game {
    std::array<Seat, 2> seats;
    engine::AnyState state;  ///< The whole of it.
    engine::Rng nature;
    std::vector<engine::AnyMove> moves;  ///< At most some 1,700: the turns are bounded.
    Time clock_began{};                  ///< Of whoever is to move.
  };
  using Games = std::map<GameNumber, Game>;
  /// How a game ends: what each seat gets, and what is told. The higher score is the winner's.
  struct End {
    engine::Returns returns;
    std::array<int, 2> scores;
    std::string reason;
  };

  static const engine::TwoDoku& board(const Game& game);
  static Seat& mover(Game& game);
  static End ended(const engine::TwoDoku& state);
  static std::array<int, 2> scores_of(const engine::TwoDoku& state);
  static End lost(engine::Player loser, const std::string& how);
  static End out_of_time(const Game& game);
  static void refuse(ConnectionId to, const std::string& sentence, HostWishes& wishes);
  static void step(Game& game, engine::AnyMove move);
  static void flush(Game& game, HostWishes& wishes);

  void take_line(Time now, ConnectionId from, const Line& line, HostWishes& wishes);
  void take_name(Time now, ConnectionId from, const Line& line, HostWishes& wishes);
  void seat(Time now, ConnectionId who, HostWishes& wishes);
  void start(Time now, Seat red, Seat blue, HostWishes& wishes);
  void introduce(GameNumber number, Game& game, HostWishes& wishes);
  void ask(Game& game, HostWishes& wishes) const;
  void take_answer(Time now, Games::iterator entry, ConnectionId from, const Line& line,
                   HostWishes& wishes);
  void play(Time now, Games::iterator entry, engine::AnyMove move, HostWishes& wishes);
  bool charge(Time now, Game& game) const;
  Milliseconds left(const Seat& seat) const;
  std::string clock_line(const Seat& seat) const;
  void finish(Games::iterator entry, const End& end, HostWishes& wishes);
  void leave(ConnectionId who, bool can_hear, HostWishes& wishes);

  Options options_;
  engine::AnyGame rules_;
  engine::AnyState start_;
  std::map<ConnectionId, Person> people_;
  std::optional<ConnectionId> waiting_;  ///< The first of a pair.
  Games games_;
  std::map<BotId, GameNumber> bots_;
  GameNumber games_started_ = 0;
  BotId next_bot_ = 0;
};

}  // namespace gauntlet::tools
