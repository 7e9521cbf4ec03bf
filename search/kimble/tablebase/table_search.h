// The method table: Kimble for two by values that are known.
#pragma once

#include <memory>

#include "search/kimble/tablebase/tablebase.h"
#include "search/searcher.h"

namespace gauntlet::search::kimble {

/// Whether `tablebase` tells both players of `rules` what to play: their best, or the best response
/// to a policy. Such a response serves both where the corners lie opposite, for then both see the
/// same board; else only the one who plays it.
bool is_table_of(const Tablebase& tablebase, const engine::Kimble::Rules& rules);

/// Looks up where each choice leads, in microseconds, and takes the best; Result::moves has them
/// all with their chances. REQUIRES: is_table_of(*tablebase, rules).
std::unique_ptr<Searcher> make_table_search(std::shared_ptr<const Tablebase> tablebase);

/// The chance of `player` to win a position in which the die is about to be thrown, or the game is
/// over. REQUIRES: is_table_of(tablebase, state.rules()).
double table_value(const Tablebase& tablebase, const engine::Kimble& state, engine::Player player);

}  // namespace gauntlet::search::kimble
