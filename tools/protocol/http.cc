#include "tools/protocol/http.h"

#include <absl/strings/match.h>

#include <algorithm>

namespace gauntlet::tools {

namespace {

bool is_same(std::string_view a, std::string_view b) {
  return absl::EqualsIgnoreCase({a.data(), a.size()}, {b.data(), b.size()});
}

auto count(const HttpHeaders& headers, std::string_view name) {
  return std::count_if(headers.begin(), headers.end(),
                       [&](const HttpHeader& header) { return is_same(header.name, name); });
}

bool is_host(std::string_view text) {
  const auto is_bad = [](char c) {
    return c <= ' ' || c >= 0x7f || std::string_view("/@?#,").find(c) != std::string_view::npos;
  };
  return std::none_of(text.begin(), text.end(), is_bad);
}

std::optional<HttpRefusal> body_objection(const HttpHeaders& headers, bool is_http_1_0) {
  const auto coding = find_header(headers, "Transfer-Encoding");
  if (!coding) return std::nullopt;
  if (find_header(headers, "Content-Length"))
    return HttpRefusal{400, "a body has a Content-Length or a Transfer-Encoding, not both"};
  if (is_http_1_0) return HttpRefusal{400, "HTTP/1.0 knows no Transfer-Encoding"};
  if (count(headers, "Transfer-Encoding") > 1 || !is_same(*coding, "chunked"))
    return HttpRefusal{501, "of the transfer codings only chunked is known here"};
  return std::nullopt;
}

}  // namespace

std::optional<std::string_view> find_header(const HttpHeaders& headers, std::string_view name) {
  for (const HttpHeader& header : headers)
    if (is_same(header.name, name)) return header.value;
  return std::nullopt;
}

std::optional<HttpRefusal> header_objection(const HttpHeaders& headers, bool is_http_1_0) {
  if (auto why = body_objection(headers, is_http_1_0)) return why;
  const auto hosts = count(headers, "Host");
  if (hosts == 0 && !is_http_1_0)
    return HttpRefusal{400,
                       "a request of HTTP/1.1 has a Host: the name that this server is called by"};
  if (hosts > 1) return HttpRefusal{400, "a request has one Host, not several"};
  if (hosts == 1 && !is_host(*find_header(headers, "Host")))
    return HttpRefusal{400, "a Host is a name or an address, and perhaps a port: example.org:5000"};
  return std::nullopt;
}

HttpTarget split_target(std::string_view target) {
  const std::size_t mark = std::min(target.find('?'), target.size());
  return {target.substr(0, mark), target.substr(std::min(mark + 1, target.size()))};
}

}  // namespace gauntlet::tools
