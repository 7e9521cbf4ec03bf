// The move lists of the nodes on a path.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <span>

#include "search/alpha_beta/accumulator.h"
#include "search/big_memory.h"

namespace gauntlet::search {

/// A stack of move lists in one block of memory, the deepest node's last. Only the moves that it
/// holds take memory, not the most there could be. Nothing is allocated after construction.
template <class S>
class MoveStack {
 public:
  using List = std::span<ScoredMove<S>>;

  /// Room for `lists` full lists.
  explicit MoveStack(std::size_t lists)
      : memory_(lists * S::Moves::kCapacity * sizeof(ScoredMove<S>), Pages::kSmall),
        top_(reinterpret_cast<ScoredMove<S>*>(memory_.data())),
        end_(top_ + lists * S::Moves::kCapacity) {}

  /// Copies the moves; the copy stays in place until it is popped.
  List push(const Candidates<S>& candidates) {
    const List list(top_, candidates.moves.size());
    assert(list.size() <= static_cast<std::size_t>(end_ - top_));
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
  ScoredMove<S>* const end_;
};

}  // namespace gauntlet::search
