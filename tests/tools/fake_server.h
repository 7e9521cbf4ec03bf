// A TCP server on loopback that does what a test tells it.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>

#include "tests/tools/test_socket.h"

namespace gauntlet::tools {

/// One accepted connection. Reads give up after some seconds, so that a failing test ends.
class Peer {
 public:
  explicit Peer(int socket) : socket_(socket) {}

  void send(std::string_view text) { socket_.send(text); }
  void send_bytewise(std::string_view text) {
    for (const char& byte : text) send({&byte, 1});
  }
  /// What comes in one receive; empty at the end of the connection.
  std::string receive() { return socket_.receive(); }
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
    while (!receive().empty()) continue;
    return socket_.has_ended();
  }
  void half_close() const { socket_.half_close(); }
  void reset() { socket_.reset(); }
  void close() { socket_.close(); }

 private:
  TestSocket socket_;
  std::string received_;
};

/// Listens on a port of its own, or on one given, and hands each connection to `serve` with its
/// number, 0 the first; one after the other, on a thread of its own.
class FakeServer {
 public:
  using Serve = std::function<void(Peer& peer, int number)>;

  explicit FakeServer(Serve serve, std::uint16_t port = 0) : serve_(std::move(serve)) {
    const int on = 1;
    setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    sockaddr_in address = TestSocket::address(port);
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
  const int listener_ = TestSocket::open();
  std::uint16_t port_ = 0;
  std::thread thread_;
};

}  // namespace gauntlet::tools
