// `gauntlet analyze`: the best move of one position, told while it is being found.
#include <boost/json.hpp>
#include <chrono>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "engine/words.h"
#include "search/registry.h"
#include "tools/commands/command.h"
#include "tools/commands/interrupt.h"
#include "tools/commands/options.h"
#include "tools/commands/position.h"
#include "tools/commands/print.h"

namespace gauntlet::tools {

namespace {

using std::chrono::steady_clock;

struct AnalyzeOptions {
  CommonOptions common;
  PositionChoice position;
  std::string player;
  std::optional<std::chrono::milliseconds> time;
  std::optional<std::uint64_t> nodes;
  std::optional<int> depth;
  std::size_t hash_mb = 64;
};

constexpr std::chrono::milliseconds kDefaultTime{5000};

/// Who thinks.
struct Thinker {
  std::string name;  ///< "ab" or "mcts".
  std::unique_ptr<search::Searcher> searcher;
};

/// The searcher that `spec` names; "" is the one that suits the game best.
engine::Expected<Thinker> make_thinker(const engine::AnyGame& game, const std::string& spec,
                                       const search::SearcherOptions& options) {
  const bool any = spec.empty() || spec == "expert";
  if (!any && spec != "ab" && spec != "mcts") {
    constexpr std::string_view kKnown[] = {"ab", "mcts", "expert"};
    return engine::Error{"unknown player '" + engine::printable(spec) + "'" +
                         engine::did_you_mean(spec, kKnown) + "; ab, mcts and expert can analyse"};
  }
  if (any || spec == "ab")
    if (auto searcher = search::make_alpha_beta(game, options))
      return Thinker{"ab", std::move(searcher)};
  if (any || spec == "mcts")
    if (auto searcher = search::make_mcts(game, options))
      return Thinker{"mcts", std::move(searcher)};
  return engine::Error{(any ? "no searcher" : "'" + spec + "' does not") + " fit " + game.name()};
}

/// What to say when nature has to move before anybody can think.
std::string nature_sentence(const engine::AnyState& state, std::uint64_t seed) {
  constexpr std::size_t kNamed = 8;
  std::vector<engine::ChanceOutcome> outcomes;
  state.chance_outcomes(outcomes);
  std::string named;
  for (std::size_t i = 0; i < std::min(outcomes.size(), kNamed); ++i)
    named += (i ? ", " : "") + state.format(outcomes[i].move);
  if (outcomes.size() > kNamed) named += ", .. " + std::to_string(outcomes.size()) + " in all";
  return "nature moves in this position (" + named +
         "); give one in which it has moved, for example --position '" + settled_text(state, seed) +
         "'";
}

/// A result with what it takes to tell it.
struct Report {
  const engine::AnyState& view;
  const search::Result& result;
  std::chrono::milliseconds elapsed;

