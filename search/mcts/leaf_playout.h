// What MCTS takes a position for at its leaves.
#pragma once

#include "search/playout.h"

namespace gauntlet::search {

/// Uniformly random play to the end, unless the game knows better and specialises it: Two-Doku
/// plays by a policy (search/twodoku/playout.h), Kimble estimates (search/kimble/leaf_playout.h).
template <class S>
class LeafPlayout : public Playout<S> {
 public:
  using Playout<S>::Playout;
};

}  // namespace gauntlet::search
