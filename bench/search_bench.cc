// Searches on one thread: simulations and nodes per second of CPU time.
#include <benchmark/benchmark.h>

#include "engine/registry.h"
#include "search/registry.h"

namespace gauntlet {
namespace {

/// Repeats a search of `nodes` nodes from `state`; items are nodes or simulations.
void search_from(benchmark::State& bench, const engine::AnyGame& game,
                 const engine::AnyState& state, const char* method, std::uint64_t nodes) {
  const search::SearcherOptions options{64, 1};
  const auto searcher = search::make_searcher(method, game, options);
  search::Limits limits;
  limits.nodes = nodes;
  std::int64_t spent = 0;
  for (auto _ : bench) {
    searcher->new_game(1);
    const auto searched = searcher->search(state, limits).nodes;
    if (searched == 0) return bench.SkipWithError("nothing was searched");
    spent += static_cast<std::int64_t>(searched);
  }
  bench.SetItemsProcessed(spent);
}

/// Where somebody decides for the first time.
engine::AnyState start_of(const engine::AnyGame& game, engine::Rng& rng) {
  engine::AnyState start = game.start(rng);
  start.play_chance_moves(rng, nullptr);
  return start;
}

void search_start(benchmark::State& bench, const char* name, const char* method,
                  std::uint64_t nodes) {
  const auto game = engine::find_game(name);
  engine::Rng rng(1);
  search_from(bench, *game, start_of(*game, rng), method, nodes);
}

/// From the first decision between several moves after 20 random ones.
void search_middle(benchmark::State& bench, const char* name, const char* method,
                   std::uint64_t nodes) {
  const auto game = engine::find_game(name);
  engine::Rng rng(3);
  engine::AnyState state = start_of(*game, rng);
  engine::AnyMoves moves;
  for (int ply = 0; ply < 20 || moves.size() < 2; ++ply) {
    state.apply(state.random_move(rng));
    state.play_chance_moves(rng, nullptr);
    state.legal_moves(moves);
  }
  search_from(bench, *game, state, method, nodes);
}

// On the empty 15x15 board the playout is about a third of a simulation (0.55 of 1.5 us).
BENCHMARK_CAPTURE(search_start, mcts_gomoku_15, "gomoku:15", "mcts", 200'000);
BENCHMARK_CAPTURE(search_start, mcts_mnk_7x6x4, "mnk:7x6x4", "mcts", 200'000);
BENCHMARK_CAPTURE(search_start, mcts_sudokill, "sudokill", "mcts", 50'000);
BENCHMARK_CAPTURE(search_start, mcts_kimble_4, "kimble:4", "mcts", 50'000);
BENCHMARK_CAPTURE(search_start, mcts_twodoku, "twodoku", "mcts", 20'000);
BENCHMARK_CAPTURE(search_start, ab_gomoku_15, "gomoku:15", "ab", 200'000);
BENCHMARK_CAPTURE(search_start, ab_mnk_7x6x4, "mnk:7x6x4", "ab", 200'000);
BENCHMARK_CAPTURE(search_start, ab_sudokill, "sudokill", "ab", 50'000);
BENCHMARK_CAPTURE(search_start, ab_kimble_2, "kimble:2", "ab", 50'000);
// Nodes are throws: most ask the network, and before each but the first the fitted policy plays.
// In the beginning there is one choice only, and nothing to search.
BENCHMARK_CAPTURE(search_middle, expectimax_kimble_4, "kimble:4", "expectimax", 50'000);

}  // namespace
}  // namespace gauntlet
