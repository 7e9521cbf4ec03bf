// A TCP server on loopback that does what a test tells it.
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

namespace gauntlet::tools {

/// One accepted connection. Reads give up after some seconds, so that a failing test ends.
class Peer {
 public:
  explicit Peer(int socket) : socket_(socket) {
    const int on = 1;
    setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  }
  ~Peer() { close(); }
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  void send(std::string_view text) {
    while (!text.empty()) {
      const auto size = ::send(socket_, text.data(), text.size(), MSG_NOSIGNAL);
      if (size <= 0) return;
      text.remove_prefix(static_cast<std::size_t>(size));
    }
  }
  void send_bytewise(std::string_view text) {
    for (const char& byte : text) send({&byte, 1});
  }
  /// What comes in one receive; empty at the end of the connection.
  std::string receive() {
    pollfd wait{socket_, POLLIN, 0};
    if (poll(&wait, 1, kPatience) != 1) return "";
    char buffer[4096];
    const auto size = recv(socket_, buffer, sizeof buffer, 0);
    return size > 0 ? std::string(buffer, static_cast<std::size_t>(size)) : "";
  }
  /// A whole line without its LF; empty at the end of the connection.
  std::string line() {
    while (received_.find('\n') == std::string::npos) {
      const std::string piece = receive();
      if (piece.empty()) return "";
      received_ += piece;
    }
    const std::size_t end = received_.find('\n');
    std::string line = received_.substr(0, end);
    received_.erase(0, end + 1);
    return line;
  }
  /// Waits until the other side hangs up; false when it does not.
  bool sees_the_end() {
    const auto begin = std::chrono::steady_clock::now();
    while (!receive().empty()) continue;
    return std::chrono::steady_clock::now() - begin < std::chrono::milliseconds(kPatience);
  }
  void half_close() const { shutdown(socket_, SHUT_WR); }
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
  int socket_;
  std::string received_;
};

/// Listens on a port of its own, or on one given, and hands each connection to `serve` with its
/// number, 0 the first; one after the other, on a thread of its own.
class FakeServer {
 public:
  using Serve = std::function<void(Peer& peer, int number)>;

  explicit FakeServer(Serve serve, std::uint16_t port = 0) : serve_(std::move(serve)) {
    listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int on = 1;
    setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(bind(listener_, reinterpret_cast<sockaddr*>(&address), sizeof address), 0);
    EXPECT_EQ(listen(listener_, 8), 0);
    socklen_t size = sizeof address;
    getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size);
    port_ = ntohs(address.sin_port);
    thread_ = std::thread([this] { accept_all(); });
  }
  ~FakeServer() {
    shutdown(listener_, SHUT_RDWR);
    thread_.join();
    close(listener_);
  }
  FakeServer(const FakeServer&) = delete;
  FakeServer& operator=(const FakeServer&) = delete;

  std::uint16_t port() const { return port_; }

  /// A port on which nobody listens, for the moment.
  static std::uint16_t free_port() {
    return FakeServer([](Peer&, int) {}).port();
  }

 private:
  void accept_all() {
    for (int number = 0;; ++number) {
      const int connection = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
      if (connection < 0) return;
      Peer peer(connection);
      serve_(peer, number);
    }
  }

  Serve serve_;
  int listener_ = -1;
  std::uint16_t port_ = 0;
  std::thread thread_;
};

}  // namespace gauntlet::tools
