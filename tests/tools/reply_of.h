// Tasks of HTTP, waited for.
#pragma once

#include <future>
#include <utility>

#include "tools/protocol/http.h"

namespace gauntlet::tools {

/// What a task that nobody stops replies.
inline HttpResponse reply_of(const HttpTask& task) {
  std::promise<HttpResponse> reply;
  task({}, [&reply](HttpResponse response) { reply.set_value(std::move(response)); });
  return reply.get_future().get();
}

}  // namespace gauntlet::tools
