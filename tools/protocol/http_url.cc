#include "tools/protocol/http_url.h"

#include <absl/strings/ascii.h>

#include <algorithm>

#include "engine/words.h"

namespace gauntlet::tools {

namespace {

constexpr std::size_t kLongestUrl = 500;
constexpr std::string_view kHttp = "http://";

bool consists_of(std::string_view text, bool (*is_fine)(char c)) {
  return std::all_of(text.begin(), text.end(), is_fine);
}

bool is_of_name(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '.' || c == '_';
}
bool is_of_v6(char c) {
  return absl::ascii_isxdigit(static_cast<unsigned char>(c)) || c == ':' || c == '.';
}
/// No query, no fragment, nothing that would have to be escaped.
bool is_of_path(char c) {
  return is_of_name(c) || std::string_view("/~%!$&'()*+,;=:@").find(c) != std::string_view::npos;
}

absl::Status bad(std::string_view text, const std::string& why) {
  return absl::InvalidArgumentError(engine::in_quotes(text, 60) + " is no URL of a bot: " + why +
                                    "; right is http://127.0.0.1:5005");
}

}  // namespace

std::string HttpUrl::authority() const {
  const bool is_v6 = host.find(':') != std::string::npos;
  return (is_v6 ? "[" + host + "]" : host) + ":" + std::to_string(port);
}

absl::StatusOr<HttpUrl> parse_http_url(std::string_view text) {
  if (text.size() > kLongestUrl)
    return bad(text, "it is longer than " + std::to_string(kLongestUrl) + " characters");
  if (!text.starts_with(kHttp)) return bad(text, "it does not begin with http://");
  std::string_view rest = text.substr(kHttp.size());
  HttpUrl url;
  const std::size_t slash = std::min(rest.find('/'), rest.size());
  url.path = rest.substr(slash);
  while (url.path.ends_with('/')) url.path.pop_back();
  rest = rest.substr(0, slash);
  const bool is_v6 = rest.starts_with('[');
  const std::size_t host_end = is_v6 ? rest.find(']') : std::min(rest.find(':'), rest.size());
  if (host_end == std::string_view::npos) return bad(text, "the address lacks its ']'");
  url.host = is_v6 ? rest.substr(1, host_end - 1) : rest.substr(0, host_end);
  rest = rest.substr(host_end + is_v6);
  if (url.host.empty() || !consists_of(url.host, is_v6 ? is_of_v6 : is_of_name))
    return bad(text, "it lacks the name or the address of a machine");
  if (!consists_of(url.path, is_of_path))
    return bad(text, "its path has a character that paths do not have");
  if (rest.empty()) return url;
  const auto port = engine::parse_int(rest.substr(1), 1, 65'535);
  if (rest.front() != ':' || !port) return bad(text, "a port is a number from 1 to 65535");
  url.port = static_cast<std::uint16_t>(*port);
  return url;
}

}  // namespace gauntlet::tools
