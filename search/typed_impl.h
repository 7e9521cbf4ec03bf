// Definitions for typed.h. Included by the games' searchers.cc only.
#pragma once

#include "search/alpha_beta.h"
#include "search/mcts.h"
#include "search/playout_batch.h"
#include "search/typed.h"

namespace gauntlet::search {

template <class S>
std::unique_ptr<Searcher> typed_alpha_beta(const typename S::Rules& rules,
                                           const SearcherOptions& options) {
  return std::make_unique<AlphaBeta<S>>(rules, options);
}

template <class S>
std::unique_ptr<Searcher> typed_mcts(const typename S::Rules& rules,
                                     const SearcherOptions& options) {
  return std::make_unique<Mcts<S>>(rules, options);
}

template <class S>
PlayoutTotals typed_playouts(const S& start, std::uint64_t count, engine::Rng& rng) {
  const auto batch = std::make_unique<PlayoutBatch<S>>(start.rules());
  return (*batch)(start, count, rng);
}

}  // namespace gauntlet::search
