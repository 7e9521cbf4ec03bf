// A browser's WebSocket, as far as tests need one.
#pragma once

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/websocket.hpp>
#include <chrono>
#include <optional>
#include <string>

namespace gauntlet::tools {

/// Connects to a port of this machine. Reading gives up after some seconds, for good.
class WebClient {
 public:
  explicit WebClient(std::uint16_t port, const std::string& origin = "http://localhost") {
    boost::beast::error_code error;
    auto& socket = web_.next_layer();
    socket.connect({boost::asio::ip::address_v4::loopback(), port}, error);
    web_.set_option(boost::beast::websocket::stream_base::decorator(
        [origin](boost::beast::websocket::request_type& request) {
          request.set(boost::beast::http::field::origin, origin);
        }));
    if (!error) web_.handshake("127.0.0.1:" + std::to_string(port), "/", error);
    is_open_ = !error;
  }

  bool is_open() const { return is_open_; }

  /// False when the server has hung up.
  bool send(const std::string& text) {
    boost::beast::error_code error;
    web_.text(true);
    web_.write(boost::asio::buffer(text), error);
    return !error;
  }
  /// The next message; nothing when the connection has ended or none comes.
  std::optional<std::string> read(std::chrono::seconds patience = std::chrono::seconds(5)) {
    boost::beast::flat_buffer buffer;
    bool is_there = false;
    web_.async_read(buffer,
                    [&](const boost::beast::error_code& error, std::size_t) { is_there = !error; });
    io_.restart();
    io_.run_for(patience);
    if (!io_.stopped()) close();
    if (!is_there) return std::nullopt;
    return boost::beast::buffers_to_string(buffer.data());
  }
  /// The code with which the server has closed; 0 if it has not.
  int close_code() const { return web_.reason().code; }
  std::string close_reason() const {
    return {web_.reason().reason.data(), web_.reason().reason.size()};
  }
  /// Closes without a goodbye.
  void close() {
    boost::beast::error_code ignored;
    web_.next_layer().close(ignored);
    io_.restart();
    io_.run();
  }

 private:
  boost::asio::io_context io_;
  boost::beast::websocket::stream<boost::asio::ip::tcp::socket> web_{io_};
  bool is_open_ = false;
};

}  // namespace gauntlet::tools
