// `gauntlet host`: a server that other programs connect to, to play against each other or against a
// built-in player.
#include <algorithm>
#include <boost/json.hpp>
#include <cstdio>
#include <ctime>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/words.h"
#include "tools/commands/command.h"
#include "tools/commands/host_kinds.h"
#include "tools/commands/interrupt.h"
#include "tools/commands/kinarow_page.h"
#include "tools/commands/options.h"
#include "tools/commands/print.h"
#include "tools/net/address.h"
#include "tools/net/host_server.h"
#include "tools/net/origin.h"

namespace gauntlet::tools {

namespace {

using engine::Error;
using engine::Expected;
using Server = std::unique_ptr<HostServer>;

constexpr std::uint64_t kMostGames = 1'000'000'000'000;

struct HostOptions {
  CommonOptions common;
  std::string game;
  std::string listen = "127.0.0.1";
  std::optional<std::uint16_t> port;
  std::optional<std::uint16_t> web_port;
  bool has_web = true;
  std::vector<std::string> origins;
  std::uint64_t games = 0;  // 0: no end
  HostChoices choices;
  std::vector<std::string> given;  // the names of the options on the command line
};

/// The options that fit some games only.
constexpr std::string_view kSpecial[] = {
    "--size",   "--time-per-move", "--opponent",     "--opponent-colour",
    "--readme", "--web-port",      "--allow-origin", "--games"};

void log_line(const std::string& sentence) {
  char clock[16];
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  std::strftime(clock, sizeof clock, "%H:%M:%S", &local);
  std::fprintf(stderr, "%s %s\n", clock, sentence.c_str());
}

/// The result lines and what they add up to.
class Results {
 public:
  explicit Results(bool json) : json_(json) {}

  void add(const FinishedGame& game) {
    ++games_;
    decided_ += std::count(game.returns.begin(), game.returns.end(), 1.0f) == 1;
    if (json_) {
      print_json(to_json(game));
    } else {
      print(to_line(game));
      std::fflush(stdout);
    }
  }
  std::uint64_t games() const { return games_; }
  std::string summary() const {
    return grouped(games_) + (games_ == 1 ? " game was" : " games were") + " finished, " +
           grouped(decided_) + " of them with one winner";
  }

 private:
  static boost::json::object to_json(const FinishedGame& game) {
    boost::json::array players, returns, moves;
    for (const std::string& player : game.players) players.emplace_back(player);
    for (std::size_t seat = 0; seat < game.players.size(); ++seat)
      returns.emplace_back(game.returns[seat]);
    engine::AnyState state = game.start;
    for (const engine::AnyMove move : game.moves) {
      moves.emplace_back(state.format(move));
      state.apply(move);
    }
    return {{"game", game.game.name()},
            {"players", std::move(players)},
            {"returns", returns},
            {"reason", game.reason},
            {"moves", moves},
            {"plies", game.moves.size()},
            {"start", game.start.to_text()}};
  }
  std::string to_line(const FinishedGame& game) const {
    std::string players, returns;
    for (std::size_t seat = 0; seat < game.players.size(); ++seat) {
      players += (seat > 0 ? " - " : "") + game.players[seat];
      returns += (seat > 0 ? " - " : "") + fixed(game.returns[seat], 1);
    }
    return std::to_string(games_) + ". " + game.game.name() + "  " + players + "  " + returns +
           "  " + game.reason + ", " + std::to_string(game.moves.size()) + " plies\n";
  }

