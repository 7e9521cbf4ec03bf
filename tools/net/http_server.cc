#include "tools/net/http_server.h"

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>
#include <absl/synchronization/mutex.h>
#include <sys/socket.h>

#include <algorithm>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
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
#include <sstream>
#include <stop_token>
#include <thread>
#include <utility>

#include "engine/words.h"
#include "tools/net/turned_away.h"

namespace gauntlet::tools {

namespace asio = boost::asio;
namespace http = boost::beast::http;

namespace {

/// Of what has come and is not read yet: chunks and trailers could go on for ever.
constexpr std::size_t kMostBuffered = 128 * 1024;

using asio::ip::tcp;
using boost::beast::error_code;
using std::chrono::milliseconds;
using std::chrono::steady_clock;
using RequestParser = http::request_parser<http::string_body>;

constexpr milliseconds kLinger{1000};  // for a refused peer to read why
constexpr std::size_t kMostLingered = 1024 * 1024;
constexpr milliseconds kFarewell{1000};
constexpr milliseconds kAcceptPause{100};  // when descriptors have run out
constexpr milliseconds kFirstProbe{250};
constexpr int kMostRefusals = 100;  // in a row, of one connection
constexpr std::string_view kAnswersBegin = "HTTP/1.1 ";

asio::redirect_error_t<asio::use_awaitable_t<>> into(error_code& error) {
  return asio::redirect_error(asio::use_awaitable, error);
}

/// Tells apart the connections' peers for the limit; loopback has no address to count.
std::string counted_address(const tcp::endpoint& peer) {
  return peer.address().is_loopback() ? "" : peer.address().to_string();
}

bool is_end(const error_code& error) {
  return error == http::error::end_of_stream || error == http::error::partial_message ||
         error == asio::error::eof || error == asio::error::connection_reset ||
         error == asio::error::operation_aborted || error == asio::error::broken_pipe;
}

/// Beast has no such errors of its own.
error_code target_too_long() {
  return make_error_code(boost::system::errc::filename_too_long);
}
error_code bad_headers() {
  return make_error_code(boost::system::errc::protocol_error);
}

template <class Fields>
HttpHeaders headers_of(const Fields& fields) {
  HttpHeaders headers;
  for (const auto& field : fields)
    headers.push_back({std::string(field.name_string()), std::string(field.value())});
  return headers;
}

/// One connection's limit of time: when it runs out the socket can read no more, so whoever reads
/// goes on with an end of file. Sending is cut off altogether.
class Watch {
 public:
  enum class Ends : std::uint8_t { kReading, kAll };

  explicit Watch(tcp::socket& socket) : socket_(socket), timer_(socket.get_executor()) {}

  /// `owner` lives as long as the watch runs.
  void start(milliseconds time, Ends ends, std::shared_ptr<void> owner) {
    timer_.expires_after(time);
    ran_out_ = false;
    timer_.async_wait([this, number = ++number_, ends, owner](const error_code& error) {
      if (!error && number == number_) cut(ends);
    });
  }
  void stop() {
    ++number_;
    timer_.cancel();
  }
  bool ran_out() const { return ran_out_; }

 private:
  void cut(Ends ends) {
    error_code ignored;
    ran_out_ = true;
    if (ends == Ends::kReading)
      socket_.shutdown(tcp::socket::shutdown_receive, ignored);
    else
      socket_.close(ignored);
  }

  tcp::socket& socket_;
  asio::steady_timer timer_;
  std::uint64_t number_ = 0;  // of the last start, for a timer can fire just before it is stopped
  bool ran_out_ = false;
};

}  // namespace

// ---- the server's state ----

class HttpServer::Core {
 public:
  class Connection;

  Core(Options options, HttpHandler handler)
      : options_(std::move(options)), handler_(std::move(handler)) {}
  ~Core();

  absl::Status listen();
  void run();
  std::uint16_t port() const { return port_; }

  const Options& options() const { return options_; }

