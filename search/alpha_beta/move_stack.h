// The moves that are still to be tried at each ply of a path.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <span>

#include "search/alpha_beta/accumulator.h"
#include "search/big_memory.h"

namespace gauntlet::search {

/// One list behind the other, the deepest on top: together they take the room of the moves that
/// they hold, not of those they might. Nothing is allocated after construction.
template <class S>
class MoveStack {
 public:
  using List = std::span<ScoredMove<S>>;

  /// For so many lists at a time.
  explicit MoveStack(std::size_t lists)
      : memory_(lists * S::Moves::kCapacity * sizeof(ScoredMove<S>), Pages::kSmall),
        top_(reinterpret_cast<ScoredMove<S>*>(memory_.data())) {}

  /// A copy of the moves, which stays where it is until it is popped.
  List push(const Candidates<S>& candidates) {
    const List list(top_, candidates.moves.size());
    top_ = std::copy(candidates.moves.begin(), candidates.moves.end(), top_);
    return list;
  }
  /// REQUIRES: `list` is the last that was pushed and not popped.
  void pop(List list) {
    assert(list.data() + list.size() == top_);
    top_ = list.data();
  }

 private:
  BigMemory memory_;
  ScoredMove<S>* top_;  ///< Behind the last list.
};

}  // namespace gauntlet::search
