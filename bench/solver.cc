// How much of Sudokill is solved: positions from the middle of games, drawn by fixed seeds, each
// with an empty table. build/release/gauntlet_solver EMPTIES COUNT SECONDS [THREADS [HASH_MB]]
//
// The limit of SECONDS and the last figure, of all positions together, are by the clock; what two
// threads gain is the ratio of two such figures on an idle machine. All other times are of the
// processor, of all threads together, so that runs on a busy machine can be compared. A table
// larger than what a position needs costs nothing, for it grows as it fills.
//
// The players of these games play at random, but never a move that lets the opponent win at once;
// a game in which one of them has no other move is left out.
#include "search/sudokill/solver/solver.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <optional>
#include <vector>

#include "engine/sudokill/sudokill.h"
#include "search/budget.h"
#include "search/sudokill/immediate_win.h"

namespace gauntlet {
namespace {

using engine::Sudokill;
using std::chrono::steady_clock;

/// Nothing when the game of that seed does not come that far.
std::optional<Sudokill> mid_game(int empties, std::uint64_t seed) {
  engine::Rng rng(77, seed);
  Sudokill state = Sudokill::start({}, rng);
  while (state.empty().size() > empties) {
    Sudokill::Moves legal, safe;
    state.legal_moves(legal);
    safe.clear();
    for (const engine::Sudokill::Move move : legal) {
      const Sudokill next = engine::child(state, move);
      if (!engine::is_over(next) && !search::sudokill::has_winning_move(next)) safe.push_back(move);
    }
    if (safe.empty()) return std::nullopt;
    state.apply(safe[rng.below(static_cast<std::uint32_t>(safe.size()))]);
  }
  return state;
}

struct Marks {
  int solved = 0, won = 0;
  std::uint64_t nodes = 0;
  std::vector<double> seconds;  ///< Of processor time.
  double elapsed = 0;           ///< Seconds of all positions together.
};

void report(int empties, int count, double limit, int threads, std::size_t hash_mb) {
  Marks marks;
  const auto most_seeds = static_cast<std::uint64_t>(count) * 1'000;  // few games last very long
  for (std::uint64_t seed = 0; static_cast<int>(marks.seconds.size()) < count; ++seed) {
    if (seed == most_seeds) return void(std::puts("too few games come that far"));
    const auto state = mid_game(empties, seed);
    if (!state) continue;
    search::sudokill::Solver solver(hash_mb, threads);
    const std::clock_t start = std::clock();
    const auto begin = steady_clock::now();
    search::Limits limits;
    limits.deadline = begin + std::chrono::duration_cast<steady_clock::duration>(
                                  std::chrono::duration<double>(limit));
    search::Budget budget(limits, search::sudokill::Solver::kNodesPerPoll);
    const search::sudokill::Solution solution = solver.solve(*state, budget);
    marks.seconds.push_back(static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC);
    marks.elapsed += std::chrono::duration<double>(steady_clock::now() - begin).count();
    marks.nodes += solution.nodes;
    marks.solved += solution.proven != search::Proven::kNothing;
    marks.won += solution.proven == search::Proven::kWin;
    std::fprintf(stderr, "\r%zu of %d, %d solved", marks.seconds.size(), count, marks.solved);
  }
  std::sort(marks.seconds.begin(), marks.seconds.end());
  double total = 0;
  for (const double seconds : marks.seconds) total += seconds;
  std::printf(
      "\r%d empty squares: %d of %d solved within %.1f s, %d won; %d threads, %.1f M nodes, %.2f "
      "M/s, median %.3f s, longest %.1f s, total %.1f s of processor time, %.1f s "
      "by the clock\n",
      empties, marks.solved, count, limit, marks.won, threads,
      static_cast<double>(marks.nodes) / 1e6, static_cast<double>(marks.nodes) / total / 1e6,
      marks.seconds[marks.seconds.size() / 2], marks.seconds.back(), total, marks.elapsed);
}

}  // namespace
}  // namespace gauntlet

int main(int argc, char** argv) {
  const auto number = [&](int i, double otherwise) {
    return i < argc ? std::atof(argv[i]) : otherwise;
  };
  const double empties = number(1, 0), count = number(2, 0), seconds = number(3, 0),
               threads = number(4, 1), hash_mb = number(5, 1024);
  const auto is_within = [](double value, double low, double high) {
    return value >= low && value <= high;  // not when it is no number
  };
  if (!is_within(empties, 1, 54) || !is_within(count, 1, 100'000) ||
      !is_within(seconds, 0.001, 86'400) || !is_within(threads, 1, 256) ||
      !is_within(hash_mb, 1, 65'536)) {
    std::fputs("gauntlet_solver EMPTIES COUNT SECONDS [THREADS [HASH_MB]], as in 34 200 1\n",
               stderr);
    return 2;
  }
  gauntlet::report(static_cast<int>(empties), static_cast<int>(count), seconds,
                   static_cast<int>(threads), static_cast<std::size_t>(hash_mb));
}
