// A Two-Doku server: the referee between two players who do not see the same.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "engine/twodoku/twodoku.h"
#include "tools/protocol/game_numbers.h"
#include "tools/protocol/pairing_host.h"
#include "tools/protocol/twodoku_line.h"

namespace gauntlet::tools {

/// Many games at once: connections are paired as they give their names, the first of a pair is red,
/// or each of them plays a built-in player, which is blue in the first game, red in the next, and
/// so on, unless its colour is chosen. Lines end in LF, the players' in CR LF too;
/// docs/twodoku-protocol.md is the grammar.
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
/// it: that the machine is busy is not their fault. Who gives no name within 15 seconds is
/// disconnected.
class TwoDokuHost final : public PairingHost {
 public:
  struct Options {
    std::string game = "twodoku";  ///< With its variants, as find_game() takes it.
    Milliseconds clock{120'000};   ///< For all moves of a player.
    std::string opponent;          ///< Whom everybody plays, at once, as HostOpponent has it.
    std::optional<engine::Player> opponent_seat{};  ///< 0 red, 1 blue; else it alternates.
    std::uint64_t seed = 0;  ///< Of chance moves and of the built-in players.
    GameNumbers numbers{};
    KnownOpponents known{};  ///< From earlier games.
  };

  /// REQUIRES: there is such a game, and the opponent can play it.
  explicit TwoDokuHost(const Options& options);

  std::string full() const override { return "error " + PairingHost::full(); }
  void ticked(Time now, HostActions& actions) override;

 private:
  void greet(Time now, ConnectionId who, HostActions& actions) override;
  std::string welcome(const Seat& seat, engine::Player player) const override;
  std::string prompt(const Game& game) const override;
  bool take_line(Time now, ConnectionId from, const Line& line, HostActions& actions) override;
  std::string farewell() const override;
  void play(Time now, Games::iterator game, engine::AnyMove move, HostActions& actions) override;
  Result lost(const Game& game, engine::Player loser, const std::string& reason) const override;
  Milliseconds allowance(const Game& game) const override;
  bool has_time(Time now, Game& game) const override;
  Result out_of_time(const Game& game) const override;

  static const engine::TwoDoku& board(const Game& game);
  static Result end(const engine::Returns& returns, const TwoDokuOver& over);
  static bool refuse(ConnectionId to, const std::string& sentence, HostActions& actions);
  static void step(Game& game, engine::AnyMove move);

  bool take_name(Time now, ConnectionId from, const Line& line, HostActions& actions);
  bool take_answer(Time now, Games::iterator game, const Line& line, HostActions& actions);
  Milliseconds left(const Seat& seat) const;
  std::string clock_line(const Seat& seat) const;

  const Milliseconds clock_;
};

}  // namespace gauntlet::tools
