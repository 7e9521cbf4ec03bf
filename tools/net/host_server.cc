#include "tools/net/host_server.h"

#include <absl/container/btree_map.h>
#include <netinet/tcp.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <deque>
#include <utility>
#include <vector>

#include "engine/words.h"
#include "tools/net/host_bots.h"
#include "tools/net/link.h"
#include "tools/net/programs.h"
#include "tools/net/turned_away.h"

namespace gauntlet::tools {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;
using std::chrono::steady_clock;

constexpr std::size_t kUnsentToPause = 16 * 1024;
constexpr Milliseconds kTick{25};
constexpr Milliseconds kPauseAfterFailure{100};

/// One connection. The core's handlers hold it, so that it outlives its place in the core's map.
struct Connection {
  Connection(ConnectionId id, std::shared_ptr<Link> link, asio::ip::address address)
      : id(id), link(std::move(link)), address(std::move(address)) {}

  const ConnectionId id;
  const std::shared_ptr<Link> link;
  const asio::ip::address address;
  std::deque<std::string> unsent;  // the front is being written while `writes`
  std::size_t unsent_bytes = 0;
  bool is_open = false;  // the host knows it
  bool reads = false;
  bool writes = false;
  bool has_ended = false;            // the peer has: nothing more will come
  bool hangs_up = false;             // the host has forgotten it: close when all was sent
  bool was_shut = false;             // all was sent, and the peer told so
  bool is_dropped = false;           // the core has forgotten it
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
        children_(io_, options_.program_ended),
        bots_(options_.threads, options_.pace, [this](BotId bot, engine::AnyMove move) {
          asio::post(io_, [this, bot, move] { take_answer(bot, move); });
        }) {}

  absl::Status listen() {
    const absl::Status status = listen(programs_, options_.port);
    return status.ok() && options_.web ? listen(browsers_, options_.web->port) : status;
  }
  std::uint16_t port() const { return programs_.port; }
  std::optional<std::uint16_t> web_port() const {
    return options_.web ? std::optional(browsers_.port) : std::nullopt;
  }

  void run(std::stop_token stop) {
    stop_ = stop;
    children_.set_place(options_.address, port());
    accept(programs_);
    if (options_.web) accept(browsers_);
    tick();
    const std::stop_callback on_stop(std::move(stop),
                                     [this] { asio::post(io_, [this] { begin_stop(); }); });
    io_.run();
  }

 private:
  // ---- connections come ----

  /// Where some kind of peers come in.
  struct Door {
    explicit Door(asio::io_context& io) : acceptor(io), pause(io) {}

    tcp::acceptor acceptor;
    asio::steady_timer pause;
    std::uint16_t port = 0;
  };

  absl::Status listen(Door& door, std::uint16_t port) const {
    error_code error;
    const tcp::endpoint endpoint(asio::ip::make_address(options_.address), port);
    tcp::acceptor& acceptor = door.acceptor;
    acceptor.open(endpoint.protocol(), error);
    if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
    if (!error) acceptor.bind(endpoint, error);
    if (!error) acceptor.listen(asio::socket_base::max_listen_connections, error);
    if (!error) door.port = acceptor.local_endpoint(error).port();
    return error ? absl::ResourceExhaustedError("cannot listen on " + options_.address + ", port " +
                                                std::to_string(port) + ": " +
                                                engine::printable(error.message(), 100))
                 : absl::OkStatus();
  }

  void accept(Door& door) {
    door.acceptor.async_accept([this, &door](error_code error, tcp::socket socket) {
      if (stops_) return;
      if (error) return pause_accepting(door);
      admit(door, std::move(socket));
      accept(door);
    });
  }

  /// Too many files are open, or the like: what waits to be accepted goes on waiting.
  void pause_accepting(Door& door) {
    door.pause.expires_after(kPauseAfterFailure);
    door.pause.async_wait([this, &door](error_code) {
      if (!stops_) accept(door);
    });
  }

  void admit(const Door& door, tcp::socket socket) {
    error_code error;
    const tcp::endpoint peer = socket.remote_endpoint(error);
    if (error) return;  // it has gone already
    const bool is_browser = &door == &browsers_;
    const bool is_v6 = peer.address().is_v6();
    if (const absl::Status status = objection(peer.address()); !status.ok()) {
      const int refused = socket.release(error);
      TurnedAway& away = is_browser ? browsers_away_ : programs_away_;
      if (!error) away.add({refused, is_v6});
      return refuse(peer, engine::message_of(status));
    }
    refuses_ = false;
    set_options(socket);
    const int descriptor = socket.release(error);
    if (error) return;
    const auto connection = std::make_shared<Connection>(
        ++last_id_, make_link(is_browser, {descriptor, is_v6}), peer.address());
    connections_[connection->id] = connection;
    ++crowd_[peer.address()];
    log(name_of(*connection) + " comes from " + text_of(peer) + (is_browser ? ", a browser" : ""));
    open(connection, is_browser);
  }

