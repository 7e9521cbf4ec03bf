// A server of games for two that pairs whoever comes.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rng.h"
#include "tools/protocol/game_numbers.h"
#include "tools/protocol/host.h"
#include "tools/protocol/host_opponent.h"
#include "tools/protocol/line_buffer.h"
#include "tools/protocol/nonsense.h"
#include "tools/protocol/program_match.h"

namespace gauntlet::tools {

/// Many games at once: connections are paired as they are seated, the first of a pair has the first
/// seat, or each of them plays a built-in player. Or the host has programs started, which play one
/// game after the other (program_match.h); then only their connections are taken. This class knows
/// who sits where, whose turn it is and who has left; a host made of it knows what lines mean, how
/// games end and how time runs. Who closes a connection, or half of it, has left: the other one
/// wins, and so it is when one sends too much that means nothing (nonsense.h). At the end of a game
/// both connections close.
class PairingHost : public Host {
 public:
  void opened(Time now, ConnectionId from, HostActions& actions) final;
  void received(Time now, ConnectionId from, std::string_view bytes, HostActions& actions) final;
  void half_closed(Time now, ConnectionId from, HostActions& actions) final;
  void closed(Time now, ConnectionId from, HostActions& actions) final;
  void decided(Time now, BotId bot, engine::AnyMove move, HostActions& actions) final;
  void program_ended(Time now, ProgramId program, const std::string& how,
                     HostActions& actions) final;
  void ticked(Time now, HostActions& actions) override;

 protected:
  using GameNumber = std::uint64_t;

  struct Rules {
    std::string game;                       ///< As find_game() takes it.
    std::array<std::string_view, 2> seats;  ///< What the players are called: black and white, ..
    std::size_t longest_line;
    std::string opponent;                         ///< Whom everybody plays, as HostOpponent has it.
    std::optional<engine::Player> opponent_seat;  ///< Else the second, then the first, and so on.
    std::uint64_t seed;                           ///< Of chance moves and of the built-in players.
    std::vector<ProgramMatch::Entrant> programs;  ///< To be started: at most two.
    GameNumbers numbers;
    KnownOpponents known;   ///< From earlier games.
    bool has_names = true;  ///< Else whoever connects is the same to level:auto.
  };
  struct Person {
    Time since{};
    LineBuffer lines;
    std::deque<Line> kept;            ///< Lines to come, where the host lets them wait.
    std::optional<std::string> name;  ///< Once it is seated, or waits for that.
    std::optional<GameNumber> game;
    Nonsense nonsense{};
  };
  /// A connection or a built-in player; neither when a program has not come.
  struct Seat {
    std::optional<ConnectionId> connection;
    std::optional<BotId> bot;
    std::string name;  ///< What results call it; of a built-in player as it was given.
    Time::duration spent{0};
    std::string unsent;     ///< Until the next question is asked.
    std::string spec = {};  ///< Of a built-in player.
  };
  struct Game {
    std::array<Seat, 2> seats;
    engine::AnyState state;  ///< The whole of it.
    engine::Rng chance;
    std::vector<engine::AnyMove> moves;
    Time turn_began{};
  };
  /// Of std: what was found here is used while others come and go.
  using Games = std::map<GameNumber, Game>;
  /// How a game ends: what each seat gets, and is told.
  struct Result {
    engine::Returns returns;
    std::string reason;
    std::array<std::string, 2> last_words;
  };

  static constexpr engine::Player kSeats[] = {0, 1};

  /// REQUIRES: there is such a game, for two, and the opponent can play it.
  explicit PairingHost(Rules rules);

  static engine::Player other(engine::Player player) {
    return static_cast<engine::Player>(1 - player);
  }
  static Seat& seat_of(Game& game, engine::Player player) {
    return game.seats[static_cast<std::size_t>(player)];
  }
  /// REQUIRES: the game is not over.
  static Seat& mover(Game& game) { return seat_of(game, game.state.to_move()); }
  static const Seat& mover(const Game& game) { return mover(const_cast<Game&>(game)); }
  /// "white has left the game".
  std::string sentence(engine::Player player, std::string_view predicate) const;
  const engine::AnyGame& game() const { return game_; }

  Person& person(ConnectionId who) { return people_.at(who); }
  Games::iterator find_game(GameNumber number) { return games_.find(number); }
  /// `who` plays the next who comes, or the built-in player at once.
  void seat(Time now, ConnectionId who, std::string name, HostActions& actions);
  /// Hangs up those of whom it is true. REQUIRES: they are not seated.
  void expel(const std::function<bool(const Person&)>& is_unwelcome, const std::string& last_words,
             HostActions& actions);
  /// The mover's turn begins, or goes on after what was no move. The last thing to do with a game,
  /// for the answer may be there already, and end it.
  void ask(Time now, Games::iterator game, HostActions& actions);
  /// Tells those who are still connected, and forgets the game.
  void finish(Games::iterator game, const Result& end, HostActions& actions);

 private:
  // What a host says:
  /// A connection has come; it is not seated yet.
  virtual void greet(Time now, ConnectionId who, HostActions& actions) = 0;
  /// What is told to who has been seated.
  virtual std::string welcome(const Seat& seat, engine::Player player) const = 0;
  /// The mover is asked to move.
  virtual std::string prompt(const Game& game) const = 0;
  /// False when the line meant nothing.
  virtual bool take_line(Time now, ConnectionId from, const Line& line, HostActions& actions) = 0;
  /// What is told to who has sent too much that means nothing; "" where the protocol has no words.
  virtual std::string farewell() const { return ""; }
  /// The mover has been asked, and may have answered before.
  virtual void asked(Time, Games::iterator, HostActions&) {}
  /// Goes on to ask(), or to finish(). REQUIRES: `move` is legal, and has_time() was asked.
  virtual void play(Time now, Games::iterator game, engine::AnyMove move, HostActions& actions) = 0;
  virtual Result lost(const Game& game, engine::Player loser, const std::string& reason) const = 0;
  // How time runs:
  /// A built-in player's, for the move to come.
  virtual Milliseconds allowance(const Game& game) const = 0;
  /// Whether the mover has any left.
  virtual bool has_time(Time now, Game& game) const = 0;
  virtual Result out_of_time(const Game& game) const = 0;

  Seat bot_seat(const std::string& against);
  const std::string& known_as(const std::string& name) const;
  void estimate(const Game& game, FinishedGame& finished, HostActions& actions);
  void seat_program(Time now, ConnectionId who, HostActions& actions);
  void play_match(Time now, HostActions& actions);
  void forfeit(Games::iterator game, HostActions& actions);
  Games::iterator add_game(Time now, std::array<Seat, 2> seats, HostActions& actions);
  void start(Time now, Games::iterator game, HostActions& actions);
  static void flush(Game& game, HostActions& actions);
  void weigh(Time now, ConnectionId from, bool has_meaning, HostActions& actions);
  void leave(Time now, ConnectionId who, bool can_hear, std::string_view how, HostActions& actions);
  engine::Rng stream(GameNumber number, bool is_for_chance) const;

  const Rules rules_;
  const engine::AnyGame game_;
  const engine::AnyState start_;
  HostOpponent opponent_;
  std::map<ConnectionId, Person> people_;  // of std, as Games is
  std::optional<ConnectionId> waiting_;    // the first of a pair
  std::optional<ProgramMatch> match_;      // between programs, instead of pairs
  Games games_;
  absl::flat_hash_map<BotId, GameNumber> bots_;
  GameNumbers numbers_;
  BotId next_bot_ = 0;
};

}  // namespace gauntlet::tools
