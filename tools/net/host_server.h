// Sockets for a Host.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/status.h"
#include "selfplay/thinking/pacer.h"
#include "tools/net/program_report.h"
#include "tools/protocol/host.h"

namespace gauntlet::tools {

/// Lets a host talk to TCP connections, and to browsers by WebSocket. One thread reads, writes and
/// calls the host; the built-in players think on others. No connection can hold up the rest: each
/// is read a piece at a time, not at all while too much waits to be sent to it, and is cut when it
/// does not take what it is sent. Whoever comes beyond the limits is told so (Host::full(), and 503
/// for browsers) and hung up on.
/// Programs that the host wants are started here (programs.h).
class HostServer {
 public:
  /// The port for browsers.
  struct Web {
    std::uint16_t port = 0;                 ///< 0: any free one.
    std::vector<std::string> origins;       ///< Whose pages may connect, as in origin_objection().
    Milliseconds open_time{5'000};          ///< For a WebSocket's request.
    std::size_t message_bytes = 16 * 1024;  ///< A longer message ends the connection.
  };

  struct Options {
    std::string address = "127.0.0.1";  ///< Of ours, to listen on.
    std::uint16_t port = 0;             ///< 0: any free one.
    std::optional<Web> web;             ///< Else no browser can come.
    std::size_t connections = 1'024;    ///< Of both kinds.
    std::size_t connections_of_address = 32;
    bool limits_loopback = false;                 ///< Else loopback may take all connections.
    std::size_t unsent_bytes = 512 * 1024;        ///< More than this waits for a connection: cut.
    Milliseconds unread_time{10'000};             ///< It takes nothing for so long: cut.
    Milliseconds closing_time{1'000};             ///< For a peer to hang up after we did.
    int threads = 1;                              ///< Of the built-in players.
    selfplay::Pace pace = selfplay::Pace::kFast;  ///< Theirs.
    std::function<void(const std::string& sentence)> log;    ///< Called on run()'s thread.
    std::function<void(const FinishedGame& game)> finished;  ///< Called on run()'s thread.
    /// Called on run()'s thread, once for each program that the host has had started.
    std::function<void(const ProgramReport& report)> program_ended;
    /// Called on run()'s thread: why the host can play no more. The server goes on until stopped.
    std::function<void(const std::string& sentence)> gave_up;
  };

  /// Listens, and fails with a sentence when that is not possible. `host` must outlive the server.
  /// REQUIRES: is_ip_address(options.address).
  static absl::StatusOr<std::unique_ptr<HostServer>> listen(Options options, Host& host);

  ~HostServer();
  HostServer(const HostServer&) = delete;
  HostServer& operator=(const HostServer&) = delete;

  /// The port it listens on.
  std::uint16_t port() const;
  /// The port for browsers, if there is one.
  std::optional<std::uint16_t> web_port() const;

  /// Serves until a stop is requested, then sends what has been said to those who are to be hung
  /// up, for `closing_time` at most, and ends the programs it has started, which takes three
  /// seconds when they resist. Call it once.
  void run(std::stop_token stop);

 private:
  class Core;

  explicit HostServer(std::unique_ptr<Core> core);

  std::unique_ptr<Core> core_;
};

}  // namespace gauntlet::tools
