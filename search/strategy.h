// Classic strategies: fixed rules that pick a move without searching, known by name.
#pragma once

#include <span>
#include <string_view>

#include "engine/any_game.h"
#include "engine/rng.h"

namespace gauntlet::search {

/// A named rule of thumb for one game. `choose` sees only what the mover may know.
struct Strategy {
  std::string_view name;
  std::string_view summary;  ///< One line for people.
  engine::AnyMove (*choose)(const engine::AnyState& view, engine::Rng& rng);
  double level = 0;  ///< The level that it is about worth; 0: less than level 1.
};

/// The strategies that can play `game`.
std::span<const Strategy> strategies(const engine::AnyGame& game);

}  // namespace gauntlet::search
