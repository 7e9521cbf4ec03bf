// URLs of other people's servers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/status.h"

namespace gauntlet::tools {

/// A place that speaks plain HTTP.
struct HttpUrl {
  std::string host;  ///< A name or an address, without brackets.
  std::uint16_t port = 80;
  std::string path = {};  ///< "" or "/bot", without a slash at its end.

  /// "127.0.0.1:5005", "[::1]:5005": as the Host of requests and for people.
  std::string authority() const;
  bool operator==(const HttpUrl&) const = default;
};

/// Reads http://HOST[:PORT][/PATH]; a bad one gets a sentence that says what would be right.
absl::StatusOr<HttpUrl> parse_http_url(std::string_view text);

}  // namespace gauntlet::tools
