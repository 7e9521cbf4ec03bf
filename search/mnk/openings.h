// Openings of m,n,k boards: a few stones near the middle.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/any_game.h"
#include "engine/mnk/mnk.h"

namespace gauntlet::search::mnk {

/// How many ways there are to place the stones of an opening: one stone, and one more for each
/// eight squares of the board, five at most, as many of the first player as of the second or one
/// more, on squares no further than k - 1 from the middle.
std::uint64_t openings(const engine::mnk::Rules& rules);

/// One of them; nothing where the game is over. Of those that are each other's image when the board
/// is turned or mirrored one number is a position, and the others are nothing. REQUIRES: the rules
/// are the game's; number < openings(rules).
std::optional<engine::AnyState> opening(const engine::AnyGame& game,
                                        const engine::mnk::Rules& rules, std::uint64_t number);

}  // namespace gauntlet::search::mnk
