// How the threads of the Sudokill solver share the moves of one position.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "search/busy_positions.h"

namespace gauntlet::search {

/// Lets one thread tell the others which subtrees it is at (see BusyPositions), as far as they are
/// large enough to be worth a look.
class SharedMoves {
 public:
  /// `busy` is shared by all threads of a search; null when there is only one.
  explicit SharedMoves(BusyPositions* busy) : busy_(busy) {}

  bool is_busy(std::uint64_t key, int squares) const {
    return is_shared(squares) && busy_->contains(key, 0);
  }

  /// Calls search(), which is at the subtree of `key`, and returns what it does.
  template <class Search>
  bool at(std::uint64_t key, int squares, Search&& search) const {
    const bool is_told = is_shared(squares);
    if (is_told) busy_->enter(key, 0);
    const bool result = search();
    if (is_told) busy_->leave(key, 0);
    return result;
  }

  /// Tries `moves` one after the other until one wins; those but the first for which busy() holds
  /// are put off. Changes the order of moves.
  template <class Move, class Busy, class Wins>
  static bool any_wins(std::span<Move> moves, Busy&& busy, Wins&& wins) {
    std::size_t put_off = 0;
    for (std::size_t i = 0; i < moves.size(); ++i) {
      if (i > 0 && busy(moves[i]))
        moves[put_off++] = moves[i];  // the places before i are free
      else if (wins(moves[i]))
        return true;
    }
    for (const Move& move : moves.first(put_off))
      if (wins(move)) return true;
    return false;
  }

 private:
  static constexpr int kLeastSquares = 12;

  bool is_shared(int squares) const { return busy_ != nullptr && squares >= kLeastSquares; }

  BusyPositions* busy_;
};

}  // namespace gauntlet::search
