// How the threads of the Sudokill solver share the moves of one position.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/square_set.h"
#include "search/alpha_beta/busy_positions.h"
#include "search/sudokill/solver/solver_meter.h"
#include "search/sudokill/solver/solver_table.h"

namespace gauntlet::search::sudokill {

/// One thread's part in it, as far as subtrees are large enough to be worth a look. It tells the
/// others at which it is (see BusyPositions), and leaves one that another thread has solved.
class SharedMoves {
 public:
  /// `busy` is shared by all threads of a search, and so is `table`; null when there is only one.
  /// REQUIRES: all outlive it.
  SharedMoves(BusyPositions* busy, const SolverTable& table, SolverMeter& meter)
      : busy_(busy), table_(table), meter_(meter) {
    path_.reserve(engine::SquareSet::kSquares + 1);  // as many as a game has plies
  }

  bool is_busy(std::uint64_t key, int squares) const {
    return is_shared(squares) && busy_->contains(key, 0);
  }

  /// Whether the player to move wins the position of `key`, which search() finds out if no other
  /// thread does before; meaningless once the meter has stopped.
  template <class Search>
  bool wins(std::uint64_t key, int squares, Search&& search) {
    if (!is_shared(squares)) return search();
    leave_what_is_solved();
    if (meter_.stopped()) return false;
    path_.push_back(key);
    busy_->enter(key, 0);
    bool result = search();
    busy_->leave(key, 0);
    path_.pop_back();
    if (left_ != path_.size()) return result;
    left_ = kNone;
    meter_.resume();
    if (const auto known = table_.probe(key)) return known->wins;
    return wins(key, squares, search);  // it is forgotten again
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
  static constexpr std::size_t kNone = ~std::size_t{0};

  bool is_shared(int squares) const { return busy_ != nullptr && squares >= kLeastSquares; }

  /// Looks every now and then whether the table knows a position that this thread is below.
  void leave_what_is_solved() {
    if (meter_.nodes() < next_look_ || meter_.stopped()) return;
    next_look_ = meter_.nodes() + kNodesPerLook;
    for (std::size_t i = 0; i < path_.size(); ++i) {
      if (!table_.probe(path_[i])) continue;
      left_ = i;
      return meter_.pause();
    }
  }

  static constexpr std::uint64_t kNodesPerLook = 256;

  BusyPositions* const busy_;
  const SolverTable& table_;
  SolverMeter& meter_;
  std::vector<std::uint64_t> path_;  ///< Keys of the subtrees it is at, from the root.
  std::size_t left_ = kNone;         ///< Place in the path of the one that it leaves.
  std::uint64_t next_look_ = 0;
};

}  // namespace gauntlet::search::sudokill
