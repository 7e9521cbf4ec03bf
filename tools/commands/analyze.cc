// `gauntlet analyze`: the best move of one position, told while it is being found.
#include <absl/strings/str_format.h>
#include <unistd.h>

#include <algorithm>
#include <boost/json.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/guide.h"
#include "engine/registry.h"
#include "search/registry.h"
#include "selfplay/players/make_player.h"
#include "tools/commands/analysis.h"
#include "tools/commands/command.h"
#include "tools/commands/help_text.h"
#include "tools/commands/interrupt.h"
#include "tools/commands/options.h"
#include "tools/commands/position.h"
#include "tools/commands/print.h"
#include "tools/commands/value_kinds.h"
#include "tools/drawn_board.h"
#include "tools/lab/mapped_tablebase.h"

namespace gauntlet::tools {

namespace {

using selfplay::PlayerSpec;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

struct AnalyzeOptions {
  CommonOptions common;
  PositionOptions position;
  std::string player = "expert";
  std::optional<milliseconds> time;
  std::optional<std::uint64_t> nodes;
  std::optional<int> depth;
  std::optional<std::size_t> hash_mb;
  std::optional<std::string> table;

  bool has_limits() const { return time || nodes || depth; }
};

constexpr milliseconds kDefaultTime{5000};
constexpr std::size_t kDefaultHashMb = 64;

bool is_searcher(const PlayerSpec& spec) {
  return spec.kind == PlayerSpec::Kind::kSearcher;
}

/// Megabytes: the command line's, else the player's own, else more than players get by default, for
/// one search has the machine to itself.
std::size_t hash_of(const AnalyzeOptions& options, const PlayerSpec& spec) {
  if (options.hash_mb) return *options.hash_mb;
  return spec.hash_mb.value_or(std::max(spec.method->hash_mb, kDefaultHashMb));
}

/// Whoever gives a seed wants the same result again.
void tell_timed(const AnalyzeOptions& options, const PlayerSpec& spec,
                const search::Limits& limits) {
  const bool is_timed = limits.deadline && spec.method->counts != search::Counts::kNothing;
  if (!options.common.seed || !is_timed) return;
  std::fputs(
      "gauntlet: a search limited by time differs from run to run; for equal results give --nodes "
      "and --threads 1\n",
      stderr);
}

/// From the start of a game, plays chance moves by the seed; which, or "".
std::string play_chance_moves(engine::AnyState& state, std::uint64_t seed) {
  engine::Rng dice(seed);
  engine::AnyState before = state;
  std::vector<engine::AnyMove> played;
  state.play_chance_moves(dice, &played);
  std::string told;
  for (const engine::AnyMove move : played) {
    told += (told.empty() ? "" : ", ") + before.format(move);
    before.apply(move);
  }
  return told;
}

/// What to say at a chance node, where nobody can think.
std::string chance_sentence(const engine::AnyState& state, std::uint64_t seed) {
  constexpr std::size_t kNamed = 8;
  std::vector<engine::ChanceOutcome> outcomes;
  state.chance_outcomes(outcomes);
  std::string named;
  for (std::size_t i = 0; i < std::min(outcomes.size(), kNamed); ++i)
    named += (i > 0 ? ", " : "") + state.format(outcomes[i].move);
  if (outcomes.size() > kNamed) named += ", .. " + std::to_string(outcomes.size()) + " in all";
  return "chance moves next in this position (" + named +
         "); give a position after it, for example --position '" + text_after_chance(state, seed) +
         "'";
}

/// Whether all limits mean something to `method`.
absl::Status limits_objection(const AnalyzeOptions& options, const search::Method& method) {
  const std::string word(method.word);
  if (method.counts == search::Counts::kNothing && (options.has_limits() || options.hash_mb))
    return absl::InvalidArgumentError(
        "the " + word +
        " needs no limits: its moves are looked up; leave --time, --nodes, --depth and --hash "
        "out, or name another --player");
  if (method.hash_mb == 0 && options.hash_mb)
    return absl::InvalidArgumentError(word + " has no memory to limit; leave --hash out");
  if (!method.takes_depth && options.depth)
    return absl::InvalidArgumentError("--depth does not limit " + word +
                                      "; give --time or --nodes");
  return absl::OkStatus();
}

/// "ab, mcts and expert": who takes limits, and who judges each choice, of those that fit the game.
std::string players_who(const engine::AnyGame& game, bool (*does)(const search::Method& method)) {
  std::string words;
  for (const search::Method* const method : search::methods_for(game))
    if (does(*method)) words += (words.empty() ? "" : ", ") + std::string(method->word);
  return words.empty() ? "expert" : words + " and expert";
}

/// Whether `spec` can think about `position` as `options` say.
absl::Status objection(const AnalyzeOptions& options, const Position& position,
                       const PlayerSpec& spec) {
  if (position.state.is_over())
    return absl::InvalidArgumentError("the game is over in this position; no move is left to find");
  const engine::Player observer = position.state.observer();
  if (observer != engine::kNobody && observer != position.state.to_move())
    return absl::InvalidArgumentError(
        "this is the view of player " + std::to_string(observer + 1) +
        ", who is not to move; give the mover's view, or the whole position");
  if (options.position.text)
    if (const auto passed = engine::why_passed(position.state, *options.position.text);
        !passed.empty())
      return absl::InvalidArgumentError(
          passed + "; give a position whose throw moves a piece, for example --position '" +
          text_after_chance(position.state, options.position.seed) + "'");
  if (position.state.to_move() == engine::kChance)
    return absl::InvalidArgumentError(chance_sentence(position.state, options.position.seed));
  if (spec.kind == PlayerSpec::Kind::kHuman)
    return absl::InvalidArgumentError("human cannot analyse; every other player can");
  if (!is_searcher(spec) && (options.has_limits() || options.hash_mb))
    return absl::InvalidArgumentError(
        spec.text + " has limits of its own; --time, --nodes, --depth and --hash are for " +
        players_who(position.game, [](const search::Method& method) {
          return method.counts != search::Counts::kNothing;
        }));
  if (!is_searcher(spec) && options.table)
    return absl::InvalidArgumentError(
        spec.text +
        " tells only its move; --table is for table, expert and the other players that judge "
        "each choice");
  if (options.table && !spec.method->judges_all_moves)
    return absl::InvalidArgumentError(
        spec.text + " does not judge each choice, so --table has nothing to add; it is for " +
        players_who(position.game,
                    [](const search::Method& method) { return method.judges_all_moves; }));
  return is_searcher(spec) ? limits_objection(options, *spec.method) : absl::OkStatus();
}

/// The command line's limits, else the player's own, else a default time.
search::Limits limits_of(const AnalyzeOptions& options, const PlayerSpec& spec,
                         std::stop_token stop) {
  search::Limits limits;
  limits.stop = std::move(stop);
  std::optional<milliseconds> time = options.time;
  if (options.has_limits()) {
    limits.depth = options.depth.value_or(limits.depth);
    limits.nodes = options.nodes.value_or(limits.nodes);
  } else {
    limits.depth = spec.depth;
    limits.nodes = spec.nodes;
    time = spec.is_limited ? spec.time : std::optional(kDefaultTime);
  }
  if (time) limits.deadline = steady_clock::now() + *time;
  return limits;
}

/// "rollouts:against=helppo": the player without its limits where the command line has its own.
std::string thinker(const AnalyzeOptions& options, const PlayerSpec& spec) {
  if (options.player == "expert") return "expert";
  if (!is_searcher(spec) || (!options.has_limits() && spec.is_limited)) return spec.text;
  std::string text(spec.method->word);
  if (options.hash_mb || spec.hash_mb) text += ":hash=" + std::to_string(hash_of(options, spec));
  for (const auto& [key, value] : spec.own) text += ":" + key + "=" + value;
  return text;
}

void print_heading(const AnalyzeOptions& options, const Position& position,
                   const engine::AnyState& view, const PlayerSpec& spec,
                   const search::Knowledge* knowledge) {
  if (options.common.json) return;
  const std::string exact =
      knowledge ? ", " + search::search_of(view).telling->knowledge(*knowledge) : "";
  print(position.game.name() + "  " + view.to_text() + "\nseed " +
        std::to_string(options.position.seed) + ", " + thinker(options, spec) + exact + "\n");
}

void print_best(const engine::AnyState& view, const std::string& best, const std::string& more) {
  const Colours colours = Colours::of(STDOUT_FILENO);
  print("\n" + drawn_board(view, nullptr, colours) + "\nbest " + colours.bold(best) + more + "\n");
}

void print_end(const Analysis& analysis, const AnalyzeOptions& options) {
  const std::string best = analysis.view.format(analysis.result.best);
  const std::string_view proven = proven_word(analysis.result.proven);
  if (options.common.json) {
    boost::json::object object = to_json(analysis);
    object["best"] = best;
    object["proven"] = proven.empty() ? boost::json::value() : boost::json::value(proven);
    add_judged(analysis, object);
    add_risks(analysis.view, object);
    object["seed"] = options.position.seed;
    return print_json(object);
  }
  print_best(analysis.view, best,
             absl::StrFormat("  win %.1f %%%s%s", 100 * analysis.result.win,
                             proven.empty() ? "" : "  proven ", proven));
  print(judged_text(analysis) + risks_text(analysis.view));
}

/// Searches and tells what is found as it is found. REQUIRES: is_searcher(spec).
void search_aloud(const AnalyzeOptions& options, const Position& position,
                  const engine::AnyState& view, const PlayerSpec& spec,
                  const search::Knowledge* knowledge) {
  const Interrupt interrupt;
  const bool json = options.common.json;
  search::SearcherOptions built = searcher_options(spec);
  built.hash_mb = hash_of(options, spec);
  built.threads = threads_of(options.common);
  built.judges_all_moves = true;
  built.most_nodes = search::Limits::kNoNodes;
  const auto searcher = spec.method->make(position.game, built);
  searcher->new_game(options.position.seed);
  const auto limits = limits_of(options, spec, interrupt.token());
  tell_timed(options, spec, limits);
  AnalysisTable table(spec.method->counts);
  if (!json) print(table.heading(Colours::of(STDOUT_FILENO)));
  const auto start = steady_clock::now();
  const auto analysis = [&](const search::Result& result) {
    return Analysis{view, result,
                    std::chrono::duration_cast<milliseconds>(steady_clock::now() - start),
                    knowledge};
  };
  std::optional<std::uint64_t> told;  // nodes of the last line
  const auto progress = [&](const search::Result& result) {
    told = result.nodes;
    if (json) return print_json(to_json(analysis(result)));
    print(table.line(analysis(result)));
    std::fflush(stdout);
  };
  const search::Result result = searcher->search(view, limits, progress);
  // The last line may say it already.
  if (!json && told != result.nodes) print(table.line(analysis(result)));
  print_end(analysis(result), options);
}

/// Levels and strategies tell their move and nothing else.
Exit ask_player(const AnalyzeOptions& options, const Position& position,
                const engine::AnyState& view, const PlayerSpec& spec) {
  const auto player = selfplay::make_player(spec, position.game);
  if (!player.ok()) return complain(player.status());
  (*player)->new_game(options.position.seed, view.to_move());
  const auto start = steady_clock::now();
  const selfplay::Choice choice = (*player)->choose(view, {});
  const auto elapsed = steady_clock::now() - start;
  const std::string best = view.format(choice.move);
  if (!options.common.json) {
    print_best(view, best, "");
    print(risks_text(view));
    return Exit::kDone;
  }
  const double seconds = std::chrono::duration<double>(elapsed).count();
  const double rate = seconds > 0 ? static_cast<double>(choice.nodes) / seconds : 0;
  boost::json::object object = {
      {"depth", 0},
      {"score", nullptr},
      {"win", nullptr},
      {"nodes", choice.nodes},
      {"nps", static_cast<std::uint64_t>(rate)},
      {"time_ms", std::chrono::duration_cast<milliseconds>(elapsed).count()},
      {"pv", boost::json::array{best}},
      {"best", best},
      {"proven", nullptr}};
  add_risks(view, object);
  object["seed"] = options.position.seed;
  print_json(object);
  return Exit::kDone;
}

Exit run(AnalyzeOptions options) {
  options.position.seed = seed_of(options.common);
  auto position = read_position(options.position);
  if (!position.ok()) return complain(position.status());
  const std::string drawn =
      options.position.is_start() ? play_chance_moves(position->state, options.position.seed) : "";
  // Whoever thinks, what the table says is told beside it.
  const auto knowledge = knowledge_for(options.table, position->game, {options.player, "table"});
  if (!knowledge.ok()) return complain(knowledge.status());
  const auto spec = selfplay::parse_player(options.player, position->game, *knowledge);
  if (!spec.ok()) return complain(spec.status());
  if (const absl::Status status = objection(options, *position, *spec); !status.ok())
    return complain(status);
  if (!drawn.empty()) std::fprintf(stderr, "chance moves, drawn by the seed: %s\n", drawn.c_str());
  const engine::AnyState view = position->state.redacted(position->state.to_move());
  print_heading(options, *position, view, *spec, knowledge->get());
  if (!is_searcher(*spec)) return ask_player(options, *position, view, *spec);
  search_aloud(options, *position, view, *spec, knowledge->get());
  return Exit::kDone;
}

/// Of the first games there are; `gauntlet games NAME` has an example of each one's positions.
std::string examples() {
  const auto families = engine::game_families();
  const std::string first = "  gauntlet analyze " + std::string(families[0].standard);
  const std::string second(families[1].standard);
  return first + " --time 10s\n" + first +
         " --player mcts --nodes 100000 --seed 1 --threads 1 --json\n  gauntlet analyze " + second +
         " --position '" + engine::example_of(*engine::find_game(second)).position + "' --depth 9";
}

}  // namespace

void add_analyze(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<AnalyzeOptions>();
  CLI::App& command = *app.add_subcommand("analyze", "Find the best move in a position");
  command.add_option("GAME", options->position.game, help::kGame)
      ->required()
      ->type_name(kGameValue);
  command.add_option("--position", options->position.text, "The position; the start if omitted")
      ->type_name("TEXT");
  add_save_file_option(command, options->position);
  command.add_option("--player", options->player, help::kThinker)->type_name(kPlayerValue);
  add_duration(command, "--time", "Stop after this long: 500ms, 5s, 2min; 5s if no limit is given",
               [options](std::chrono::milliseconds time) { options->time = time; });
  add_number(command, "--nodes", {1, UINT64_MAX}, "Stop after this many nodes, or mcts simulations",
             [options](std::uint64_t nodes) { options->nodes = nodes; });
  add_number(command, "--depth", {1, 1000}, "Search at most this many plies deep (ab, expectimax)",
             [options](std::uint64_t depth) { options->depth = static_cast<int>(depth); });
  add_number(command, "--hash,--memory", {1, 65536}, "Memory of the search in MB; 64 if omitted",
             [options](std::uint64_t megabytes) { options->hash_mb = megabytes; });
  add_table_option(command, options->table);
  add_common_options(command, options->common);
  command.footer(
      "The limits replace the player's own. Whichever is reached first ends the search; so\n"
      "does Ctrl-C, which still prints the best move. In games with hidden information the\n"
      "search uses only what the mover may know. One line is printed for each depth of ab (6+\n"
      "while depth 7 is under way), and each time mcts has doubled its simulations; win is the\n"
      "chance to win of the player to move. A solver also tells how many moves are safe, and the "
      "safest\n"
      "square; where moves may fail the risk of each is told. With --nodes and --threads 1 the\n"
      "same seed gives the same result; several threads, or a limit of time, may give another one\n"
      "each time.\n"
      "With --save-file the next turn is analysed, with what its player knows: docs/interop.md.\n\n"
      "Examples:\n" +
      examples());
  command.callback([options, &chosen] { chosen.run = [options] { return run(*options); }; });
}

}  // namespace gauntlet::tools
