// An HTTP/1.1 server that cannot be held up.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "engine/status.h"
#include "tools/protocol/http.h"

namespace gauntlet::tools {

/// An answer that was sent, for the log.
struct HttpEvent {
  std::string method;  ///< Printable, like the other texts; "" when the request was not read.
  std::string target;
  int status;
  std::string note;
  std::chrono::milliseconds duration;  ///< From the request's arrival to its answer.
};

/// A peer that sends no more may still read: it gets its answer as everybody does. One that has
/// hung up altogether has its task stopped.
///
/// Serves from the moment it is made until it is destroyed. One thread does all reading, writing
/// and answering, and begins the tasks. What goes beyond a limit gets its status and one
/// sentence, and the connection is closed: 400 malformed, 408 too slow, 413 body, 414 target, 431
/// headers too long, 501 another transfer coding than chunked, 503 too much at once. A
/// connection is closed too after a hundred refusals in a row.
class HttpServer {
 public:
  using Milliseconds = std::chrono::milliseconds;

  struct Options {
    std::string address = "127.0.0.1";
    std::uint16_t port = 0;  ///< 0: any free one.
    std::size_t header_bytes = 8 * 1024;
    std::size_t target_bytes = 2 * 1024;
    std::size_t body_bytes = 64 * 1024;
    Milliseconds request_time{5000};  ///< For a whole request, from its first byte; and to send.
    Milliseconds idle_time{15'000};   ///< Between requests.
    std::size_t connections = 1'024;
    std::size_t connections_of_address = 32;    ///< Loopback is exempt.
    std::size_t tasks = 1'024;                  ///< Under way at the same time.
    HttpHeaders refusal_headers;                ///< Of all answers that the handler did not make.
    std::function<void(const HttpEvent&)> log;  ///< Called on the server's thread.
  };

  /// Fails with a sentence when the address cannot be listened on.
  static absl::StatusOr<std::unique_ptr<HttpServer>> start(Options options, HttpHandler handler);

  /// Stops all tasks, sends their answers if that takes no longer than a second, and hangs up.
  /// Waits until every task has replied.
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  /// The port it listens on.
  std::uint16_t port() const;

 private:
  class Core;

  explicit HttpServer(std::unique_ptr<Core> core);

  std::unique_ptr<Core> core_;
};

}  // namespace gauntlet::tools
