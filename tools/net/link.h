// What carries a connection's bytes: a TCP stream or a WebSocket.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace boost::asio {
class io_context;
}

namespace gauntlet::tools {

/// One peer's end of the line. Everything happens on the thread that runs the io_context. A handler
/// is called once, also when close() ends what it waits for, and keeps alive what it holds until
/// then. At most one read and one write are under way.
class Link {
 public:
  enum class Stream : std::uint8_t {
    kOpen,        ///< There will be more.
    kHalfClosed,  ///< The peer sends no more, but may still read.
    kBroken,      ///< Nothing goes either way.
  };
  /// Either the link is open, or `why` says what was wrong, which the peer has been told.
  using Opened = std::function<void(bool is_open, const std::string& why)>;
  /// Bytes, or with an end, if somebody should know it, why.
  using Read = std::function<void(Stream stream, std::string_view bytes)>;
  using Written = std::function<void(bool is_fine)>;

  virtual ~Link() = default;

  /// What comes before the first byte of the protocol; may call back at once.
  virtual void open(Opened handler) = 0;
  /// A piece of a stream, or a whole message.
  virtual void read(Read handler) = 0;
  /// Sends `bytes`, as one message if there are messages. They stay until the handler is called.
  virtual void write(std::string_view bytes, Written handler) = 0;
  /// Says goodbye: nothing more will be written. REQUIRES: no write is under way.
  virtual void shut() = 0;
  virtual void close() = 0;
};

/// A connected TCP socket, whose descriptor the link takes over.
struct Descriptor {
  int number;
  bool is_v6;
};

std::shared_ptr<Link> make_tcp_link(boost::asio::io_context& io, Descriptor socket);

struct WebLinkOptions {
  std::vector<std::string> origins;           ///< As in origin_objection().
  std::size_t message_bytes = 16 * 1024;      ///< A longer message ends the connection.
  std::chrono::milliseconds open_time{5000};  ///< For the whole request.
};

/// A WebSocket, which opens by an HTTP request for "/". What is no such request gets its status
/// and one sentence: 400 malformed, 403 a foreign page, 404 another path, 408 too slow, 426 no
/// WebSocket, 431 headers over 8 KiB. Messages are text; what is not ends the connection with a
/// close code and a sentence.
std::shared_ptr<Link> make_web_link(boost::asio::io_context& io, Descriptor socket,
                                    WebLinkOptions options);

}  // namespace gauntlet::tools
