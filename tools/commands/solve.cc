// `gauntlet solve`: whether the player to move wins, for certain.
#include <absl/strings/str_format.h>
#include <absl/time/time.h>
#include <unistd.h>

#include <boost/json.hpp>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "engine/registry.h"
#include "engine/sudokill/sudokill.h"
#include "engine/twodoku/twodoku.h"
#include "search/budget.h"
#include "search/sudokill/solver/solver.h"
#include "selfplay/wait_for_stop.h"
#include "tools/colours.h"
#include "tools/commands/analysis.h"
#include "tools/commands/command.h"
#include "tools/commands/interrupt.h"
#include "tools/commands/options.h"
#include "tools/commands/position.h"
#include "tools/commands/print.h"
#include "tools/commands/solve_kimble.h"
#include "tools/commands/solve_twodoku.h"
#include "tools/commands/value_kinds.h"

namespace gauntlet::tools {

namespace {

using engine::Sudokill;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

struct SolveOptions {
  CommonOptions common;
  KimbleSolveOptions kimble;
  TwoDokuSolveOptions twodoku;
  PositionOptions position;
  std::optional<milliseconds> time;
  std::optional<std::uint64_t> nodes;
  std::optional<std::size_t> memory_mb;
};

/// Tells on stderr what a search has done so far, every second while it lives.
class Heartbeat {
 public:
  explicit Heartbeat(const search::Budget& budget)
      : thread_([this, &budget](const std::stop_token& stop) { beat(stop, budget); }) {}

 private:
  void beat(const std::stop_token& stop, const search::Budget& budget) {
    const auto start = steady_clock::now();
    for (int second = 1;; ++second) {
      const auto next = start + std::chrono::seconds(second);
      if (selfplay::wait_for_stop(stop, absl::FromChrono(next - steady_clock::now()))) return;
      const std::string line = std::to_string(second) + " s, " + grouped(budget.spent()) + " nodes";
      std::fprintf(stderr, "%s\n", Colours::of(STDERR_FILENO).faint(line).c_str());
    }
  }

  std::jthread thread_;
};

search::Limits limits_of(const SolveOptions& options, std::stop_token stop) {
  search::Limits limits;
  limits.stop = std::move(stop);
  limits.nodes = options.nodes.value_or(limits.nodes);
  if (options.time) limits.deadline = steady_clock::now() + *options.time;
  return limits;
}

std::vector<std::string> written(Sudokill state, const std::vector<Sudokill::Move>& line) {
  std::vector<std::string> moves;
  for (const Sudokill::Move move : line) {
    moves.push_back(state.format(move));
    state.apply(move);
  }
  return moves;
}

struct Solved {
  search::sudokill::Solution solution;
  milliseconds elapsed;
  bool was_interrupted;  ///< And so not solved.

