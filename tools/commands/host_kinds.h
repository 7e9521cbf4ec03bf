// The games that `gauntlet host` can be the server of.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/any_game.h"
#include "engine/status.h"
#include "tools/protocol/game_numbers.h"
#include "tools/protocol/host.h"
#include "tools/protocol/known_opponents.h"

namespace gauntlet::tools {

/// What the command line says about the games; what it does not say is up to the host.
struct HostSettings {
  std::string game;  ///< As it was given, variants included.
  std::uint64_t seed = 0;
  bool readme = false;  ///< The wording of the protocol's README, where real programs differ.
  std::optional<int> size;
  std::optional<std::chrono::milliseconds> time_per_move;
  std::optional<std::chrono::milliseconds> clock;  ///< For all moves of a player.
  std::string opponent;                            ///< A player spec, or "".
  std::optional<engine::Player> opponent_seat;
  /// Programs that play, which the host starts, as --run has them.
  std::vector<std::string> commands;
  GameNumbers numbers;
  KnownOpponents known;  ///< What level:auto knows from earlier games.
};

/// A protocol.
struct HostKind {
  std::string_view word;
  std::uint16_t port;      ///< Of the real server.
  int ports;               ///< So many from `port` on are tried when it is taken.
  std::uint16_t web_port;  ///< For browsers, of the real server; 0: they have no part in it.
  std::string_view takes;  ///< The options it knows, separated by blanks.
  /// What its two players are called, who moves first first; "" where the host chooses no seats.
  std::string_view seats;
  /// What to say when its game is named with a variant; "" when that is possible.
  std::string_view instead;
  /// Fails with a sentence when a choice does not fit. Null for K-in-a-Row, which is a page over
  /// HTTP (kinarow_page.h).
  absl::StatusOr<std::unique_ptr<Host>> (*make)(const HostSettings& settings);
  /// The full name of the game that everybody plays. Null where those who play choose a variant.
  /// REQUIRES: make() takes the settings.
  std::string (*only_game)(const HostSettings& settings);
};

/// All of them, in the order in which they are listed.
std::span<const HostKind> host_kinds();

/// The game by which a server of that kind knows how strong its built-in players are, and those who
/// play against them. REQUIRES: make() takes the settings.
engine::AnyGame scale_of(const HostKind& kind, const HostSettings& settings);

/// The player that `word` calls so. Fails with a sentence. REQUIRES: the kind takes
/// --opponent-colour.
absl::StatusOr<engine::Player> find_seat(const HostKind& kind, std::string_view word);

/// The kind whose word begins `game`, up to its variants. Fails with a sentence that names what
/// would be right.
absl::StatusOr<const HostKind*> find_host(std::string_view game);

}  // namespace gauntlet::tools
