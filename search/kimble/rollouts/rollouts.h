// The method rollouts: what Kimble's choices are worth by playing on.
#pragma once

#include <memory>

#include "engine/kimble/kimble.h"
#include "search/options.h"
#include "search/searcher.h"

namespace gauntlet::search::kimble {

/// Plays games to their ends from behind each choice and takes the one that wins most of them.
///
/// The mover and those whose strategy is not known play Policy::kFitted there; others theirs
/// (the option `against`, see opponent_model.h). All choices get the same dice (common random
/// numbers), and half of them are dropped when their share of the limits is spent, until one is
/// left (sequential halving: Karnin, Koren and Somekh 2013). It ends before its limits when the
/// best choice is clear, unless all choices are to be judged. Limits::nodes counts games; with a
/// limit of games alone the result does not depend on the threads.
///
/// Few games say less than a look a few throws ahead (expectimax.h): what that says counts as some
/// games from the start. Where all choices are to be judged nobody looks ahead, so that what
/// Result::moves says of them comes from games alone, and so do the standard errors.
/// REQUIRES: two players or more.
std::unique_ptr<Searcher> make_rollouts(const engine::Kimble::Rules& rules,
                                        const SearcherOptions& options);

}  // namespace gauntlet::search::kimble