  bool json_;
  std::uint64_t games_ = 0;
  std::uint64_t decided_ = 0;
};

/// What is wrong with the options for this kind of host, or "".
std::string objection(const HostOptions& options, const HostKind& kind) {
  if (!is_ip_address(options.listen))
    return "--listen takes an IP address such as 127.0.0.1 or ::1, not '" +
           engine::printable(options.listen) + "'";
  const auto known = engine::split(kind.takes, ' ');
  for (const std::string& name : options.given)
    if (std::find(std::begin(kSpecial), std::end(kSpecial), name) != std::end(kSpecial) &&
        std::find(known.begin(), known.end(), name) == known.end())
      return name + " is no option of " + std::string(kind.word);
  for (const std::string& origin : options.origins)
    if (!is_origin(origin))
      return "--allow-origin takes an origin such as http://example.org:8000, not '" +
             engine::printable(origin) + "'";
  return "";
}

/// Listens on the port that was asked for, or on the first free one of the protocol's.
Expected<Server> listen_on_port(const HostOptions& options, const HostKind& kind,
                                HostServer::Options server, Host& host) {
  server.port = options.port.value_or(kind.port);
  const int ports = options.port ? 1 : kind.ports;
  for (int i = 1; i < ports; ++i, ++server.port)
    if (auto listening = HostServer::listen(server, host)) return listening;
  return HostServer::listen(std::move(server), host);
}

/// Does without browsers when the usual port for them is taken and nobody asked for it.
Expected<Server> listen(const HostOptions& options, const HostKind& kind,
                        HostServer::Options server, Host& host) {
  if (kind.web_port == 0 || !options.has_web) return listen_on_port(options, kind, server, host);
  HostServer::Options with_web = server;
  with_web.web.emplace();
  with_web.web->port = options.web_port.value_or(kind.web_port);
  with_web.web->origins = options.origins;
  auto listening = listen_on_port(options, kind, with_web, host);
  if (!listening && !options.web_port) return listen_on_port(options, kind, server, host);
  return listening;
}

void log_start(const HostOptions& options, const HostKind& kind, const HostServer& server) {
  if (!is_loopback(options.listen))
    log_line("warning: listening on " + options.listen +
             ", so whoever reaches this machine can play and make it think");
  log_line(std::string(kind.word) + ": listening on " + options.listen + ", port " +
           std::to_string(server.port()) + "; Ctrl-C ends it");
  if (const auto port = server.web_port())
    log_line("browsers: listening on " + options.listen + ", port " + std::to_string(*port));
  else if (kind.web_port != 0 && options.has_web)
    log_line("warning: port " + std::to_string(kind.web_port) +
             " is taken, so no browsers can play; --web-port names another");
}

/// Serves until enough games are finished or somebody interrupts.
Exit serve(const HostOptions& options, const HostKind& kind, Host& host) {
  const Interrupt interrupt;
  std::stop_source enough;
  const std::stop_callback on_interrupt(interrupt.token(), [&] { enough.request_stop(); });
  Results results(options.common.json);
  HostServer::Options wanted;
  wanted.address = options.listen;
  wanted.threads = threads_of(options.common);
  wanted.log = log_line;
  wanted.finished = [&](const FinishedGame& game) {
    results.add(game);
    if (results.games() == options.games) enough.request_stop();
  };
  const auto server = listen(options, kind, std::move(wanted), host);
  if (!server) return complain(Exit::kIo, server.error());
  log_start(options, kind, **server);
  (*server)->run(enough.get_token());
  log_line(results.summary());
  return Exit::kDone;
}

Exit run(HostOptions options) {
  const auto kind = find_host(options.game);
  if (!kind) return complain(Exit::kUsage, kind.error());
  if (const auto why = objection(options, **kind); !why.empty()) return complain(Exit::kUsage, why);
  if (!(*kind)->make)
    return host_kinarow({.common = options.common,
                         .listen = options.listen,
                         .port = options.port.value_or((*kind)->port),
                         .opponent = options.choices.opponent});
  options.choices.seed = seed_of(options.common);
  const auto host = (*kind)->make(options.choices);
  if (!host) return complain(Exit::kUsage, host.error());
  return serve(options, **kind, **host);
}

std::optional<engine::Player> read_colour(const std::string& word) {
  if (word == "black") return engine::Player{0};
  if (word == "white") return engine::Player{1};
  throw CLI::ValidationError("--opponent-colour takes black or white, not '" +
                             engine::printable(word) + "'");
}

void read_web_port(const std::string& word, HostOptions& options) {
  options.has_web = word != "off";
  if (!options.has_web) return;
  const auto port = engine::parse_int(word, 0, 65535);
  if (!port)
    throw CLI::ValidationError("--web-port takes a whole number from 0 to 65535, or off, not '" +
                               engine::printable(word) + "'");
  options.web_port = static_cast<std::uint16_t>(*port);
}

void add_web_options(CLI::App& command, const std::shared_ptr<HostOptions>& options) {
  command
      .add_option_function<std::string>(
          "--web-port", [options](const std::string& word) { read_web_port(word, *options); },
          "The port for browsers; 8080 if not given, 0 for any free one, or off (sudokill)")
      ->type_name("PORT|off");
  command
      .add_option("--allow-origin", options->origins,
                  "Pages of this site may play too, not those of this host alone (sudokill)")
      ->type_name("ORIGIN");
}

std::vector<std::string> given_options(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    if (option->count() > 0) names.push_back(option->get_name());
  return names;
}

std::string footer() {
  std::string games;
  for (const HostKind& kind : host_kinds())
    games += (games.empty() ? "" : ", ") + std::string(kind.word) + " (port " +
             std::to_string(kind.port) + ")";
  return "Games: " + games +
         ".\n"
         "Who connects plays the next who does, or with --opponent the built-in player.\n"
         "Results go to stdout, what happens to stderr. Ctrl-C ends it. kinarow is a page for\n"
         "browsers, on which people and bots play; --opponent is the bot beside it, at /bot.\n\n"
         "Examples:\n"
         "  gauntlet host gomoku --size 15\n"
         "  gauntlet host gomoku --opponent level:4 --games 10 --json\n"
         "  gauntlet host kinarow\n"
         "  gauntlet host sudokill --listen 0.0.0.0 --port 4444\n"
         "  gauntlet host sudokill --web-port 8081 --allow-origin http://games.example.org";
}

}  // namespace

void add_host(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<HostOptions>();
  CLI::App& command = *app.add_subcommand("host", "Be the server that programs connect to");
  command.add_option("GAME", options->game, "Whose protocol: gomoku, sudokill, ..")
      ->required()
      ->type_name("");
  command
      .add_option("--listen", options->listen,
                  "The address to listen on; 127.0.0.1, this machine alone, if not given")
      ->type_name("ADDRESS");
  add_number(command, "--port", {0, 65535}, "The port; 0 for any free one; else the game's own",
             [options](std::uint64_t port) { options->port = static_cast<std::uint16_t>(port); });
  add_number(command, "--size", {5, 32}, "The board's side; 9 if not given (gomoku)",
             [options](std::uint64_t size) { options->choices.size = static_cast<int>(size); });
  add_duration(
      command, "--time-per-move", "For a move; 2s if not given (gomoku)",
      [options](std::chrono::milliseconds time) { options->choices.time_per_move = time; });
  command
      .add_option("--opponent", options->choices.opponent,
                  "Everybody plays this built-in player: level:1 to level:10, ab:depth=6, ..")
      ->type_name("SPEC");
  command
      .add_option_function<std::string>(
          "--opponent-colour",
          [options](const std::string& word) {
            options->choices.opponent_seat = read_colour(word);
          },
          "Its colour, black or white; else it changes after every game (gomoku)")
      ->type_name("COLOUR");
  add_number(command, "--games", {1, kMostGames}, "End after so many finished games",
             [options](std::uint64_t games) { options->games = games; });
  command
      .add_flag("--readme", options->choices.readme,
                "The wording of the protocol's README where real servers differ")
      ->disable_flag_override();
  add_web_options(command, options);
  add_common_options(command, options->common);
  command.footer(footer());
  command.callback([options, &command, &chosen] {
    options->given = given_options(command);
    chosen.run = [options] { return run(*options); };
  });
}

}  // namespace gauntlet::tools
