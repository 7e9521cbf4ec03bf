// Sums over random playouts.
#pragma once

#include <array>
#include <cstdint>

#include "engine/game.h"

namespace gauntlet::search {

struct PlayoutTotals {
  std::uint64_t playouts = 0;
  std::uint64_t plies = 0;
  std::array<double, engine::kMaxPlayers> returns{};

  bool operator==(const PlayoutTotals&) const = default;
};

}  // namespace gauntlet::search