  std::shared_ptr<Link> make_link(bool is_browser, Descriptor socket) {
    if (!is_browser) return make_tcp_link(io_, socket);
    const Web& web = *options_.web;
    return make_web_link(io_, socket, {web.origins, web.message_bytes, web.open_time});
  }

  void open(const Shared& connection, bool is_browser) {
    connection->link->open([this, connection, is_browser](bool is_open, const std::string& why) {
      if (connection->is_dropped) return;
      if (!is_open) return turn_away(connection, why);
      connection->is_open = true;
      tell([&](Host::Time now, HostActions& actions) {
        is_browser ? host_.opened_by_browser(now, connection->id, actions)
                   : host_.opened(now, connection->id, actions);
      });
      read(connection);
    });
  }

  /// It has been told why; the host never hears of it.
  void turn_away(const Shared& connection, const std::string& why) {
    log("refused " + name_of(*connection) + ": " + why);
    connection->hangs_up = connection->was_shut = true;
    connection->since = steady_clock::now();
    read(connection);
  }

  /// Whether a connection from there can be taken now.
  absl::Status objection(const asio::ip::address& address) const {
    if (connections_.size() >= options_.connections)
      return absl::ResourceExhaustedError(
          "the limit of " + engine::counted(options_.connections, "connection") + " is reached");
    const auto crowd = crowd_.find(address);
    const bool is_limited = options_.limits_loopback || !address.is_loopback();
    if (is_limited && crowd != crowd_.end() && crowd->second >= options_.connections_of_address)
      return absl::ResourceExhaustedError(
          "the limit of " + engine::counted(options_.connections_of_address, "connection") +
          " from one address is reached");
    return absl::OkStatus();
  }

  /// The log gets one line until there is room again.
  void refuse(const tcp::endpoint& peer, const std::string& why) {
    if (!std::exchange(refuses_, true)) log("refused " + text_of(peer) + ": " + why);
  }

  // ---- bytes come and go ----

  void read(const Shared& connection) {
    if (connection->reads || connection->has_ended || connection->is_dropped) return;
    if (!connection->hangs_up && connection->unsent_bytes > kUnsentToPause) return;
    connection->reads = true;
    connection->link->read([this, connection](Link::Stream stream, std::string_view bytes) {
      connection->reads = false;
      if (connection->is_dropped) return;
      if (stream == Link::Stream::kHalfClosed) return take_end(connection);
      if (stream == Link::Stream::kBroken)
        return bytes.empty() ? drop(connection) : cut(connection, bytes);
      if (!connection->hangs_up) {
        tell([&](Host::Time now, HostActions& actions) {
          host_.received(now, connection->id, bytes, actions);
        });
      }
      read(connection);
    });
  }

  void take_end(const Shared& connection) {
    connection->has_ended = true;
    if (connection->was_shut) return drop(connection);
    if (connection->hangs_up) return;
    tell([&](Host::Time now, HostActions& actions) {
      host_.half_closed(now, connection->id, actions);
    });
  }

  void send(ConnectionId to, std::string text) {
    const auto found = connections_.find(to);
    if (found == connections_.end() || text.empty() || found->second->was_shut) return;
    const Shared connection = found->second;
    connection->unsent_bytes += text.size();
    connection->unsent.push_back(std::move(text));
    if (connection->unsent_bytes > options_.unsent_bytes) return overflowing_.push_back(connection);
    write(connection);
  }

