// Moves as stores keep them: for each a varint of its bits.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/any_game.h"

namespace gauntlet::selfplay {

/// Appended to `bytes`.
void append_moves(std::string& bytes, std::span<const engine::AnyMove> moves);

/// Appends them to `moves`; what is wrong with the bytes, or nothing. They are not played.
std::optional<std::string> take_moves(std::string_view bytes, std::vector<engine::AnyMove>& moves);

/// "has an impossible move 3": where `move`, the `number`th of a game, cannot be made in `state`.
std::optional<std::string> objection_to_move(const engine::AnyState& state, engine::AnyMove move,
                                             std::size_t number);

/// The same as take_moves() for moves that must be possible one after the other from `start`; a
/// million of them at most.
std::optional<std::string> replay_moves(std::string_view bytes, const engine::AnyState& start,
                                        std::vector<engine::AnyMove>& moves);

}  // namespace gauntlet::selfplay
