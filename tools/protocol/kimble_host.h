// A Kimble server.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <array>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "engine/rng.h"
#include "search/strategy.h"
#include "tools/protocol/game_numbers.h"
#include "tools/protocol/host.h"
#include "tools/protocol/host_opponent.h"
#include "tools/protocol/kimble_requests.h"
#include "tools/protocol/kimble_token.h"
#include "tools/protocol/nonsense.h"
#include "tools/protocol/rate_limiter.h"

namespace gauntlet::tools {

/// Games of A, who asks, against built-in players. Requests are `v001bcd`, a new game against B, C
/// and D (0 nobody, 1 helppo, 2 vaikea, and, as our extension, 3 to 9 levels 3 to 9, or for 9
/// Options::opponent), and a token with the rank of a piece. They are told apart by their lengths,
/// 7 and 66, so a line end is welcome but not needed, and a connection may carry one request or all
/// of them.
///
/// The answer has a line for every turn played until A has a choice: 44 squares before the move,
/// who moves, the die. A's turns without a choice are played for it. Then comes `END`; a rank that
/// cannot move, and any other digit, brings A's line once more. After the last line comes
/// `Voittaja: X`, and the token is dead, as it is when unused for 120 s; but should the answer have
/// been lost, asking once more within that time still tells the winner. What cannot be understood
/// is answered with a sentence that begins with `Virhe`, and `END`; the connection stays, unless it
/// has sent nothing but that and empty lines for too long (nonsense.h).
///
/// So that nobody fills the server alone, a connection has a few games open at once: those it has
/// begun, until they end. Games whose connection has gone, as when each request has its own, are
/// nobody's, so when half of all places are taken new games begin slowly, whoever asks: slowly
/// enough for tokens to die before the other half is full.
class KimbleHost final : public Host {
 public:
  struct Options {
    std::uint64_t seed = 0;  ///< Of the dice.
    std::chrono::seconds token_life{120};
    Milliseconds bot_allowance{5'000};  ///< For a move of a level.
    /// Plays where a bot asks for 9, for any number of players, as HostOpponent has it; "": level
    /// 9. Of level:auto games for two count, and whoever plays them is the same to it.
    std::string opponent = {};
    std::size_t most_games = 10'000;     ///< Under way at once.
    std::size_t most_games_of_one = 32;  ///< Under way at once, of one connection.
    std::function<std::string()> make_token = new_token;
    /// A number below the one given; the seed's own if none is given.
    std::function<std::uint32_t(std::uint32_t)> draw = {};
    GameNumbers numbers = {};
    KnownOpponents known = {};  ///< From earlier games.
  };

  explicit KimbleHost(Options options);

  std::string full() const override;
  void opened(Time now, ConnectionId from, HostActions& actions) override;
  void received(Time now, ConnectionId from, std::string_view bytes, HostActions& actions) override;
  void half_closed(Time now, ConnectionId from, HostActions& actions) override;
  void closed(Time now, ConnectionId from, HostActions& actions) override;
  void decided(Time now, BotId bot, engine::AnyMove move, HostActions& actions) override;
  void ticked(Time now, HostActions& actions) override;

 private:
  static constexpr std::chrono::seconds kPatienceForRequest{15};

  struct Connection {
    KimbleRequests requests;
    int answers_due = 0;    ///< From games whose built-in players think.
    std::size_t games = 0;  ///< That it has begun and that have not ended.
    bool sends_no_more = false;
    bool has_asked = false;  ///< A request was accepted.
    Nonsense nonsense{};
    Time came{};
  };
  struct Seat {
    char letter = 'A';
    const search::Strategy* strategy = nullptr;  ///< Else a bot, or A.
    std::optional<BotId> bot;
    std::string name;       ///< What results call it.
    std::string spec = {};  ///< Of a built-in player, if that is another.
  };
  struct Game {
    engine::AnyGame rules;
    engine::AnyState state;
    engine::AnyState start;
    engine::Rng dice;
    std::vector<engine::AnyMove> moves;
    std::vector<Seat> seats;
    ConnectionId beginner;
    std::optional<ConnectionId> asker;  ///< Waits for the answer.
    std::string answer;                 ///< So far.
    bool has_thought;                   ///< A built-in player, about this answer.
    std::string pending;                ///< The line of A's decision.
    Time used{};
  };
  /// Of std: what was found here is used while others come and go.
  using Games = std::map<std::string, Game, std::less<>>;

  bool take_request(Time now, ConnectionId from, HostActions& actions);
  Connection& accepted(ConnectionId from);
  void hang_up(ConnectionId who, HostActions& actions);
  void start_game(Time now, ConnectionId from, std::string_view opponents, HostActions& actions);
  std::string_view objection_to_game(Time now, ConnectionId from);
  bool tell_winner(std::string_view token, ConnectionId to, HostActions& actions);
  void take_rank(Time now, ConnectionId from, const KimbleRequest& request, HostActions& actions);
  Game make_game(std::uint64_t number, ConnectionId beginner, std::string_view opponents,
                 HostActions& actions);
  void advance(Time now, Games::iterator game, HostActions& actions);
  void throw_die(Game& game);
  bool play_decision(Game& game, HostActions& actions);
  void apply(Game& game, engine::AnyMove move);
  void deliver(Game& game, HostActions& actions);
  void finish(Time now, Games::iterator game, HostActions& actions);
  void estimate(const Game& game, FinishedGame& finished, HostActions& actions);
  void drop(Games::iterator game, HostActions& actions);
  void refuse(ConnectionId to, std::string_view why, HostActions& actions);
  void answered(ConnectionId to, HostActions& actions);

  Options options_;
  HostOpponent opponent_;                           ///< Of 9.
  RateLimiter new_games_;                           ///< When half of the places are taken.
  std::map<ConnectionId, Connection> connections_;  // of std, as Games is
  struct Past {
    std::string answer;  ///< The winner's line.
    Time ended;
  };

  Games games_;                                       ///< By token.
  absl::flat_hash_map<BotId, std::string> thinking_;  ///< Whose game, by token.
  absl::flat_hash_map<std::string, Past> past_;       ///< Games that ended lately, by token.
  BotId next_bot_ = 0;
};

}  // namespace gauntlet::tools
