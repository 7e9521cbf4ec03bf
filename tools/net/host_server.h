// Sockets for a Host.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "engine/expected.h"
#include "tools/protocol/host.h"

namespace gauntlet::tools {

/// Lets a host talk to TCP connections. One thread reads, writes and calls the host; the built-in
/// players think on others. No connection can hold up the rest: each is read a piece at a time, not
/// at all while too much waits to be sent to it, and is cut when it does not take what it is sent.
class HostServer {
 public:
  struct Options {
    std::string address = "127.0.0.1";  ///< Of ours, to listen on.
    std::uint16_t port = 0;             ///< 0: any free one.
    std::size_t connections = 256;
    std::size_t connections_of_address = 32;
    bool limits_loopback = false;           ///< Else loopback may take all connections.
    std::size_t unsent_bytes = 512 * 1024;  ///< More than this waits for a connection: cut.
    Milliseconds unread_time{10'000};       ///< It takes nothing for so long: cut.
    Milliseconds closing_time{1'000};       ///< For a peer to hang up after we did.
    int threads = 1;                        ///< Of the built-in players.
    std::function<void(const std::string& sentence)> log;    ///< Called on run()'s thread.
    std::function<void(const FinishedGame& game)> finished;  ///< Called on run()'s thread.
  };

  /// Listens, and fails with a sentence when that is not possible. `host` must outlive the server.
  /// REQUIRES: is_ip_address(options.address).
  static engine::Expected<std::unique_ptr<HostServer>> listen(Options options, Host& host);

  ~HostServer();
  HostServer(const HostServer&) = delete;
  HostServer& operator=(const HostServer&) = delete;

  /// The port it listens on.
  std::uint16_t port() const;

  /// Serves until a stop is requested, then sends what has been said to those who are to be hung
  /// up, for `closing_time` at most. Call it once.
  void run(std::stop_token stop);

 private:
  class Core;

  explicit HostServer(std::unique_ptr<Core> core);

  std::unique_ptr<Core> core_;
};

}  // namespace gauntlet::tools
