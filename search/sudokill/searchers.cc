// The searchers of Sudokill.
#include "search/sudokill/accumulator.h"
#include "search/sudokill/playout/playout_batch.h"
#include "search/typed_impl.h"

namespace gauntlet::search {

template std::unique_ptr<Searcher> typed_alpha_beta<engine::Sudokill>(const engine::SudokillRules&,
                                                                      const SearcherOptions&);
template std::unique_ptr<Searcher> typed_mcts<engine::Sudokill>(const engine::SudokillRules&,
                                                                const SearcherOptions&);
template PlayoutTotals typed_playouts<engine::Sudokill>(const engine::Sudokill&, std::uint64_t,
                                                        engine::Rng&);

}  // namespace gauntlet::search
