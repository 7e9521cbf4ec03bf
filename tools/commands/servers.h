// The servers that `gauntlet connect` can join: one line of a table for each.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/status.h"
#include "tools/protocol/client.h"

namespace gauntlet::tools {

/// What the command line says about a server's game; each server takes what it knows of.
struct ServerOptions {
  std::string name = "Gauntlet";              ///< Ours; one printable line.
  std::optional<Milliseconds> time_per_move;  ///< The protocol's usual one if not given.
  std::optional<Milliseconds> idle;           ///< Silence that means the server is gone.
  std::optional<Milliseconds> clock;          ///< For all our moves together.
  bool starts_game = false;                   ///< We ask for the start of the game.
  std::string opponents = "222";              ///< Three digits.
  bool rests = false;                         ///< A connection for each request.
};

struct Server {
  std::string_view word;     ///< As on the command line.
  std::string_view summary;  ///< One line for people.
  std::uint16_t first_port;  ///< The usual ports, both included.
  std::uint16_t last_port;
  /// Those that not every server takes; --name where the server sees it.
  std::vector<std::string_view> own_options;
  /// A game as it will be asked about, for checking the player beforehand.
  std::string (*game)(const ServerOptions& options);
  std::unique_ptr<Client> (*make_client)(const ServerOptions& options);
  /// What its own players play, as the option `against` of a method takes it; "" when that is not
  /// known. Null where a server has none.
  std::string (*known_opponents)(const ServerOptions& options) = nullptr;
};

std::span<const Server> servers();

/// The server called `word`, or a sentence that lists them all.
absl::StatusOr<const Server*> find_server(std::string_view word);

}  // namespace gauntlet::tools
