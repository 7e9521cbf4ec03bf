// `gauntlet solve`: whether the player to move wins, for certain.
#include <boost/json.hpp>
#include <chrono>
#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "engine/sudokill.h"
#include "search/budget.h"
#include "search/sudokill/solver/solver.h"
#include "tools/commands/analysis.h"
#include "tools/commands/command.h"
#include "tools/commands/interrupt.h"
#include "tools/commands/options.h"
#include "tools/commands/position.h"
#include "tools/commands/print.h"
#include "tools/commands/solve_kimble.h"

namespace gauntlet::tools {

namespace {

using engine::Sudokill;
using engine::SudokillMove;
using std::chrono::milliseconds;
using std::chrono::steady_clock;

struct SolveOptions {
  CommonOptions common;
  KimbleSolveOptions kimble;
  PositionChoice position;
  std::optional<milliseconds> time;
  std::optional<std::uint64_t> nodes;
  std::optional<std::size_t> hash_mb;
};

/// Tells on stderr what a search has done so far, every second while it lives.
class Heartbeat {
 public:
  explicit Heartbeat(const search::Budget& budget)
      : thread_([this, &budget](const std::stop_token& stop) { beat(stop, budget); }) {}

 private:
  void beat(const std::stop_token& stop, const search::Budget& budget) {
    const auto start = steady_clock::now();
    std::unique_lock lock(mutex_);
    for (int second = 1;; ++second) {
      if (wake_.wait_until(lock, stop, start + std::chrono::seconds(second),
                           [] { return false; }) ||
          stop.stop_requested())
        return;
      std::fprintf(stderr, "%d s, %s nodes\n", second, grouped(budget.spent()).c_str());
    }
  }

  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;  // last, for it uses the others
};

search::Limits limits_of(const SolveOptions& options, std::stop_token stop) {
  search::Limits limits;
  limits.stop = std::move(stop);
  limits.nodes = options.nodes.value_or(limits.nodes);
  if (options.time) limits.deadline = steady_clock::now() + *options.time;
  return limits;
}

std::vector<std::string> written(Sudokill state, const std::vector<SudokillMove>& line) {
  std::vector<std::string> moves;
  for (const SudokillMove move : line) {
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
  search::sudokill::Solver solver(options.hash_mb.value_or(512), threads_of(options.common));
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
            std::to_string(state.to_move() + 1) + ", who is to move\nline";
    for (const std::string& move : written(state, solution.line)) text += "  " + move;
    text += "\n";
  }
  print(text + counted(solution.nodes, "node") + " in " +
        fixed(std::chrono::duration<double>(solved.elapsed).count(), 3) + " s, " +
        grouped(solved.rate()) + " nodes/s\n");
}

void print_solved_json(const Sudokill& state, const Solved& solved, std::uint64_t seed) {
  const std::string_view word = proven_word(solved.solution.proven);
  boost::json::array line;
  for (const std::string& move : written(state, solved.solution.line)) line.emplace_back(move);
  print_json({{"position", state.to_text()},
              {"proven", word.empty() ? boost::json::value() : boost::json::value(word)},
              {"line", line},
              {"nodes", solved.solution.nodes},
              {"nps", solved.rate()},
              {"time_ms", solved.elapsed.count()},
              {"seed", seed}});
}

/// Options that only the other game's solver takes.
std::optional<std::string_view> stray(const SolveOptions& options) {
  if (options.position.game.starts_with("kimble:"))
    return "solve kimble takes corners and pieces as options: solve kimble --seats A,C --pieces 2";
  if (options.position.game != "kimble" && options.kimble.is_any_given())
    return "--seats, --pieces, --against, --tolerance, --bits and --out are for solve kimble";
  if (options.position.game == "kimble" &&
      (options.position.text || options.time || options.nodes || options.hash_mb))
    return "--position, --time, --nodes and --hash are for solve sudokill";
  return std::nullopt;
}

Exit run(SolveOptions options) {
  if (const auto error = stray(options)) return complain(Exit::kUsage, *error);
  if (options.position.game == "kimble") return solve_kimble(options.common, options.kimble);
  options.position.seed = seed_of(options.common);
  const auto position = read_position(options.position);
  if (!position) return complain(Exit::kUsage, position.error());
  if (!position->state.holds<Sudokill>())
    return complain(Exit::kUsage, "there is no solver for " + position->game.name() +
                                      " yet; solve takes sudokill and kimble");
  const Sudokill& state = position->state.as<Sudokill>();
  if (state.to_move() < 0)
    return complain(Exit::kUsage, "the game is over in this position: player " +
                                      std::to_string(state.returns()[0] > 0.5f ? 1 : 2) +
                                      " has won");
  const Solved solved = solve_aloud(options, state);
  const auto tell = options.common.json ? print_solved_json : print_solved;
  tell(state, solved, options.position.seed);
  if (solved.was_interrupted)
    return complain(Exit::kInterrupted, "interrupted before there was a verdict");
  return Exit::kDone;
}

}  // namespace

void add_solve(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<SolveOptions>();
  CLI::App& command = *app.add_subcommand("solve", "Find out who wins a position, for certain");
  command.add_option("GAME", options->position.game, "The game: sudokill or kimble")
      ->required()
      ->type_name("");
  command.add_option("--position", options->position.text, "The position; a start if not given")
      ->type_name("TEXT");
  add_duration(command, "--time", "Give up after this long: 500ms, 5s, 2min; never if not given",
               [options](milliseconds time) { options->time = time; });
  add_number(command, "--nodes", {1, UINT64_MAX}, "Give up after this many nodes",
             [options](std::uint64_t nodes) { options->nodes = nodes; });
  add_number(command, "--hash", {1, 65536}, "Most memory of the search in MB, 512 if not given",
             [options](std::uint64_t megabytes) { options->hash_mb = megabytes; });
  add_kimble_solve_options(command, options->kimble);
  add_common_options(command, options->common);
  command.footer(
      "Sudokill: tells the verdict and a line to the end of the game, in which the winner's moves "
      "all win.\n"
      "Two squares less to fill take a tenth of the time: from the middle of a game, with 36 "
      "empty\n"
      "squares, most positions are solved within a second. Ctrl-C gives up, with exit code 1.\n\n"
      "Kimble: finds the chance to win of every position of two players. On two cores three\n"
      "pieces take ten seconds, four a quarter of an hour and 3.4 GB of memory and of disk\n"
      "(opposite corners; others, and --against, twice that, of disk 3.9 GB at 14 bits a value).\n"
      "Killed or interrupted, a run with --out goes on where it was.\n\n"
      "Examples:\n"
      "  gauntlet solve kimble --seats A,C --pieces 3 --out ac3.kimble\n"
      "  gauntlet solve kimble --seats A,C --pieces 3 --against vaikea\n"
      "  gauntlet solve sudokill --position "
      "'5.....74997..538.26.274..357359.6..11.628739..49.1.25...8.9...742753.61....62...4 38'");
  command.callback([options, &chosen] { chosen.run = [options] { return run(*options); }; });
}

}  // namespace gauntlet::tools
