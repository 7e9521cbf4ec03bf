#include "tools/net/channel.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cerrno>
#include <optional>
#include <string>
#include <utility>

#include "engine/words.h"
#include "tools/net/pieces.h"

namespace gauntlet::tools {

namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

constexpr std::size_t kPieceBytes = 16 * 1024;

bool is_socket(int descriptor) {
  struct stat status {};
  return fstat(descriptor, &status) == 0 && S_ISSOCK(status.st_mode);
}

/// A channel by a connection.
std::unique_ptr<Channel> connected(asio::io_context& io, tcp::socket socket) {
  error_code ignored;
  socket.set_option(tcp::no_delay(true), ignored);
  socket.native_non_blocking(true, ignored);
  OwnDescriptor to(fcntl(socket.native_handle(), F_DUPFD_CLOEXEC, 0));
  OwnDescriptor from(socket.release(ignored));
  if (from.number() < 0 || to.number() < 0) return nullptr;
  return std::make_unique<Channel>(io, std::move(from), std::move(to));
}

/// While it lives, writing to a pipe that nobody reads raises no SIGPIPE in this thread.
class NoBrokenPipe {
 public:
  NoBrokenPipe() {
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~NoBrokenPipe() {
    const int error = errno;
    const timespec at_once{};
    if (!was_pending_) sigtimedwait(&pipe_, nullptr, &at_once);
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
    errno = error;
  }
  NoBrokenPipe(const NoBrokenPipe&) = delete;
  NoBrokenPipe& operator=(const NoBrokenPipe&) = delete;

 private:
  sigset_t pipe_, before_;
  bool was_pending_;
};

}  // namespace

struct Channel::Core : std::enable_shared_from_this<Core> {
  Core(asio::io_context& io, OwnDescriptor input, OwnDescriptor output)
      : from(io, input.release()),
        to_is_socket(is_socket(output.number())),
        to(io, output.release()),
        pause(io) {}

  std::string_view read() {
    flush();
    if (has_ended) return "";
    const ssize_t size = ::read(from.native_handle(), piece.data(), piece.size());
    if (size > 0) return {piece.data(), static_cast<std::size_t>(size)};
    if (size < 0 && (errno == EAGAIN || errno == EINTR)) {
      wait(from, asio::posix::descriptor_base::wait_read, &Core::waits_to_read);
    } else {
      has_ended = true;
    }
    return "";
  }

