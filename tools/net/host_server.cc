#include "tools/net/host_server.h"

#include <netinet/tcp.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <chrono>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "engine/words.h"
#include "tools/bot_pool.h"

namespace gauntlet::tools {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using std::chrono::steady_clock;

constexpr std::size_t kPieceBytes = 1024;
constexpr std::size_t kUnsentToPause = 16 * 1024;
constexpr Milliseconds kTick{25};
constexpr Milliseconds kPauseAfterFailure{100};

/// One connection. The core's handlers hold it, so that it outlives its place in the core's map.
struct Connection {
  Connection(ConnectionId id, tcp::socket socket, asio::ip::address address)
      : id(id), socket(std::move(socket)), address(std::move(address)) {}

  const ConnectionId id;
  tcp::socket socket;
  const asio::ip::address address;
  std::array<char, kPieceBytes> piece;
  std::deque<std::string> unsent;  // the front is being written while `writes`
  std::size_t unsent_bytes = 0;
  bool reads = false;
  bool writes = false;
  bool has_ended = false;            // the peer has: nothing more will come
  bool hangs_up = false;             // the host has forgotten it: close when all was sent
  bool was_shut = false;             // all was sent, and the peer told so
  steady_clock::time_point since{};  // `writes` or `was_shut`
};

using Shared = std::shared_ptr<Connection>;

/// Small messages go out at once, and a machine that vanished is noticed within two minutes.
void set_options(tcp::socket& socket) {
  error_code ignored;
  socket.set_option(tcp::no_delay(true), ignored);
  socket.set_option(tcp::socket::keep_alive(true), ignored);
  const auto set = [&socket](int option, int value) {
    setsockopt(socket.native_handle(), IPPROTO_TCP, option, &value, sizeof value);
  };
  set(TCP_KEEPIDLE, 60);
  set(TCP_KEEPINTVL, 15);
  set(TCP_KEEPCNT, 4);
}

std::string name_of(const Connection& connection) {
  return "connection " + std::to_string(connection.id);
}

std::string text_of(const tcp::endpoint& endpoint) {
  const std::string address = endpoint.address().to_string();
  return (endpoint.address().is_v6() ? '[' + address + ']' : address) + ':' +
         std::to_string(endpoint.port());
}

}  // namespace

class HostServer::Core {
 public:
  Core(Options options, Host& host)
      : options_(std::move(options)),
        host_(host),
        bots_(options_.threads, [this](BotId bot, engine::AnyMove move) {
          asio::post(io_, [this, bot, move] { take_answer(bot, move); });
        }) {}

  error_code listen() {
    error_code error;
    const tcp::endpoint endpoint(asio::ip::make_address(options_.address), options_.port);
    acceptor_.open(endpoint.protocol(), error);
    if (!error) acceptor_.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor_.bind(endpoint, error);
    if (!error) acceptor_.listen(asio::socket_base::max_listen_connections, error);
    if (!error) listens_on_ = acceptor_.local_endpoint(error);
    return error;
  }
  const tcp::endpoint& listens_on() const { return listens_on_; }

  void run(std::stop_token stop) {
    accept();
    tick();
    const std::stop_callback on_stop(std::move(stop),
                                     [this] { asio::post(io_, [this] { begin_stop(); }); });
    io_.run();
  }

 private:
  // ---- connections come ----

  void accept() {
    acceptor_.async_accept([this](error_code error, tcp::socket socket) {
      if (stops_) return;
      if (error) return pause_accepting();
      admit(std::move(socket));
      accept();
    });
  }

  /// Too many files are open, or the like: what waits to be accepted goes on waiting.
  void pause_accepting() {
    accept_timer_.expires_after(kPauseAfterFailure);
    accept_timer_.async_wait([this](error_code) {
      if (!stops_) accept();
    });
  }

  void admit(tcp::socket socket) {
    error_code error;
    const tcp::endpoint peer = socket.remote_endpoint(error);
    if (error) return;  // it has gone already
    if (const std::string why = objection(peer.address()); !why.empty()) return refuse(peer, why);
    refuses_ = false;
    set_options(socket);
    const ConnectionId id = ++last_id_;
    const auto connection = std::make_shared<Connection>(id, std::move(socket), peer.address());
    connections_[id] = connection;
    ++crowd_[peer.address()];
    log(name_of(*connection) + " comes from " + text_of(peer));
    tell([&](Host::Time now, HostWishes& wishes) { host_.opened(now, id, wishes); });
    read(connection);
  }

