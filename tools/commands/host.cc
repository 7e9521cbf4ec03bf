// `gauntlet host`: a server that other programs connect to, to play against each other or against a
// built-in player.
#include <algorithm>
#include <csignal>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "engine/words.h"
#include "selfplay/file_kind.h"
#include "selfplay/players/auto_level.h"
#include "tools/commands/command.h"
#include "tools/commands/game_log_file.h"
#include "tools/commands/help_text.h"
#include "tools/commands/host_kinds.h"
#include "tools/commands/host_results.h"
#include "tools/commands/host_resume.h"
#include "tools/commands/host_service.h"
#include "tools/commands/interrupt.h"
#include "tools/commands/kinarow_page.h"
#include "tools/commands/limited_log.h"
#include "tools/commands/opponent_lines.h"
#include "tools/commands/options.h"
#include "tools/commands/program_names.h"
#include "tools/commands/program_outputs.h"
#include "tools/commands/shell.h"
#include "tools/commands/value_kinds.h"
#include "tools/lab/damage.h"
#include "tools/net/address.h"
#include "tools/net/origin.h"

namespace gauntlet::tools {

namespace {

constexpr std::uint64_t kMostHostedGames = 1'000'000'000'000;
constexpr std::uint64_t kGamesOfPrograms = 2;  // each colour once
constexpr std::string_view kAll = "all";

struct HostOptions {
  CommonOptions common;
  HostPlaces places;
  std::uint64_t games = 0;  // 0: no end
  std::string store;
  bool resume = false;
  std::string output;
  HostSettings settings;
  std::optional<std::string> opponent_colour;
  std::vector<std::string> given;  // the names of the options on the command line
};

/// The file of --store.
struct HostStore {
  bool was_there = false;  ///< Before this run.
  Damage damage;           ///< Its games that do not count.
};

/// The options that fit some games only.
constexpr std::string_view kSpecial[] = {
    "--size",   "--time-per-move", "--clock",        "--opponent", "--opponent-colour",
    "--readme", "--web-port",      "--allow-origin", "--games",    "--store",
    "--resume", "--run",           "--output"};

/// Whether the options are right for servers that know those of `takes`.
absl::Status objection(const HostOptions& options, std::string_view word, std::string_view takes) {
  if (!is_ip_address(options.places.listen))
    return absl::InvalidArgumentError(
        "--listen takes an IP address such as 127.0.0.1 or ::1, not " +
        engine::in_quotes(options.places.listen));
  const auto known = engine::split(takes, ' ');
  for (const std::string& name : options.given)
    if (std::find(std::begin(kSpecial), std::end(kSpecial), name) != std::end(kSpecial) &&
        std::find(known.begin(), known.end(), name) == known.end())
      return absl::InvalidArgumentError(name + " is not an option of " + std::string(word));
  for (const std::string& origin : options.places.origins)
    if (!is_origin(origin))
      return absl::InvalidArgumentError(
          "--allow-origin takes an origin such as http://example.org:8000, not " +
          engine::in_quotes(origin));
  return absl::OkStatus();
}

/// Whether the programs can be started.
absl::Status objection_to_programs(const HostOptions& options) {
  const auto& commands = options.settings.commands;
  const auto& given = options.given;
  if (options.output.empty() && std::find(given.begin(), given.end(), "--output") != given.end())
    return absl::InvalidArgumentError("--output takes a folder's name, not an empty one");
  if (commands.empty())
    return options.output.empty() ? absl::OkStatus()
                                  : absl::InvalidArgumentError(
                                        "--output needs --run, the programs whose output it keeps");
  for (const std::string& command : commands)
    if (absl::Status status = objection_to_name(command); !status.ok()) return status;
  for (const std::string& command : commands)
    if (command_of(command).find_first_not_of(" \t\r\n") == std::string_view::npos)
      return absl::InvalidArgumentError(
          "--run takes the command that starts a player, not an empty one");
  if (commands.size() > 2)
    return absl::InvalidArgumentError("--run is for two programs at most, not " +
                                      std::to_string(commands.size()));
  if (commands.size() == 2 && !options.settings.opponent.empty())
    return absl::InvalidArgumentError(
        "two programs play each other: leave out --opponent, or one --run");
  if (commands.size() == 1 && options.settings.opponent.empty())
    return absl::InvalidArgumentError(
        "one program needs an opponent: another --run, or --opponent");
  if (!is_loopback(options.places.listen))
    return absl::InvalidArgumentError(
        "--run is for programs on this machine: leave out --listen, or name 127.0.0.1 or ::1");
  return absl::OkStatus();
}

/// Whether there can be anything to resume.
absl::Status objection_to_resume(const HostOptions& options) {
  if (!options.resume || !options.store.empty()) return absl::OkStatus();
  return absl::InvalidArgumentError("--resume needs --store FILE, the games to go on with");
}

/// Takes the seat of the built-in player over, if one was asked for.
absl::Status choose_seat(HostOptions& options, const HostKind& kind) {
  if (!options.opponent_colour) return absl::OkStatus();
  const auto seat = find_seat(kind, *options.opponent_colour);
  if (!seat.ok()) return seat.status();
  if (options.settings.opponent.empty())
    return absl::InvalidArgumentError(
        "--opponent-colour needs --opponent, the player whose colour it is");
  options.settings.opponent_seat = *seat;
  return absl::OkStatus();
}

void warn_if_public(const HostPlaces& places) {
  if (!is_loopback(places.listen))
    log_line("warning: listening on " + places.listen +
             ", so anyone who can reach this machine can play and make it compute");
}

KinarowPageOptions page_options(const HostOptions& options, const HostKind& kind,
                                HostResults& results) {
  return {.common = options.common,
          .listen = options.places.listen,
          .port = options.places.port.value_or(kind.port),
          .connections = options.places.connections,
          .opponent = options.settings.opponent,
          .origins = options.places.origins,
          .pace = options.places.pace,
          .known = options.settings.known,
          .ended = [&results](const selfplay::FinishedGame& game) { results.add(game); },
          .stop = results.enough()};
}

/// How to play the games that are missing, as the end of a sentence; "" where there is no way.
std::string way_on(const HostOptions& options, const HostStore& kept) {
  if (options.store.empty() || options.games == 0) return "";
  if (!options.resume && kept.was_there)
    return "; " + engine::in_quotes(options.store, 200) +
           " was there before this run, so --resume would count its earlier games too";
  std::vector<std::string> more;
  if (!options.common.seed) more = {"--seed", std::to_string(options.settings.seed)};
  if (!options.resume) more.emplace_back("--resume");
  return "; to go on: " + invoked_with(more);
}

/// What is said last, and the exit code.
Exit finish(const HostOptions& options, const HostStore& kept, HostResults& results) {
  results.tell_summary();
  const bool has_all_games = results.has_all_games();
  if (kept.damage.any())
    complain(Exit::kIo, kept.damage.sentence(options.store) + "; what is damaged does not count" +
                            (options.games > 0 ? ", and such games are played again" : ""));
  const std::string on = has_all_games ? way_on(options, kept) : "";
  if (!results.failure().empty()) return complain(Exit::kPeer, results.failure() + on);
  if (results.is_short() && !on.empty()) complain(Exit::kInterrupted, "interrupted" + on);
  if (!has_all_games || !results.has_all_outputs()) return Exit::kIo;
  if (results.is_short()) return Exit::kInterrupted;
  return kept.damage.any() ? Exit::kIo : Exit::kDone;
}

/// One server, until enough games are finished or somebody interrupts.
Exit serve(const HostOptions& options, const HostKind& kind, const HostStore& kept,
           HostResults& results) {
  warn_if_public(options.places);
  const auto service = HostService::start(options.places, kind, options.settings, results);
  if (!service.ok()) return complain(service.status());
  results.name_opponent(opponent_json(kind, options.settings));
  (*service)->run(results.enough());
  return finish(options, kept, results);
}

/// The page, until somebody interrupts.
Exit serve_page(const HostOptions& options, const HostKind& kind, const HostStore& kept,
                HostResults& results) {
  if (!options.settings.opponent.empty())
    results.name_opponent({{"player", options.settings.opponent}});
  const Exit code = host_kinarow(page_options(options, kind, results));
  return code == Exit::kDone ? finish(options, kept, results) : code;
}

/// Every server on a port of its own, each on a thread of its own.
Exit serve_all(const HostOptions& options, const HostStore& kept, HostResults& results) {
  warn_if_public(options.places);
  std::vector<std::unique_ptr<HostService>> services;
  const HostKind* page = nullptr;
  for (const HostKind& kind : host_kinds()) {
    if (!kind.make) {
      page = &kind;
      continue;
    }
    HostSettings settings = options.settings;
    settings.game = kind.word;
    auto service = HostService::start(options.places, kind, settings, results);
    if (!service.ok()) return complain(service.status());
    services.push_back(std::move(*service));
  }
  std::vector<std::jthread> threads;
  for (const auto& service : services)
    threads.emplace_back([&] { service->run(results.enough()); });
  const Exit code = host_kinarow(page_options(options, *page, results));
  results.request_stop();
  threads.clear();
  return code == Exit::kDone ? finish(options, kept, results) : code;
}

/// Whether all options are right; completes those that follow from others.
absl::Status complete(HostOptions& options, const HostKind& kind, bool is_all) {
  const std::string_view takes = is_all ? "--store --allow-origin" : kind.takes;
  absl::Status status = objection(options, is_all ? kAll : kind.word, takes);
  if (status.ok()) status = choose_seat(options, kind);
  if (status.ok()) status = objection_to_programs(options);
  if (status.ok() && !kind.make) status = kinarow_opponent_objection(options.settings.opponent);
  if (!status.ok()) return status;
  if (is_all && options.places.port.value_or(0) != 0)
    return absl::InvalidArgumentError(
        "with all each server has its own port; --port 0 picks a free one for each");
  if (is_all && options.places.port) options.places.web_port = 0;
  options.settings.seed = seed_of(options.common);
  options.places.threads = threads_of(options.common);
  if (!options.settings.commands.empty() && options.games == 0) options.games = kGamesOfPrograms;
  if (kind.make && kind.make(options.settings).ok())
    options.settings.opponent =
        selfplay::told_as(options.settings.opponent, scale_of(kind, options.settings));
  return objection_to_resume(options);
}

/// Reads the games that --store has already, for --resume.
absl::Status resume_games(HostOptions& options, const HostKind& kind, HostStore& kept,
                          HostResults& results) {
  if (kind.make)
    if (const auto host = kind.make(options.settings); !host.ok()) return host.status();
  auto earlier = read_earlier_games(options.store, options.games, kind, options.settings, results);
  if (absl::IsCancelled(earlier.status()))
    return absl::CancelledError("interrupted" + way_on(options, kept));
  if (!earlier.ok()) return earlier.status();
  options.settings.numbers = std::move(earlier->numbers);
  options.settings.known = std::move(earlier->known);
  kept.damage = std::move(earlier->damage);
  if (options.games == 0) {
    log_line(engine::in_quotes(options.store, 200) + " has " +
             engine::counted(earlier->games, "game"));
    return absl::OkStatus();
  }
  log_line(engine::in_quotes(options.store, 200) + " has " + engine::grouped(earlier->games) +
           " of " + engine::counted(options.games, "game") +
           (results.is_short() ? "" : "; nothing to do"));
  return absl::OkStatus();
}

/// Opens all that is written.
absl::Status open_outputs(const HostOptions& options, HostResults& results) {
  using Earlier = ProgramOutputs::Earlier;
  if (const absl::Status status = results.keep_in(options.store); !status.ok()) return status;
  return results.keep_outputs_in(options.output,
                                 options.resume ? Earlier::kAddTo : Earlier::kRefuseGames);
}

Exit run(HostOptions options) {
  const bool is_all = options.settings.game == kAll;
  const auto kind = find_host(is_all ? host_kinds().front().word : options.settings.game);
  if (!kind.ok()) return complain(kind.status());
  if (const absl::Status status = complete(options, **kind, is_all); !status.ok())
    return complain(status);
  std::signal(SIGPIPE, SIG_IGN);  // games go on when nobody reads the results any more
  std::signal(SIGCHLD, SIG_DFL);  // how programs end must not be lost
  const Interrupt interrupt;
  HostResults results(options.common.json, options.games);
  const std::stop_callback on_interrupt(interrupt.token(), [&] { results.request_stop(); });
  HostStore kept;
  kept.was_there = !options.store.empty() && selfplay::file_exists(options.store);
  if (options.resume) {
    if (const absl::Status status = resume_games(options, **kind, kept, results); !status.ok())
      return complain(status);
    if (options.games > 0 && !results.is_short()) return finish(options, kept, results);
  }
  if (const absl::Status status = open_outputs(options, results); !status.ok())
    return complain(status);
  if (is_all) return serve_all(options, kept, results);
  if (!(*kind)->make) return serve_page(options, **kind, kept, results);
  return serve(options, **kind, kept, results);
}

void read_web_port(const std::string& word, HostOptions& options) {
  options.places.has_web = word != "off";
  if (!options.places.has_web) return;
  const auto port = engine::parse_int(word, 0, 65535);
  if (!port)
    throw CLI::ValidationError("--web-port takes a whole number from 0 to 65535, or off, not " +
                               engine::in_quotes(word));
  options.places.web_port = static_cast<std::uint16_t>(*port);
}

void add_web_options(CLI::App& command, const std::shared_ptr<HostOptions>& options) {
  command
      .add_option_function<std::string>(
          "--web-port", [options](const std::string& word) { read_web_port(word, *options); },
          "The port for browsers; 8080 if omitted, 0 picks a free one, or off")
      ->type_name("PORT|off");
  command
      .add_option("--allow-origin", options->places.origins,
                  "Pages of this site may play too, and the server may be called by its name")
      ->type_name("ORIGIN");
}

void add_program_options(CLI::App& command, const std::shared_ptr<HostOptions>& options) {
  command
      .add_option(
          "--run", options->settings.commands,
          "Start this player for each game; twice for two that play each other. NAME= before "
          "the command says what it is called")
      ->type_name(kNamedCommandValue)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command
      .add_option("--output", options->output,
                  "Keep what these players say in this folder, one file per player and game")
      ->type_name(kFolderValue);
}

std::vector<std::string> given_options(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options())
    if (option->count() > 0) names.push_back(option->get_name());
  return names;
}

/// What can be hosted.
std::vector<std::string> host_words() {
  std::vector<std::string> words;
  for (const HostKind& kind : host_kinds()) words.emplace_back(kind.word);
  words.emplace_back("all");
  return words;
}

/// What players are called in games that take --opponent-colour.
std::vector<std::string> seat_words() {
  std::vector<std::string> words;
  for (const HostKind& kind : host_kinds())
    for (const std::string_view seat : engine::split(kind.seats, ' '))
      if (!seat.empty()) words.emplace_back(seat);
  return words;
}

/// The games that take the option `name`, with commas between; "" when it fits all.
std::string takers(std::string_view name) {
  if (std::find(std::begin(kSpecial), std::end(kSpecial), name) == std::end(kSpecial)) return "";
  std::string games;
  for (const HostKind& kind : host_kinds()) {
    const auto known = engine::split(kind.takes, ' ');
    if (std::find(known.begin(), known.end(), name) == known.end()) continue;
    games += (games.empty() ? "" : ", ") + std::string(kind.word);
  }
  return games;
}

/// Tells the options for some games from those for all, and of each for which games it is.
void group_options(CLI::App& command) {
  for (CLI::Option* option : command.get_options()) {
    if (option->get_positional()) continue;
    const std::string games = takers(option->get_name());
    option->group(games.empty() ? "Options for all games" : "Options for some games");
    if (!games.empty()) option->description(option->get_description() + " (" + games + ")");
  }
}

std::string footer() {
  std::string games;
  for (const HostKind& kind : host_kinds())
    games += (games.empty() ? "" : ", ") + std::string(kind.word) + " (port " +
             std::to_string(kind.port) + ")";
  return "Games: " + games +
         ".\n"
         "Each client plays the next one that connects, or the built-in player of --opponent. "
         "Kimble's\n"
         "bots are A and say which built-in players the others are, by digits: 1 helppo, 2 "
         "vaikea,\n"
         "3 to 9 levels 3 to 9, or with --opponent that player instead of level 9. kinarow is a\n"
         "page for browsers, on which people and bots play; --opponent is the bot beside it, at\n"
         "/bot, and --store keeps the games that it is told of: those against level:auto.\n"
         "Two-Doku's variants are part of its name: twodoku/java, twodoku/open, "
         "twodoku/java/open.\n"
         "Results go to stdout, the log to stderr. Ctrl-C ends it.\n"
         "With --run the host starts the players itself, as /bin/sh -c 'exec COMMAND', once per\n"
         "game; {host} and {port} in it, and GAUNTLET_HOST and GAUNTLET_PORT, are where to\n"
         "connect. Colours alternate. One --run plays --opponent. Exit code 3: a program never\n"
         "connects.\n\n"
         "Examples:\n"
         "  gauntlet host all --store games.db\n"
         "  gauntlet host gomoku --size 15\n"
         "  gauntlet host gomoku --opponent level:4 --games 10 --json\n"
         "  gauntlet host gomoku --run './bot {port}' --run 'python3 bot.py {port}' --games 10\n"
         "  gauntlet host gomoku --run './bot {port}' --opponent level:3 --games 99 --store g.db "
         "--resume\n"
         "  gauntlet host gomoku --run 'ann=racket Bot.rkt {port}' --opponent level:3 --output "
         "out\n"
         "  gauntlet host kinarow --store games.db\n"
         "  gauntlet host kinarow --allow-origin https://games.example.org      behind that name\n"
         "  gauntlet host sudokill --listen 0.0.0.0 --port 4444\n"
         "  gauntlet host sudokill --web-port 8081 --allow-origin http://games.example.org\n"
         "  gauntlet host kimble --opponent expert      bots that ask for 9 play it\n"
         "  gauntlet host twodoku/java --opponent mcts --opponent-colour blue --clock 5min";
}

}  // namespace

