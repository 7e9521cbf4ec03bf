// A plain TCP client for tests of servers: bytes out, bytes in.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "tests/tools/test_socket.h"

namespace gauntlet::tools {

/// Connects to a port on loopback. Reads give up after some seconds, so that a failing test ends.
class RawClient {
 public:
  explicit RawClient(std::uint16_t port, int receive_buffer = 0) {
    if (receive_buffer > 0) socket_.limit_receive_buffer(receive_buffer);
    EXPECT_TRUE(socket_.connect(port));
  }

  /// False when the server has hung up.
  bool send(std::string_view text) { return socket_.send(text); }
  /// The next `size` bytes; fewer when the connection ends before.
  std::string read(std::size_t size) {
    while (received_.size() < size && receive()) continue;
    const std::string text = received_.substr(0, size);
    received_.erase(0, text.size());
    return text;
  }
  /// Everything until the server hangs up.
  std::string read_to_end() {
    while (receive()) continue;
    return std::exchange(received_, {});
  }
  /// All that is there by now or comes within a moment.
  std::string read_available(int milliseconds = 0) {
    while (receive(std::chrono::milliseconds(milliseconds))) continue;
    return std::exchange(received_, {});
  }
  bool is_closed_by_server() {
    receive();
    return socket_.has_ended();
  }
  void half_close() const { socket_.half_close(); }
  /// Closes with a reset instead of a goodbye.
  void reset() { socket_.reset(); }
  void close() { socket_.close(); }

 private:
  /// False at the end of the connection, and when nothing comes.
  bool receive(TestSocket::Milliseconds patience = TestSocket::kPatience) {
    const std::string piece = socket_.receive(patience);
    received_ += piece;
    return !piece.empty();
  }

  TestSocket socket_;
  std::string received_;
};

}  // namespace gauntlet::tools
