// The line to the warden of a sandbox (warden.h).
#pragma once

#include <memory>
#include <optional>

#include "tools/net/own_descriptor.h"
#include "tools/net/warden_message.h"

namespace boost::asio {
class io_context;
}

namespace gauntlet::tools {

/// Our end. What the warden tells makes `io` return. One thread at a time.
class WardenLine {
 public:
  /// Fills `theirs`. Null if there are no descriptors to be had.
  static std::unique_ptr<WardenLine> open(boost::asio::io_context& io, OwnDescriptor& theirs);
  /// The warden ends, if it has not, and with it everything in the sandbox: waits for that, not for
  /// long.
  ~WardenLine();
  WardenLine(const WardenLine&) = delete;
  WardenLine& operator=(const WardenLine&) = delete;

  /// Looks whether the sandbox stands.
  bool is_ready();
  /// The socket that listens, once: none before it is there.
  OwnDescriptor take_listener();
  /// How the program has ended, as waitpid() tells it; nothing as long as the warden does not tell.
  std::optional<int> ending();
  /// To all in the sandbox.
  void terminate() const;
  /// A new socket in it, which does not block and can be connected to whoever listens there. Blocks
  /// for a moment; none if there is none to be had.
  OwnDescriptor make_socket();

 private:
  struct Core;

  explicit WardenLine(std::shared_ptr<Core> core);

  std::shared_ptr<Core> core_;  // outlives the line while a wait is under way
};

}  // namespace gauntlet::tools
