// The method expectimax: what Kimble's choices are worth by looking a few throws ahead.
#pragma once

#include <memory>

#include "engine/kimble/kimble.h"
#include "search/options.h"
#include "search/searcher.h"

namespace gauntlet::search::kimble {

/// Averages over all throws of the next few turns, takes its own best choice there, lets the others
/// play what they are known to play (the option `against`, see OpponentModel; else by the fitted
/// weights), and asks the fitted network for the chances of what comes out. One throw deeper each
/// time, until a limit is reached.
///
/// Limits::depth counts plies as decisions do: 1 is the own move alone, and each throw is one more.
/// Limits::nodes counts positions in which somebody throws. The result of a depth does not depend
/// on the threads. Result::moves has all choices. REQUIRES: two players or more.
std::unique_ptr<Searcher> make_expectimax(const engine::Kimble::Rules& rules,
                                          const SearcherOptions& options);

}  // namespace gauntlet::search::kimble
