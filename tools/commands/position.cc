#include "tools/commands/position.h"

#include "engine/registry.h"

namespace gauntlet::tools {

engine::Expected<Position> read_position(const PositionChoice& choice) {
  const auto game = engine::find_game(choice.game);
  if (!game) return engine::Error{game.error()};
  if (!choice.text) {
    engine::Rng rng(choice.seed);
    return Position{*game, game->start(rng)};
  }
  const auto state = game->from_text(*choice.text);
  if (!state) return engine::Error{"bad --position: " + state.error()};
  return Position{*game, *state};
}

std::string need_whole(const engine::AnyState& state, const std::string& what) {
  if (state.observer() == engine::kNobody) return "";
  return what + " needs a whole position, and this is what player " +
         std::to_string(state.observer() + 1) + " knows of one: leave the view out";
}

std::string settled_text(engine::AnyState state, std::uint64_t seed) {
  engine::Rng dice(seed);
  state.settle(dice, nullptr);
  return state.to_text();
}

}  // namespace gauntlet::tools
