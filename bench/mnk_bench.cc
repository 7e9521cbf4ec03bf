// m,n,k boards: random playouts and perft. One thread, CPU time.
#include <benchmark/benchmark.h>

#include "engine/perft.h"
#include "search/mnk/playout.h"

namespace gauntlet {
namespace {

// docs/performance.md tells what a move takes.
template <int Words>
void playouts(benchmark::State& bench, engine::mnk::Rules rules) {
  benchmark::DoNotOptimize(rules);  // width, height and k are known only at run time
  search::Playout<engine::Mnk<Words>> playout(rules);
  engine::Rng rng(1);
  const engine::Mnk<Words> start(rules);
  std::int64_t plies = 0;
  for (auto _ : bench) plies += playout(start, rng).plies;
  bench.SetItemsProcessed(bench.iterations());
  bench.counters["plies"] =
      benchmark::Counter(static_cast<double>(plies), benchmark::Counter::kAvgIterations);
}
constexpr auto& playouts_15x15x5 = playouts<4>;
constexpr auto& playouts_7x6x4 = playouts<1>;
constexpr auto& playouts_20x20x6 = playouts<8>;
BENCHMARK_CAPTURE(playouts_15x15x5, , engine::mnk::Rules{});
BENCHMARK_CAPTURE(playouts_7x6x4, , engine::mnk::Rules{7, 6, 4, false});
BENCHMARK_CAPTURE(playouts_20x20x6, , engine::mnk::Rules{20, 20, 6, false});

void perft(benchmark::State& bench) {
  const engine::Mnk<1> start(engine::mnk::Rules{4, 4, 4, false});
  std::int64_t leaves = 0;
  for (auto _ : bench) leaves += static_cast<std::int64_t>(engine::perft(start, 6));
  bench.SetItemsProcessed(leaves);
}
BENCHMARK(perft)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace gauntlet
