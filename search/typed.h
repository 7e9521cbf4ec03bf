// The typed searchers behind registry.h. Each game's searchers.cc includes typed_impl.h and
// instantiates these once for its state types, so that no other file compiles a search.
#pragma once

#include <cstdint>
#include <memory>

#include "search/registry.h"
#include "search/searcher.h"

namespace gauntlet::search {

template <class S>
std::unique_ptr<Searcher> typed_alpha_beta(const typename S::Rules& rules,
                                           const SearcherOptions& options);
template <class S>
std::unique_ptr<Searcher> typed_mcts(const typename S::Rules& rules,
                                     const SearcherOptions& options);
template <class S>
PlayoutTotals typed_playouts(const S& start, std::uint64_t count, engine::Rng& rng);

}  // namespace gauntlet::search
