// Bytes to and from one program that plays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

#include "engine/status.h"
#include "tools/net/own_descriptor.h"

namespace boost::asio {
class io_context;
}

namespace gauntlet::tools {

/// A connection, or two pipes. Nothing here blocks: whoever has to wait runs `io`, which returns
/// when there may be something to do. One thread.
class Channel {
 public:
  /// Takes over what does not block. A connection is both, the second one a duplicate.
  Channel(boost::asio::io_context& io, OwnDescriptor from, OwnDescriptor to);
  /// To a port of 127.0.0.1. Null where nobody listens.
  static std::unique_ptr<Channel> connect(boost::asio::io_context& io, std::uint16_t port);
  ~Channel();
  Channel(const Channel&) = delete;
  Channel& operator=(const Channel&) = delete;

  /// From now on what is written goes out in small pieces with pauses (pieces.h), while `io` runs.
  void send_in_pieces();
  /// The next piece of what has come, good until the next call; "" when nothing is there by now.
  std::string_view read();
  /// There will be no more: the peer has hung up, and all that it sent was read.
  bool has_ended() const;
  /// Sends, and keeps what the peer does not take yet; that goes out by and by while others call
  /// read() or write(). What a peer that has hung up does not take is forgotten.
  void write(std::string_view bytes);
  /// Of what was written.
  std::size_t unsent() const;
  /// Nothing more will be written: when all was sent, the peer learns that. It can be read on.
  void finish();

 private:
  /// Outlives the channel while a wait is under way.
  struct Core;

  std::shared_ptr<Core> core_;
};

/// A port of 127.0.0.1 for one program.
class Listener {
 public:
  /// On that port, or one that is free. Fails with a sentence.
  static absl::StatusOr<std::unique_ptr<Listener>> open(boost::asio::io_context& io,
                                                        std::uint16_t port = 0);
  /// Takes over a socket that listens already. Null if it is none.
  static std::unique_ptr<Listener> adopt(boost::asio::io_context& io, OwnDescriptor socket);
  ~Listener();
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  std::uint16_t port() const;
  /// The next connection, once it has come, else null. Ask whenever `io` returns.
  std::unique_ptr<Channel> accept();

 private:
  struct Core;

  explicit Listener(std::shared_ptr<Core> core);

  std::shared_ptr<Core> core_;
};

}  // namespace gauntlet::tools