  /// What the handler says, or why it failed.
  HttpAnswer handled(const HttpRequest& request) const;
  /// What `task` replies.
  asio::awaitable<HttpResponse> performed(HttpTask task, std::stop_token stop);
  bool has_room_for_task() const { return pending_.size() < options_.tasks; }
  bool is_closing() const { return is_closing_; }
  void log(HttpEvent event) const {
    if (options_.log) options_.log(event);
  }
  HttpResponse refusal(int status, std::string sentence) const;
  HttpResponse failure(const std::exception& error) const;

  void add(Connection* connection, const std::string& address);
  void remove(Connection* connection, const std::string& address);

 private:
  /// A task that has not replied yet; the coroutine that waits for it owns it.
  struct Pending {
    asio::steady_timer is_here;  // cancelled then
    HttpResponse response;
  };

  void take_reply(std::uint64_t task, HttpResponse response) ABSL_LOCKS_EXCLUDED(mutex_);
  asio::awaitable<void> accept();
  void welcome(tcp::socket socket);
  void turn_away(tcp::socket socket, bool is_v6);
  void close();

  const Options options_;
  const HttpHandler handler_;
  absl::flat_hash_set<Connection*>
      connections_;  // these two outlive io_, which owns the connections
  absl::flat_hash_map<std::string, std::size_t> of_address_;
  bool is_over_ = false;
  asio::io_context io_{1};
  tcp::acceptor acceptor_{io_};
  TurnedAway turned_away_{io_, TurnedAway::over_http(options_.refusal_headers)};
  asio::steady_timer farewell_{io_};
  std::uint16_t port_ = 0;
  absl::flat_hash_map<std::uint64_t, Pending*> pending_;  // by the number of the task
  std::uint64_t last_task_ = 0;
  bool is_full_ = false;  // the last one was turned away
  bool is_closing_ = false;
  std::thread thread_;
  absl::Mutex mutex_;
  std::size_t replies_due_ ABSL_GUARDED_BY(mutex_) = 0;
};

/// One client, for as long as it stays. Owned by the coroutine that serves it.
class HttpServer::Core::Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(Core& core, tcp::socket socket, std::string address)
      : core_(core), socket_(std::move(socket)), address_(std::move(address)), watch_(socket_) {
    core_.add(this, address_);
  }
  ~Connection() { core_.remove(this, address_); }

  asio::awaitable<void> serve();
  /// Ends its task and lets it read no more, so that it goes when it has sent its answer.
  void close();

 private:
  asio::awaitable<bool> wait_for_request();
  bool skip_empty_lines();
  asio::awaitable<bool> serve_request();
  asio::awaitable<error_code> read_request(RequestParser& parser);
  asio::awaitable<void> invite_body(const RequestParser& parser);
  asio::awaitable<HttpResponse> answer(const HttpRequest& request);
  asio::awaitable<bool> send(HttpResponse response, bool keep_alive, bool has_body);
  asio::awaitable<void> refuse(const error_code& error);
  asio::awaitable<void> linger();
  void watch_peer();
  void take_end();
  void probe(milliseconds wait);
  void stop_watching();
  HttpRequest request_of(RequestParser& parser) const;
  HttpResponse refusal_of(const error_code& error) const;
  void log(const HttpResponse& response, std::string_view method, std::string_view target) const;

  Core& core_;
  tcp::socket socket_;
  const std::string address_;
  Watch watch_;
  boost::beast::flat_buffer buffer_{kMostBuffered};
  std::optional<HttpRefusal> objection_;  // to the request that was read last
  steady_clock::time_point arrived_;
  std::stop_source stop_;  // of the task under way
  asio::steady_timer probe_{socket_.get_executor()};
  int refusals_ = 0;          // in a row
  bool is_watching_ = false;  // the peer, while its task runs
  std::size_t probes_ = 0;    // bytes of kAnswersBegin that the peer has been sent already
};

// ---- a connection ----