  void write(const Shared& connection) {
    if (connection->writes || connection->unsent.empty()) return;
    connection->writes = true;
    connection->since = steady_clock::now();
    connection->link->write(connection->unsent.front(), [this, connection](bool is_fine) {
      connection->writes = false;
      if (connection->is_dropped) return;
      if (!is_fine) return drop(connection);
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
    connection->link->shut();
    connection->was_shut = true;
    connection->since = steady_clock::now();
  }

  /// Closes at once. The host hears of it unless it knows.
  void drop(const Shared& connection) {
    if (connections_.erase(connection->id) == 0) return;
    const auto crowd = crowd_.find(connection->address);
    if (--crowd->second == 0) crowd_.erase(crowd);
    connection->is_dropped = true;
    connection->link->close();
    log(name_of(*connection) + " is closed");
    if (connection->is_open && !connection->hangs_up)
      tell([&](Host::Time now, HostActions& actions) {
        host_.closed(now, connection->id, actions);
      });
    stop_if_done();
  }

  void cut(const Shared& connection, std::string_view why) {
    log("cut " + name_of(*connection) + ": " + std::string(why));
    drop(connection);
  }

  // ---- the host speaks ----

  template <class Event>
  void tell(const Event& event) {
    HostActions actions;
    event(steady_clock::now(), actions);
    perform(actions);
  }

  void perform(HostActions& actions) {
    for (const std::string& sentence : actions.log) log(sentence);
    for (HostActions::Send& action : actions.sends) send(action.to, std::move(action.text));
    for (const HostActions::Bot& bot : actions.bots) bots_.add(bot);
    for (const HostActions::Question& question : actions.questions) bots_.ask(question);
    for (const BotId bot : actions.gone) bots_.remove(bot);
    for (const ConnectionId id : actions.hang_ups) hang_up(id);
    for (const FinishedGame& game : actions.finished)
      if (options_.finished) options_.finished(game);
    const auto now = steady_clock::now();
    for (const HostActions::EndProgram& action : actions.ends) children_.end(now, action);
    for (const HostActions::StartProgram& action : actions.starts) children_.start(now, action);
    if (!actions.give_up.empty() && options_.gave_up) options_.gave_up(actions.give_up);
    while (!overflowing_.empty()) {
      const Shared connection = std::move(overflowing_.back());
      overflowing_.pop_back();
      if (!connection->is_dropped) cut(connection, "it does not read what it is sent");
    }
  }

  /// The host ignores answers of players that have gone meanwhile.
  void take_answer(BotId bot, engine::AnyMove move) {
    if (stops_) return;
    tell([&](Host::Time now, HostActions& actions) { host_.decided(now, bot, move, actions); });
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
      tick_children(now);
      if (!stop_.stop_requested())
        tell([&](Host::Time time, HostActions& actions) { host_.ticked(time, actions); });
      drop_slow(now);
      tick();
    });
  }

  void tick_children(steady_clock::time_point now) {
    for (const Programs::Ended& ended : children_.tick(now)) {
      if (stops_) continue;
      tell([&](Host::Time time, HostActions& actions) {
        host_.program_ended(time, ended.id, ended.how, actions);
      });
    }
    stop_if_done();
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
    const auto now = steady_clock::now();
    children_.end_all(now);
    stop_by_ = now + options_.closing_time;
    if (!children_.is_empty()) stop_by_ += Programs::kLongestEnd;
    error_code ignored;
    programs_.acceptor.close(ignored);
    browsers_.acceptor.close(ignored);
    std::vector<Shared> unfinished;
    for (const auto& [id, connection] : connections_)
      if (!connection->hangs_up) unfinished.push_back(connection);
    for (const Shared& connection : unfinished) {
      connection->hangs_up = true;  // the host needs not hear of it any more
      drop(connection);
    }
    stop_if_done();
  }

  void stop_if_done() {
    if (stops_ && connections_.empty() && children_.is_empty()) io_.stop();
  }

  const Options options_;
  Host& host_;
  asio::io_context io_{1};
  Door programs_{io_};
  Door browsers_{io_};
  TurnedAway programs_away_{io_, host_.full()};
  TurnedAway browsers_away_{io_, TurnedAway::over_http({{"X-Content-Type-Options", "nosniff"}})};
  asio::steady_timer ticker_{io_};
  absl::btree_map<ConnectionId, Shared> connections_;
  absl::btree_map<asio::ip::address, std::size_t> crowd_;  // connections by address
  std::vector<Shared> overflowing_;  // to be cut when all actions are performed
  ConnectionId last_id_ = 0;
  bool refuses_ = false;  // the last one was refused
  Programs children_;
  std::stop_token stop_;
  bool stops_ = false;
  steady_clock::time_point stop_by_{};
  HostBots bots_;  // last, for its threads post to io_
};

HostServer::HostServer(std::unique_ptr<Core> core) : core_(std::move(core)) {}
HostServer::~HostServer() = default;

absl::StatusOr<std::unique_ptr<HostServer>> HostServer::listen(Options options, Host& host) {
  auto core = std::make_unique<Core>(std::move(options), host);
  if (const absl::Status status = core->listen(); !status.ok()) return status;
  return std::unique_ptr<HostServer>(new HostServer(std::move(core)));
}

std::uint16_t HostServer::port() const {
  return core_->port();
}

std::optional<std::uint16_t> HostServer::web_port() const {
  return core_->web_port();
}

void HostServer::run(std::stop_token stop) {
  core_->run(std::move(stop));
}

}  // namespace gauntlet::tools
