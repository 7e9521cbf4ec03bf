#include "selfplay/thinking/player_recipe.h"

#include <stdexcept>
#include <utility>

namespace gauntlet::selfplay {

std::unique_ptr<Player> make_player(const PlayerRecipe& recipe, const engine::AnyGame& game) {
  auto spec = parse_deadline_player(recipe.player, game, recipe.knowledge);
  if (!spec.ok()) throw std::runtime_error(engine::message_of(spec));
  if (!spec->hash_mb) spec->hash_mb = recipe.usual_hash_mb;
  auto player =
      make_player(*spec, game, {.threads = recipe.threads, .most_hash_mb = recipe.most_hash_mb});
  if (!player.ok()) throw std::runtime_error(engine::message_of(player));
  return std::move(*player);
}

}  // namespace gauntlet::selfplay
