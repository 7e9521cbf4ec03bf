// `gauntlet host`: a server that other programs connect to, to play against each other or against a
// built-in player.
#include <algorithm>
#include <cstdio>
#include <ctime>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/words.h"
#include "tools/commands/command.h"
#include "tools/commands/game_log_file.h"
#include "tools/commands/host_kinds.h"
#include "tools/commands/interrupt.h"
#include "tools/commands/options.h"
#include "tools/commands/print.h"
#include "tools/net/address.h"
#include "tools/net/host_server.h"

namespace gauntlet::tools {

namespace {

using engine::Error;
using engine::Expected;
using Server = std::unique_ptr<HostServer>;

constexpr std::uint64_t kMostGames = 1'000'000'000'000;

struct HostOptions {
  CommonOptions common;
  std::string listen = "127.0.0.1";
  std::optional<std::uint16_t> port;
  std::uint64_t games = 0;  // 0: no end
  std::string store;
  HostChoices choices;
  std::vector<std::string> given;  // the names of the options on the command line
};

/// The options that fit some games only.
constexpr std::string_view kSpecial[] = {"--size",     "--time-per-move",   "--clock",
                                         "--opponent", "--opponent-colour", "--readme"};

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
      print_json(game_json(game));
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
  return "";
}

/// Listens on the port that was asked for, or on the first free one of the protocol's.
Expected<Server> listen(const HostOptions& options, const HostKind& kind,
                        HostServer::Options server, Host& host) {
  server.port = options.port.value_or(kind.port);
  const int ports = options.port ? 1 : kind.ports;
  for (int i = 1; i < ports; ++i, ++server.port)
    if (auto listening = HostServer::listen(server, host)) return listening;
  return HostServer::listen(std::move(server), host);
}

/// Serves until enough games are finished or somebody interrupts.
Exit serve(const HostOptions& options, const HostKind& kind, Host& host) {
  const Interrupt interrupt;
  std::stop_source enough;
  const std::stop_callback on_interrupt(interrupt.token(), [&] { enough.request_stop(); });
  Results results(options.common.json);
  GameLogFile log;
  if (const auto error = log.open(options.store)) return complain(Exit::kUsage, error->message);
  HostServer::Options wanted;
  wanted.address = options.listen;
  wanted.threads = threads_of(options.common);
  wanted.log = log_line;
  wanted.finished = [&](const FinishedGame& game) {
    results.add(game);
    log.add(game);
    if (results.games() == options.games) enough.request_stop();
  };
  const auto server = listen(options, kind, std::move(wanted), host);
  if (!server) return complain(Exit::kIo, server.error());
  if (!is_loopback(options.listen))
    log_line("warning: listening on " + options.listen +
             ", so whoever reaches this machine can play and make it think");
  log_line(options.choices.game + ": listening on " + options.listen + ", port " +
           std::to_string((*server)->port()) + "; Ctrl-C ends it");
  (*server)->run(enough.get_token());
  log_line(results.summary());
  return log.has_failed() ? Exit::kIo : Exit::kDone;
}

Exit run(HostOptions options) {
  const auto kind = find_host(options.choices.game);
  if (!kind) return complain(Exit::kUsage, kind.error());
  if (const auto why = objection(options, **kind); !why.empty()) return complain(Exit::kUsage, why);
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
         "Variants of Two-Doku are part of its name: twodoku/java, twodoku/open, "
         "twodoku/java/open.\n"
         "Who connects plays the next who does, or with --opponent the built-in player.\n"
         "Results go to stdout, what happens to stderr. Ctrl-C ends it.\n\n"
         "Examples:\n"
         "  gauntlet host gomoku --size 15\n"
         "  gauntlet host gomoku --opponent level:4 --games 10 --json\n"
         "  gauntlet host sudokill --listen 0.0.0.0 --port 4444\n"
         "  gauntlet host twodoku/java --opponent mcts --clock 5m";
}

}  // namespace

void add_host(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<HostOptions>();
  CLI::App& command = *app.add_subcommand("host", "Be the server that programs connect to");
  command.add_option("GAME", options->choices.game, "Whose protocol: gomoku, sudokill, ..")
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
  add_duration(command, "--clock",
               "For all moves of a player; 120s if not given (sudokill, twodoku)",
               [options](std::chrono::milliseconds time) { options->choices.clock = time; });
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
  GameLogFile::add_option(command, options->store);
  command
      .add_flag("--readme", options->choices.readme,
                "The wording of the protocol's README where real servers differ")
      ->disable_flag_override();
  add_common_options(command, options->common);
  command.footer(footer());
  command.callback([options, &command, &chosen] {
    options->given = given_options(command);
    chosen.run = [options] { return run(*options); };
  });
}

}  // namespace gauntlet::tools
