#include <unistd.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/buffers_to_string.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <boost/beast/websocket.hpp>
#include <optional>
#include <utility>

#include "engine/words.h"
#include "tools/net/link.h"
#include "tools/net/origin.h"

namespace gauntlet::tools {

namespace {

namespace asio = boost::asio;
namespace http = boost::beast::http;
namespace websocket = boost::beast::websocket;
using asio::ip::tcp;
using boost::beast::error_code;
using std::chrono::seconds;

constexpr std::uint32_t kHeaderBytes = 8 * 1024;
constexpr seconds kClosingTime{1};  // for the peer to agree
constexpr seconds kIdleTime{60};    // a page that does not answer a ping within it is gone

using Request = http::request<http::empty_body>;

struct Refusal {
  http::status status;
  std::string sentence;
};

/// Why this is no request of a page that may play, if it is not.
std::optional<Refusal> refusal_of(const Request& request, const std::vector<std::string>& origins) {
  if (request.target() != "/")
    return Refusal{http::status::not_found, "there is nothing at " +
                                                engine::in_quotes(request.target()) +
                                                "; a page opens its WebSocket at /"};
  if (!websocket::is_upgrade(request))
    return Refusal{http::status::upgrade_required,
                   "this port speaks WebSocket, for pages that play; open ws:// with its address"};
  for (const auto field : {http::field::host, http::field::origin})
    if (request.count(field) > 1)
      return Refusal{http::status::bad_request, "a request has one Host and at most one Origin"};
  const absl::Status status =
      origin_objection(request[http::field::origin], request[http::field::host], origins);
  if (!status.ok()) return Refusal{http::status::forbidden, engine::message_of(status)};
  return std::nullopt;
}

/// Whether the peer has gone, which nobody needs to be told.
bool is_end(const error_code& error) {
  return error == websocket::error::closed || error == asio::error::eof ||
         error == asio::error::operation_aborted || error == asio::error::connection_reset ||
         error == asio::error::broken_pipe || error == http::error::end_of_stream;
}

/// Of what has come and is not read yet: chunks and trailers could go on for ever.
constexpr std::size_t kMostBuffered = 64 * 1024;

class WebLink final : public Link, public std::enable_shared_from_this<WebLink> {
 public:
  WebLink(asio::io_context& io, Descriptor socket, WebLinkOptions options)
      : options_(std::move(options)), web_(io), timer_(io) {
    error_code error;
    tcp_socket().assign(socket.is_v6 ? tcp::v6() : tcp::v4(), socket.number, error);
    if (error) ::close(socket.number);  // reading will tell
    web_.set_option(websocket::stream_base::timeout{kClosingTime, kIdleTime, true});
    web_.control_callback([this](websocket::frame_type kind, boost::beast::string_view) {
      if (kind == websocket::frame_type::close) limit_closing();
    });
    web_.read_message_max(0);  // counted here, so that the peer is told the limit
    parser_.header_limit(kHeaderBytes);
    parser_.body_limit(0);
  }

  void open(Opened handler) override;
  void read(Read handler) override;
  void write(std::string_view bytes, Written handler) override;
  void shut() override;
  void close() override;

 private:
  tcp::socket& tcp_socket() { return web_.next_layer(); }
  void start_timer();
  void answer(const error_code& error, Opened handler);
  void accept(Opened handler);
  void turn_away(const std::string& why, const Opened& handler);
  void refuse(Refusal refusal, Opened handler);
  void drain(Read handler);
  void take_piece(const error_code& error, Read handler);
  void limit_closing();
  void end(websocket::close_code code, const std::string& sentence, Read handler);

