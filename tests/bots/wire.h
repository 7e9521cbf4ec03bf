// How a program of a test talks with whoever has started it.
#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <string>
#include <string_view>

namespace gauntlet::tools {

/// By its pipes, by a connection that it makes, or by those that it accepts, one after the other.
class Wire {
 public:
  void use_pipes() {
    in_ = 0;
    out_ = 1;
  }
  bool connect(std::uint16_t port) {
    in_ = out_ = socket(AF_INET, SOCK_STREAM, 0);
    const sockaddr_in to = address(port);
    return ::connect(in_, reinterpret_cast<const sockaddr*>(&to), sizeof to) == 0;
  }
  bool listen(std::uint16_t port) {
    listener_ = socket(AF_INET, SOCK_STREAM, 0);
    const int on = 1;
    setsockopt(listener_, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    const sockaddr_in here = address(port);
    return bind(listener_, reinterpret_cast<const sockaddr*>(&here), sizeof here) == 0 &&
           ::listen(listener_, 16) == 0;
  }
  /// Waits for the next connection. False when there will be none.
  bool accept() {
    if (listener_ < 0) return false;
    if (in_ >= 0) close(in_);
    in_ = out_ = ::accept(listener_, nullptr, nullptr);
    return in_ >= 0;
  }

  /// "" at the end.
  std::string read() const {
    char buffer[8192];
    const ssize_t size = ::read(in_, buffer, sizeof buffer);
    return size > 0 ? std::string(buffer, static_cast<std::size_t>(size)) : "";
  }
  /// False when nobody hears it. REQUIRES: SIGPIPE is ignored.
  bool write(std::string_view text) const {
    while (!text.empty()) {
      const ssize_t size = ::write(out_, text.data(), text.size());
      if (size <= 0) return false;
      text.remove_prefix(static_cast<std::size_t>(size));
    }
    return true;
  }
  /// All that comes until the other side hangs up.
  std::string read_all() const {
    std::string all;
    for (std::string piece; !(piece = read()).empty();) all += piece;
    return all;
  }
  /// Nothing more will be written.
  void finish() const { shutdown(out_, SHUT_WR); }
  void hang_up() {
    for (const int end : {in_, out_, listener_})
      if (end >= 0) close(end);
    in_ = out_ = listener_ = -1;
  }

 private:
  static sockaddr_in address(std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
  }

  int in_ = -1, out_ = -1, listener_ = -1;
};

}  // namespace gauntlet::tools