  std::uint64_t rate() const {
    const double seconds = std::chrono::duration<double>(elapsed).count();
    return seconds > 0 ? static_cast<std::uint64_t>(static_cast<double>(solution.nodes) / seconds)
                       : 0;
  }
};

Solved solve_aloud(const SolveOptions& options, const Sudokill& state) {
  const Interrupt interrupt;
  search::sudokill::Solver solver(options.memory_mb.value_or(512), threads_of(options.common));
  search::Budget budget(limits_of(options, interrupt.token()),
                        search::sudokill::Solver::kNodesPerPoll);
  const auto start = steady_clock::now();
  const Heartbeat heartbeat(budget);
  search::sudokill::Solution solution = solver.solve(state, budget);
  const bool is_open = solution.proven == search::Proven::kNothing;
  return {std::move(solution),
          std::chrono::duration_cast<milliseconds>(steady_clock::now() - start),
          is_open && interrupt.happened()};
}

void print_solved(const Sudokill& state, const Solved& solved, std::uint64_t seed) {
  const search::sudokill::Solution& solution = solved.solution;
  std::string text =
      state.to_text() + "\nseed " + std::to_string(seed) + "\n\n" + state.drawn() + "\n";
  if (solution.proven == search::Proven::kNothing) {
    text += "not solved within the limits\n";
  } else {
    text += "proven " + std::string(proven_word(solution.proven)) + " for player " +
            std::to_string(state.to_move() + 1) + ", who is to move\n";
    const auto line = written(state, solution.line);
    if (!line.empty()) text += "best " + line.front() + "\n";
    text += "line";
    for (const std::string& move : line) text += "  " + move;
    text += "\n";
  }
  print(absl::StrFormat("%s%s in %.3f s, %s nodes/s\n", text, counted(solution.nodes, "node"),
                        std::chrono::duration<double>(solved.elapsed).count(),
                        grouped(solved.rate())));
}

void print_solved_json(const Sudokill& state, const Solved& solved, std::uint64_t seed) {
  const std::string_view word = proven_word(solved.solution.proven);
  const auto value = word.empty() ? boost::json::value() : boost::json::value(word);
  boost::json::array line;
  for (const std::string& move : written(state, solved.solution.line)) line.emplace_back(move);
  print_json({{"game", state.rules().name()},
              {"position", state.to_text()},
              {"value", value},
              {"best", line.empty() ? boost::json::value() : line.front()},
              {"pv", line},
              {"proven", value},  // value and pv by the names that they had first
              {"line", line},
              {"nodes", solved.solution.nodes},
              {"nps", solved.rate()},
              {"time_ms", solved.elapsed.count()},
              {"seed", seed}});
}

/// Whether the options are this game's solver's.
absl::Status objection(const SolveOptions& options) {
  if (options.position.game.starts_with("kimble:"))
    return absl::InvalidArgumentError(
        "solve kimble takes corners and pieces as options: solve kimble --seats A,C --pieces 2");
  const bool is_twodoku = options.position.game.starts_with("twodoku");
  KimbleSolveOptions of_kimble = options.kimble;
  if (is_twodoku) of_kimble.tolerance.reset();
  if (options.position.game != "kimble" && of_kimble.is_any_given())
    return absl::InvalidArgumentError(
        is_twodoku ? "--seats, --pieces, --against, --bits and --out are for solve kimble"
                   : "--seats, --pieces, --against, --bits and --out are for solve kimble, "
                     "--tolerance for solve kimble and twodoku/small");
  if (!is_twodoku && options.twodoku.is_any_given())
    return absl::InvalidArgumentError("--player and --asked are for solve twodoku/small");
  if (options.position.game == "kimble" && options.nodes)
    return absl::InvalidArgumentError(
        "--nodes is for solve sudokill and twodoku/small; solve kimble is limited by --time and "
        "--memory");
  return absl::OkStatus();
}

KimbleSolveOptions of_kimble(const SolveOptions& options) {
  KimbleSolveOptions kimble = options.kimble;
  kimble.position = options.position.text;
  kimble.time = options.time;
  kimble.memory_mb = options.memory_mb;
  return kimble;
}

TwoDokuSolveOptions of_twodoku(const SolveOptions& options) {
  TwoDokuSolveOptions twodoku = options.twodoku;
  twodoku.tolerance = options.kimble.tolerance;
  twodoku.position = options.position.text;
  twodoku.time = options.time;
  twodoku.nodes = options.nodes;
  twodoku.memory_mb = options.memory_mb;
  return twodoku;
}

Exit run(SolveOptions options) {
  if (const absl::Status status = objection(options); !status.ok()) return complain(status);
  if (options.position.game == "kimble") return solve_kimble(options.common, of_kimble(options));
  if (const auto game = engine::find_game(options.position.game);
      game.ok() && game->holds<engine::TwoDoku>())
    return solve_twodoku(options.common, of_twodoku(options), *game);
  options.position.seed = seed_of(options.common);
  const auto position = read_position(options.position);
  if (!position.ok()) return complain(position.status());
  if (!position->state.holds<Sudokill>())
    return complain(Exit::kUsage, "there is no solver for " + position->game.name() +
                                      " yet; solve takes sudokill, kimble and twodoku/small");
  const Sudokill& state = position->state.as<Sudokill>();
  if (state.to_move() < 0)
    return complain(Exit::kUsage, "the game is over in this position: player " +
                                      std::to_string(state.returns()[0] > 0.5f ? 1 : 2) +
                                      " has won");
  const Solved solved = solve_aloud(options, state);
  const auto tell = options.common.json ? print_solved_json : print_solved;
  tell(state, solved, options.position.seed);
  if (solved.was_interrupted)
    return complain(Exit::kInterrupted, "interrupted before the position was solved");
  return Exit::kDone;
}

}  // namespace

void add_solve(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<SolveOptions>();
  CLI::App& command = *app.add_subcommand("solve", "Find out who wins a position, for certain");
  command.add_option("GAME", options->position.game, "The game: sudokill, kimble or twodoku/small")
      ->required()
      ->type_name(kGameValue);
  command.add_option("--position", options->position.text, "The position; a start if omitted")
      ->type_name("TEXT");
  add_duration(command, "--time", "Give up after this long: 500ms, 5s, 2min; never if omitted",
               [options](milliseconds time) { options->time = time; });
  add_number(command, "--nodes", {1, UINT64_MAX}, "Give up after this many nodes",
             [options](std::uint64_t nodes) { options->nodes = nodes; });
  add_number(command, "--memory,--hash", {1, 65536},
             "Most memory in MB; if omitted 512 (Sudokill) or what it takes (the others)",
             [options](std::uint64_t megabytes) { options->memory_mb = megabytes; });
  add_kimble_solve_options(command, options->kimble);
  add_twodoku_solve_options(command, options->twodoku);
  add_common_options(command, options->common);
  command.footer(
      "Sudokill: says who wins, and a line of moves to the end of the game in which all moves of\n"
      "the winner win. With two squares fewer to fill it takes a tenth of the time: in the middle\n"
      "of a game, with 36 empty squares, most positions are solved within a second. Ctrl-C gives\n"
      "up, with exit code 1.\n\n"
      "Kimble: finds the chance to win in every position of two players, and tells that of\n"
      "--position or of the start. On two cores three pieces take ten seconds, and four a quarter\n"
      "of an hour and 3.4 GB of memory and of disk. That is for opposite corners; others, and\n"
      "--against, take twice as much, and 3.9 GB of disk at 14 bits per value. A run with --out\n"
      "that was killed or interrupted continues where it was.\n\n"
      "Two-Doku's small board: finds how both should play, and with what chances, by CFR+; with\n"
      "--player also how much that player loses against who knows how it plays. The stake is a\n"
      "game: to be exploited by .01 is to lose one game in a hundred more than one need.\n\n"
      "Examples:\n"
      "  gauntlet solve twodoku/small --player turns:sims=1000\n"
      "  gauntlet solve kimble --seats A,C --pieces 3 --out ac3.kimble\n"
      "  gauntlet solve kimble --seats A,C --pieces 3 --against vaikea\n"
      "  gauntlet solve sudokill --position "
      "'5.....74997..538.26.274..357359.6..11.628739..49.1.25...8.9...742753.61....62...4 38'");
  command.callback([options, &chosen] { chosen.run = [options] { return run(*options); }; });
}

}  // namespace gauntlet::tools
