// What is known for certain of a position.
#pragma once

#include <cstdint>

namespace gauntlet::search {

/// For which player, whoever holds it says.
enum class Proven : std::uint8_t { kNothing, kWin, kDraw, kLoss };

}  // namespace gauntlet::search
