// The stones of an m,n,k board, for forms that only know such games.
#pragma once

#include <array>
#include <vector>

#include "engine/any_game.h"
#include "engine/mnk/mnk.h"

namespace gauntlet::tools {

/// What stands on a board: squares as row * width + column, from the top left, by player.
struct Stones {
  engine::mnk::Rules rules;
  std::array<std::vector<int>, 2> squares;
};

/// REQUIRES: an m,n,k game's.
Stones stones_of(const engine::AnyState& state);

}  // namespace gauntlet::tools
