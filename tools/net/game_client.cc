#include "tools/net/game_client.h"

#include <netinet/tcp.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <boost/asio/awaitable.hpp>
#include <boost/asio/co_spawn.hpp>
#include <boost/asio/connect.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <optional>
#include <utility>

#include "engine/words.h"
#include "tools/net/back_off.h"

namespace gauntlet::tools {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using std::chrono::steady_clock;
using Time = Client::Time;

constexpr Milliseconds kTick{200};
constexpr std::size_t kReadBytes = 4096;
constexpr Milliseconds kShortestTimeout{1'000};
/// A connection that has stood this long was worth its while, whatever came over it.
constexpr std::chrono::seconds kLongConnection{10};

/// What is kept back of the time for a move, for the way from the searcher to the socket. On a busy
/// machine a thread that wants to run waits for some ten milliseconds.
Milliseconds margin(Milliseconds allowance) {
  return std::clamp(allowance * 3 / 20, Milliseconds(1), Milliseconds(100));
}

/// Moves go out at once, and a peer whose machine has vanished is noticed within about a minute.
void set_options(tcp::socket& socket) {
  error_code ignored;
  socket.set_option(tcp::no_delay(true), ignored);
  socket.set_option(asio::socket_base::keep_alive(true), ignored);
  const auto set = [&](int option, int value) {
    setsockopt(socket.native_handle(), IPPROTO_TCP, option, &value, sizeof value);
  };
  set(TCP_KEEPIDLE, 30);
  set(TCP_KEEPINTVL, 10);
  set(TCP_KEEPCNT, 3);
  set(TCP_USER_TIMEOUT, 60'000);
}

std::string seconds_text(Milliseconds time) {
  const auto tenths = (time.count() + 50) / 100;
  return std::to_string(tenths / 10) + '.' + std::to_string(tenths % 10) + " s";
}

asio::redirect_error_t<asio::use_awaitable_t<>> into(error_code& error) {
  return asio::redirect_error(asio::use_awaitable, error);
}

}  // namespace

/// All members but the constructor run on the thread that called play(), most of them inside
/// context_.run(). Two coroutines live as long as a game: converse_until_over() and
/// tick_until_over(). Whoever ends the game closes or cancels all that they wait for.
class GameClient::Loop {
 public:
  explicit Loop(Options options)
      : options_(std::move(options)),
        back_off_(options_.seed),
        thinker_(options_.player, [this](const Thinker::Answer& answer) {
          asio::post(context_, [this, answer] { take_answer(answer); });
        }) {}

  GameResult play(Client& client, std::uint64_t seed);

 private:
  /// The question that the thinker is busy with.
  struct Asked {
    std::uint64_t number;
    Time deadline;  ///< The server's, without our margin.
  };

  asio::awaitable<void> converse_until_over();
  asio::awaitable<void> tick_until_over();
  asio::awaitable<void> read_until_closed();
  asio::awaitable<bool> connect();
  asio::awaitable<std::string> try_ports();
  asio::awaitable<std::string> try_port(std::uint16_t port);
  asio::awaitable<std::string> try_endpoint(tcp::endpoint endpoint, std::string name);
  asio::awaitable<std::vector<tcp::endpoint>> resolve(std::uint16_t port, std::string& why);

  void lose_connection();
  void grant(Time now, const Wishes& wishes);
  void ask(Time now, const Decision& decision);
  void take_answer(const Thinker::Answer& answer);
  void send(const std::string& text);
  void end(GameEnd how);
  void stop();
  void hang_up();
  void forget_question();
  void cancel_waits();

  bool is_over() const { return is_ended_ || result_.was_stopped; }
  void tell(const std::string& sentence) const {
    if (options_.log) options_.log(sentence);
  }
  void trace(const char* what, std::string_view bytes) const {
    if (options_.trace) options_.trace(what + engine::printable(bytes, kReadBytes));
  }
  void back_to_normal() {
    back_off_.succeeded();
    failing_since_.reset();
  }

  Options options_;
  asio::io_context context_;
  tcp::socket socket_{context_};
  tcp::resolver resolver_{context_};
  asio::steady_timer ticker_{context_}, pause_{context_}, connect_limit_{context_};
  BackOff back_off_;
  std::optional<Time> failing_since_;  // since when the server has done nothing useful
  std::uint64_t last_question_ = 0;

  // The game that is played.
  Client* client_ = nullptr;
  GameResult result_;
  bool is_ended_ = false;
  bool is_connected_ = false;      // the client knows of the connection
  bool reconnects_ = false;        // the client has wished for another connection
  std::optional<Time> connected_;  // the first time
  Time connected_last_{};
  std::optional<Asked> asked_;

  Thinker thinker_;  // the last member: its thread uses the others
};

GameResult GameClient::Loop::play(Client& client, std::uint64_t seed) {
  client_ = &client;
  result_ = {};
  is_ended_ = is_connected_ = reconnects_ = false;
  connected_.reset();
  thinker_.new_game(seed);
  const std::stop_callback on_stop(options_.stop,
                                   [this] { asio::post(context_, [this] { stop(); }); });
  if (options_.stop.stop_requested()) result_.was_stopped = true;
  const auto rethrow = [](std::exception_ptr failure) {
    if (failure) std::rethrow_exception(failure);
  };
  asio::co_spawn(context_, converse_until_over(), rethrow);
  asio::co_spawn(context_, tick_until_over(), rethrow);
  context_.restart();
  context_.run();
  if (connected_) result_.duration = steady_clock::now() - *connected_;
  return result_;
}

asio::awaitable<void> GameClient::Loop::converse_until_over() {
  while (!is_over() && co_await connect()) {
    const Time now = connected_last_ = steady_clock::now();
    if (!connected_) connected_ = now;
    is_connected_ = true;
    Wishes wishes;
    client_->connected(now, wishes);
    grant(now, wishes);
    co_await read_until_closed();
    if (!is_over() && !std::exchange(reconnects_, false)) lose_connection();
  }
}

asio::awaitable<void> GameClient::Loop::read_until_closed() {
  std::array<char, kReadBytes> buffer;
  while (socket_.is_open()) {
    error_code error;
    const std::size_t size = co_await socket_.async_read_some(asio::buffer(buffer), into(error));
    if (error || !socket_.is_open()) {
      trace("closed: ", error.message());
      break;
    }
    const Time now = steady_clock::now();
    const std::string_view bytes(buffer.data(), size);
    trace("<< ", bytes);
    Wishes wishes;
    client_->received(now, bytes, wishes);
    grant(now, wishes);
  }
}

asio::awaitable<void> GameClient::Loop::tick_until_over() {
  while (!is_over()) {
    ticker_.expires_after(kTick);
    error_code ignored;
    co_await ticker_.async_wait(into(ignored));
    if (is_over() || !is_connected_) continue;
    const Time now = steady_clock::now();
    Wishes wishes;
    client_->ticked(now, wishes);
    grant(now, wishes);
  }
}

void GameClient::Loop::lose_connection() {
  const Time now = steady_clock::now();
  hang_up();
  if (now - connected_last_ > kLongConnection) back_to_normal();
  back_off_.failed();
  Wishes wishes;
  client_->disconnected(now, wishes);
  grant(now, wishes);
  if (is_over()) return;
  tell("the connection was lost");
  if (!failing_since_) failing_since_ = now;
  if (now - *failing_since_ >= options_.retry_for)
    end({Verdict::kUnknown, "the server keeps closing the connection"});
}

/// Opens a connection, however often it takes; false when the game is over instead.
asio::awaitable<bool> GameClient::Loop::connect() {
  if (!failing_since_) failing_since_ = steady_clock::now();
  const Time give_up = *failing_since_ + options_.retry_for;
  while (true) {
    const Time now = steady_clock::now();
    const bool is_last = now + back_off_.wait() >= give_up;
    pause_.expires_at(std::min(now + back_off_.wait(), std::max(now, give_up)));
    error_code ignored;
    if (back_off_.wait().count() > 0) co_await pause_.async_wait(into(ignored));
    if (is_over()) co_return false;
    const std::string why = co_await try_ports();
    if (is_over()) co_return false;
    if (why.empty()) co_return true;
    if (is_last) {
      end({Verdict::kUnknown, why + "; tried for " +
                                  seconds_text(std::chrono::duration_cast<Milliseconds>(
                                      steady_clock::now() - *failing_since_))});
      co_return false;
    }
    back_off_.failed();
    tell(why + "; trying again in " + seconds_text(back_off_.wait()));
  }
}

/// Empty when a connection stands, else why the last port was none.
asio::awaitable<std::string> GameClient::Loop::try_ports() {
  std::string why;
  for (std::size_t i = 0; i < options_.ports.size(); ++i) {
    why = co_await try_port(options_.ports[i]);
    if (is_over() || why.empty()) {
      std::rotate(options_.ports.begin(), options_.ports.begin() + static_cast<std::ptrdiff_t>(i),
                  options_.ports.end());
      break;
    }
  }
  co_return why;
}

asio::awaitable<std::string> GameClient::Loop::try_port(std::uint16_t port) {
  const std::string name = options_.host + ':' + std::to_string(port);
  std::string why;
  for (const tcp::endpoint& endpoint : co_await resolve(port, why)) {
    why = co_await try_endpoint(endpoint, name);
    if (is_over() || why.empty()) break;
  }
  co_return why;
}

/// The addresses of the host; if there are none, `why` says why.
asio::awaitable<std::vector<tcp::endpoint>> GameClient::Loop::resolve(std::uint16_t port,
                                                                      std::string& why) {
  error_code error;
  const auto address = asio::ip::make_address(options_.host, error);
  if (!error) co_return std::vector{tcp::endpoint(address, port)};
  const auto found = co_await resolver_.async_resolve(options_.host, std::to_string(port),
                                                      tcp::resolver::numeric_service, into(error));
  if (error) why = "cannot find '" + options_.host + "' (" + error.message() + ")";
  std::vector<tcp::endpoint> endpoints;
  for (const auto& entry : found) endpoints.push_back(entry.endpoint());
  co_return endpoints;
}

asio::awaitable<std::string> GameClient::Loop::try_endpoint(tcp::endpoint endpoint,
                                                            std::string name) {
  const Time now = steady_clock::now();
  const auto left =
      std::chrono::duration_cast<Milliseconds>(*failing_since_ + options_.retry_for - now);
  connect_limit_.expires_at(now +
                            std::min(options_.connect_timeout, std::max(left, kShortestTimeout)));
  // The limit's handler may run when this frame is gone.
  enum class Stage : std::uint8_t { kConnecting, kTimedOut, kDone };
  const auto stage = std::make_shared<Stage>(Stage::kConnecting);
  connect_limit_.async_wait([this, stage](error_code cancelled) {
    if (cancelled || *stage != Stage::kConnecting) return;
    *stage = Stage::kTimedOut;
    socket_.close(cancelled);
  });
  error_code error;
  socket_.close(error);
  co_await socket_.async_connect(endpoint, into(error));
  const bool timed_out = std::exchange(*stage, Stage::kDone) == Stage::kTimedOut;
  connect_limit_.cancel();
  if (timed_out || error) {
    error_code ignored;
    socket_.close(ignored);
    co_return "cannot reach " + name + " (" + (timed_out ? "no answer" : error.message()) + ")";
  }
  if (is_over()) co_return std::string();
  set_options(socket_);
  tell("connected to " + name);
  co_return std::string();
}

void GameClient::Loop::grant(Time now, const Wishes& wishes) {
  for (const std::string& sentence : wishes.log) tell(sentence);
  for (const std::string& text : wishes.sends) send(text);
  if (wishes.decision) ask(now, *wishes.decision);
  if (wishes.end) return end(*wishes.end);
  if (!wishes.reconnect) return;
  reconnects_ = true;
  hang_up();
}

void GameClient::Loop::ask(Time now, const Decision& decision) {
  back_to_normal();
  asked_ = Asked{++last_question_, now + decision.allowance};
  thinker_.think(asked_->number, decision, asked_->deadline - margin(decision.allowance));
}

void GameClient::Loop::take_answer(const Thinker::Answer& answer) {
  if (is_over() || !asked_ || answer.number != asked_->number) return;
  if (answer.failure) std::rethrow_exception(answer.failure);
  const Time deadline = asked_->deadline;
  asked_.reset();
  const Time now = steady_clock::now();
  Wishes wishes;
  client_->decided(now, answer.move, wishes);
  grant(now, wishes);
  ++result_.moves;
  const auto overshoot = std::chrono::ceil<Milliseconds>(steady_clock::now() - deadline);
  result_.longest_overshoot = std::max(result_.longest_overshoot, overshoot);
}

/// Messages are much smaller than the kernel's buffer: when one does not fit, the server has not
/// read for very long, and is as good as gone.
void GameClient::Loop::send(const std::string& text) {
  if (!is_connected_) return;
  trace(">> ", text);
  error_code error;
  socket_.non_blocking(true, error);
  const std::size_t size = socket_.write_some(asio::buffer(text), error);
  if (!error && size == text.size()) return;
  tell("cannot send to the server" + (error ? " (" + error.message() + ")" : std::string()));
  hang_up();
}

void GameClient::Loop::end(GameEnd how) {
  if (how.verdict != Verdict::kUnknown) {
    back_to_normal();
  } else if (is_connected_) {
    back_off_.failed();  // the next game does not come at once
  }
  result_.end = std::move(how);
  is_ended_ = true;
  cancel_waits();
}

void GameClient::Loop::stop() {
  if (is_over()) return;
  result_.was_stopped = true;
  result_.end = {Verdict::kUnknown, "we left the game"};
  cancel_waits();
}

void GameClient::Loop::cancel_waits() {
  forget_question();
  hang_up();
  resolver_.cancel();
  ticker_.cancel();
  pause_.cancel();
}

/// Says goodbye first: a close with bytes unread would be a reset, and take what we sent with it.
void GameClient::Loop::hang_up() {
  is_connected_ = false;
  if (!socket_.is_open()) return;
  error_code error;
  socket_.shutdown(tcp::socket::shutdown_send, error);
  socket_.non_blocking(true, error);
  std::array<char, kReadBytes> unread;
  for (int i = 0; i < 16 && !error; ++i) socket_.read_some(asio::buffer(unread), error);
  socket_.close(error);
}

void GameClient::Loop::forget_question() {
  asked_.reset();
  thinker_.drop();
}

GameClient::GameClient(Options options) : loop_(std::make_unique<Loop>(std::move(options))) {}
GameClient::~GameClient() = default;

GameResult GameClient::play(Client& client, std::uint64_t seed) {
  return loop_->play(client, seed);
}

}  // namespace gauntlet::tools
