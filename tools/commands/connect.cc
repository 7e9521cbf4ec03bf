// `gauntlet connect`: join a server and play games there.
#include <absl/strings/str_format.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <ctime>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "engine/registry.h"
#include "engine/words.h"
#include "selfplay/players/player_spec.h"
#include "tools/commands/command.h"
#include "tools/commands/connect_report.h"
#include "tools/commands/game_log_file.h"
#include "tools/commands/help_text.h"
#include "tools/commands/interrupt.h"
#include "tools/commands/limited_log.h"
#include "tools/commands/options.h"
#include "tools/commands/print.h"
#include "tools/commands/servers.h"
#include "tools/commands/value_kinds.h"
#include "tools/lab/mapped_tablebase.h"
#include "tools/net/game_client.h"

namespace gauntlet::tools {

namespace {

using engine::in_quotes;
using engine::printable;
using selfplay::PlayerSpec;

constexpr std::uint64_t kMostServerGames = 1'000'000;
constexpr std::size_t kLongestHost = 253;
constexpr std::size_t kLongestName = 60;

struct ConnectOptions {
  CommonOptions common;
  std::string server;
  std::string host = "127.0.0.1";
  std::string port;  // as given
  std::string player;
  std::uint64_t games = 1;
  Milliseconds retry_for{60'000};
  std::string log_level = "info";
  std::string store;
  std::optional<std::string> table;
  ServerOptions of_server;
  bool is_named = false;                 // --name was given
  std::vector<std::string> own_options;  // given, of those that not every server takes
};

/// What is to be done, checked.
struct Plan {
  const Server* server;
  std::vector<std::uint16_t> ports;
  std::string player;  ///< Options that are known of the server's own players are filled in.
  selfplay::SharedKnowledge knowledge;
};

/// "4444", "65430-65439" or several of them with commas between; empty when it is none of these.
std::vector<std::uint16_t> parse_ports(std::string_view text) {
  constexpr std::size_t kMostPorts = 100;
  std::vector<std::uint16_t> ports;
  for (const std::string_view piece : engine::split(text, ',')) {
    const auto ends = engine::split(piece, '-');
    const auto first = parse_number(ends.front(), {1, 65'535});
    const auto last = parse_number(ends.back(), {1, 65'535});
    if (ends.size() > 2 || !first || !last || *last < *first) return {};
    if (ports.size() + (*last - *first) >= kMostPorts) return {};
    for (auto port = *first; port <= *last; ++port)
      ports.push_back(static_cast<std::uint16_t>(port));
  }
  return ports;
}

bool is_printable(std::string_view text, std::size_t longest) {
  return !text.empty() && text.size() <= longest && printable(text, longest) == text;
}

bool takes(const Server& server, std::string_view own_option) {
  const auto& own = server.own_options;
  return std::find(own.begin(), own.end(), own_option) != own.end();
}

/// Whether the options fit the server.
absl::Status objection(const ConnectOptions& options, const Server& server) {
  for (const std::string& own : options.own_options)
    if (!takes(server, own))
      return absl::InvalidArgumentError(
          own + " is not an option of " + std::string(server.word) +
          (own == "--store" ? ": its players do not see the whole game; the host can keep it"
                            : ""));
  const std::string& opponents = options.of_server.opponents;
  if (opponents.size() != 3 || opponents.find_first_not_of("0123456789") != std::string::npos)
    return absl::InvalidArgumentError(
        "--opponents takes three digits for B, C and D, as in 120: 0 nobody, 1 helppo (easy), "
        "2 vaikea (hard), and on our own servers 3 to 9 for level:3 to level:9");
  if (!is_printable(options.of_server.name, kLongestName))
    return absl::InvalidArgumentError("--name takes 1 to " + std::to_string(kLongestName) +
                                      " printable ASCII characters");
  if (!is_printable(options.host, kLongestHost))
    return absl::InvalidArgumentError("--host takes a name or an address, as in 127.0.0.1");
  return absl::OkStatus();
}

/// A method that can be told what the others play, and was not, is told what is known of the
/// server's own players. REQUIRES: options.player is `spec`.
std::string player_of(const ConnectOptions& options, const Server& server,
                      const engine::AnyGame& game, const PlayerSpec& spec) {
  const auto& own = spec.method ? spec.method->options : std::span<const search::MethodOption>();
  const bool can_be_told = std::any_of(own.begin(), own.end(),
                                       [](const auto& option) { return option.key == "against"; });
  if (!can_be_told || spec.own.contains("against") || !server.known_opponents)
    return selfplay::told_as(options.player, game);
  const std::string names = server.known_opponents(options.of_server);
  return names.empty() ? options.player : options.player + ":against=" + names;
}

absl::StatusOr<Plan> read_plan(const ConnectOptions& options) {
  const auto server = find_server(options.server);
  if (!server.ok()) return server.status();
  if (const absl::Status status = objection(options, **server); !status.ok()) return status;
  Plan plan{*server, {}, options.player, {}};
  if (options.port.empty()) {
    for (unsigned port = (*server)->first_port; port <= (*server)->last_port; ++port)
      plan.ports.push_back(static_cast<std::uint16_t>(port));
  } else {
    plan.ports = parse_ports(options.port);
  }
  if (plan.ports.empty())
    return absl::InvalidArgumentError(
        "--port takes a port from 1 to 65535, or up to 100 of them as in 65430-65439, not " +
        in_quotes(options.port));
  const auto game = engine::find_game((*server)->game(options.of_server));
  if (!game.ok()) return game.status();
  auto knowledge = knowledge_for(options.table, *game, {options.player});
  if (!knowledge.ok()) return knowledge.status();
  plan.knowledge = std::move(*knowledge);
  const auto spec = selfplay::parse_deadline_player(options.player, *game, plan.knowledge);
  if (!spec.ok()) return spec.status();
  plan.player = player_of(options, **server, *game, *spec);
  if (const auto told = selfplay::parse_deadline_player(plan.player, *game, plan.knowledge);
      !told.ok())
    return told.status();
  return plan;
}

/// "12:34:56.789 game 2: <sentence>" and a line's end.
std::string log_text(std::uint64_t game, std::string_view sentence) {
  const auto now = std::chrono::system_clock::now();
  const std::time_t seconds = std::chrono::system_clock::to_time_t(now);
  const auto since = std::chrono::duration_cast<Milliseconds>(now.time_since_epoch());
  std::tm local{};
  localtime_r(&seconds, &local);
  return absl::StrFormat("%02d:%02d:%02d.%03d game %d: %s\n", local.tm_hour, local.tm_min,
                         local.tm_sec, since.count() % 1000, game, harmless(sentence));
}

/// "120 moves, all in time".
std::string punctuality(const Score& score) {
  const auto overshoot = score.longest_overshoot().count();
  return counted(score.moves(), "move") +
         (overshoot == 0 ? std::string(", all in time")
                         : ", at most " + grouped(static_cast<std::uint64_t>(overshoot)) +
                               " ms longer than planned");
}

/// The games on one server, one after the other.
class ServerVisit {
 public:
  ServerVisit(const ConnectOptions& options, const Plan& plan, GameLogFile& kept,
              std::uint64_t seed, std::stop_token stop)
      : options_(options),
        plan_(plan),
        kept_(kept),
        seed_(seed),
        game_client_(client_options(std::move(stop))) {}

  /// Plays until all games were played, the server gives no more, or a stop is requested.
  Exit play() {
    engine::Rng seeds(seed_);
    while (score_.games() < options_.games) {
      ++number_;
      const auto client = plan_.server->make_client(options_.of_server);
      const GameResult result = game_client_.play(*client, seeds.next());
      score_.add(result);
      keep(result.end);  // first: nobody may be there to read the rest
      tell(result);
      if (result.was_stopped) return finish(Exit::kInterrupted);
      // A game that has not even begun will not begin the next time either.
      if (result.end.verdict == Verdict::kUnknown && result.moves == 0) return finish(Exit::kPeer);
    }
    if (score_.unknown() > 0) return finish(Exit::kPeer);
    return finish(Exit::kDone);
  }

 private:
  GameClient::Options client_options(std::stop_token stop) {
    GameClient::Options made{.host = options_.host,
                             .ports = plan_.ports,
                             .retry_for = options_.retry_for,
                             .player = {plan_.player, threads_of(options_.common), plan_.knowledge},
                             .seed = seed_,
                             .log = {},
                             .trace = {},
                             .stop = std::move(stop)};
    const bool is_debug = options_.log_level == "debug";
    const auto tell_all = [this](std::string_view sentence) {
      std::fputs(log_text(number_, sentence).c_str(), stderr);
    };
    if (options_.log_level == "info")
      made.log = [this](std::string_view sentence) { log_.write(log_text(number_, sentence)); };
    if (is_debug) made.log = made.trace = tell_all;
    return made;
  }

  /// Games without a result are not kept.
  void keep(const GameEnd& end) {
    if (!kept_.is_open() || end.verdict == Verdict::kUnknown) return;
    if (!end.seen)
      return log_.write(log_text(
          number_, "this game is not kept: what the server sent about it does not add up"));
    selfplay::FinishedGame game = end.seen->game;
    game.players[static_cast<std::size_t>(end.seen->seat)] = plan_.player;
    kept_.add(game);
  }

  void tell(const GameResult& result) const {
    if (options_.common.json) return print_json(game_json(number_, result, score_));
    print(game_text(number_, options_.games, result, score_));
    std::fflush(stdout);
  }

  Exit finish(Exit code) {
    log_.tell_left_out();
    const std::string played = grouped(score_.games() - score_.unknown()) + " of " +
                               counted(options_.games, "game") + " finished";
    if (options_.common.json) {
      print_json(summary_json());
    } else {
      print("\n" + std::string(plan_.server->word) + " on " + options_.host +
            (options_.is_named ? " as " + options_.of_server.name : "") + ", player " +
            plan_.player + ", seed " + std::to_string(seed_) + "\n" + played + ": " +
            score_.text() + "; " + punctuality(score_) + "\n");
    }
    std::fflush(stdout);
    if (code == Exit::kInterrupted) complain(code, "interrupted; " + played);
    if (code == Exit::kPeer) complain(code, "the server made it impossible to finish; " + played);
    return kept_.has_all() ? code : Exit::kIo;
  }

  boost::json::object summary_json() const {
    boost::json::object object = score_.json();
    object["event"] = "summary";
    object["server"] = plan_.server->word;
    object["host"] = options_.host;
    object["name"] = options_.of_server.name;
    object["player"] = plan_.player;
    object["moves"] = score_.moves();
    object["longest_overshoot_ms"] = score_.longest_overshoot().count();
    object["seed"] = seed_;
    return object;
  }

  const ConnectOptions& options_;
  const Plan& plan_;
  GameLogFile& kept_;
  const std::uint64_t seed_;
  std::uint64_t number_ = 0;  // of the game that is played
  Score score_;
  LimitedLog log_{stderr, LimitedLog::Form::kText, LimitedLog::kOfSentences};
  GameClient game_client_;
};

void tell_unused_name(const ConnectOptions& options, const Server& server) {
  if (!options.is_named || options.log_level == "quiet" || takes(server, "--name")) return;
  std::fprintf(stderr,
               "gauntlet: the protocol of %s has no names, so the server does not see '%s'; the "
               "results do\n",
               std::string(server.word).c_str(), options.of_server.name.c_str());
}

Exit run(ConnectOptions options) {
  if (options.player.empty()) options.player = "expert";
  const auto plan = read_plan(options);
  if (!plan.ok()) return complain(plan.status());
  const std::uint64_t seed = seed_of(options.common);
  GameLogFile log;
  if (const absl::Status status = log.open(options.store); !status.ok()) return complain(status);
  std::signal(SIGPIPE, SIG_IGN);  // games go on when nobody reads the results any more
  tell_unused_name(options, *plan->server);
  const Interrupt interrupt;
  return ServerVisit(options, *plan, log, seed, interrupt.token()).play();
}

/// The options that not every server takes.
void add_own_options(CLI::App& command, const std::shared_ptr<ConnectOptions>& options) {
  command
      .add_flag("--start", options->of_server.starts_game,
                "sudokill: ask the server to start the game")
      ->disable_flag_override();
  add_duration(command, "--clock",
               "Time for all our moves together; 120s (sudokill) or what the server says (twodoku)",
               [options](Milliseconds time) { options->of_server.clock = time; });
  command
      .add_option("--opponents", options->of_server.opponents,
                  "kimble: B, C and D as digits: 0 nobody, 1 helppo (easy), 2 vaikea (hard), and "
                  "on our own servers 3 to 9 for level:3 to level:9; 222 if omitted")
      ->type_name("BCD");
  add_table_option(command, options->table);
  command
      .add_flag("--rest", options->of_server.rests,
                "kimble: open a new connection for each request")
      ->disable_flag_override();
}

void add_game_options(CLI::App& command, const std::shared_ptr<ConnectOptions>& options) {
  CLI::Option* player =
      command.add_option("--player", options->player, help::kThinker)->type_name(kPlayerValue);
  add_level_option(command, options->player)->excludes(player);
  add_number(command, "--games", {1, kMostServerGames}, "Games to play; 1 if omitted",
             [options](std::uint64_t games) { options->games = games; });
  add_duration(command, "--time-per-move",
               "Time for each of our moves; if omitted the protocol's, less a margin",
               [options](Milliseconds time) { options->of_server.time_per_move = time; });
  GameLogFile::add_option(command, options->store);
  command
      .add_option("--name", options->of_server.name,
                  "Our name, in the results and where the protocol has names; Gauntlet if omitted")
      ->type_name("NAME");
}

void add_connection_options(CLI::App& command, const std::shared_ptr<ConnectOptions>& options) {
  command.add_option("--host", options->host, "Where the server runs; 127.0.0.1 if omitted")
      ->type_name("HOST");
  command
      .add_option("--port", options->port,
                  "Its port, or several to try: 65430-65439; the usual ones if omitted")
      ->type_name("PORT");
  add_duration(command, "--retry-for",
               "How long to keep trying while the server cannot be reached or the game stands "
               "still; 60s if omitted",
               [options](Milliseconds time) { options->retry_for = time; });
  add_duration(command, "--idle",
               "Leave a server that has sent nothing of use for this long; if omitted the "
               "protocol's usual time, and 1h for a game to begin",
               [options](Milliseconds time) { options->of_server.idle = time; });
  add_choice(command, "--log-level", {"quiet", "info", "debug"},
             "How much to tell on stderr: errors alone (quiet), the usual (info, if omitted) or "
             "every byte, without a limit (debug)",
             [options](const std::string& word) { options->log_level = word; });
  command
      .add_flag_callback(
          "--quiet", [options] { options->log_level = "quiet"; }, help::kQuiet)
      ->disable_flag_override();
}

std::vector<std::string> server_words() {
  std::vector<std::string> words;
  for (const Server& server : servers()) words.emplace_back(server.word);
  return words;
}

std::string servers_text() {
  std::string text;
  for (const Server& server : servers()) {
    std::string ports = std::to_string(server.first_port);
    if (server.last_port != server.first_port) ports += "-" + std::to_string(server.last_port);
    absl::StrAppendFormat(&text, "  %-10s%-13s%s\n", server.word, ports, server.summary);
  }
  return text;
}

}  // namespace

void add_connect(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<ConnectOptions>();
  CLI::App& command = *app.add_subcommand("connect", "Join a server and play games there");
  command
      .add_option("SERVER", options->server,
                  "The kind of server: gomoku, sudokill, kimble or twodoku")
      ->required()
      ->type_name(one_of(server_words()));
  add_connection_options(command, options);
  add_game_options(command, options);
  add_own_options(command, options);
  add_common_options(command, options->common);
  command.footer(
      "Servers and their usual ports:\n" + servers_text() +
      "\n"
      "Players are those of selfplay, but not human. A searcher without limits uses all of the\n"
      "time for a move; one with limits never takes more than that. The log goes to stderr, the\n"
      "results to stdout. Ctrl-C leaves the game. Exit codes: 0 all games finished, whatever\n"
      "their results, 1 interrupted, 3 the server cannot be reached, speaks another protocol or\n"
      "has left a game without a result.\n\n"
      "Examples:\n"
      "  gauntlet connect gomoku --player expert --time-per-move 1500ms\n"
      "  gauntlet connect sudokill --host 192.0.2.7 --level 4 --games 3 --start\n"
      "  gauntlet connect twodoku --name Ada --level 6\n"
      "  gauntlet connect kimble --opponents 120 --player mcts:sims=2000 --games 10 --json");
  command.callback([options, &command, &chosen] {
    options->is_named = command.count("--name") > 0;
    for (const char* own : {"--start", "--clock", "--opponents", "--rest", "--store", "--table"})
      if (command.count(own) > 0) options->own_options.emplace_back(own);
    chosen.run = [options] { return run(*options); };
  });
}

}  // namespace gauntlet::tools
