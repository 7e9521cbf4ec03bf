// Rules of thumb for m,n,k boards, Gomoku among them.
#pragma once

#include <span>

#include "search/strategy.h"

namespace gauntlet::search::mnk {

/// "shapes": one ply by shapes, without a search: a win, else what stops one, else an open four (of
/// several the first), else the square where a stone makes the most of its lines or keeps the other
/// from it (kOrderWorth), the nearer to the middle of two that are equal, by chance what is left.
template <int Words>
std::span<const Strategy> strategies();

}  // namespace gauntlet::search::mnk