  const WebLinkOptions options_;
  websocket::stream<tcp::socket> web_;
  asio::steady_timer timer_;
  bool is_open_ = false;
  bool is_late_ = false;
  bool has_ended_ = false;  // the peer has; Asio tells that once only
  boost::beast::flat_buffer buffer_{kMostBuffered};
  http::request_parser<http::empty_body> parser_;
  Request request_;
  http::response<http::string_body> response_;
  std::array<char, 1024> drained_;
};

// ---- opening ----

void WebLink::open(Opened handler) {
  start_timer();
  http::async_read(tcp_socket(), buffer_, parser_,
                   [self = shared_from_this(), handler = std::move(handler)](
                       const error_code& error, std::size_t) { self->answer(error, handler); });
}

/// Who is late finds that the socket reads no more, and can still be told; twice as late is the
/// end.
void WebLink::start_timer() {
  timer_.expires_after(options_.open_time);
  timer_.async_wait([self = shared_from_this()](const error_code& error) {
    if (error || self->is_open_) return;
    error_code ignored;
    if (self->is_late_) return self->close();
    self->is_late_ = true;
    self->tcp_socket().shutdown(tcp::socket::shutdown_receive, ignored);
    self->start_timer();
  });
}

void WebLink::answer(const error_code& error, Opened handler) {
  if (is_late_)
    return refuse(
        {http::status::request_timeout,
         "a request must arrive within " + std::to_string(options_.open_time.count()) + " ms"},
        std::move(handler));
  if (error == http::error::header_limit)
    return refuse({http::status::request_header_fields_too_large,
                   "headers have at most " + std::to_string(kHeaderBytes) + " bytes"},
                  std::move(handler));
  has_ended_ = is_end(error);
  if (has_ended_) return handler(false, "it left before it had asked for anything");
  if (error)
    return refuse({http::status::bad_request,
                   "this is no WebSocket request: " + engine::printable(error.message(), 80)},
                  std::move(handler));
  request_ = parser_.release();
  if (auto refusal = refusal_of(request_, options_.origins))
    return refuse(std::move(*refusal), std::move(handler));
  accept(std::move(handler));
}

/// Beast answers what is still wrong. What came before the answer is nothing that a browser sends.
void WebLink::accept(Opened handler) {
  buffer_.clear();
  web_.async_accept(
      request_, [self = shared_from_this(), handler = std::move(handler)](const error_code& error) {
        if (error)
          return self->turn_away("its WebSocket request is wrong: " + error.message(), handler);
        self->timer_.cancel();
        self->is_open_ = true;
        handler(true, "");
      });
}

/// The peer has been told why.
void WebLink::turn_away(const std::string& why, const Opened& handler) {
  error_code ignored;
  timer_.cancel();
  tcp_socket().shutdown(tcp::socket::shutdown_send, ignored);
  handler(false, why);
}

void WebLink::refuse(Refusal refusal, Opened handler) {
  response_.version(11);
  response_.result(refusal.status);
  response_.set(http::field::content_type, "text/plain; charset=utf-8");
  response_.set("X-Content-Type-Options", "nosniff");
  if (refusal.status == http::status::upgrade_required)
    response_.set(http::field::upgrade, "websocket");
  response_.keep_alive(false);
  response_.body() = refusal.sentence;
  response_.prepare_payload();
  http::async_write(
      tcp_socket(), response_,
      [self = shared_from_this(), handler = std::move(handler), why = std::move(refusal.sentence)](
          const error_code&, std::size_t) { self->turn_away(why, handler); });
}

// ---- messages ----

void WebLink::read(Read handler) {
  if (!is_open_) return drain(std::move(handler));
  web_.async_read_some(
      buffer_, options_.message_bytes + 1 - buffer_.size(),
      [self = shared_from_this(), handler = std::move(handler)](
          const error_code& error, std::size_t) { self->take_piece(error, handler); });
}

/// What a refused peer still sends: closing over unread bytes would take back the refusal.
void WebLink::drain(Read handler) {
  if (has_ended_)
    return asio::post(web_.get_executor(),
                      [handler = std::move(handler)] { handler(Stream::kBroken, ""); });
  tcp_socket().async_read_some(asio::buffer(drained_),
                               [self = shared_from_this(), handler = std::move(handler)](
                                   const error_code& error, std::size_t) {
                                 handler(error ? Stream::kBroken : Stream::kOpen, "");
                               });
}

void WebLink::take_piece(const error_code& error, Read handler) {
  if (error)
    return handler(Stream::kBroken, is_end(error) ? "" : engine::printable(error.message(), 80));
  if (!web_.got_text())
    return end(websocket::close_code::unknown_data, "messages are text here", std::move(handler));
  if (buffer_.size() > options_.message_bytes)
    return end(websocket::close_code::too_big,
               "a message has at most " + std::to_string(options_.message_bytes) + " bytes",
               std::move(handler));
  if (!web_.is_message_done()) return read(std::move(handler));
  const std::string message = boost::beast::buffers_to_string(buffer_.data());
  buffer_.consume(buffer_.size());
  handler(Stream::kOpen, message);
}

void WebLink::end(websocket::close_code code, const std::string& sentence, Read handler) {
  web_.async_close({code, sentence},
                   [self = shared_from_this(), handler = std::move(handler),
                    sentence](const error_code&) { handler(Stream::kBroken, sentence); });
}

/// A peer that has said goodbye hangs up soon; nothing else limits how long it may take.
void WebLink::limit_closing() {
  timer_.expires_after(kClosingTime);
  timer_.async_wait([self = shared_from_this()](const error_code& error) {
    if (!error) self->close();
  });
}

void WebLink::write(std::string_view bytes, Written handler) {
  web_.text(true);
  web_.async_write(asio::buffer(bytes.data(), bytes.size()),
                   [self = shared_from_this(), handler = std::move(handler)](
                       const error_code& error, std::size_t) { handler(!error); });
}

void WebLink::shut() {
  web_.async_close({websocket::close_code::going_away, "goodbye"},
                   [self = shared_from_this()](const error_code&) {});
}

void WebLink::close() {
  error_code ignored;
  timer_.cancel();
  tcp_socket().close(ignored);
}

}  // namespace

std::shared_ptr<Link> make_web_link(asio::io_context& io, Descriptor socket,
                                    WebLinkOptions options) {
  return std::make_shared<WebLink>(io, socket, std::move(options));
}

}  // namespace gauntlet::tools
