// From a player's description to the player.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string_view>

#include "engine/any_game.h"
#include "engine/status.h"
#include "selfplay/players/player.h"
#include "selfplay/players/player_spec.h"

namespace gauntlet::selfplay {

/// What players need of the program round them.
struct PlayerSetup {
  int threads = 1;                         ///< Of one search.
  std::size_t most_hash_mb = kMostHashMb;  ///< Caps what the spec asks for.
  /// Makes the player of the spec "human"; empty where there is no terminal.
  std::function<std::unique_ptr<Player>(const engine::AnyGame&)> human = {};
};

/// The player that `spec` describes. It fails only when the spec needs a terminal and there is
/// none. REQUIRES: `spec` was parsed for `game`, which outlives the player.
absl::StatusOr<std::unique_ptr<Player>> make_player(const PlayerSpec& spec,
                                                    const engine::AnyGame& game,
                                                    const PlayerSetup& setup = {});

/// The same from the spec's text, as parse_player() reads it: "level:5", "mcts:sims=1000", ..
absl::StatusOr<std::unique_ptr<Player>> make_player(std::string_view text,
                                                    const engine::AnyGame& game,
                                                    const PlayerSetup& setup = {});

}  // namespace gauntlet::selfplay
