// The moves of a SolverPosition and what each leads to.
#pragma once

#include <array>
#include <cstdint>

#include "engine/inplace_vector.h"
#include "engine/sudokill/sudokill.h"
#include "search/sudokill/solver/solver_position.h"

namespace gauntlet::search::sudokill {

/// One move, and what follows from it.
struct SolverChild {
  engine::Sudokill::Move move;
  std::int16_t replies;     ///< Of the opponent; more than none.
  std::int16_t candidates;  ///< Pairs of a square and a digit that fits, after it.
  std::int16_t cost;        ///< Grows with the tree below; see SolverChildren.
  bool plays_anywhere;      ///< The opponent does; see last().
  LineSet dead;             ///< Lines with a dead square that matter after it.
  engine::SquareSet live;   ///< Squares where some digit fits and that matter after it.
  std::uint64_t key;        ///< Of the position; equal where only digits' names differ.

  /// As SolverPosition::last.
  int last() const { return plays_anywhere ? SolverPosition::kAnywhere : move.square(); }
};

/// Lists the moves of one position after another, without allocation.
///
/// The smallest tree is likeliest to be searched to its end soon, won or lost, so that `cost` is
/// what to sort by; docs/strength.md compares it with other sums.
class SolverChildren {
 public:
  using List = engine::InplaceVector<SolverChild, engine::Sudokill::Moves::kCapacity>;

  /// Lists the moves of `position`, row by row; true when one of them leaves the opponent without
  /// a reply: then winning_move() is it, and the list is of no use.
  bool list(const SolverPosition& position);

  List& moves() { return moves_; }
  engine::Sudokill::Move winning_move() const { return winning_move_; }

  /// Leaves out of `position` what can matter no more, as it is left out of children, and tells its
  /// key: that of a child which is the same position.
  static std::uint64_t reduce(SolverPosition& position);

  /// The position that `child` of `position` leads to.
  static SolverPosition play(const SolverPosition& position, const SolverChild& child) {
    SolverPosition next;
    for (int i = 0; i < SolverPosition::kDigits; ++i) next.fits[i] = position.fits[i] & child.live;
    next.fits[child.move.digit() - 1] &= engine::kSudokuLines.unbound[child.move.square()];
    next.live = child.live;
    next.dead = child.dead;
    next.last = child.last();
    return next;
  }

 private:
  struct Reach;

  bool list_square(const SolverPosition& position, int square);
  void follow(const SolverPosition& position);
  static Reach reach_of(const engine::SquareSet& live, LineSet dead, int last);
  static std::uint64_t key_of(std::uint64_t boards, LineSet dead, LineSet bound);

  List moves_;
  engine::Sudokill::Move winning_move_;
  engine::SquareSet single_;  ///< Where only one digit fits.
  int candidates_ = 0;        ///< Pairs of a square and a digit that fits.
};

}  // namespace gauntlet::search::sudokill
