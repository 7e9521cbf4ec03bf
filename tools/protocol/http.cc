#include "tools/protocol/http.h"

#include <algorithm>

namespace gauntlet::tools {

namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

std::optional<std::string_view> find_header(const HttpHeaders& headers, std::string_view name) {
  const auto same = [](char a, char b) { return lower(a) == lower(b); };
  for (const HttpHeader& header : headers)
    if (std::equal(header.name.begin(), header.name.end(), name.begin(), name.end(), same))
      return header.value;
  return std::nullopt;
}

}  // namespace gauntlet::tools
