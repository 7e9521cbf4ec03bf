// The games that Gauntlet knows, by name.
#pragma once

#include <span>
#include <string_view>

#include "engine/any_game.h"
#include "engine/guide.h"
#include "engine/status.h"

namespace gauntlet::engine {

/// One family of games.
struct GameFamily {
  std::string_view word;      ///< "mnk": the name up to the first ':' or '/'.
  std::string_view usage;     ///< "mnk:WxHxK[/page][/exact]".
  std::string_view summary;   ///< One line for people.
  std::string_view players;   ///< "2" or "1-4".
  std::string_view limits;    ///< What the arguments may be, in words.
  std::string_view standard;  ///< A representative full name, for listings, benchmarks and tests.
  /// `arguments` is what stands between ':' and the first '/', `variants` what follows that '/'
  /// (empty when there is none).
  absl::StatusOr<AnyGame> (*make)(std::string_view arguments, std::string_view variants);
  const GameGuide* guide;         ///< The game told to people.
  bool (*has)(const void* type);  ///< Whether its games are of that type (AnyState::type_of()).
};

/// All families, in the order in which they are listed.
std::span<const GameFamily> game_families();

/// The family of a game by its full name. REQUIRES: find_game() knows it.
const GameFamily& family_of(std::string_view name);

/// The game called `name`: "gomoku", "mnk:7x6x4", "kimble:AC/pieces=2", ..; an unknown word, a bad
/// size or option gets one sentence that says what would be right.
absl::StatusOr<AnyGame> find_game(std::string_view name);

}  // namespace gauntlet::engine
