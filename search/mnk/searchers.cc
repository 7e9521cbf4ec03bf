// The searchers of m,n,k boards, compiled once for each board size.
#include "search/mnk/evaluation.h"
#include "search/mnk/playout.h"
#include "search/mnk/windows.h"
#include "search/typed_impl.h"

namespace gauntlet::search {

#define GAUNTLET_INSTANTIATE(State)                                                   \
  template std::unique_ptr<Searcher> typed_alpha_beta<State>(const engine::MnkRules&, \
                                                             const SearcherOptions&); \
  template std::unique_ptr<Searcher> typed_mcts<State>(const engine::MnkRules&,       \
                                                       const SearcherOptions&);       \
  template PlayoutTotals typed_playouts<State>(const State&, std::uint64_t, engine::Rng&)

GAUNTLET_INSTANTIATE(engine::Mnk<1>);
GAUNTLET_INSTANTIATE(engine::Mnk<4>);
GAUNTLET_INSTANTIATE(engine::Mnk<8>);
GAUNTLET_INSTANTIATE(engine::Mnk<16>);

#undef GAUNTLET_INSTANTIATE

}  // namespace gauntlet::search
