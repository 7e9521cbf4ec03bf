// What MCTS takes a position for at its leaves.
#pragma once

#include "search/playout.h"

namespace gauntlet::search {

/// Uniformly random play to the end, unless the game knows better and specialises it in its own
/// folder: by a policy that plays sensibly, or by an estimate without any play.
template <class S>
class LeafPlayout : public Playout<S> {
 public:
  using Playout<S>::Playout;
};

}  // namespace gauntlet::search
