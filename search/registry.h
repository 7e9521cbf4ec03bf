// What search offers for each game, chosen at run time: one place that knows the typed searchers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "engine/any_game.h"
#include "engine/rng.h"
#include "search/playout_totals.h"
#include "search/searcher.h"

namespace gauntlet::search {

/// How a searcher is built.
struct SearcherOptions {
  std::size_t hash_mb = 16;  ///< Transposition table, or tree memory for MCTS; 1..65536.
  int threads = 1;           ///< Threads that one search uses; 1..256.
};

/// Iterative-deepening alpha-beta; null when it does not fit the game (hidden information, or other
/// than two players).
std::unique_ptr<Searcher> make_alpha_beta(const engine::AnyGame& game,
                                          const SearcherOptions& options);

/// Monte-Carlo tree search; fits every game.
std::unique_ptr<Searcher> make_mcts(const engine::AnyGame& game, const SearcherOptions& options);

/// Plays `count` random games from `start` on this thread, at full speed.
PlayoutTotals run_playouts(const engine::AnyState& start, std::uint64_t count, engine::Rng& rng);

}  // namespace gauntlet::search