void add_host(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<HostOptions>();
  CLI::App& command = *app.add_subcommand("host", "Run a game server for bots");
  command
      .add_option("GAME", options->settings.game,
                  "Whose protocol: gomoku, sudokill, .., or all of them at once: all")
      ->required()
      ->type_name(one_of(host_words()));
  command.add_option("--listen", options->places.listen, help::kListen)->type_name("ADDRESS");
  add_number(
      command, "--port", {0, 65535},
      "The port; the game's own if omitted, 0 picks a free one (with all: one for each)",
      [options](std::uint64_t port) { options->places.port = static_cast<std::uint16_t>(port); });
  add_connections_option(command, options->places.connections);
  add_number(command, "--size", {5, 32}, "The board's side; 9 if omitted",
             [options](std::uint64_t size) { options->settings.size = static_cast<int>(size); });
  add_duration(
      command, "--time-per-move", "Time for a move; 2s if omitted",
      [options](std::chrono::milliseconds time) { options->settings.time_per_move = time; });
  add_duration(command, "--clock", "Time of a player per game; 120s if omitted",
               [options](std::chrono::milliseconds time) { options->settings.clock = time; });
  command
      .add_option(
          "--opponent", options->settings.opponent,
          "Everybody plays against this built-in player: level:1 to level:10, ab:depth=6, ..; "
          "level:auto finds the level at which games with each opponent are close, beginning in "
          "the middle, or with level:auto=1200 at that rating")
      ->type_name(std::string(kPlayerValue).append("|").append(selfplay::kAutoLevel));
  command
      .add_option("--opponent-colour", options->opponent_colour,
                  "The built-in player's colour: black or white, in sudokill first or second, in "
                  "twodoku red or blue; if omitted it changes after every game")
      ->type_name(one_of(seat_words()));
  add_pace_option(command, options->places.pace);
  add_program_options(command, options);
  add_number(command, "--games", {1, kMostHostedGames},
             "Stop after this many finished games; if omitted after 2 with --run, else never",
             [options](std::uint64_t games) { options->games = games; });
  GameLogFile::add_option(command, options->store);
  command
      .add_flag("--resume", options->resume,
                "Go on with the games that --store has already: they count towards --games, and "
                "level:auto knows what it knew")
      ->disable_flag_override();
  command
      .add_flag("--readme", options->settings.readme,
                "Write what the protocol's README says where its program does otherwise: "
                "sudokill's moves say who made them, '4 5 7 1' instead of '4 5 7'; in gomoku the "
                "two agree, so nothing changes")
      ->disable_flag_override();
  add_web_options(command, options);
  add_common_options(command, options->common);
  group_options(command);
  command.footer(footer());
  command.callback([options, &command, &chosen] {
    options->given = given_options(command);
    chosen.run = [options] { return run(*options); };
  });
}

}  // namespace gauntlet::tools
