#include "tools/net/origin.h"

#include <algorithm>
#include <boost/beast/core/string.hpp>

#include "engine/words.h"
#include "tools/net/address.h"

namespace gauntlet::tools {

namespace {

using boost::beast::iequals;

/// What follows "http://" or "https://"; "" when nothing does.
std::string_view authority_of(std::string_view origin) {
  for (const std::string_view scheme : {"http://", "https://"})
    if (origin.starts_with(scheme)) return origin.substr(scheme.size());
  return "";
}

/// `authority` without its port; an IPv6 address without its brackets.
std::string_view host_of(std::string_view authority) {
  if (authority.starts_with('['))
    return authority.substr(1, std::min(authority.find(']'), authority.size()) - 1);
  return authority.substr(0, authority.find(':'));
}

bool is_this_machine(std::string_view host) {
  return iequals(host, "localhost") || (is_ip_address(host) && is_loopback(host));
}

}  // namespace

bool is_origin(std::string_view text) {
  const std::string_view authority = authority_of(text);
  const auto is_bad = [](char c) { return c <= ' ' || c == '/' || c == '@' || c >= 0x7f; };
  return !host_of(authority).empty() && std::none_of(authority.begin(), authority.end(), is_bad);
}

absl::Status host_objection(std::string_view host, const std::vector<std::string>& allowed) {
  const std::string_view name = host_of(host);
  const auto is_name = [name](const std::string& origin) {
    return iequals(host_of(authority_of(origin)), name);
  };
  if (iequals(name, "localhost") || is_ip_address(name) ||
      std::any_of(allowed.begin(), allowed.end(), is_name))
    return absl::OkStatus();
  return absl::InvalidArgumentError(
      engine::in_quotes(host) +
      " is not a name of this server; use its address, or a name that --allow-origin gives");
}

absl::Status origin_objection(std::string_view origin, std::string_view host,
                              const std::vector<std::string>& allowed) {
  if (absl::Status status = host_objection(host, allowed); !status.ok()) return status;
  const std::string_view page = host_of(authority_of(origin));
  const auto is_origin = [origin](const std::string& one) { return iequals(one, origin); };
  if (origin.empty() || is_this_machine(page) || (!page.empty() && iequals(page, host_of(host))) ||
      std::any_of(allowed.begin(), allowed.end(), is_origin))
    return absl::OkStatus();
  return absl::InvalidArgumentError("pages of " + engine::in_quotes(origin) +
                                    " may not play here unless --allow-origin lets them");
}

}  // namespace gauntlet::tools
