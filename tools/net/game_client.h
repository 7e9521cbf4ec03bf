// Games on servers: what drives a protocol's Client over TCP.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "selfplay/thinking/player_recipe.h"
#include "tools/net/session.h"
#include "tools/protocol/client.h"

namespace gauntlet::tools {

/// Plays games on one server, one after the other. The thread that calls play() runs the sockets;
/// another one thinks, so that a long thought never delays what the server has to say.
///
/// What is decided, and when a server is given up, is the Session's. Moves are sent by their
/// deadline. A stop ends all waits but one: the system's look-up of a host's name.
class GameClient {
 public:
  struct Options {
    std::string host = "127.0.0.1";
    std::vector<std::uint16_t> ports;  ///< Tried in this order, the last good one first.
    Milliseconds retry_for{60'000};
    Milliseconds connect_timeout{5'000};          ///< For one port.
    selfplay::PlayerRecipe player;                ///< Must fit the games of the client's decisions.
    std::uint64_t seed = 0;                       ///< Of the back-off's jitter.
    std::function<void(std::string_view)> log;    ///< What happens, as sentences; may be empty.
    std::function<void(std::string_view)> trace;  ///< What is sent and received; may be empty.
    std::stop_token stop;                         ///< Ends the game, and play() soon after.
  };

  explicit GameClient(Options options);
  ~GameClient();

  /// Plays one game, for which `client` was made, and blocks until it has ended. Throws what the
  /// player throws who cannot be made. REQUIRES: one call at a time.
  GameResult play(Client& client, std::uint64_t seed);

 private:
  class Loop;  // keeps Asio out of this header
  std::unique_ptr<Loop> loop_;
};

}  // namespace gauntlet::tools
