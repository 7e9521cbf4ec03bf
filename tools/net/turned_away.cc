#include "tools/net/turned_away.h"

#include <unistd.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <string_view>
#include <utility>

namespace gauntlet::tools {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

constexpr std::chrono::seconds kStay{1};
constexpr std::size_t kMostLingering = 64;
constexpr std::size_t kMostRead = 128 * 1024;

}  // namespace

std::string TurnedAway::over_http(const HttpHeaders& headers) {
  std::string text = "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\nConnection: close\r\n";
  for (const HttpHeader& header : headers) text += header.name + ": " + header.value + "\r\n";
  return text + "Content-Type: text/plain; charset=utf-8\r\nContent-Length: " +
         std::to_string(kSentence.size()) + "\r\n\r\n" + std::string(kSentence);
}

/// Reads what still comes, for a connection closed over unread bytes is reset, and the peer could
/// lose the answer.
class TurnedAway::Peer : public std::enable_shared_from_this<Peer> {
 public:
  Peer(tcp::socket socket, std::shared_ptr<std::size_t> lingering)
      : socket_(std::move(socket)),
        timer_(socket_.get_executor(), kStay),
        lingering_(std::move(lingering)) {
    ++*lingering_;
  }
  ~Peer() { --*lingering_; }
  Peer(const Peer&) = delete;
  Peer& operator=(const Peer&) = delete;

  void linger() {
    timer_.async_wait([self = shared_from_this()](const error_code&) {
      error_code ignored;
      self->socket_.close(ignored);
    });
    read();
  }

 private:
  void read() {
    socket_.async_read_some(asio::buffer(bytes_),
                            [self = shared_from_this()](const error_code& error, std::size_t n) {
                              self->read_ += n;
                              if (error || self->read_ > kMostRead) return self->leave();
                              self->read();
                            });
  }
  void leave() {
    error_code ignored;
    socket_.close(ignored);
    timer_.cancel();
  }

  tcp::socket socket_;
  asio::steady_timer timer_;
  std::shared_ptr<std::size_t> lingering_;
  std::array<char, 1024> bytes_;
  std::size_t read_ = 0;
};

/// The answer fits into the buffer of a new socket, so nothing waits here.
void TurnedAway::add(Descriptor descriptor) {
  error_code ignored;
  tcp::socket socket(io_);
  if (socket.assign(descriptor.is_v6 ? tcp::v6() : tcp::v4(), descriptor.number, ignored)) {
    ::close(descriptor.number);
    return;
  }
  socket.non_blocking(true, ignored);
  socket.write_some(asio::buffer(answer_), ignored);
  socket.shutdown(tcp::socket::shutdown_send, ignored);
  if (*lingering_ < kMostLingering) std::make_shared<Peer>(std::move(socket), lingering_)->linger();
}

}  // namespace gauntlet::tools
