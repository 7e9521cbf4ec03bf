// HTTP as tests speak it: bytes over a socket, nothing helpful.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "tests/tools/test_socket.h"

namespace gauntlet::tools {

/// A connection to a port of this machine. Reading gives up after a while.
class RawHttp {
 public:
  using Milliseconds = std::chrono::milliseconds;

  struct Reply {
    int status = 0;  ///< 0: none came.
    std::string head;
    std::string body;
  };

  explicit RawHttp(std::uint16_t port) : is_open_(socket_.connect(port)) {}

  bool is_open() const { return is_open_; }

  /// False when the other side takes no more.
  bool write(std::string_view bytes) const { return socket_.send(bytes); }
  void stop_writing() const { socket_.half_close(); }

  Reply read(Milliseconds patience = Milliseconds(20'000)) {
    const auto end = std::chrono::steady_clock::now() + patience;
    Reply reply;
    while (buffer_.find("\r\n\r\n") == std::string::npos)
      if (!more(end)) return reply;
    const std::size_t head = buffer_.find("\r\n\r\n") + 4;
    reply.head = buffer_.substr(0, head);
    const std::size_t length = length_of(reply.head);
    while (buffer_.size() < head + length)
      if (!more(end)) return reply;
    reply.status = std::stoi(reply.head.substr(9, 3));
    reply.body = buffer_.substr(head, length);
    buffer_.erase(0, head + length);
    return reply;
  }
  Reply ask(std::string_view bytes, Milliseconds patience = Milliseconds(20'000)) {
    write(bytes);
    return read(patience);
  }
  bool was_reset() const { return socket_.was_reset(); }
  /// True when the other side closes within `patience`, with nothing more to say.
  bool is_closed(Milliseconds patience) {
    const auto end = std::chrono::steady_clock::now() + patience;
    while (more(end)) {
    }
    return socket_.has_ended() && buffer_.empty();
  }

 private:
  static std::size_t length_of(std::string head) {
    std::transform(head.begin(), head.end(), head.begin(), ::tolower);
    const std::size_t at = head.find("content-length: ");
    return at == std::string::npos ? 0 : std::stoul(head.substr(at + 16));
  }
  bool more(std::chrono::steady_clock::time_point end) {
    const auto left = std::chrono::ceil<Milliseconds>(end - std::chrono::steady_clock::now());
    if (left.count() <= 0) return false;
    const std::string piece = socket_.receive(left);
    buffer_ += piece;
    return !piece.empty();
  }

  TestSocket socket_;
  const bool is_open_;
  std::string buffer_;
};

inline std::string http_get(const std::string& target) {
  return "GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
}

inline std::string http_post(const std::string& target, const std::string& body) {
  return "POST " + target + " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n" +
         "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

}  // namespace gauntlet::tools
