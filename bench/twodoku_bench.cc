// Two-Doku: playouts, determinizations, beliefs, deals, keys. docs/performance.md tells what bounds
// them.
#include <benchmark/benchmark.h>

#include "engine/twodoku/twodoku.h"
#include "search/playout.h"
#include "search/twodoku/belief.h"
#include "search/twodoku/playout.h"

namespace gauntlet {

namespace {

using engine::Rng;
using engine::TwoDoku;

TwoDoku empty_start() {
  Rng rng(1);
  return TwoDoku::start({}, rng);
}

/// Plays at random up to the first turn, and `turns` turns by the policy from there.
TwoDoku dealt(int turns) {
  Rng rng(2);
  TwoDoku state = empty_start();
  while (state.stage() < TwoDoku::Stage::kTurn || state.turns() < turns) {
    if (state.to_move() == engine::kNobody) state = empty_start();
    state.apply(state.to_move() == engine::kChance
                    ? state.sample_chance(rng)
                    : search::twodoku::PolicyPlayout::choose(state, rng));
  }
  return state;
}

template <class Play>
void play_out(benchmark::State& bench, const TwoDoku& from) {
  Play play(from.rules());
  Rng rng(3);
  std::int64_t plies = 0;
  for (auto _ : bench) {
    const search::PlayoutResult result = play(from, rng);
    plies += result.plies;
    benchmark::DoNotOptimize(result.returns);
  }
  bench.SetItemsProcessed(bench.iterations());
  bench.counters["plies"] = static_cast<double>(plies) / static_cast<double>(bench.iterations());
}

void twodoku_random_playouts_from_start(benchmark::State& bench) {
  play_out<search::Playout<TwoDoku>>(bench, empty_start());
}
BENCHMARK(twodoku_random_playouts_from_start);

void twodoku_random_playouts_from_deal(benchmark::State& bench) {
  play_out<search::Playout<TwoDoku>>(bench, dealt(0));
}
BENCHMARK(twodoku_random_playouts_from_deal);

void twodoku_policy_playouts_from_start(benchmark::State& bench) {
  play_out<search::twodoku::PolicyPlayout>(bench, empty_start());
}
BENCHMARK(twodoku_policy_playouts_from_start);

void twodoku_policy_playouts_from_deal(benchmark::State& bench) {
  play_out<search::twodoku::PolicyPlayout>(bench, dealt(0));
}
BENCHMARK(twodoku_policy_playouts_from_deal);

/// The argument is how many turns were played before.
void twodoku_determinizations(benchmark::State& bench) {
  const TwoDoku view = dealt(static_cast<int>(bench.range(0))).redacted(0);
  Rng rng(4);
  for (auto _ : bench) benchmark::DoNotOptimize(view.determinized(rng));
  bench.SetItemsProcessed(bench.iterations());
}
BENCHMARK(twodoku_determinizations)->Arg(0)->Arg(10)->Arg(20)->Arg(30);

/// The risk of every placement, exactly; the argument is how many turns were played before.
void twodoku_beliefs(benchmark::State& bench) {
  const TwoDoku view = dealt(static_cast<int>(bench.range(0))).redacted(0);
  for (auto _ : bench) {
    const search::twodoku::Belief belief(view);
    double risks = 0;
    for (int square = 0; square < engine::SquareSet::kSquares; ++square)
      for (int digit = 1; digit <= 9; ++digit) risks += belief.failure(square, digit);
    benchmark::DoNotOptimize(risks);
  }
  bench.SetItemsProcessed(bench.iterations());
}
BENCHMARK(twodoku_beliefs)->Arg(0)->Arg(10)->Arg(20)->Arg(30)->Unit(benchmark::kMillisecond);

void twodoku_deals(benchmark::State& bench) {
  TwoDoku state = empty_start();
  Rng rng(5);
  while (state.stage() != TwoDoku::Stage::kDeal)
    state.apply(state.to_move() == engine::kChance ? state.sample_chance(rng)
                                                   : state.random_move(rng));
  for (auto _ : bench) benchmark::DoNotOptimize(state.sample_chance(rng));
  bench.SetItemsProcessed(bench.iterations());
}
BENCHMARK(twodoku_deals);

void twodoku_hash(benchmark::State& bench) {
  const TwoDoku state = dealt(10);
  for (auto _ : bench) benchmark::DoNotOptimize(state.hash());
  bench.SetItemsProcessed(bench.iterations());
}
BENCHMARK(twodoku_hash);

}  // namespace

}  // namespace gauntlet
