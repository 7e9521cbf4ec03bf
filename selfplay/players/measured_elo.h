// What a player was measured to be worth.
#pragma once

#include <optional>
#include <string>

#include "engine/any_game.h"

namespace gauntlet::selfplay {

/// The Elo above random of the player that `spec` describes, of levels between whole ones too;
/// nothing where `game` was not calibrated, or not with that player.
std::optional<double> measured_elo(const std::string& spec, const engine::AnyGame& game);

/// "level:4 (968 Elo)"; the spec alone where nothing was measured.
std::string with_measured_elo(const std::string& spec, const engine::AnyGame& game);

}  // namespace gauntlet::selfplay
