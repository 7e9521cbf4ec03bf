#include "tools/net/game_client.h"

#include <netinet/tcp.h>
#include <sys/socket.h>

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
#include "selfplay/thinking/move_overhead.h"
#include "selfplay/thinking/thinking_pool.h"

namespace gauntlet::tools {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using std::chrono::steady_clock;

constexpr Milliseconds kTick{200};
constexpr std::size_t kReadBytes = 4096;

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

asio::redirect_error_t<asio::use_awaitable_t<>> into(error_code& error) {
  return asio::redirect_error(asio::use_awaitable, error);
}

}  // namespace

/// All members but the constructor run on the thread that called play(), most of them inside
/// context_.run(). Two coroutines live as long as a game: converse_until_over() and
/// tick_until_over(). When the session is over, perform() closes or cancels all that they wait for.
class GameClient::Loop {
 public:
  explicit Loop(Options options)
      : options_(std::move(options)),
        session_({.ports = options_.ports,
                  .retry_for = options_.retry_for,
                  .connect_timeout = options_.connect_timeout,
                  .seed = options_.seed}) {}

  GameResult play(Client& client, std::uint64_t seed);

 private:
  asio::awaitable<void> converse_until_over();
  asio::awaitable<void> tick_until_over();
  asio::awaitable<void> read_until_closed();
  asio::awaitable<std::string> try_port(SessionActions::Attempt attempt);
  asio::awaitable<std::string> try_endpoint(tcp::endpoint endpoint, std::string name,
                                            Milliseconds limit);
  asio::awaitable<std::vector<tcp::endpoint>> resolve(std::uint16_t port, std::string& why);

  void perform(const SessionActions& actions);
  void ask(const SessionActions::Question& question);
  void take_answer(std::uint64_t number, const selfplay::Answer& answer);
  void send(const std::string& text);
  void stop();
  void hang_up();
  void cancel_waits();

  void tell(const std::string& sentence) const {
    if (options_.log) options_.log(sentence);
  }
  void trace(const char* what, std::string_view bytes) const {
    if (options_.trace) options_.trace(what + engine::printable(bytes, kReadBytes));
  }

  Options options_;
  Session session_;
  selfplay::MoveOverhead overhead_;
  std::uint64_t game_number_ = 0;
  std::uint64_t game_seed_ = 0;
  Client::Time wanted_by_{};  // the answer that is thought about
  std::stop_source thought_;
  asio::io_context context_;
  tcp::socket socket_{context_};
  tcp::resolver resolver_{context_};
  asio::steady_timer ticker_{context_}, pause_{context_}, connect_limit_{context_};
  std::optional<SessionActions::Attempt> attempt_;  // to be made next

  /// The last member: its thread uses the others.
  selfplay::ThinkingPool thinker_{{.threads = 1, .most_kept = 1}};
};

GameResult GameClient::Loop::play(Client& client, std::uint64_t seed) {
  attempt_.reset();
  ++game_number_;
  game_seed_ = seed;
  SessionActions actions;
  session_.begin(client, steady_clock::now(), actions);
  perform(actions);
  const std::stop_callback on_stop(options_.stop,
                                   [this] { asio::post(context_, [this] { stop(); }); });
  if (options_.stop.stop_requested()) stop();
  const auto rethrow = [](std::exception_ptr failure) {
    if (failure) std::rethrow_exception(failure);
  };
  asio::co_spawn(context_, converse_until_over(), rethrow);
  asio::co_spawn(context_, tick_until_over(), rethrow);
  context_.restart();
  context_.run();
  GameResult result = session_.result();
  if (const auto began = session_.first_connected()) result.duration = steady_clock::now() - *began;
  return result;
}

/// While the game goes on there is either a connection or an attempt to be made.
asio::awaitable<void> GameClient::Loop::converse_until_over() {
  while (!session_.is_over()) {
    const SessionActions::Attempt attempt = *std::exchange(attempt_, std::nullopt);
    pause_.expires_at(attempt.at);
    error_code ignored;
    if (attempt.at > steady_clock::now()) co_await pause_.async_wait(into(ignored));
    if (session_.is_over()) co_return;
    const std::string why = co_await try_port(attempt);
    if (session_.is_over()) co_return;
    SessionActions actions;
    if (!why.empty()) {
      session_.unreachable(steady_clock::now(), why, actions);
      perform(actions);
      continue;
    }
    session_.connected(steady_clock::now(), actions);
    perform(actions);
    co_await read_until_closed();
    if (attempt_) continue;  // it was the session that has hung up
    actions = {};
    session_.lost(steady_clock::now(), actions);
    perform(actions);
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
    const std::string_view bytes(buffer.data(), size);
    trace("<< ", bytes);
    SessionActions actions;
    session_.received(steady_clock::now(), bytes, actions);
    perform(actions);
  }
}

