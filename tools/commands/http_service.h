// Commands that answer HTTP requests until somebody interrupts them.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>

#include "selfplay/thinking/pacer.h"
#include "tools/commands/command.h"
#include "tools/commands/options.h"
#include "tools/protocol/http.h"
#include "tools/protocol/kinarow_bot.h"

namespace gauntlet::tools {

struct HttpService {
  std::string listen = "127.0.0.1";
  std::uint16_t port = 0;  ///< 0: any free one.
  std::size_t connections = kUsualConnections;
  bool json = false;
  std::stop_token stop;
  HttpHeaders refusal_headers;  ///< Of what the server itself refuses.
  HttpHandler handler;
  /// Tells that it has begun to listen.
  std::function<void(const std::string& url, std::uint16_t port)> started;
};

/// Prints one line for every answer, within a limit. Ends when the stop is requested.
Exit serve_http(const HttpService& service);

/// How the bot of K-in-a-Row thinks: on threads that belong to what is returned, with `threads` for
/// each search.
KinarowBot::Think think_with(std::uint64_t seed, int threads, selfplay::Pace pace);

}  // namespace gauntlet::tools
