// Files that a server gives to browsers: known ones, and no others.
#pragma once

#include <span>

#include "tools/protocol/http.h"
#include "tools/web_files.h"

namespace gauntlet::tools {

/// Answers GET and HEAD for "/", which is index.html, and for the files by their names. Paths are
/// compared, never opened. Everything else gets 404 or 405 and one sentence. A page may load what
/// lies beside it and nothing else, but call any server: it is for bots to say who may call them.
class StaticFiles {
 public:
  /// `files` stay.
  explicit StaticFiles(std::span<const WebFile> files) : files_(files) {}

  HttpResponse answer(const HttpRequest& request) const;

  /// What every answer of a server with pages carries.
  static HttpHeaders security_headers();

 private:
  std::span<const WebFile> files_;
};

}  // namespace gauntlet::tools
