// The searchers of Kimble.
#include "engine/kimble.h"
#include "search/kimble/evaluation.h"
#include "search/kimble/leaf_playout.h"
#include "search/kimble/playout/playout_batch.h"
#include "search/typed_impl.h"

namespace gauntlet::search {

template std::unique_ptr<Searcher> typed_alpha_beta<engine::Kimble>(const engine::KimbleRules&,
                                                                    const SearcherOptions&);
template std::unique_ptr<Searcher> typed_mcts<engine::Kimble>(const engine::KimbleRules&,
                                                              const SearcherOptions&);
template PlayoutTotals typed_playouts<engine::Kimble>(const engine::Kimble&, std::uint64_t,
                                                      engine::Rng&);

}  // namespace gauntlet::search
