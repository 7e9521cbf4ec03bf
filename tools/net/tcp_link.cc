#include <unistd.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/write.hpp>
#include <utility>

#include "tools/net/link.h"

namespace gauntlet::tools {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

constexpr std::size_t kPieceBytes = 1024;

class TcpLink final : public Link {
 public:
  TcpLink(asio::io_context& io, Descriptor socket) : socket_(io) {
    error_code error;
    socket_.assign(socket.is_v6 ? tcp::v6() : tcp::v4(), socket.number, error);
    if (error) ::close(socket.number);  // reading will tell
  }

  void open(Opened handler) override { handler(true, ""); }
  void read(Read handler) override {
    socket_.async_read_some(asio::buffer(piece_), [this, handler = std::move(handler)](
                                                      error_code error, std::size_t size) {
      if (!error) return handler(Stream::kOpen, {piece_.data(), size});
      handler(error == asio::error::eof ? Stream::kHalfClosed : Stream::kBroken, "");
    });
  }
  void write(std::string_view bytes, Written handler) override {
    asio::async_write(
        socket_, asio::buffer(bytes.data(), bytes.size()),
        [handler = std::move(handler)](error_code error, std::size_t) { handler(!error); });
  }
  void shut() override {
    error_code ignored;
    socket_.shutdown(tcp::socket::shutdown_send, ignored);
  }
  void close() override {
    error_code ignored;
    socket_.close(ignored);
  }

 private:
  tcp::socket socket_;
  std::array<char, kPieceBytes> piece_;
};

}  // namespace

std::shared_ptr<Link> make_tcp_link(asio::io_context& io, Descriptor socket) {
  return std::make_shared<TcpLink>(io, socket);
}

}  // namespace gauntlet::tools
