#include "search/registry.h"

#include "search/strategy.h"

namespace gauntlet::search {

std::unique_ptr<Searcher> make_alpha_beta(const engine::AnyGame&, const SearcherOptions&) {
  return nullptr;
}

std::unique_ptr<Searcher> make_mcts(const engine::AnyGame&, const SearcherOptions&) {
  return nullptr;
}

PlayoutTotals run_playouts(const engine::AnyState&, std::uint64_t, engine::Rng&) {
  return {};
}

std::span<const Strategy> strategies(const engine::AnyGame&) {
  return {};
}

}  // namespace gauntlet::search