asio::awaitable<void> HttpServer::Core::Connection::serve() {
  error_code ignored;
  socket_.set_option(tcp::no_delay(true), ignored);
  for (bool goes_on = true; goes_on && !core_.is_closing();) {
    goes_on = co_await wait_for_request();
    if (goes_on) goes_on = co_await serve_request();
  }
  watch_.stop();
  socket_.close(ignored);
}

/// True when the first bytes of a request are there. Empty lines before it count for nothing.
asio::awaitable<bool> HttpServer::Core::Connection::wait_for_request() {
  watch_.start(core_.options().idle_time, Watch::Ends::kReading, shared_from_this());
  while (!skip_empty_lines()) {
    error_code error;
    const std::size_t size = co_await socket_.async_read_some(buffer_.prepare(4096), into(error));
    if (error) co_return false;
    buffer_.commit(size);
  }
  arrived_ = steady_clock::now();
  co_return true;
}

/// True when something else is in the buffer.
bool HttpServer::Core::Connection::skip_empty_lines() {
  const auto is_empty = [this] {
    const char first = *static_cast<const char*>(buffer_.data().data());
    return first == '\r' || first == '\n';
  };
  while (buffer_.size() > 0 && is_empty()) buffer_.consume(1);
  return buffer_.size() > 0;
}

asio::awaitable<bool> HttpServer::Core::Connection::serve_request() {
  watch_.start(core_.options().request_time, Watch::Ends::kReading, shared_from_this());
  RequestParser parser;
  const error_code error = co_await read_request(parser);
  if (error) {
    co_await refuse(error);
    co_return false;
  }
  watch_.stop();
  const HttpRequest request = request_of(parser);
  HttpResponse response = co_await answer(request);
  log(response, request.method, request.target);
  refusals_ = response.status >= 400 ? refusals_ + 1 : 0;
  const bool keep_alive = parser.keep_alive() && response.status != 503 &&
                          refusals_ < kMostRefusals && !core_.is_closing();
  co_return co_await send(std::move(response), keep_alive, request.method != "HEAD");
}

asio::awaitable<error_code> HttpServer::Core::Connection::read_request(RequestParser& parser) {
  error_code error;
  parser.header_limit(static_cast<std::uint32_t>(core_.options().header_bytes));
  parser.body_limit(core_.options().body_bytes);
  co_await http::async_read_header(socket_, buffer_, parser, into(error));
  // Without a target the first line alone was too long.
  if (error == http::error::header_limit && parser.get().target().empty())
    co_return target_too_long();
  if (error) co_return error;
  if (parser.get().target().size() > core_.options().target_bytes) co_return target_too_long();
  objection_ = header_objection(headers_of(parser.get()), parser.get().version() < 11);
  if (objection_) co_return bad_headers();
  co_await invite_body(parser);
  co_await http::async_read(socket_, buffer_, parser, into(error));
  co_return error;
}

/// Some clients wait to be told that their body is welcome.
asio::awaitable<void> HttpServer::Core::Connection::invite_body(const RequestParser& parser) {
  static constexpr std::string_view kContinue = "HTTP/1.1 100 Continue\r\n\r\n";
  error_code ignored;  // reading will tell
  const auto expected = parser.get()[http::field::expect];
  if (boost::beast::iequals(expected, "100-continue") && !parser.is_done())
    co_await asio::async_write(socket_, asio::buffer(kContinue), into(ignored));
}

HttpRequest HttpServer::Core::Connection::request_of(RequestParser& parser) const {
  auto& message = parser.get();
  return {.arrived = arrived_,
          .method = std::string(message.method_string()),
          .target = std::string(message.target()),
          .headers = headers_of(message),
          .body = std::move(message.body())};
}

