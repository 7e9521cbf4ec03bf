// The seats of programs that connect as to a game's own server.
#pragma once

#include <memory>

#include "engine/any_game.h"
#include "engine/status.h"
#include "tools/protocol/seat.h"

namespace gauntlet::tools {

/// A seat in one game, by the protocol of the game's own server. Invalid argument for games that
/// have none.
absl::StatusOr<std::unique_ptr<Seat>> make_seat(const engine::AnyGame& game);

/// Whether a program in such a seat may have a connection for each request.
bool may_reconnect(const engine::AnyGame& game);

/// Whether a program in such a seat can be told that the game starts from here. REQUIRES: the game
/// has seats.
absl::Status check_seat_start(const engine::AnyState& start);

}  // namespace gauntlet::tools
