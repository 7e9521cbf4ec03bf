// The playout that MCTS runs at its leaves.
#pragma once

#include "search/playout.h"

namespace gauntlet::search {

/// Uniformly random play, unless the game knows better (search/<game>/playout.h specialises it).
template <class S>
class LeafPlayout : public Playout<S> {
 public:
  using Playout<S>::Playout;
};

}  // namespace gauntlet::search