  /// Why no connection from there can be taken now, or "".
  std::string objection(const asio::ip::address& address) const {
    if (connections_.size() >= options_.connections)
      return "there are " + std::to_string(options_.connections) + " connections already";
    const auto crowd = crowd_.find(address);
    const bool is_limited = options_.limits_loopback || !address.is_loopback();
    if (is_limited && crowd != crowd_.end() && crowd->second >= options_.connections_of_address)
      return "there are " + std::to_string(options_.connections_of_address) +
             " connections from there already";
    return "";
  }

  /// Closing the socket is the refusal; the log gets one line until there is room again.
  void refuse(const tcp::endpoint& peer, const std::string& why) {
    if (!std::exchange(refuses_, true)) log("refused " + text_of(peer) + ": " + why);
  }

  // ---- bytes come and go ----

  void read(const Shared& connection) {
    if (connection->reads || connection->has_ended || !connection->socket.is_open()) return;
    if (!connection->hangs_up && connection->unsent_bytes > kUnsentToPause) return;
    connection->reads = true;
    connection->socket.async_read_some(
        asio::buffer(connection->piece), [this, connection](error_code error, std::size_t size) {
          connection->reads = false;
          if (!connection->socket.is_open()) return;
          if (error == asio::error::eof) return take_end(connection);
          if (error) return drop(connection);
          if (!connection->hangs_up) {
            const std::string_view bytes(connection->piece.data(), size);
            tell([&](Host::Time now, HostWishes& wishes) {
              host_.received(now, connection->id, bytes, wishes);
            });
          }
          read(connection);
        });
  }

  void take_end(const Shared& connection) {
    connection->has_ended = true;
    if (connection->was_shut) return drop(connection);
    if (connection->hangs_up) return;
    tell([&](Host::Time now, HostWishes& wishes) {
      host_.half_closed(now, connection->id, wishes);
    });
  }

  void send(ConnectionId to, std::string text) {
    const auto found = connections_.find(to);
    if (found == connections_.end() || text.empty() || found->second->was_shut) return;
    const Shared& connection = found->second;
    connection->unsent_bytes += text.size();
    connection->unsent.push_back(std::move(text));
    if (connection->unsent_bytes > options_.unsent_bytes) return overflowing_.push_back(connection);
    write(connection);
  }

  void write(const Shared& connection) {
    if (connection->writes || connection->unsent.empty()) return;
    connection->writes = true;
    connection->since = steady_clock::now();
    asio::async_write(connection->socket, asio::buffer(connection->unsent.front()),
                      [this, connection](error_code error, std::size_t) {
                        connection->writes = false;
                        if (!connection->socket.is_open()) return;
                        if (error) return drop(connection);
                        connection->unsent_bytes -= connection->unsent.front().size();
                        connection->unsent.pop_front();
                        write(connection);
                        shut_if_done(connection);
                        read(connection);
                      });
  }

  // ---- connections go ----

  void hang_up(ConnectionId id) {
    const auto found = connections_.find(id);
    if (found == connections_.end()) return;
    const Shared connection = found->second;
    connection->hangs_up = true;
    shut_if_done(connection);
    read(connection);
  }

  /// Ends our half and waits for the peer's: closing a socket with unread bytes would take back
  /// what the peer has not read yet.
  void shut_if_done(const Shared& connection) {
    if (!connection->hangs_up || connection->was_shut || !connection->unsent.empty()) return;
    if (connection->has_ended) return drop(connection);
    error_code ignored;
    connection->socket.shutdown(tcp::socket::shutdown_send, ignored);
    connection->was_shut = true;
    connection->since = steady_clock::now();
  }

  /// Closes at once. The host hears of it unless it knows.
  void drop(const Shared& connection) {
    if (connections_.erase(connection->id) == 0) return;
    const auto crowd = crowd_.find(connection->address);
    if (--crowd->second == 0) crowd_.erase(crowd);
    error_code ignored;
    connection->socket.close(ignored);
    log(name_of(*connection) + " is closed");
    if (!connection->hangs_up)
      tell([&](Host::Time now, HostWishes& wishes) { host_.closed(now, connection->id, wishes); });
    if (stops_ && connections_.empty()) io_.stop();
  }

  void cut(const Shared& connection, const std::string& why) {
    log("cut " + name_of(*connection) + ": " + why);
    drop(connection);
  }

