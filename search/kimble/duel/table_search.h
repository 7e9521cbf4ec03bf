// Method::kTable: Kimble for two by values that are known.
#pragma once

#include <memory>

#include "search/kimble/duel/duel.h"
#include "search/searcher.h"

namespace gauntlet::search {

/// Whether the values of `duel` are those of `rules`, for one of the two players at least.
bool is_table_of(const KimbleDuel& duel, const engine::KimbleRules& rules);

/// Looks up where each choice leads, in microseconds, and takes the best; Result::moves has them
/// all with their chances. In a table of a best response only the one who plays it is served: the
/// other gets its first legal move. REQUIRES: is_table_of(*duel, rules).
std::unique_ptr<Searcher> make_kimble_table_search(std::shared_ptr<const KimbleDuel> duel);

/// The chance of `player` to win a position where the die is about to be thrown; nothing when the
/// table does not have it. REQUIRES: two players, as many pieces as the table's.
std::optional<double> table_value(const KimbleDuel& duel, const engine::Kimble& state,
                                  engine::Player player);

}  // namespace gauntlet::search
