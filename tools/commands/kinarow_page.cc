#include "tools/commands/kinarow_page.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "selfplay/players/auto_level.h"
#include "tools/commands/http_service.h"
#include "tools/commands/print.h"
#include "tools/net/origin.h"
#include "tools/protocol/kinarow_bot.h"
#include "tools/protocol/kinarow_host.h"
#include "tools/protocol/page_answer.h"

namespace gauntlet::tools {

namespace {

void tell_start(bool json, const std::string& url, std::uint16_t port) {
  if (json) return print_json({{"event", "listening"}, {"url", url}, {"port", port}});
  print("The K-in-a-Row page is at " + url + "/ and its bot at " + url + "/bot; Ctrl-C ends it.\n");
  std::fflush(stdout);
}

/// The page, the bot beside it, or why there is neither under the name that they are asked for by.
HttpAnswer answer(const KinarowHost& host, const std::vector<std::string>& origins,
                  const HttpRequest& request) {
  const auto name = find_header(request.headers, "Host");
  const absl::Status status = name ? host_objection(*name, origins) : absl::OkStatus();
  if (status.ok()) return host.answer(request);
  return page_refusal(403, engine::message_of(status));
}

}  // namespace

absl::Status kinarow_opponent_objection(const std::string& opponent) {
  if (opponent.empty()) return absl::OkStatus();
  if (selfplay::is_auto_level(opponent))
    return absl::InvalidArgumentError(
        "bad --opponent: level:auto goes by how games end, and other pages tell the bot "
        "positions only; on this page it is in the menu of players, so leave it out, "
        "or name one of level:1 to level:10");
  const absl::Status status = KinarowBot::objection(opponent);
  if (status.ok()) return status;
  return absl::InvalidArgumentError("bad --opponent: " + engine::message_of(status));
}

Exit host_kinarow(KinarowPageOptions options) {
  if (options.opponent.empty()) options.opponent = "expert";
  const KinarowHost host(
      options.opponent,
      think_with(seed_of(options.common), std::max(options.common.threads, 1), options.pace),
      std::move(options.known), std::move(options.ended));
  return serve_http(
      {.listen = options.listen,
       .port = options.port,
       .connections = options.connections,
       .json = options.common.json,
       .stop = options.stop,
       .refusal_headers = StaticFiles::security_headers(),
       .handler =
           [&](const HttpRequest& request) { return answer(host, options.origins, request); },
       .started = [&options](const std::string& url,
                             std::uint16_t port) { tell_start(options.common.json, url, port); }});
}

}  // namespace gauntlet::tools
