// Sudokill positions so small that a set of moves is one machine word.
#pragma once

#include <array>
#include <cstdint>

#include "search/sudokill/solver/solver_position.h"

namespace gauntlet::search::sudokill {

/// Some of an Endgame's candidates, by their numbers.
using CandidateSet = std::uint64_t;

/// Some of an Endgame's squares, each as the number of its quiet candidate.
using EndgameSquares = std::uint64_t;

/// A position of an Endgame, without what cannot change its result.
struct EndgamePosition {
  CandidateSet candidates;  ///< What can be played now or later.
  CandidateSet danger;      ///< Those of squares that may yet die; the others are safe.
  CandidateSet replies;     ///< What the player to move can play; not empty.
  EndgameSquares live;      ///< Squares with candidates.
  EndgameSquares open;      ///< Those of them without a dead square in their lines.
  std::uint64_t hash;       ///< Of `candidates`.
  std::uint64_t key;        ///< Of the position; the same in every Endgame where it occurs.
};

/// The candidates (pairs of a square and a digit that fits) of a small SolverPosition, numbered
/// square by square, and what each does to the others. Two facts leave less than the boards hold.
///
/// A candidate that sees no other of its digit takes nothing from any square and nothing can take
/// it. Its square is safe: it can be played until it is filled. All such candidates of a square are
/// one move, its quiet candidate, and so are those of a digit that fits on safe squares alone.
///
/// Where all squares are safe and play cannot leave what it reaches, the players walk along lines
/// from square to square until one is stuck. Whoever moves in such a walk loses exactly where some
/// maximum matching leaves out the square they stand on (undirected vertex geography, Fraenkel,
/// Scheinerman and Ullman 1993), and a connected part of squares that share lines has a perfect
/// matching when its size is even (Sumner 1974): the player to move wins exactly where one of the
/// parts next to the last square is odd.
class Endgame {
 public:
  /// How many candidates and squares, together, can be numbered.
  static constexpr int kMost = 64;

  /// Who wins a position, as far as that is plain to see.
  enum class Result : std::uint8_t { kUnclear, kWin, kLoss };

  /// REQUIRES: at most kMost candidates and live squares, together.
  explicit Endgame(const SolverPosition& position);

  /// The position it was made of, and its result for the player to move.
  const EndgamePosition& root() const { return root_; }
  Result root_result() const { return root_result_; }

  /// Plays `candidate`; the result is the opponent's. Unless that is kUnclear `next` is of no use.
  /// REQUIRES: position.replies has `candidate`.
  Result play(const EndgamePosition& position, int candidate, EndgamePosition& next) const;

  /// Whether the opponent is stuck after `candidate` for what was dead before.
  bool wins_at_once(const EndgamePosition& position, int candidate) const {
    const Candidate& played = candidates_[candidate];
    return (position.candidates & played.leaves & played.lines) == 0 &&
           (position.open & played.square) == 0;
  }

 private:
  struct alignas(64) Candidate {
    CandidateSet leaves;  ///< All but what it takes away.
    CandidateSet sees;    ///< Of its digit, on other squares.
    CandidateSet square;  ///< On its own square; the lowest is the quiet one.
    CandidateSet lines;   ///< In its row and column, on its own square too.
    CandidateSet digit;   ///< Of its digit.
    std::uint64_t hash;
    std::uint8_t at;  ///< Its square on the board.
  };
  /// What the player to move is bound to.
  struct Bound {
    CandidateSet row, column;  ///< Where it is free, all and none.
    std::uint64_t row_key, column_key;
    bool is_free;
  };

  void number(const SolverPosition& position);
  void relate(int candidate);
  Bound bound_by(int last) const;
  EndgameSquares flood(EndgameSquares live, EndgameSquares start) const;
  void remove(EndgamePosition& position, CandidateSet removed) const;
  void quieten(EndgamePosition& position, CandidateSet suspects) const;
  void drop_unreached(EndgamePosition& position, EndgameSquares reached) const;
  void drop_idle_digits(EndgamePosition& position) const;
  Result complete(EndgamePosition& position, CandidateSet suspects, const Bound& bound) const;
  bool can_win_at_once(const EndgamePosition& position) const;

  std::array<Candidate, kMost> candidates_;
  std::array<CandidateSet, 9> rows_{}, columns_{};
  CandidateSet quiet_ = 0;  ///< The quiet candidates of all squares.
  EndgamePosition root_{};
  Result root_result_;
};

}  // namespace gauntlet::search::sudokill
