// What alpha-beta keeps up to date along the path it searches: evaluation and candidate moves.
#pragma once

#include <cstdint>
#include <limits>

#include "engine/game.h"
#include "search/alpha_beta/evaluation.h"

namespace gauntlet::search {

/// A move and how promising it looks before it is searched; more is earlier.
template <class S>
struct ScoredMove {
  typename S::Move move;
  std::int32_t score;
};

/// The moves to search at a node.
template <class S>
struct Candidates {
  engine::InplaceVector<ScoredMove<S>, S::Moves::kCapacity> moves;
  /// Moves were left out that might be better: a loss found here is not proven.
  bool selective = false;
};

/// How much of the tree a game leaves out where its evaluation and the order of its moves can be
/// trusted. The default leaves out nothing, and only reduces the depth of late moves a little.
struct Selectivity {
  /// Up to so many plies above the horizon a quiet position is not searched when its evaluation is
  /// above the window by `margin` for each of them (static null move pruning); 0: never.
  int margin_depth = 0;
  int margin = 0;
  /// Up to so many plies above the horizon only the first late_moves + 2 * depth^2 moves are tried
  /// (move-count pruning); 0: never.
  int late_depth = 0;
  int late_moves = 0;
  /// Late moves are reduced by log(depth) * log(rank) / this, in plies; 0: by 1 or 2.
  double reduction_divisor = 0;
};

/// Follows one thread's path through the tree. This default computes everything from the state; a
/// game whose evaluation is cheaper to update than to compute specialises it in search/<game>/.
template <class S>
class Accumulator {
 public:
  using Move = typename S::Move;

  static constexpr Selectivity kSelectivity{};

  explicit Accumulator(const typename S::Rules&) {}

  /// Starts a path at `root`.
  void reset(const S&) {}
  /// A decision `move` is about to be played in, or was just taken back to, `before`.
  void play(const S&, Move) {}
  void undo(const S&, Move) {}

  /// See Evaluation: for player 0, within +-kMaxEvaluation.
  int evaluate(const S& state) const { return Evaluation<S>::evaluate(state); }

  /// False where a threat is pending, so that evaluate() should not be trusted and candidates() are
  /// few: the search goes on past its depth there.
  bool is_quiet(const S&) const { return true; }

  /// Replaces `out`; never empty. REQUIRES: state.to_move() >= 0.
  void candidates(const S& state, Candidates<S>& out) const {
    typename S::Moves legal;
    state.legal_moves(legal);
    out.moves.clear();
    for (const Move move : legal) out.moves.push_back({move, 0});
  }

  /// No line from here can be longer; searched that deep a score is exact.
  int plies_left(const S&) const { return std::numeric_limits<int>::max(); }
};

}  // namespace gauntlet::search
