// A session and a faulty server in virtual time.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "tests/tools/faults.h"
#include "tools/net/session.h"

namespace gauntlet::tools {

/// A server that does one fault, and a session that plays on it. Every question is answered by a
/// random legal move after some milliseconds. The same seed gives the same run.
class FaultServer {
 public:
  static constexpr Milliseconds kIdle{60'000};
  /// For bytes that come one a second: a whole line must be there within the limit.
  static constexpr Milliseconds kSlowIdle{300'000};
  static constexpr Milliseconds kRetryFor{60'000};

  FaultServer(const Protocol& protocol, Fault fault, std::uint64_t seed);

  /// Plays a game to its end; false when it has not ended after `most` of virtual time or far more
  /// events than that time can have.
  bool play(Milliseconds most);
  /// Of the last game.
  const GameResult& result() const { return session_.result(); }
  /// What the server says of the game that it finished last: our share; nothing if none.
  std::optional<float> score() const;
  /// How long the last game took.
  Milliseconds took() const;
  /// How long after the strike it ended.
  Milliseconds took_since_strike() const;
  bool has_struck() const { return struck_.has_value(); }
  bool has_lost_games() const { return has_lost_games_; }
  std::size_t prompts() const { return prompts_; }
  /// When a connection was tried, and whether it stood.
  struct Try {
    Client::Time at;
    std::uint16_t port;
    bool stood;
  };
  const std::vector<Try>& tries() const { return tries_; }
  int refusals() const { return refusals_; }
  const std::vector<std::string>& log() const { return log_; }

 private:
  using Time = Client::Time;
  using Event = std::function<void()>;

  void at(Time when, Event event) { events_.emplace(std::pair(when, ++last_event_), event); }
  bool run_next(Time limit);
  void perform(const SessionActions& actions);
  void take(const HostActions& actions);
  void tick();
  void try_port(const SessionActions::Attempt& attempt);
  bool accepts(std::uint16_t port);
  void send_to_client(const std::string& text);
  void deliver(const std::vector<Delivery>& deliveries);
  void arrive(ConnectionId connection, const Delivery& delivery);
  void send_to_server(const std::string& text);
  void lose();
  void go_away();

  const Protocol& protocol_;
  const Fault fault_;
  const std::uint64_t seed_;
  engine::Rng rng_;
  FaultPipe pipe_;
  std::unique_ptr<Host> host_;
  std::unique_ptr<Client> client_;
  Session session_;

  Time now_{};
  Time began_{};
  std::map<std::pair<Time, std::uint64_t>, Event> events_;
  std::uint64_t last_event_ = 0;

  std::uint16_t port_;
  Time back_at_{};  // the server is gone until then
  int refusals_ = 0, refusals_to_come_ = 0;
  ConnectionId connection_ = 0, last_connection_ = 0;
  Time pipe_is_free_{};
  std::optional<Time> struck_;
  bool has_lost_games_ = false;
  std::size_t prompts_ = 0;
  std::vector<Try> tries_;
  std::vector<FinishedGame> finished_;
  std::vector<std::string> log_;
};

}  // namespace gauntlet::tools
