#include "tools/commands/kinarow_page.h"

#include <algorithm>
#include <cstdio>

#include "engine/registry.h"
#include "tools/commands/http_service.h"
#include "tools/commands/print.h"
#include "tools/deadline_players.h"
#include "tools/protocol/kinarow_host.h"

namespace gauntlet::tools {

namespace {

void tell_start(bool json, const std::string& url, std::uint16_t port) {
  if (json) return print_json({{"event", "listening"}, {"url", url}, {"port", port}});
  print("The K-in-a-Row page is at " + url + "/ and its bot at " + url + "/bot; Ctrl-C ends it.\n");
  std::fflush(stdout);
}

}  // namespace

Exit host_kinarow(KinarowPageOptions options) {
  if (options.opponent.empty()) options.opponent = "expert";
  const auto spec = parse_deadline_player(options.opponent, *engine::find_game("mnk:7x6x4"));
  if (!spec) return complain(Exit::kUsage, "bad --opponent: " + spec.error());
  DeadlinePlayers players(seed_of(options.common), std::max(options.common.threads, 1));
  const KinarowHost host(options.opponent, think_with(players));
  return serve_http(
      {.listen = options.listen,
       .port = options.port,
       .json = options.common.json,
       .stop = options.stop,
       .refusal_headers = StaticFiles::security_headers(),
       .handler = [&host](const HttpRequest& request) { return host.answer(request); },
       .started = [&options](const std::string& url,
                             std::uint16_t port) { tell_start(options.common.json, url, port); }});
}

}  // namespace gauntlet::tools
