// Answers of a server that gives pages to browsers.
#pragma once

#include <string>
#include <string_view>

#include "tools/protocol/http.h"

namespace gauntlet::tools {

/// With all that keeps other sites' pages out (StaticFiles::security_headers).
HttpResponse page_answer(int status, std::string_view type, std::string body, std::string note);
/// One sentence of what is wrong.
HttpResponse page_refusal(int status, const std::string& sentence);
/// 405; `allowed` is for people and for the header: "GET, HEAD".
HttpResponse page_wrong_method(const std::string& method, const std::string& allowed);

}  // namespace gauntlet::tools
