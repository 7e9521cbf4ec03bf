// Start positions from which games differ, where a game has a way of its own to make them.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/any_game.h"

namespace gauntlet::search {

/// Openings that a game numbers, so that none needs to come twice. Not every one of them gives both
/// sides a fair game: who uses them looks. Thread-safe.
struct NumberedOpenings {
  /// Their numbers are 0 .. count - 1.
  std::uint64_t (*count)(const engine::AnyGame& game);
  /// Nothing where the game is over, or where the board, turned or mirrored, is another number's.
  std::optional<engine::AnyState> (*make)(const engine::AnyGame& game, std::uint64_t number);
};

}  // namespace gauntlet::search
