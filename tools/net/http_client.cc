#include "tools/net/http_client.h"

#include <algorithm>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/http.hpp>
#include <exception>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

#include "engine/words.h"
#include "tools/net/pieces.h"

namespace gauntlet::tools {

namespace asio = boost::asio;
namespace http = boost::beast::http;

namespace {

using asio::ip::tcp;
using boost::beast::error_code;
using Endpoints = std::vector<tcp::endpoint>;
using Parser = http::response_parser<http::string_body>;

constexpr std::size_t kMostRead = 32 * 1'024;  // and not taken over yet

asio::redirect_error_t<asio::use_awaitable_t<>> into_error(error_code& error) {
  return asio::redirect_error(asio::use_awaitable, error);
}

bool is_hang_up(const error_code& error) {
  return error == http::error::end_of_stream || error == http::error::partial_message ||
         error == asio::error::eof || error == asio::error::connection_reset ||
         error == asio::error::broken_pipe || error == asio::error::connection_aborted;
}

/// As it is on the wire.
template <class Message>
std::string text_of(const Message& message) {
  std::ostringstream text;
  text << message;
  return text.str();
}

HttpResponse response_of(Parser& parser) {
  auto& message = parser.get();
  HttpResponse response;
  response.status = static_cast<int>(message.result_int());
  for (const auto& field : message)
    response.headers.push_back({std::string(field.name_string()), std::string(field.value())});
  response.body = std::move(message.body());
  return response;
}

}  // namespace

class HttpClient::Core {
 public:
  Core(HttpUrl server, MakeSocket make_socket, Conversation* conversation)
      : server_(std::move(server)),
        make_socket_(std::move(make_socket)),
        conversation_(conversation) {}

  absl::StatusOr<HttpResponse> ask(const Call& call, Time deadline, std::stop_token stop);

 private:
  asio::awaitable<void> converse(const Call& call);
  asio::awaitable<error_code> connect();
  error_code take_made_socket();
  asio::awaitable<Endpoints> resolve(error_code& error);
  asio::awaitable<error_code> send_in_pieces(std::string text);
  asio::awaitable<error_code> exchange(const Call& call, std::optional<Parser>& parser);
  absl::Status failure(const error_code& error) const;
  void give_up(absl::Status why);
  void hang_up();

