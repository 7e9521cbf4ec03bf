#include "tools/protocol/static_files.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "engine/words.h"
#include "tools/protocol/page_answer.h"

namespace gauntlet::tools {

namespace {

std::string_view type_of(std::string_view name) {
  static constexpr std::pair<std::string_view, std::string_view> kTypes[] = {
      {".html", "text/html; charset=utf-8"},
      {".css", "text/css; charset=utf-8"},
      {".js", "text/javascript; charset=utf-8"},
      {".svg", "image/svg+xml"},
  };
  for (const auto& [ending, type] : kTypes)
    if (name.ends_with(ending)) return type;
  return "application/octet-stream";
}

}  // namespace

HttpHeaders StaticFiles::security_headers() {
  return {{"Content-Security-Policy",
           "default-src 'self'; connect-src 'self' http: https:; base-uri 'none'; "
           "form-action 'none'; frame-ancestors 'none'; object-src 'none'"},
          {"X-Content-Type-Options", "nosniff"},
          {"Referrer-Policy", "no-referrer"},
          {"Cross-Origin-Opener-Policy", "same-origin"},
          {"Cross-Origin-Resource-Policy", "same-origin"},
          {"Cache-Control", "no-cache"}};
}

HttpResponse StaticFiles::answer(const HttpRequest& request) const {
  const std::string_view path = split_target(request.target).path;
  const std::string_view name =
      path == "/" ? "index.html" : path.substr(std::min<std::size_t>(1, path.size()));
  const auto file = std::find_if(files_.begin(), files_.end(), [&](const WebFile& known) {
    return path.starts_with('/') && known.name == name;
  });
  if (file == files_.end())
    return page_refusal(
        404, "there is nothing at " + engine::in_quotes(request.target, 80) + "; the page is at /");
  if (request.method != "GET" && request.method != "HEAD")
    return page_wrong_method(request.method, "GET, HEAD");
  return page_answer(200, type_of(file->name), std::string(file->content),
                     "sent " + std::string(file->name));
}

}  // namespace gauntlet::tools
