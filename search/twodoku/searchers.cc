// The searchers of Two-Doku: MCTS only, for alpha-beta needs full information.
#include "search/twodoku/playout.h"
#include "search/typed_impl.h"

namespace gauntlet::search {

template std::unique_ptr<Searcher> typed_mcts<engine::TwoDoku>(const engine::TwoDokuRules&,
                                                               const SearcherOptions&);
template PlayoutTotals typed_playouts<engine::TwoDoku>(const engine::TwoDoku&, std::uint64_t,
                                                       engine::Rng&);

}  // namespace gauntlet::search
