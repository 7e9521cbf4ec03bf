// Kimble: random playouts and perft. One thread, CPU time.
#include <benchmark/benchmark.h>

#include "engine/kimble.h"
#include "engine/perft.h"
#include "search/kimble/playout.h"

namespace gauntlet {
namespace {

engine::Kimble start(const engine::KimbleRules& rules) {
  engine::Rng unused(0);
  return engine::Kimble::start(rules, unused);
}

// Bound by one chain a throw (the player's board, what can move, which piece, the board again:
// about 25 cycles, of which the boards of different players overlap), about 40 instructions, and
// the mispredicted branches of captures (one throw in eight).
void playouts(benchmark::State& bench, std::uint8_t seats) {
  const engine::KimbleRules rules{seats, 4};
  const search::Playout<engine::Kimble> playout(rules);
  const engine::Kimble from = start(rules);
  engine::Rng rng(1);
  std::int64_t plies = 0;
  for (auto _ : bench) plies += playout(from, rng).plies;
  bench.SetItemsProcessed(bench.iterations());
  bench.counters["plies"] =
      benchmark::Counter(static_cast<double>(plies), benchmark::Counter::kAvgIterations);
}
constexpr auto& kimble_playouts = playouts;
BENCHMARK_CAPTURE(kimble_playouts, 4, std::uint8_t{0b1111});
BENCHMARK_CAPTURE(kimble_playouts, 2, std::uint8_t{0b0101});

// Move by move: bound by the branches on whose turn it is and whether anything can move.
void kimble_random_moves(benchmark::State& bench) {
  const engine::Kimble from = start(engine::KimbleRules{});
  engine::Rng rng(1);
  for (auto _ : bench) {
    engine::Kimble state = from;
    while (!engine::is_over(state))
      state.apply(state.to_move() >= 0 ? state.random_move(rng) : state.sample_chance(rng));
    benchmark::DoNotOptimize(state);
  }
  bench.SetItemsProcessed(bench.iterations());
}
BENCHMARK(kimble_random_moves);

// Bound by copying the state and passing the turn: five of six throws move nothing at first.
void kimble_perft(benchmark::State& bench) {
  const engine::Kimble from = start(engine::KimbleRules{});
  std::int64_t leaves = 0;
  for (auto _ : bench) leaves += static_cast<std::int64_t>(engine::perft(from, 9));
  bench.SetItemsProcessed(leaves);
}
BENCHMARK(kimble_perft)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace gauntlet
