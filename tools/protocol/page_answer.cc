#include "tools/protocol/page_answer.h"

#include <absl/strings/match.h>

#include <utility>

#include "engine/words.h"
#include "tools/protocol/static_files.h"

namespace gauntlet::tools {

HttpResponse page_answer(int status, std::string_view type, std::string body, std::string note) {
  HttpResponse response{.status = status,
                        .headers = StaticFiles::security_headers(),
                        .body = std::move(body),
                        .note = std::move(note)};
  response.headers.push_back({"Content-Type", std::string(type)});
  return response;
}

HttpResponse page_refusal(int status, const std::string& sentence) {
  return page_answer(status, "text/plain; charset=utf-8", sentence, sentence);
}

HttpResponse page_wrong_method(const std::string& method, const std::string& allowed) {
  HttpResponse response =
      page_refusal(405, engine::in_quotes(method, 20) + " is not for this path; " + allowed +
                            (absl::StrContains(allowed, ',') ? " are" : " is"));
  response.headers.push_back({"Allow", allowed});
  return response;
}

}  // namespace gauntlet::tools