  const HttpUrl server_;
  const MakeSocket make_socket_;
  Conversation* const conversation_;
  asio::io_context io_;
  tcp::socket socket_{io_};
  tcp::resolver resolver_{io_};
  asio::steady_timer limit_{io_}, pause_{io_};
  absl::StatusOr<HttpResponse> result_{absl::UnknownError("")};
  std::uint64_t requests_ = 0;
  absl::Status given_up_;  // why all waits have been ended
};

absl::StatusOr<HttpResponse> HttpClient::Core::ask(const Call& call, Time deadline,
                                                   std::stop_token stop) {
  io_.restart();
  given_up_ = absl::OkStatus();
  limit_.expires_at(deadline);
  limit_.async_wait([this](const error_code& error) {
    if (!error) give_up(absl::DeadlineExceededError("it has not answered in time"));
  });
  // It may come so late that nobody looks at it before the next request.
  const std::stop_callback on_stop(std::move(stop), [this, number = ++requests_] {
    asio::post(io_, [this, number] {
      if (number == requests_) give_up(absl::CancelledError("stopped"));
    });
  });
  asio::co_spawn(io_, converse(call), [](const std::exception_ptr& failure) {
    if (failure) std::rethrow_exception(failure);
  });
  io_.run();
  if (!given_up_.ok()) hang_up();
  return given_up_.ok() ? std::move(result_) : absl::StatusOr<HttpResponse>(given_up_);
}

/// Ends all waits but the system's look-up of a name.
void HttpClient::Core::give_up(absl::Status why) {
  if (!given_up_.ok()) return;
  given_up_ = std::move(why);
  resolver_.cancel();
  hang_up();
}

void HttpClient::Core::hang_up() {
  error_code ignored;
  socket_.close(ignored);
}

asio::awaitable<void> HttpClient::Core::converse(const Call& call) {
  error_code ignored;
  if (socket_.is_open() && socket_.available(ignored) > 0) hang_up();  // nobody asked for that
  bool is_kept = socket_.is_open();
  while (given_up_.ok()) {
    error_code error;
    if (!is_kept) error = co_await connect();
    if (error) {
      result_ = absl::UnavailableError("cannot connect to " + server_.authority() + ": " +
                                       engine::printable(error.message(), 80));
      break;
    }
    std::optional<Parser> parser(std::in_place);
    error = co_await exchange(call, parser);
    const bool goes_on = !error && parser->get().keep_alive() && !call.closes;
    if (!goes_on) hang_up();
    const bool was_closed = is_kept && !parser->got_some() && is_hang_up(error);
    is_kept = false;
    if (was_closed) continue;
    result_ = error ? absl::StatusOr<HttpResponse>(failure(error)) : response_of(*parser);
    break;
  }
  limit_.cancel();
}

asio::awaitable<error_code> HttpClient::Core::connect() {
  error_code error;
  const Endpoints endpoints = co_await resolve(error);
  if (!error && make_socket_) error = take_made_socket();
  if (error) co_return error;
  if (make_socket_) {
    co_await socket_.async_connect(endpoints.front(), into_error(error));
  } else {
    co_await asio::async_connect(socket_, endpoints, into_error(error));
  }
  error_code ignored;
  if (!error) socket_.set_option(tcp::no_delay(true), ignored);
  if (!error && conversation_) conversation_->connected_anew();
  if (error) hang_up();
  co_return error;
}

error_code HttpClient::Core::take_made_socket() {
  OwnDescriptor made = make_socket_();
  error_code error = asio::error::connection_refused;
  if (made.number() >= 0) socket_.assign(tcp::v4(), made.release(), error);
  return error;
}

asio::awaitable<Endpoints> HttpClient::Core::resolve(error_code& error) {
  const auto address = asio::ip::make_address(server_.host, error);
  if (!error) co_return Endpoints{tcp::endpoint(address, server_.port)};
  error.clear();
  const auto found = co_await resolver_.async_resolve(server_.host, std::to_string(server_.port),
                                                      into_error(error));
  Endpoints endpoints;
  for (const auto& entry : found) endpoints.push_back(entry.endpoint());
  co_return endpoints;
}

asio::awaitable<error_code> HttpClient::Core::send_in_pieces(std::string text) {
  Pieces pieces;
  error_code error;
  for (std::size_t sent = 0; sent < text.size() && !error;) {
    const std::size_t size = std::min(pieces.next_size(), text.size() - sent);
    co_await asio::async_write(socket_, asio::buffer(text.data() + sent, size), into_error(error));
    sent += size;
    pause_.expires_after(Pieces::kPause);
    error_code ignored;
    co_await pause_.async_wait(into_error(ignored));
  }
  co_return error;
}

asio::awaitable<error_code> HttpClient::Core::exchange(const Call& call,
                                                       std::optional<Parser>& parser) {
  http::request<http::string_body> request(http::string_to_verb(call.method),
                                           server_.path + call.target, 11);
  request.set(http::field::host, server_.authority());
  request.set(http::field::user_agent, "Gauntlet/" GAUNTLET_VERSION);
  if (!call.content_type.empty()) request.set(http::field::content_type, call.content_type);
  for (const HttpHeader& header : call.headers) request.insert(header.name, header.value);
  if (call.closes) request.keep_alive(false);
  request.body() = call.body;
  request.prepare_payload();
  const std::string text = text_of(request);
  if (conversation_) conversation_->told(text);
  error_code error;
  if (call.is_in_pieces) {
    error = co_await send_in_pieces(text);
  } else {
    co_await asio::async_write(socket_, asio::buffer(text), into_error(error));
  }
  if (error) co_return error;
  boost::beast::flat_buffer buffer(kMostRead);
  do {  // until there is more than "100 Continue"
    parser.emplace();
    parser->header_limit(kHeaderBytes);
    parser->body_limit(kBodyBytes);
    co_await http::async_read(socket_, buffer, *parser, into_error(error));
  } while (!error && parser->get().result_int() / 100 == 1);
  if (!error && conversation_) conversation_->said(text_of(parser->get()));
  if (!error && buffer.size() > 0) hang_up();  // what follows the answer is none to what comes next
  co_return error;
}

absl::Status HttpClient::Core::failure(const error_code& error) const {
  if (is_hang_up(error))
    return absl::AbortedError("it has closed the connection instead of answering");
  if (error == http::error::body_limit)
    return absl::DataLossError("its answer is longer than " + engine::grouped(kBodyBytes) +
                               " bytes");
  if (error == http::error::header_limit || error == http::error::buffer_overflow)
    return absl::DataLossError("its headers are longer than " + engine::grouped(kHeaderBytes) +
                               " bytes");
  return absl::DataLossError("what it answered is no HTTP (" +
                             engine::printable(error.message(), 80) + ")");
}

HttpClient::HttpClient(HttpUrl server, MakeSocket make_socket, Conversation* conversation)
    : core_(std::make_unique<Core>(std::move(server), std::move(make_socket), conversation)) {}

HttpClient::~HttpClient() = default;

absl::StatusOr<HttpResponse> HttpClient::ask(const Call& call, Time deadline,
                                             std::stop_token stop) {
  return core_->ask(call, deadline, std::move(stop));
}

}  // namespace gauntlet::tools