asio::awaitable<void> GameClient::Loop::tick_until_over() {
  while (!session_.is_over()) {
    ticker_.expires_after(kTick);
    error_code ignored;
    co_await ticker_.async_wait(into(ignored));
    SessionActions actions;
    session_.ticked(steady_clock::now(), actions);
    perform(actions);
  }
}

/// Empty when a connection stands or the game is over, else why there is none.
asio::awaitable<std::string> GameClient::Loop::try_port(SessionActions::Attempt attempt) {
  const std::string name = options_.host + ':' + std::to_string(attempt.port);
  std::string why;
  for (const tcp::endpoint& endpoint : co_await resolve(attempt.port, why)) {
    why = co_await try_endpoint(endpoint, name, attempt.limit);
    if (session_.is_over() || why.empty()) break;
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
                                                            std::string name, Milliseconds limit) {
  connect_limit_.expires_after(limit);
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
  if (session_.is_over()) co_return std::string();
  set_options(socket_);
  tell("connected to " + name);
  co_return std::string();
}

void GameClient::Loop::perform(const SessionActions& actions) {
  for (const std::string& sentence : actions.log) tell(sentence);
  for (const std::string& text : actions.sends) send(text);
  if (actions.question) ask(*actions.question);
  if (actions.drops_question) thought_.request_stop();
  if (actions.hangs_up) hang_up();
  if (actions.attempt) attempt_ = actions.attempt;
  if (session_.is_over()) cancel_waits();
}

/// Replaces what is thought about.
void GameClient::Loop::ask(const SessionActions::Question& question) {
  const Decision& decision = question.decision;
  wanted_by_ = question.deadline - overhead_.of(decision.allowance);
  thought_.request_stop();
  thought_ = std::stop_source();
  thinker_.ask({.game = decision.game,
                .view = decision.view,
                .mind = decision.game.name(),
                .make = [this](const auto& game) { return make_player(options_.player, game); },
                .seed = game_seed_,
                .round = game_number_,
                .due = wanted_by_,
                .stop = thought_.get_token(),
                .answered =
                    [this, number = question.number](const selfplay::Answer& answer) {
                      asio::post(context_, [=, this] { take_answer(number, answer); });
                    }});
}

void GameClient::Loop::take_answer(std::uint64_t number, const selfplay::Answer& answer) {
  if (!session_.awaits(number)) return;
  if (answer.failure) std::rethrow_exception(answer.failure);
  overhead_.learn(steady_clock::now() - wanted_by_);
  SessionActions actions;
  session_.answered(steady_clock::now(), number, answer.choice->move, actions);
  perform(actions);
}

/// Messages are much smaller than the kernel's buffer: when one does not fit, the server has not
/// read for very long, and is as good as gone.
void GameClient::Loop::send(const std::string& text) {
  if (!socket_.is_open()) return;
  trace(">> ", text);
  error_code error;
  socket_.non_blocking(true, error);
  const std::size_t size = socket_.write_some(asio::buffer(text), error);
  if (!error && size == text.size()) return;
  tell("cannot send to the server" + (error ? " (" + error.message() + ")" : std::string()));
  hang_up();
}

void GameClient::Loop::stop() {
  SessionActions actions;
  session_.stop(actions);
  perform(actions);
}

void GameClient::Loop::cancel_waits() {
  resolver_.cancel();
  ticker_.cancel();
  pause_.cancel();
}

/// Says goodbye first: a close with bytes unread would be a reset, and take what we sent with it.
void GameClient::Loop::hang_up() {
  if (!socket_.is_open()) return;
  error_code error;
  socket_.shutdown(tcp::socket::shutdown_send, error);
  socket_.non_blocking(true, error);
  std::array<char, kReadBytes> unread;
  for (int i = 0; i < 16 && !error; ++i) socket_.read_some(asio::buffer(unread), error);
  socket_.close(error);
}

GameClient::GameClient(Options options) : loop_(std::make_unique<Loop>(std::move(options))) {}
GameClient::~GameClient() = default;

GameResult GameClient::play(Client& client, std::uint64_t seed) {
  return loop_->play(client, seed);
}

}  // namespace gauntlet::tools
