#include "tools/net/warden_line.h"

#include <poll.h>
#include <sys/socket.h>

#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <chrono>
#include <utility>

namespace gauntlet::tools {

namespace {

namespace asio = boost::asio;
using boost::system::error_code;
using std::chrono::steady_clock;
using Kind = WardenMessage::Kind;

constexpr std::chrono::milliseconds kPatience{1'000};

}  // namespace

struct WardenLine::Core : std::enable_shared_from_this<Core> {
  Core(asio::io_context& io, OwnDescriptor ours) : line(io, ours.release()) {}

  void listen() {
    line.async_wait(line.wait_read, [self = shared_from_this()](error_code error) {
      if (error || !self->line.is_open()) return;
      self->take_all();
      if (!self->is_closed) self->listen();
    });
  }
  void take_all() {
    while (!is_closed) {
      auto message = receive_message(line.native_handle());
      if (!message) return;
      take(std::move(*message));
    }
  }
  void take(WardenMessage message) {
    if (message.kind == Kind::kEnded) ending = message.value;
    if (message.kind == Kind::kSocket) {
      socket = std::move(message.descriptor);
      is_asked = false;
    }
    if (message.kind == Kind::kReady) {
      is_ready = true;
      listener = std::move(message.descriptor);
    }
    is_closed |= message.kind == Kind::kClosed;
  }
  /// Takes what comes until `is_done`, or the line is closed, or patience ends.
  template <class Done>
  void wait_until(Done is_done) {
    const auto end = steady_clock::now() + kPatience;
    for (take_all(); !is_done() && !is_closed && steady_clock::now() < end; take_all()) {
      pollfd news{line.native_handle(), POLLIN, 0};
      poll(&news, 1, 20);
    }
  }

  asio::posix::stream_descriptor line;
  bool is_ready = false;
  bool is_asked = false;  // for a socket
  bool is_closed = false;
  OwnDescriptor listener, socket;
  std::optional<int> ending;
};

std::unique_ptr<WardenLine> WardenLine::open(asio::io_context& io, OwnDescriptor& theirs) {
  int ends[2];
  if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) != 0) return nullptr;
  theirs = OwnDescriptor(ends[1]);
  auto core = std::make_shared<Core>(io, OwnDescriptor(ends[0]));
  core->listen();
  return std::unique_ptr<WardenLine>(new WardenLine(std::move(core)));
}

WardenLine::WardenLine(std::shared_ptr<Core> core) : core_(std::move(core)) {}

WardenLine::~WardenLine() {
  shutdown(core_->line.native_handle(), SHUT_WR);
  core_->wait_until([] { return false; });
  error_code ignored;
  core_->line.close(ignored);
}

bool WardenLine::is_ready() {
  core_->take_all();
  return core_->is_ready;
}

OwnDescriptor WardenLine::take_listener() {
  core_->take_all();
  return std::move(core_->listener);
}

std::optional<int> WardenLine::ending() {
  core_->take_all();
  return core_->ending;
}

void WardenLine::terminate() const {
  send_message(core_->line.native_handle(), {.kind = Kind::kTerminate});
}

OwnDescriptor WardenLine::make_socket() {
  core_->is_asked = true;
  if (!send_message(core_->line.native_handle(), {.kind = Kind::kMakeSocket})) return {};
  core_->wait_until([this] { return !core_->is_asked; });
  return std::move(core_->socket);
}

}  // namespace gauntlet::tools
