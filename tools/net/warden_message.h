// What a warden and whoever has started it tell each other.
#pragma once

#include <cstdint>
#include <optional>

#include "tools/net/own_descriptor.h"

namespace gauntlet::tools {

/// One packet of a local socket (SOCK_SEQPACKET), with or without a descriptor.
struct WardenMessage {
  enum class Kind : std::uint8_t {
    // the warden's
    kReady,   ///< The sandbox stands; with the socket that listens, if one was asked for.
    kSocket,  ///< A new socket of the sandbox, not connected; without one if there is none.
    kEnded,   ///< The program has; `value` is its status as waitpid() tells it.
    // to the warden
    kTerminate,   ///< SIGTERM to everything in the sandbox.
    kMakeSocket,  ///< Is answered by kSocket.
    kClosed,      ///< Not sent: the other one has gone, or talks nonsense.
  };

  Kind kind = Kind::kClosed;
  std::int32_t value = 0;
  OwnDescriptor descriptor = {};
};

/// Does not block. False when the other one has gone.
bool send_message(int line, const WardenMessage& message);
/// The next one; nothing when none is there by now. Does not block.
std::optional<WardenMessage> receive_message(int line);

}  // namespace gauntlet::tools
