// Games on servers, without the sockets: when to connect, what to send, when to give up.
#pragma once

#include <absl/container/flat_hash_set.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tools/net/back_off.h"
#include "tools/protocol/client.h"

namespace gauntlet::tools {

/// How a game on a server went.
struct GameResult {
  GameEnd end;
  bool was_stopped = false;                   ///< By us, before its end.
  std::uint32_t moves = 0;                    ///< Answers that we have sent.
  std::chrono::duration<double> duration{0};  ///< From the first connection on.
  Milliseconds longest_overshoot{0};          ///< Of the time allowed for a move.
};

/// What a session wants after something has happened, to be done in this order.
struct SessionActions {
  /// To try one port; connected() or unreachable() tells what came of it.
  struct Attempt {
    std::uint16_t port;
    Client::Time at;     ///< Not earlier.
    Milliseconds limit;  ///< For each address.
  };
  /// A decision to be thought about; replaces any earlier one. answered() brings the answer.
  struct Question {
    std::uint64_t number;
    Decision decision;
    Client::Time deadline;  ///< The server's.
  };

  std::vector<std::string> log;    ///< Sentences about what happened; printable.
  std::vector<std::string> sends;  ///< Each in a write of its own.
  std::optional<Question> question;
  bool drops_question = false;  ///< Its answer is not wanted any more.
  bool hangs_up = false;        ///< Close the connection, without a call of lost().
  std::optional<Attempt> attempt;
};

/// Plays games on one server, one after the other, as a machine without sockets, threads or clocks.
/// Whoever drives it tells it what happens and performs its actions. What it decides:
///
/// - A server that cannot be reached, or hangs up on a game that can be resumed, is tried again
///   with exponential back-off, for `retry_for` since the game last went on: a question came that
///   had not been asked in this game before, or a result. Our own thinking does not count. Each
///   time all ports are tried, the last good one first.
/// - A question that comes again is answered again, but no more than kMostRepeats times in a row,
///   and a game has no more than kMostQuestions different ones: no server keeps us for ever.
/// - A game that the client has ended, because the server refuses us, speaks another protocol or
///   has fallen silent, is over: no attempt follows it. The next game waits for the back-off.
/// - Nothing is ever sent again: a lost connection is only told to the client, who waits for what
///   the server asks.
/// - A question outlives its connection when the client does not end the game with that: the move
///   has not been sent yet, and the client sends it when the server can hear it. Answers to
///   replaced questions, and after the game's end, are dropped.
class Session {
 public:
  using Time = Client::Time;

  static constexpr int kMostRepeats = 20;
  static constexpr std::size_t kMostQuestions = 10'000;

  struct Options {
    std::vector<std::uint16_t> ports;
    Milliseconds retry_for{60'000};
    Milliseconds connect_timeout{5'000};
    std::uint64_t seed = 0;  ///< Of the back-off's jitter.
  };

  explicit Session(Options options) : options_(std::move(options)), back_off_(options_.seed) {}

  /// A new game, for which `client` was made. It must live until is_over().
  void begin(Client& client, Time now, SessionActions& actions);
  void connected(Time now, SessionActions& actions);
  void unreachable(Time now, const std::string& why, SessionActions& actions);
  void received(Time now, std::string_view bytes, SessionActions& actions);
  /// The server has closed the connection, or it broke.
  void lost(Time now, SessionActions& actions);
  void answered(Time now, std::uint64_t number, engine::AnyMove move, SessionActions& actions);
  /// To be called several times a second.
  void ticked(Time now, SessionActions& actions);
  /// We leave the game.
  void stop(SessionActions& actions);

  bool is_over() const { return is_ended_ || result_.was_stopped; }
  /// Whether the answer to this question is still wanted.
  bool awaits(std::uint64_t number) const {
    return !is_over() && asked_ && asked_->number == number;
  }
  /// Without the duration, which needs a clock: see first_connected().
  const GameResult& result() const { return result_; }
  /// When the first connection stood, if one did.
  std::optional<Time> first_connected() const { return first_connected_; }

 private:
  struct Asked {
    std::uint64_t number;
    Time at;
    Time deadline;
  };

  void connect_again(Time now, SessionActions& actions);
  void begin_round(Time now, SessionActions& actions);
  void try_port(Time at, SessionActions& actions) const;
  void perform(Time now, const ClientActions& wanted, SessionActions& actions);
  void ask(Time now, const Decision& decision, SessionActions& actions);
  void end(GameEnd how, SessionActions& actions);
  void leave(SessionActions& actions);
  void back_to_normal();
  Time give_up() const { return *failing_since_ + options_.retry_for; }

  Options options_;
  BackOff back_off_;
  std::optional<Time> failing_since_;  // since when the game has not gone on
  std::uint64_t last_question_ = 0;

  // The round of attempts that is under way.
  std::size_t next_port_ = 0;
  bool is_last_round_ = false;

  // The game that is played.
  Client* client_ = nullptr;
  GameResult result_;
  bool is_ended_ = false;
  bool is_connected_ = false;
  std::optional<Time> first_connected_;
  std::optional<Asked> asked_;
  absl::flat_hash_set<std::size_t> questions_;  // that were asked, hashed
  int repeats_ = 0;                             // of questions, in a row
};

}  // namespace gauntlet::tools
