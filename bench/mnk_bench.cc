// m,n,k boards: random playouts, shapes and perft. One thread, CPU time.
#include <benchmark/benchmark.h>

#include <cstddef>
#include <vector>

#include "engine/perft.h"
#include "engine/shuffle.h"
#include "search/mnk/playout/playout.h"
#include "search/mnk/shape_board.h"

namespace gauntlet {
namespace {

// docs/performance.md tells what a move takes.
template <class Playout>
void playouts(benchmark::State& bench, engine::mnk::Rules rules) {
  benchmark::DoNotOptimize(rules);  // width, height and k are known only at run time
  Playout playout(rules);
  engine::Rng rng(1);
  const typename Playout::State start(rules);
  std::int64_t plies = 0;
  for (auto _ : bench) plies += playout(start, rng).plies;
  bench.SetItemsProcessed(bench.iterations());
  bench.counters["plies"] =
      benchmark::Counter(static_cast<double>(plies), benchmark::Counter::kAvgIterations);
}
constexpr auto& playouts_15x15x5 = playouts<search::Playout<engine::Mnk<4>>>;
constexpr auto& playouts_15x15x5_by_lines = playouts<search::mnk::LinePlayout<4>>;
constexpr auto& playouts_7x6x4 = playouts<search::Playout<engine::Mnk<1>>>;
constexpr auto& playouts_7x6x4_by_lines = playouts<search::mnk::LinePlayout<1>>;
constexpr auto& playouts_20x20x6 = playouts<search::Playout<engine::Mnk<8>>>;
BENCHMARK_CAPTURE(playouts_15x15x5, , engine::mnk::Rules{});
BENCHMARK_CAPTURE(playouts_15x15x5_by_lines, , engine::mnk::Rules{});
BENCHMARK_CAPTURE(playouts_7x6x4, , engine::mnk::Rules{7, 6, 4, false});
BENCHMARK_CAPTURE(playouts_7x6x4_by_lines, , engine::mnk::Rules{7, 6, 4, false});
BENCHMARK_CAPTURE(playouts_20x20x6, , engine::mnk::Rules{20, 20, 6, false});

/// A stone put, judged if asked for, and taken back, on each empty square of the middle in turn,
/// among `stones` others.
void shapes(benchmark::State& bench, int stones, bool judges) {
  const engine::mnk::Rules rules;
  engine::Mnk<4> state(rules);
  search::mnk::ShapeBoard<4> board(rules);
  std::vector<int> empty;
  engine::Rng rng(1);
  for (int row = 3; row < 12; ++row)
    for (int column = 3; column < 12; ++column) empty.push_back(row * rules.width + column);
  engine::shuffle(empty, rng);
  for (; stones > 0 && !engine::is_over(state); --stones) {
    state.apply({static_cast<std::uint16_t>(empty.back())});
    empty.pop_back();
  }
  board.reset(state);
  for (std::size_t i = 0; auto _ : bench) {
    const int square = empty[i++ % empty.size()];
    board.put(state.plies() & 1, square);
    if (judges) benchmark::DoNotOptimize(board.score(1 - (state.plies() & 1)));
    board.take_back(state.plies() & 1, square);
  }
  bench.SetItemsProcessed(bench.iterations());
}
BENCHMARK_CAPTURE(shapes, 15x15x5_10, 10, false);
BENCHMARK_CAPTURE(shapes, 15x15x5_10_judged, 10, true);
BENCHMARK_CAPTURE(shapes, 15x15x5_20, 20, false);
BENCHMARK_CAPTURE(shapes, 15x15x5_20_judged, 20, true);

void perft(benchmark::State& bench) {
  const engine::Mnk<1> start(engine::mnk::Rules{4, 4, 4, false});
  std::int64_t leaves = 0;
  for (auto _ : bench) leaves += static_cast<std::int64_t>(engine::perft(start, 6));
  bench.SetItemsProcessed(leaves);
}
BENCHMARK(perft)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace gauntlet