  // ---- the host speaks ----

  template <class Event>
  void tell(const Event& event) {
    HostWishes wishes;
    event(steady_clock::now(), wishes);
    grant(wishes);
  }

  void grant(HostWishes& wishes) {
    for (const std::string& sentence : wishes.log) log(sentence);
    for (HostWishes::Send& wish : wishes.sends) send(wish.to, std::move(wish.text));
    for (const HostWishes::Bot& bot : wishes.bots) bots_.add(bot);
    for (const HostWishes::Question& question : wishes.questions) bots_.ask(question);
    for (const BotId bot : wishes.gone) bots_.remove(bot);
    for (const ConnectionId id : wishes.hang_ups) hang_up(id);
    for (const FinishedGame& game : wishes.finished)
      if (options_.finished) options_.finished(game);
    while (!overflowing_.empty()) {
      const Shared connection = std::move(overflowing_.back());
      overflowing_.pop_back();
      if (connection->socket.is_open()) cut(connection, "it does not read what it is sent");
    }
  }

  /// The host ignores answers of players that have gone meanwhile.
  void take_answer(BotId bot, engine::AnyMove move) {
    if (stops_) return;
    tell([&](Host::Time now, HostWishes& wishes) { host_.decided(now, bot, move, wishes); });
  }

  void log(const std::string& sentence) const {
    if (options_.log) options_.log(sentence);
  }

  // ---- time passes ----

  void tick() {
    ticker_.expires_after(kTick);
    ticker_.async_wait([this](error_code) {
      const auto now = steady_clock::now();
      if (stops_ && now >= stop_by_) return io_.stop();
      if (!stops_) tell([&](Host::Time time, HostWishes& wishes) { host_.ticked(time, wishes); });
      drop_slow(now);
      tick();
    });
  }

  void drop_slow(steady_clock::time_point now) {
    std::vector<Shared> slow;
    for (const auto& [id, connection] : connections_) {
      const bool is_stuck = connection->writes && now - connection->since > options_.unread_time;
      const bool lingers = connection->was_shut && now - connection->since > options_.closing_time;
      if (is_stuck || lingers) slow.push_back(connection);
    }
    for (const Shared& connection : slow) {
      if (connection->was_shut) {
        drop(connection);
      } else {
        cut(connection, "it does not read what it is sent");
      }
    }
  }

  void begin_stop() {
    stops_ = true;
    stop_by_ = steady_clock::now() + options_.closing_time;
    error_code ignored;
    acceptor_.close(ignored);
    std::vector<Shared> unfinished;
    for (const auto& [id, connection] : connections_)
      if (!connection->hangs_up) unfinished.push_back(connection);
    for (const Shared& connection : unfinished) {
      connection->hangs_up = true;  // the host needs not hear of it any more
      drop(connection);
    }
    if (connections_.empty()) io_.stop();
  }

  const Options options_;
  Host& host_;
  asio::io_context io_{1};
  tcp::acceptor acceptor_{io_};
  tcp::endpoint listens_on_;
  asio::steady_timer ticker_{io_};
  asio::steady_timer accept_timer_{io_};
  std::map<ConnectionId, Shared> connections_;
  std::map<asio::ip::address, std::size_t> crowd_;  // connections by address
  std::vector<Shared> overflowing_;                 // to be cut when all wishes are granted
  ConnectionId last_id_ = 0;
  bool refuses_ = false;  // the last one was refused
  bool stops_ = false;
  steady_clock::time_point stop_by_{};
  BotPool bots_;  // last, for its threads post to io_
};

HostServer::HostServer(std::unique_ptr<Core> core) : core_(std::move(core)) {}
HostServer::~HostServer() = default;

engine::Expected<std::unique_ptr<HostServer>> HostServer::listen(Options options, Host& host) {
  const std::string where = options.address + ", port " + std::to_string(options.port);
  auto core = std::make_unique<Core>(std::move(options), host);
  if (const error_code error = core->listen())
    return engine::Error{"cannot listen on " + where + ": " +
                         engine::printable(error.message(), 100)};
  return std::unique_ptr<HostServer>(new HostServer(std::move(core)));
}

std::uint16_t HostServer::port() const {
  return core_->listens_on().port();
}

void HostServer::run(std::stop_token stop) {
  core_->run(std::move(stop));
}

}  // namespace gauntlet::tools
