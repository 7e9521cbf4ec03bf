// A plain TCP client for tests of servers: bytes out, bytes in.
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace gauntlet::tools {

/// Connects to a port on loopback. Reads give up after some seconds, so that a failing test ends.
class RawClient {
 public:
  explicit RawClient(std::uint16_t port, int receive_buffer = 0) {
    socket_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (receive_buffer > 0)
      setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &receive_buffer, sizeof receive_buffer);
    const int on = 1;
    setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(connect(socket_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
  }
  ~RawClient() { close(); }
  RawClient(RawClient&& other) noexcept
      : socket_(std::exchange(other.socket_, -1)), received_(std::move(other.received_)) {}
  RawClient(const RawClient&) = delete;
  RawClient& operator=(const RawClient&) = delete;

  /// False when the server has hung up.
  bool send(std::string_view text) {
    while (!text.empty()) {
      const auto size = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
      if (size <= 0) return false;
      text.remove_prefix(static_cast<std::size_t>(size));
    }
    return true;
  }
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
    pollfd wait{socket_, POLLIN, 0};
    while (poll(&wait, 1, milliseconds) == 1 && receive()) continue;
    return std::exchange(received_, {});
  }
  bool is_closed_by_server() {
    receive();
    return has_ended_;
  }
  void half_close() const { shutdown(socket_, SHUT_WR); }
  /// Closes with a reset instead of a goodbye.
  void reset() {
    const linger at_once{1, 0};
    setsockopt(socket_, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
    close();
  }
  void close() {
    if (socket_ >= 0) ::close(socket_);
    socket_ = -1;
  }

 private:
  static constexpr int kPatience = 5000;  // ms

  /// False at the end of the connection, and when nothing comes.
  bool receive() {
    pollfd wait{socket_, POLLIN, 0};
    if (poll(&wait, 1, kPatience) != 1) return false;
    char buffer[4096];
    const auto size = recv(socket_, buffer, sizeof buffer, 0);
    has_ended_ |= size <= 0;
    if (size > 0) received_.append(buffer, static_cast<std::size_t>(size));
    return size > 0;
  }

  int socket_ = -1;
  bool has_ended_ = false;
  std::string received_;
};

}  // namespace gauntlet::tools
