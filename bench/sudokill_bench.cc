// Sudokill: random playouts, perft, evaluation and start boards. One thread, CPU time.
#include <benchmark/benchmark.h>

#include <vector>

#include "engine/perft.h"
#include "engine/sudokill/sudokill.h"
#include "search/playout.h"
#include "search/sudokill/evaluation.h"
#include "search/sudokill/playout/playout_batch.h"

namespace gauntlet {
namespace {

using engine::Rng;
using engine::Sudokill;

constexpr std::size_t kBoards = 1024;

std::vector<Sudokill> start_boards() {
  std::vector<Sudokill> boards;
  Rng rng(1);
  while (boards.size() < kBoards) boards.push_back(Sudokill::start({}, rng));
  return boards;
}

// Bound by instructions: so many games take turns that none waits for its own last move
// (docs/performance.md).
void playouts(benchmark::State& bench, search::InstructionSet set) {
  if (set > search::instruction_set()) return bench.SkipWithError("not on this processor");
  const std::vector<Sudokill> boards = start_boards();
  const search::PlayoutBatch<Sudokill> batch(engine::Sudokill::Rules{}, set);
  Rng rng(1);
  std::size_t next = 0;
  search::PlayoutTotals totals;
  for (auto _ : bench) {
    const search::PlayoutTotals some = batch(boards[next++ % kBoards], 100, rng);
    totals.playouts += some.playouts;
    totals.plies += some.plies;
  }
  bench.SetItemsProcessed(static_cast<std::int64_t>(totals.playouts));
  bench.counters["plies"] =
      static_cast<double>(totals.plies) / static_cast<double>(totals.playouts);
}
BENCHMARK_CAPTURE(playouts, sudokill, search::instruction_set());
BENCHMARK_CAPTURE(playouts, sudokill_avx2, search::InstructionSet::kAvx2);
BENCHMARK_CAPTURE(playouts, sudokill_any, search::InstructionSet::kAny);

// What MCTS plays at its leaves. Bound by the chain from one move to the next: sets, popcounts,
// their running sum, draw, select, the move's masks, sets again (docs/performance.md).
void playouts_one_by_one_sudokill(benchmark::State& bench) {
  const std::vector<Sudokill> boards = start_boards();
  search::Playout<Sudokill> playout(engine::Sudokill::Rules{});
  Rng rng(1);
  std::size_t next = 0;
  std::int64_t plies = 0;
  for (auto _ : bench) plies += playout(boards[next++ % kBoards], rng).plies;
  bench.SetItemsProcessed(bench.iterations());
  bench.counters["plies"] =
      benchmark::Counter(static_cast<double>(plies), benchmark::Counter::kAvgIterations);
}
BENCHMARK(playouts_one_by_one_sudokill);

// The last two plies are counted from where digits fit, square by square: bound by the instructions
// of each square where a move can go. Boards change, for branch prediction learns one by heart, and
// then the wrong code looks faster (docs/performance.md).
void perft_sudokill(benchmark::State& bench) {
  const std::vector<Sudokill> boards = start_boards();
  std::size_t next = 0;
  std::int64_t leaves = 0;
  for (auto _ : bench)
    leaves += static_cast<std::int64_t>(engine::perft(boards[next++ % kBoards], 3));
  bench.SetItemsProcessed(leaves);
}
BENCHMARK(perft_sudokill)->Unit(benchmark::kMillisecond);

void evaluations_sudokill(benchmark::State& bench) {
  std::vector<Sudokill> positions;
  Rng rng(1);
  for (Sudokill state : start_boards())
    for (; !is_over(state); state.apply(state.random_move(rng)))
      if (rng.below(32) == 0) positions.push_back(state);
  std::size_t next = 0;
  for (auto _ : bench) {
    benchmark::DoNotOptimize(search::Evaluation<Sudokill>::evaluate(positions[next]));
    if (++next == positions.size()) next = 0;
  }
  bench.SetItemsProcessed(bench.iterations());
}
BENCHMARK(evaluations_sudokill);

void start_sudokill(benchmark::State& bench) {
  Rng rng(1);
  for (auto _ : bench) benchmark::DoNotOptimize(Sudokill::start({}, rng));
  bench.SetItemsProcessed(bench.iterations());
}
BENCHMARK(start_sudokill);

}  // namespace
}  // namespace gauntlet
