// What search offers for each game, chosen at run time: one place that knows the typed searchers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "engine/any_game.h"
#include "engine/rng.h"
#include "search/method.h"
#include "search/playout_totals.h"
#include "search/searcher.h"

namespace gauntlet::search {

class KimbleDuel;

/// How a searcher is built.
struct SearcherOptions {
  std::size_t hash_mb = 16;  ///< Transposition table, or tree memory for MCTS; 1..65536.
  int threads = 1;           ///< Threads that one search uses; 1..256.
  /// Not only the best move is asked for but what every move is worth: the solver then goes on
  /// until all are judged, expectimax looks and rollouts play even where there is no choice, and
  /// rollouts do not end before their limits nor look ahead. The others ignore it.
  bool judges_all_moves = false;
  /// What the others are known to play, as KimbleRivals::parse() reads it (REQUIRES: it does);
  /// empty when nothing is known. Rollouts and expectimax play it for them; others ignore it.
  std::string against = {};
  /// What Method::kTable looks up; see is_table_of().
  std::shared_ptr<const KimbleDuel> table = {};
  /// What Limits::nodes will be in every search at most: no more memory is taken than that many
  /// nodes can use, whatever `hash_mb` allows.
  std::uint64_t most_nodes = Limits::kNoNodes;
};

/// Null when the method does not fit the game.
std::unique_ptr<Searcher> make_searcher(Method method, const engine::AnyGame& game,
                                        const SearcherOptions& options);

/// Whether `table` has the values of `game` for both its players.
bool is_table_of(const KimbleDuel& table, const engine::AnyGame& game);

/// Plays `count` random games from `start` on this thread, at full speed.
PlayoutTotals run_playouts(const engine::AnyState& start, std::uint64_t count, engine::Rng& rng);

}  // namespace gauntlet::search
