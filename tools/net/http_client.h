// Requests to other people's HTTP servers, one at a time.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "engine/status.h"
#include "tools/net/own_descriptor.h"
#include "tools/protocol/conversation.h"
#include "tools/protocol/http.h"
#include "tools/protocol/http_url.h"

namespace gauntlet::tools {

/// Speaks HTTP/1.1 with one server, which is hostile: an answer takes no longer than it may and has
/// bounded headers and body. The connection is kept between requests as long as the server keeps
/// it, and says nothing there that it was not asked; when it turns out to have been closed
/// meanwhile, the request is sent once more by a new one. One thread.
class HttpClient {
 public:
  using Time = std::chrono::steady_clock::time_point;
  static constexpr std::size_t kHeaderBytes = 16 * 1'024;
  static constexpr std::size_t kBodyBytes = 64 * 1'024;

  /// Makes a socket by which a server of an address in digits is connected to, where only such can
  /// reach it; it gives none where none is to be had.
  using MakeSocket = std::function<OwnDescriptor()>;

  /// With `make_socket`, its sockets are used; null: the system's. All that is said is added to
  /// `conversation`, which outlives the client; of answers what they mean. Null: nobody keeps it.
  explicit HttpClient(HttpUrl server, MakeSocket make_socket = nullptr,
                      Conversation* conversation = nullptr);
  ~HttpClient();
  HttpClient(const HttpClient&) = delete;
  HttpClient& operator=(const HttpClient&) = delete;

  struct Call {
    std::string method;  ///< "GET" or "POST".
    std::string target;  ///< Below the URL's path: "/status?width=3".
    std::string body = {};
    std::string content_type = {};
    HttpHeaders headers = {};   ///< Others.
    bool is_in_pieces = false;  ///< It goes out in small pieces with pauses (pieces.h).
    bool closes = false;        ///< The connection ends with the answer, and the server is told so.
  };

  /// Blocks until the answer is there. Else a sentence by itself, and one of these codes:
  ///   kUnavailable       it cannot be connected to
  ///   kAborted           it has closed the connection instead of answering
  ///   kDataLoss          what it sent is no such answer, or too long
  ///   kDeadlineExceeded  it has not answered by then
  ///   kCancelled         the stop was requested
  absl::StatusOr<HttpResponse> ask(const Call& call, Time deadline, std::stop_token stop);

 private:
  class Core;  // keeps Asio out of this header
  std::unique_ptr<Core> core_;
};

}  // namespace gauntlet::tools
