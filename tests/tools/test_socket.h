// A TCP socket on loopback as tests use one, on either side of a connection.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace gauntlet::tools {

/// Bytes out, bytes in. Waiting ends after some seconds, so that a failing test does.
class TestSocket {
 public:
  using Milliseconds = std::chrono::milliseconds;
  static constexpr Milliseconds kPatience{5000};

  /// Takes over a socket that is connected, or is to be.
  explicit TestSocket(int socket = open()) : socket_(socket) {
    const int on = 1;
    setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  }
  ~TestSocket() { close(); }
  TestSocket(TestSocket&& other) noexcept
      : socket_(std::exchange(other.socket_, -1)),
        has_ended_(other.has_ended_),
        was_reset_(other.was_reset_) {}
  TestSocket(const TestSocket&) = delete;
  TestSocket& operator=(const TestSocket&) = delete;

  static int open() { return socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0); }
  static sockaddr_in address(std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
  }
  void limit_receive_buffer(int bytes) const {
    setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &bytes, sizeof bytes);
  }
  /// False when nobody listens there.
  bool connect(std::uint16_t port) const {
    const sockaddr_in to = address(port);
    return ::connect(socket_, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0;
  }

  /// False when the other side takes no more.
  bool send(std::string_view text) const {
    while (!text.empty()) {
      const auto size = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
      if (size <= 0) return false;
      text.remove_prefix(static_cast<std::size_t>(size));
    }
    return true;
  }
  /// What comes in one piece; empty at the end of the connection, and when nothing comes in time.
  std::string receive(Milliseconds patience = kPatience) {
    pollfd wait{socket_, POLLIN, 0};
    if (poll(&wait, 1, static_cast<int>(patience.count())) != 1) return "";
    char buffer[8192];
    const auto size = recv(socket_, buffer, sizeof buffer, 0);
    has_ended_ |= size <= 0;
    was_reset_ |= size < 0 && errno == ECONNRESET;
    return size > 0 ? std::string(buffer, static_cast<std::size_t>(size)) : "";
  }
  /// Until close() or reset().
  bool is_open() const { return socket_ >= 0; }
  /// Whether receive() has seen the end of the connection.
  bool has_ended() const { return has_ended_; }
  /// Whether that end was no goodbye.
  bool was_reset() const { return was_reset_; }

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
  int socket_;
  bool has_ended_ = false;
  bool was_reset_ = false;
};

}  // namespace gauntlet::tools
