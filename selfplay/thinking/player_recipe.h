// How to make a player when one is needed.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "selfplay/players/make_player.h"

namespace gauntlet::selfplay {

/// A player that answers by a deadline, whatever the game.
struct PlayerRecipe {
  std::string player = "expert";  ///< A spec, as parse_deadline_player() reads it.
  int threads = 1;                ///< Of one search.
  SharedKnowledge knowledge = {};
  std::size_t most_hash_mb = kMostHashMb;         ///< Caps what the spec asks for.
  std::optional<std::size_t> usual_hash_mb = {};  ///< Of a spec that names none.
};

/// The player for `game`, which must outlive it. Throws std::runtime_error with a sentence where
/// the spec does not fit the game.
std::unique_ptr<Player> make_player(const PlayerRecipe& recipe, const engine::AnyGame& game);

}  // namespace gauntlet::selfplay
