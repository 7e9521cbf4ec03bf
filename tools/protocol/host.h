// What all protocols have in common on the server's side: text in, text and questions out.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/any_game.h"
#include "selfplay/finished_game.h"

namespace gauntlet::tools {

using Milliseconds = std::chrono::milliseconds;

/// A connection to the host, as the driver numbers them; never used twice.
using ConnectionId = std::uint64_t;

/// A built-in player in one seat of one game, as the host numbers them; never used twice.
using BotId = std::uint64_t;

/// A program that the host has had started, as the host numbers them; never used twice.
using ProgramId = std::uint64_t;

using selfplay::FinishedGame;

/// What a host wants after something has happened, to be done in this order.
struct HostActions {
  struct Send {
    ConnectionId to;
    std::string text;
  };
  /// A built-in player takes a seat.
  struct Bot {
    BotId id;
    engine::AnyGame game;
    std::string spec;  ///< A player spec that was valid for `game` when the host was made.
    engine::Player seat;
    std::uint64_t seed;
  };
  /// A built-in player is to move; decided() brings the answer.
  struct Question {
    BotId bot;
    engine::AnyState view;
    Milliseconds allowance;
    /// People would see its answer by itself: not those that are sent together with an earlier one.
    bool is_seen = true;
  };
  /// A program is started, which is to connect; program_ended() tells of its end.
  struct StartProgram {
    ProgramId id;
    std::string command;  ///< For a shell; {host} and {port} in it are where the server listens.
    std::string label;    ///< Of the game and the seat; fit for a file's name.
  };
  /// A program is needed no longer. Comes at least once for each that was started.
  struct EndProgram {
    ProgramId id;
    bool has_forfeited;  ///< By its fault: what it has said is worth telling.
  };

  std::vector<std::string> log;  ///< Sentences about what happened; printable.
  std::vector<Send> sends;
  std::vector<Bot> bots;
  std::vector<Question> questions;
  std::vector<BotId> gone;             ///< These players are not needed any more.
  std::vector<ConnectionId> hang_ups;  ///< To be closed when all was sent.
  std::vector<FinishedGame> finished;
  std::vector<EndProgram> ends;
  std::vector<StartProgram> starts;
  std::string give_up;  ///< Not "": why nothing can be played any more; printable.
};

/// One server for one game, as a machine without sockets, threads or clocks. Whoever drives it
/// tells it what happens and performs its actions. Bytes come in pieces of any size and are
/// hostile: whatever comes, each call returns soon, and the memory a connection takes stays
/// bounded. A connection is forgotten when it is closed() or after it was hung up; what comes from
/// forgotten connections and players is ignored. One thread at a time.
class Host {
 public:
  using Time = std::chrono::steady_clock::time_point;

  virtual ~Host() = default;

  /// What a program is told for whom there is no room, before it is hung up on.
  virtual std::string full() const { return "this server is full: try again in a minute\n"; }

  virtual void opened(Time now, ConnectionId from, HostActions& actions) = 0;
  /// As opened(), by WebSocket: received() will bring whole messages of valid UTF-8, one a call,
  /// and each send is one message. A protocol without a side for browsers makes no
  /// difference.
  virtual void opened_by_browser(Time now, ConnectionId from, HostActions& actions) {
    opened(now, from, actions);
  }
  virtual void received(Time now, ConnectionId from, std::string_view bytes,
                        HostActions& actions) = 0;
  /// The peer will send nothing more, but may still read.
  virtual void half_closed(Time now, ConnectionId from, HostActions& actions) = 0;
  /// The connection is gone.
  virtual void closed(Time now, ConnectionId from, HostActions& actions) = 0;
  virtual void decided(Time now, BotId bot, engine::AnyMove move, HostActions& actions) = 0;
  /// `how` is printable: "exit status 1", "signal SIGSEGV".
  virtual void program_ended(Time, ProgramId, const std::string& /*how*/, HostActions&) {}
  /// Called at least twenty times a second: clocks run out here.
  virtual void ticked(Time now, HostActions& actions) = 0;
};

}  // namespace gauntlet::tools