  void flush() {
    while (!unsent.empty() && to.is_open()) {
      if (pauses) return;
      const ssize_t size = put(next_piece());
      if (size > 0) {
        unsent.erase(0, static_cast<std::size_t>(size));
        if (pieces) take_a_pause();
      } else if (size < 0 && (errno == EAGAIN || errno == EINTR)) {
        return wait(to, asio::posix::descriptor_base::wait_write, &Core::waits_to_write);
      } else {
        close(to);
      }
    }
    if (!to.is_open()) unsent.clear();
    if (finishes) shut();
  }
  std::string_view next_piece() {
    const std::string_view all = unsent;
    return pieces ? all.substr(0, pieces->next_size()) : all;
  }
  void take_a_pause() {
    pauses = true;
    pause.expires_after(Pieces::kPause);
    pause.async_wait([self = shared_from_this()](error_code) {
      self->pauses = false;
      self->flush();
    });
  }
  ssize_t put(std::string_view bytes) {
    const int descriptor = to.native_handle();
    if (to_is_socket) return ::send(descriptor, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    const NoBrokenPipe guard;
    return ::write(descriptor, bytes.data(), bytes.size());
  }
  void shut() {
    if (!to.is_open()) return;
    if (to_is_socket) ::shutdown(to.native_handle(), SHUT_WR);
    close(to);
  }
  static void close(asio::posix::stream_descriptor& end) {
    error_code ignored;
    end.close(ignored);
  }

  /// Makes `io` return when the descriptor is ready.
  void wait(asio::posix::stream_descriptor& end, asio::posix::descriptor_base::wait_type what,
            bool Core::*waits) {
    if (std::exchange(this->*waits, true)) return;
    end.async_wait(what,
                   [self = shared_from_this(), waits](error_code) { (*self).*waits = false; });
  }

  asio::posix::stream_descriptor from;
  bool to_is_socket;
  asio::posix::stream_descriptor to;
  asio::steady_timer pause;
  std::string unsent;
  std::optional<Pieces> pieces;  // none: as large as can be
  bool pauses = false;
  std::array<char, kPieceBytes> piece;
  bool has_ended = false;
  bool finishes = false;
  bool waits_to_read = false;
  bool waits_to_write = false;
};

Channel::Channel(asio::io_context& io, OwnDescriptor from, OwnDescriptor to)
    : core_(std::make_shared<Core>(io, std::move(from), std::move(to))) {}

std::unique_ptr<Channel> Channel::connect(asio::io_context& io, std::uint16_t port) {
  tcp::socket socket(io);
  error_code error;
  socket.connect({asio::ip::address_v4::loopback(), port}, error);
  return error ? nullptr : connected(io, std::move(socket));
}

Channel::~Channel() {
  Core::close(core_->from);
  Core::close(core_->to);
}

void Channel::send_in_pieces() {
  core_->pieces.emplace();
}

std::string_view Channel::read() {
  return core_->read();
}

bool Channel::has_ended() const {
  return core_->has_ended;
}

void Channel::write(std::string_view bytes) {
  core_->unsent.append(bytes);
  core_->flush();
}

std::size_t Channel::unsent() const {
  return core_->unsent.size();
}

void Channel::finish() {
  core_->finishes = true;
  core_->flush();
}

struct Listener::Core : std::enable_shared_from_this<Core> {
  explicit Core(asio::io_context& io) : io(io), acceptor(io) {}

  error_code open(std::uint16_t port) {
    error_code error;
    const tcp::endpoint here(asio::ip::address_v4::loopback(), port);
    acceptor.open(here.protocol(), error);
    if (!error) acceptor.bind(here, error);
    if (!error) acceptor.listen(1, error);
    if (!error) acceptor.non_blocking(true, error);
    return error;
  }
  error_code adopt(OwnDescriptor socket) {
    error_code error;
    acceptor.assign(tcp::v4(), socket.release(), error);
    if (!error) acceptor.non_blocking(true, error);
    return error;
  }
  std::unique_ptr<Channel> accept() {
    error_code error;
    tcp::socket socket = acceptor.accept(error);
    if (!error) return connected(io, std::move(socket));
    if (error == asio::error::would_block || error == asio::error::try_again) wait();
    return nullptr;
  }
  void wait() {
    if (std::exchange(waits, true)) return;
    acceptor.async_wait(tcp::acceptor::wait_read,
                        [self = shared_from_this()](error_code) { self->waits = false; });
  }

  asio::io_context& io;
  tcp::acceptor acceptor;
  bool waits = false;
};

absl::StatusOr<std::unique_ptr<Listener>> Listener::open(asio::io_context& io, std::uint16_t port) {
  auto core = std::make_shared<Core>(io);
  if (const error_code error = core->open(port))
    return absl::ResourceExhaustedError("there is no port for it on 127.0.0.1: " +
                                        engine::printable(error.message(), 100));
  return std::unique_ptr<Listener>(new Listener(std::move(core)));
}

std::unique_ptr<Listener> Listener::adopt(asio::io_context& io, OwnDescriptor socket) {
  if (socket.number() < 0) return nullptr;
  auto core = std::make_shared<Core>(io);
  if (core->adopt(std::move(socket))) return nullptr;
  return std::unique_ptr<Listener>(new Listener(std::move(core)));
}

Listener::Listener(std::shared_ptr<Core> core) : core_(std::move(core)) {}

Listener::~Listener() {
  error_code ignored;
  core_->acceptor.close(ignored);
}

std::uint16_t Listener::port() const {
  error_code ignored;
  return core_->acceptor.local_endpoint(ignored).port();
}

std::unique_ptr<Channel> Listener::accept() {
  return core_->accept();
}

}  // namespace gauntlet::tools
