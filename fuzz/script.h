// Bytes as events: how a fuzzer drives the machines of the protocols.
#pragma once

#include <functional>
#include <string_view>

#include "tools/protocol/client.h"
#include "tools/protocol/host.h"
#include "tools/protocol/seat.h"

namespace gauntlet::fuzz {

/// Takes `input` apart. What stands between two events is told as one piece of bytes; an event is
/// '~' and a letter, and "~~" a '~'. The letters:
///
///   |      the piece ends here
///   d      the decision or question is answered, by one of the legal moves
///   t T    a second passes, an hour
///   x      the connection breaks; to a client, who may connect again
///   h      to a host: half a close
///   1..9   to a host: what follows comes from this connection, opened when it is not yet
///   A..C   the same for browsers
///   d g    to a seat: the game goes on by a move, or until the program is asked
///   T h s  to a seat: the game ends, for the program is out of time, another one is, or it stops
void read_script(std::string_view input, const std::function<void(std::string_view piece)>& bytes,
                 const std::function<void(char event)>& event);

/// Drives a client through a script until it ends, and checks all its actions.
void drive(tools::Client& client, std::string_view script);

/// Drives a seat through a script and the end of its game. `player` is the program; the others play
/// at random.
void drive(tools::Seat& seat, const engine::AnyGame& game, engine::Player player,
           std::string_view script);

/// Drives a host; its games are replayed, and in the end all connections close.
void drive(tools::Host& host, std::string_view script);

}  // namespace gauntlet::fuzz
