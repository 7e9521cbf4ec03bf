// Kimble: random playouts and perft. One thread, CPU time.
#include <benchmark/benchmark.h>

#include <array>

#include "engine/kimble/kimble.h"
#include "engine/perft.h"
#include "search/kimble/fit/value.h"
#include "search/kimble/playout/playout.h"
#include "search/kimble/playout/policy_playouts.h"
#include "search/kimble/policy.h"

namespace gauntlet {
namespace {

engine::Kimble start(const engine::Kimble::Rules& rules) {
  engine::Rng unused(0);
  return engine::Kimble::start(rules, unused);
}

// Bound by one chain a throw (the player's board, what can move, which piece, the board again), of
// which the boards of different players overlap, and by the mispredicted branches of captures.
void playouts(benchmark::State& bench, std::uint8_t seats) {
  const engine::Kimble::Rules rules{seats, 4};
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

// Games side by side, by instruction set: a step is a throw in 16 (8, 4) games at once, without
// branches but for games that end (and for how many pieces could move, by kFitted). REQUIRES the
// set.
void races(benchmark::State& bench, std::uint8_t seats, search::kimble::Policy policy,
           search::InstructionSet set) {
  if (set > search::instruction_set()) return bench.SkipWithError("not on this processor");
  const engine::Kimble::Rules rules{seats, 4};
  const search::kimble::PolicyPlayouts play(rules, {policy, policy, policy, policy}, set);
  engine::Kimble from = start(rules);
  from.apply({engine::Kimble::Move::kStarter, 0});
  constexpr std::uint64_t kGames = 10'000;
  std::uint64_t seed = 0;
  for (auto _ : bench) {
    std::array starts = {search::kimble::PolicyPlayouts::start(from, kGames)};
    benchmark::DoNotOptimize(play(starts, ++seed));
  }
  bench.SetItemsProcessed(bench.iterations() * static_cast<std::int64_t>(kGames));
}
constexpr auto& kimble_races = races;
constexpr auto kAny = search::InstructionSet::kAny, kAvx2 = search::InstructionSet::kAvx2,
               kAvx512 = search::InstructionSet::kAvx512;
constexpr auto kRandom = search::kimble::Policy::kRandom, kHelppo = search::kimble::Policy::kHelppo,
               kVaikea = search::kimble::Policy::kVaikea,
               kCapture = search::kimble::Policy::kCapture,
               kFitted = search::kimble::Policy::kFitted;
BENCHMARK_CAPTURE(kimble_races, 4_random_any, std::uint8_t{0b1111}, kRandom, kAny);
BENCHMARK_CAPTURE(kimble_races, 4_random_avx2, std::uint8_t{0b1111}, kRandom, kAvx2);
BENCHMARK_CAPTURE(kimble_races, 4_random_avx512, std::uint8_t{0b1111}, kRandom, kAvx512);
BENCHMARK_CAPTURE(kimble_races, 4_helppo_avx512, std::uint8_t{0b1111}, kHelppo, kAvx512);
BENCHMARK_CAPTURE(kimble_races, 4_vaikea_avx512, std::uint8_t{0b1111}, kVaikea, kAvx512);
BENCHMARK_CAPTURE(kimble_races, 4_capture_any, std::uint8_t{0b1111}, kCapture, kAny);
BENCHMARK_CAPTURE(kimble_races, 4_capture_avx2, std::uint8_t{0b1111}, kCapture, kAvx2);
BENCHMARK_CAPTURE(kimble_races, 4_capture_avx512, std::uint8_t{0b1111}, kCapture, kAvx512);
BENCHMARK_CAPTURE(kimble_races, 4_fitted_any, std::uint8_t{0b1111}, kFitted, kAny);
BENCHMARK_CAPTURE(kimble_races, 4_fitted_avx2, std::uint8_t{0b1111}, kFitted, kAvx2);
BENCHMARK_CAPTURE(kimble_races, 4_fitted_avx512, std::uint8_t{0b1111}, kFitted, kAvx512);
BENCHMARK_CAPTURE(kimble_races, 2_fitted_avx512, std::uint8_t{0b0101}, kFitted, kAvx512);
BENCHMARK_CAPTURE(kimble_races, 2_random_avx512, std::uint8_t{0b0101}, kRandom, kAvx512);

// All players' chances by the network: for each the rows of 32 weights of what is not 0.
void win_chances(benchmark::State& bench) {
  const engine::Kimble::Rules rules{
      static_cast<std::uint8_t>(bench.range(0) == 2 ? 0b0101 : 0b1111), 4};
  engine::Rng rng(1);
  engine::Kimble state = start(rules);
  for (int ply = 0; ply < 150 || state.to_move() >= 0; ++ply)
    state.apply(state.to_move() >= 0 ? state.random_move(rng) : state.sample_chance(rng));
  for (auto _ : bench) {
    benchmark::DoNotOptimize(state);
    benchmark::DoNotOptimize(search::kimble::win_chances(state));
  }
  bench.SetItemsProcessed(bench.iterations());
}
BENCHMARK(win_chances)->Arg(2)->Arg(4);

// Move by move: bound by the branches on whose turn it is and whether anything can move.
void kimble_random_moves(benchmark::State& bench) {
  const engine::Kimble from = start(engine::Kimble::Rules{});
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
  const engine::Kimble from = start(engine::Kimble::Rules{});
  std::int64_t leaves = 0;
  for (auto _ : bench) leaves += static_cast<std::int64_t>(engine::perft(from, 9));
  bench.SetItemsProcessed(leaves);
}
BENCHMARK(kimble_perft)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace gauntlet
