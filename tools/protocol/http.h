// HTTP requests and answers as values: what protocols over HTTP are written in.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace gauntlet::tools {

struct HttpHeader {
  std::string name;
  std::string value;
  bool operator==(const HttpHeader&) const = default;
};

using HttpHeaders = std::vector<HttpHeader>;

/// The value of the first header called `name` in any case, or nothing.
std::optional<std::string_view> find_header(const HttpHeaders& headers, std::string_view name);

struct HttpRefusal {
  int status;
  std::string sentence;
};

/// Why a request with these headers must not be read on, or nothing: it does not tell surely where
/// its body ends (RFC 9112, 6.1 and 6.3), and a proxy before us may think that it ends elsewhere;
/// or whose server it is meant for (3.2).
std::optional<HttpRefusal> header_objection(const HttpHeaders& headers, bool is_http_1_0);

struct HttpRequest {
  std::chrono::steady_clock::time_point arrived;  ///< When its first byte was read.
  std::string method;                             ///< "GET", as it came.
  std::string target;                             ///< "/status?width=3", as it came.
  HttpHeaders headers;
  std::string body;
};

/// What is asked for, and what follows the question mark, as they came.
struct HttpTarget {
  std::string_view path, query;
};
/// `target` must outlive what is returned.
HttpTarget split_target(std::string_view target);

struct HttpResponse {
  int status = 200;
  HttpHeaders headers;  ///< Without length and connection, which the server adds.
  std::string body;
  std::string note;  ///< For the log, not sent: what happened, printable.
};

/// Takes the answer to a request, from any thread.
using HttpReply = std::function<void(HttpResponse)>;

/// What takes longer: begins it and returns at once. The reply must be called once, soon when the
/// stop is requested, unless the task throws.
using HttpTask = std::function<void(std::stop_token, HttpReply)>;

using HttpAnswer = std::variant<HttpResponse, HttpTask>;

/// Called on the server's one thread for all connections: returns at once, with a task for whatever
/// needs longer. Several tasks are under way at the same time.
using HttpHandler = std::function<HttpAnswer(const HttpRequest&)>;

}  // namespace gauntlet::tools