  std::uint64_t nodes_per_second() const {
    const double seconds = std::max<double>(static_cast<double>(elapsed.count()), 1) / 1000;
    return static_cast<std::uint64_t>(static_cast<double>(result.nodes) / seconds);
  }
};

/// The principal variation in words, as far as the position can follow it.
std::vector<std::string> variation(const Report& report) {
  std::vector<std::string> moves;
  engine::AnyState state = report.view;
  for (const engine::AnyMove move : report.result.pv) {
    if (!state.is_playable(move)) break;
    moves.push_back(state.format(move));
    state.apply(move);
  }
  return moves;
}

boost::json::object to_json(const Report& report) {
  boost::json::value score;
  if (report.result.score) score = *report.result.score;
  boost::json::array pv;
  for (const std::string& move : variation(report)) pv.emplace_back(move);
  return {{"depth", report.result.depth},
          {"score", score},
          {"win", report.result.win},
          {"nodes", report.result.nodes},
          {"nps", report.nodes_per_second()},
          {"time_ms", report.elapsed.count()},
          {"pv", std::move(pv)}};
}

constexpr std::string_view kHeading =
    "depth    score   win %         nodes      nodes/s   seconds  principal variation\n";

std::string to_line(const Report& report) {
  constexpr std::size_t kShown = 12;
  const auto moves = variation(report);
  std::string line =
      right_aligned(std::to_string(report.result.depth), 5) +
      right_aligned(report.result.score ? std::to_string(*report.result.score) : "-", 9) +
      right_aligned(fixed(100 * report.result.win, 1), 8) +
      right_aligned(grouped(report.result.nodes), 14) +
      right_aligned(grouped(report.nodes_per_second()), 13) +
      right_aligned(fixed(static_cast<double>(report.elapsed.count()) / 1000, 3), 10) + " ";
  for (std::size_t i = 0; i < std::min(moves.size(), kShown); ++i) line += " " + moves[i];
  return line + (moves.size() > kShown ? " ..\n" : "\n");
}

std::string_view proven_word(search::Proven proven) {
  switch (proven) {
    case search::Proven::kWin:
      return "win";
    case search::Proven::kDraw:
      return "draw";
    case search::Proven::kLoss:
      return "loss";
    case search::Proven::kNothing:
      break;
  }
  return "";
}

void print_end(const Report& report, const AnalyzeOptions& options) {
  const std::string best = report.view.format(report.result.best);
  const std::string_view proven = proven_word(report.result.proven);
  if (options.common.json) {
    boost::json::object object = to_json(report);
    object["best"] = best;
    object["proven"] = proven.empty() ? boost::json::value() : boost::json::value(proven);
    object["seed"] = options.position.seed;
    print_json(object);
    return;
  }
  print(to_line(report) + "\n" + report.view.drawn() + "\nbest " + best + "  win " +
        fixed(100 * report.result.win, 1) + " %" +
        (proven.empty() ? "" : "  proven " + std::string(proven)) + "\n");
}

/// What keeps `options` from being carried out in `position`, or "".
std::string objection(const AnalyzeOptions& options, const Position& position) {
  if (position.state.is_over())
    return "the game is over in this position; there is no move to find";
  if (position.state.to_move() == engine::kChance)
    return nature_sentence(position.state, options.position.seed);
  return "";
}

search::Limits limits_of(const AnalyzeOptions& options, std::stop_token stop) {
  search::Limits limits;
  limits.stop = std::move(stop);
  if (options.depth) limits.depth = *options.depth;
  if (options.nodes) limits.nodes = *options.nodes;
  const bool unlimited = !options.depth && !options.nodes && !options.time;
  if (options.time || unlimited)
    limits.deadline = steady_clock::now() + options.time.value_or(kDefaultTime);
  return limits;
}

void think(const AnalyzeOptions& options, const engine::AnyState& view, Thinker& thinker,
           std::stop_token stop) {
  const bool json = options.common.json;
  const auto start = steady_clock::now();
  const auto report = [&](const search::Result& result) {
    return Report{
        view, result,
        std::chrono::duration_cast<std::chrono::milliseconds>(steady_clock::now() - start)};
  };
  const auto progress = [&](const search::Result& result) {
    if (json) return print_json(to_json(report(result)));
    print(to_line(report(result)));
    std::fflush(stdout);
  };
  const search::Result result =
      thinker.searcher->search(view, limits_of(options, std::move(stop)), progress);
  print_end(report(result), options);
}

Exit run(AnalyzeOptions options) {
  options.position.seed = seed_of(options.common);
  const auto position = read_position(options.position);
  if (!position) return complain(Exit::kUsage, position.error());
  if (const auto why = objection(options, *position); !why.empty())
    return complain(Exit::kUsage, why);
  const Interrupt interrupt;
  const int threads = threads_of(options.common);
  auto thinker = make_thinker(position->game, options.player,
                              {.hash_mb = options.hash_mb, .threads = threads});
  if (!thinker) return complain(Exit::kUsage, thinker.error());
  if (thinker->name == "mcts" && options.depth && !options.nodes && !options.time)
    return complain(Exit::kUsage, "--depth does not limit mcts; give --time or --nodes");
  const engine::AnyState view = position->state.redacted(position->state.to_move());
  if (!options.common.json)
    print(position->game.name() + "  " + view.to_text() + "\n" + thinker->name + ", " +
          std::to_string(threads) + (threads == 1 ? " thread, " : " threads, ") +
          std::to_string(options.hash_mb) + " MB, seed " + std::to_string(options.position.seed) +
          "\n" + std::string(kHeading));
  thinker->searcher->new_game(options.position.seed);
  think(options, view, *thinker, interrupt.token());
  return Exit::kDone;
}

}  // namespace

void add_analyze(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<AnalyzeOptions>();
  CLI::App& command = *app.add_subcommand("analyze", "Find the best move in a position");
  command.add_option("GAME", options->position.game, "The game, as 'gauntlet games' lists them")
      ->required()
      ->type_name("");
  command.add_option("--position", options->position.text, "The position; the start if not given")
      ->type_name("TEXT");
  command.add_option("--player", options->player, "Who thinks: ab, mcts or expert (the default)")
      ->type_name("SPEC");
  add_duration(command, "--time", "Think this long: 500ms, 5s, 2min; 5s if there is no limit",
               [options](std::chrono::milliseconds time) { options->time = time; });
  add_number(command, "--nodes", {1, UINT64_MAX}, "Think this many nodes, or mcts simulations",
             [options](std::uint64_t nodes) { options->nodes = nodes; });
  add_number(command, "--depth", {1, 1000}, "Think this many plies deep (ab)",
             [options](std::uint64_t depth) { options->depth = static_cast<int>(depth); });
  add_number(command, "--hash", {1, 65536}, "Memory of the search in MB; 64 if not given",
             [options](std::uint64_t megabytes) { options->hash_mb = megabytes; });
  add_common_options(command, options->common);
  command.footer(
      "Whatever limit is reached first ends the search; so does Ctrl-C, which still prints the\n"
      "best move. In games with hidden information only what the mover may know is used.\n\n"
      "Examples:\n"
      "  gauntlet analyze gomoku --time 10s\n"
      "  gauntlet analyze mnk:3x3x3 --position x../.o./... --depth 9\n"
      "  gauntlet analyze gomoku --player mcts --nodes 100000 --seed 1 --threads 1 --json");
  command.callback([options, &chosen] { chosen.run = [options] { return run(*options); }; });
}

}  // namespace gauntlet::tools