asio::awaitable<HttpResponse> HttpServer::Core::Connection::answer(const HttpRequest& request) {
  HttpAnswer answer = core_.handled(request);
  if (auto* response = std::get_if<HttpResponse>(&answer)) co_return std::move(*response);
  if (!core_.has_room_for_task()) {
    HttpResponse busy = core_.refusal(503, "too many requests are waiting; try again in a second");
    busy.headers.push_back({"Retry-After", "1"});
    co_return busy;
  }
  stop_ = std::stop_source();
  watch_peer();
  HttpResponse response =
      co_await core_.performed(std::move(std::get<HttpTask>(answer)), stop_.get_token());
  stop_watching();
  co_return response;
}

/// Stops the task when the peer hangs up, for nobody would read its answer.
void HttpServer::Core::Connection::watch_peer() {
  is_watching_ = true;
  socket_.async_wait(tcp::socket::wait_read, [self = shared_from_this()](const error_code& error) {
    if (error || !self->is_watching_) return;
    char byte;
    const ssize_t size = recv(self->socket_.native_handle(), &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    if (size == 0) self->take_end();
  });
}

/// The peer sends no more. Whether it still reads TCP does not tell: who has shut its half and who
/// has closed the socket look alike until something is sent to them. Then the former's machine
/// takes it and the latter's answers with a reset. So bytes are sent that the peer will get in any
/// case: those with which every answer begins, one at a time, each after as long a wait as there
/// has been already. They last for longer than any task; who closes later is noticed by the next
/// one.
void HttpServer::Core::Connection::take_end() {
  socket_.async_wait(tcp::socket::wait_error, [self = shared_from_this()](const error_code& error) {
    if (!error && self->is_watching_) self->stop_.request_stop();
  });
  probe(kFirstProbe);
}

void HttpServer::Core::Connection::probe(milliseconds wait) {
  if (probes_ == kAnswersBegin.size()) return;
  const ssize_t sent =
      ::send(socket_.native_handle(), &kAnswersBegin[probes_], 1, MSG_NOSIGNAL | MSG_DONTWAIT);
  if (sent == 1) ++probes_;
  probe_.expires_after(wait);
  probe_.async_wait([self = shared_from_this(), wait](const error_code& error) {
    if (!error && self->is_watching_) self->probe(2 * wait);
  });
}

void HttpServer::Core::Connection::stop_watching() {
  error_code ignored;
  is_watching_ = false;
  socket_.cancel(ignored);
  probe_.cancel();
}

asio::awaitable<bool> HttpServer::Core::Connection::send(HttpResponse response, bool keep_alive,
                                                         bool has_body) {
  http::response<http::string_body> message(static_cast<http::status>(response.status), 11);
  if (response.status == 418) message.reason("I'm a teapot");  // the one that Beast does not know
  for (const HttpHeader& header : response.headers) message.insert(header.name, header.value);
  message.body() = std::move(response.body);
  message.keep_alive(keep_alive && has_body);
  message.prepare_payload();
  if (!has_body) message.body().clear();
  std::ostringstream text;
  text << message;
  const std::string bytes = std::move(text).str();
  const std::size_t begun = std::exchange(probes_, 0);
  watch_.start(core_.options().request_time, Watch::Ends::kAll, shared_from_this());
  error_code error;
  co_await asio::async_write(socket_, asio::buffer(bytes) + begun, into(error));
  watch_.stop();
  co_return !error && keep_alive && has_body;
}

// ---- refusals ----

HttpResponse HttpServer::Core::refusal(int status, std::string sentence) const {
  HttpResponse response{
      .status = status, .headers = options_.refusal_headers, .body = sentence, .note = sentence};
  response.headers.push_back({"Content-Type", "text/plain; charset=utf-8"});
  return response;
}

HttpResponse HttpServer::Core::Connection::refusal_of(const error_code& error) const {
  const Options& options = core_.options();
  if (watch_.ran_out())
    return core_.refusal(408, "a request must arrive within " +
                                  std::to_string(options.request_time.count()) + " ms");
  if (error == bad_headers()) return core_.refusal(objection_->status, objection_->sentence);
  if (error == http::error::body_limit)
    return core_.refusal(413,
                         "a body has at most " + std::to_string(options.body_bytes) + " bytes");
  if (error == target_too_long())
    return core_.refusal(414,
                         "a target has at most " + std::to_string(options.target_bytes) + " bytes");
  if (error == http::error::header_limit)
    return core_.refusal(431,
                         "headers have at most " + std::to_string(options.header_bytes) + " bytes");
  return core_.refusal(400, "this is no HTTP request: " + engine::printable(error.message(), 80));
}

/// Tells why the request was not read, if anybody is there to hear it.
asio::awaitable<void> HttpServer::Core::Connection::refuse(const error_code& error) {
  if (is_end(error) && !watch_.ran_out()) co_return;
  HttpResponse response = refusal_of(error);
  watch_.stop();
  log(response, "", "");
  co_await send(std::move(response), false, true);
  co_await linger();
}

/// Reads what still comes, for a connection closed over unread bytes is reset, and the peer would
/// lose the answer.
asio::awaitable<void> HttpServer::Core::Connection::linger() {
  error_code error;
  socket_.shutdown(tcp::socket::shutdown_send, error);
  watch_.start(kLinger, Watch::Ends::kAll, shared_from_this());
  char bytes[4096];
  for (std::size_t total = 0; !error && total < kMostLingered;)
    total += co_await socket_.async_read_some(asio::buffer(bytes), into(error));
}

void HttpServer::Core::Connection::log(const HttpResponse& response, std::string_view method,
                                       std::string_view target) const {
  core_.log({engine::printable(method, 20), engine::printable(target, 120), response.status,
             engine::printable(response.note, 300),
             std::chrono::duration_cast<milliseconds>(steady_clock::now() - arrived_)});
}

void HttpServer::Core::Connection::close() {
  error_code ignored;
  stop_.request_stop();
  socket_.shutdown(tcp::socket::shutdown_receive, ignored);
}

// ---- the server ----

absl::Status HttpServer::Core::listen() {
  error_code error;
  const auto address = asio::ip::make_address(options_.address, error);
  if (error)
    return absl::InvalidArgumentError(engine::in_quotes(options_.address) + " is no IP address");
  const tcp::endpoint endpoint(address, options_.port);
  acceptor_.open(endpoint.protocol(), error);
  if (!error) acceptor_.set_option(asio::socket_base::reuse_address(true), error);
  if (!error) acceptor_.bind(endpoint, error);
  if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
  if (error)
    return absl::ResourceExhaustedError("cannot listen on " + options_.address + " port " +
                                        std::to_string(options_.port) + ": " + error.message());
  port_ = acceptor_.local_endpoint(error).port();
  return absl::OkStatus();
}

void HttpServer::Core::run() {
  asio::co_spawn(io_, accept(), asio::detached);
  thread_ = std::thread([this] { io_.run(); });
}

HttpServer::Core::~Core() {
  asio::post(io_, [this] { close(); });
  if (thread_.joinable()) thread_.join();
  const auto all_have_replied = [this]() ABSL_SHARED_LOCKS_REQUIRED(mutex_) {
    return replies_due_ == 0;
  };
  const absl::MutexLock lock(&mutex_, absl::Condition(&all_have_replied));
  is_over_ = true;
}

/// On the server's thread: what is under way gets its farewell time, then all ends.
void HttpServer::Core::close() {
  error_code ignored;
  is_closing_ = true;
  acceptor_.close(ignored);
  for (Connection* connection : connections_) connection->close();
  if (connections_.empty()) return io_.stop();
  farewell_.expires_after(kFarewell);
  farewell_.async_wait([this](const error_code&) { io_.stop(); });
}

asio::awaitable<void> HttpServer::Core::accept() {
  asio::steady_timer pause(io_);
  while (!is_closing_) {
    error_code error;
    tcp::socket socket = co_await acceptor_.async_accept(into(error));
    if (is_closing_) co_return;
    if (!error) {
      welcome(std::move(socket));
    } else if (error != asio::error::connection_aborted) {
      pause.expires_after(kAcceptPause);
      co_await pause.async_wait(into(error));
    }
  }
}

void HttpServer::Core::welcome(tcp::socket socket) {
  error_code error;
  const tcp::endpoint peer = socket.remote_endpoint(error);
  if (error) return;
  const std::string address = counted_address(peer);
  const auto same = of_address_.find(address);
  const bool is_crowd = !address.empty() && same != of_address_.end() &&
                        same->second >= options_.connections_of_address;
  if (is_crowd || connections_.size() >= options_.connections)
    return turn_away(std::move(socket), peer.address().is_v6());
  is_full_ = false;
  const auto connection = std::make_shared<Connection>(*this, std::move(socket), address);
  asio::co_spawn(
      io_, [connection] { return connection->serve(); },
      [connection](const std::exception_ptr&) {});
}

/// The log gets one line until there is room again.
void HttpServer::Core::turn_away(tcp::socket socket, bool is_v6) {
  error_code error;
  const int descriptor = socket.release(error);
  if (!error) turned_away_.add({descriptor, is_v6});
  if (!std::exchange(is_full_, true))
    log({"", "", 503, std::string(TurnedAway::kSentence), milliseconds(0)});
}

void HttpServer::Core::add(Connection* connection, const std::string& address) {
  connections_.insert(connection);
  ++of_address_[address];
}

void HttpServer::Core::remove(Connection* connection, const std::string& address) {
  connections_.erase(connection);
  const auto count = of_address_.find(address);
  if (--count->second == 0) of_address_.erase(count);
  if (is_closing_ && !is_over_ && connections_.empty()) io_.stop();
}

HttpAnswer HttpServer::Core::handled(const HttpRequest& request) const {
  try {
    return handler_(request);
  } catch (const std::exception& error) {
    return failure(error);
  }
}

HttpResponse HttpServer::Core::failure(const std::exception& error) const {
  return refusal(500, "this went wrong: " + engine::printable(error.what(), 80));
}

asio::awaitable<HttpResponse> HttpServer::Core::performed(HttpTask task, std::stop_token stop) {
  Pending pending{asio::steady_timer(io_, steady_clock::time_point::max()), {}};
  const std::uint64_t number = ++last_task_;
  pending_[number] = &pending;
  {
    const absl::MutexLock lock(&mutex_);
    ++replies_due_;
  }
  try {
    task(std::move(stop),
         [this, number](HttpResponse response) { take_reply(number, std::move(response)); });
  } catch (const std::exception& error) {
    take_reply(number, failure(error));
  }
  error_code ignored;
  co_await pending.is_here.async_wait(into(ignored));
  pending_.erase(number);
  co_return std::move(pending.response);
}

/// On any thread. Nothing of the server may be touched after the last line.
void HttpServer::Core::take_reply(std::uint64_t task, HttpResponse response) {
  asio::post(io_, [this, task, response = std::move(response)]() mutable {
    Pending& pending = *pending_.at(task);
    pending.response = std::move(response);
    pending.is_here.cancel();
  });
  const absl::MutexLock lock(&mutex_);
  --replies_due_;
}

// ---- what others see ----

absl::StatusOr<std::unique_ptr<HttpServer>> HttpServer::start(Options options,
                                                              HttpHandler handler) {
  auto core = std::make_unique<Core>(std::move(options), std::move(handler));
  if (const absl::Status status = core->listen(); !status.ok()) return status;
  core->run();
  return std::unique_ptr<HttpServer>(new HttpServer(std::move(core)));
}

HttpServer::HttpServer(std::unique_ptr<Core> core) : core_(std::move(core)) {}

HttpServer::~HttpServer() = default;

std::uint16_t HttpServer::port() const {
  return core_->port();
}

}  // namespace gauntlet::tools
