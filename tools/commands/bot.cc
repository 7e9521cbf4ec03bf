// `gauntlet bot kinarow`: the HTTP bot that the K-in-a-Row page calls, until Ctrl-C.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "engine/words.h"
#include "tools/commands/command.h"
#include "tools/commands/help_text.h"
#include "tools/commands/http_service.h"
#include "tools/commands/interrupt.h"
#include "tools/commands/options.h"
#include "tools/commands/print.h"
#include "tools/commands/value_kinds.h"
#include "tools/net/address.h"
#include "tools/protocol/kinarow_bot.h"

namespace gauntlet::tools {

namespace {

constexpr std::uint64_t kUsualPort = 5005;

struct BotOptions {
  CommonOptions common;
  std::string protocol;
  std::string player = "expert";
  std::string listen = "127.0.0.1";
  std::uint64_t port = kUsualPort;
  std::size_t connections = kUsualConnections;
  bool page_rules = true;
  selfplay::Pace pace = selfplay::Pace::kFast;
};

void tell_start(const BotOptions& options, const std::string& url, std::uint16_t port) {
  if (options.common.json)
    return print_json(
        {{"event", "listening"}, {"url", url}, {"port", port}, {"player", options.player}});
  print("The K-in-a-Row bot answers at " + url + " as " + options.player + "; Ctrl-C ends it.\n");
  std::fflush(stdout);
}

/// Whether the options can be served.
absl::Status objection(const BotOptions& options) {
  if (options.protocol != "kinarow")
    return absl::InvalidArgumentError(
        engine::in_quotes(options.protocol) + " is not a protocol of gauntlet bot" +
        engine::did_you_mean(options.protocol, std::vector<std::string_view>{"kinarow"}) +
        "; the only one is kinarow");
  if (!is_ip_address(options.listen))
    return absl::InvalidArgumentError(
        "--listen takes an IP address such as 127.0.0.1 or ::1, not " +
        engine::in_quotes(options.listen));
  return KinarowBot::objection(options.player);
}

Exit run(const BotOptions& options) {
  if (const absl::Status status = objection(options); !status.ok()) return complain(status);
  const Interrupt interrupt;
  const KinarowBot bot(
      {options.player, options.page_rules},
      think_with(seed_of(options.common), std::max(options.common.threads, 1), options.pace));
  return serve_http(
      {.listen = options.listen,
       .port = static_cast<std::uint16_t>(options.port),
       .connections = options.connections,
       .json = options.common.json,
       .stop = interrupt.token(),
       .refusal_headers = {KinarowBot::open_to_all()},
       .handler = [&bot](const HttpRequest& request) { return bot.answer(request); },
       .started = [&options](const std::string& url,
                             std::uint16_t port) { tell_start(options, url, port); }});
}

void add_player_options(CLI::App& command, BotOptions& options) {
  CLI::Option* player =
      command.add_option("--player", options.player, help::kThinker)->type_name(kPlayerValue);
  add_level_option(command, options.player)->excludes(player);
  add_choice(command, "--page-rules", {"on", "off"},
             "Count the page's wrapped diagonals too, as it does; on if omitted",
             [&options](const std::string& word) { options.page_rules = word == "on"; });
  add_pace_option(command, options.pace);
}

}  // namespace

void add_bot(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<BotOptions>();
  CLI::App& command = *app.add_subcommand("bot", "Run the bot that a game's web page calls");
  command.add_option("PROTOCOL", options->protocol, "kinarow, the K-in-a-Row page's HTTP")
      ->required()
      ->type_name("kinarow");
  add_number(command, "--port", {0, 65'535},
             "The port to listen on; 5005 if omitted, 0 picks a free one",
             [options](std::uint64_t port) { options->port = port; });
  command.add_option("--listen", options->listen, help::kListen)->type_name("IP");
  add_connections_option(command, options->connections);
  add_player_options(command, *options);
  add_common_options(command, options->common);
  command.footer(
      "Give the page the URL that is printed; URL/level/3 plays at level 3 whatever --player\n"
      "says. Moves take the page's timePerMove, less a margin that is learned. Many games can be\n"
      "played at once: they share the time, and a move that cannot be found in time is\n"
      "answered with 503. Each search takes one thread, or --threads. One line per answer is\n"
      "printed, up to 12 KB per second; Ctrl-C ends the bot.\n\n"
      "Examples:\n"
      "  gauntlet bot kinarow\n"
      "  gauntlet bot kinarow --port 7001 --level 4\n"
      "  gauntlet bot kinarow --player mcts:sims=5000 --page-rules off --json");
  command.callback([options, &chosen] { chosen.run = [options] { return run(*options); }; });
}

}  // namespace gauntlet::tools
