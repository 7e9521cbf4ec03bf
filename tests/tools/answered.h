// What a player has answered, with all that there is to say of it.
#pragma once

#include <string>

#include "selfplay/players/player.h"

namespace gauntlet::tools {

struct Answered : selfplay::Choice {
  std::string reason;
};

inline Answered answered(selfplay::Player& player, const engine::AnyState& view,
                         const selfplay::Allowance& allowance) {
  const selfplay::Choice choice = player.choose(view, allowance);
  return {choice, player.reason()};
}

}  // namespace gauntlet::tools
