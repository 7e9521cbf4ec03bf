// What alpha-beta keeps up to date along the path it searches: evaluation and candidate moves.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "engine/game.h"
#include "search/alpha_beta/evaluation.h"
#include "search/budget.h"

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
  /// Moves were left out that might be better: a loss found here is not proven.
  bool selective = false;
  engine::InplaceVector<ScoredMove<S>, S::Moves::kCapacity> moves;
};

/// How much of the tree a game leaves out, and what it looks at more closely, where its evaluation
/// and the order of its moves can be trusted. Depths are plies above the horizon. The default
/// leaves out nothing, and only reduces the depth of late moves a little.
struct Selectivity {
  /// Up to this depth a position is not searched when its evaluation is above the window by
  /// `margin` for each ply (static null move pruning); 0: never.
  int margin_depth = 0;
  int margin = 0;
  /// Up to this depth only wins by force are looked for when the evaluation is below the window by
  /// `razor_margin` for each ply (razoring); 0: never.
  int razor_depth = 0;
  int razor_margin = 0;
  /// Up to this depth only the first late_moves + late_growth * depth^2 moves are tried, and half
  /// of them where the evaluation has not risen since the mover's last turn (move-count pruning);
  /// 0: never.
  int late_depth = 0;
  int late_moves = 0;
  double late_growth = 0;
  /// Late moves are reduced by log(depth) * log(rank) / this, in plies; 0: by 1 or 2.
  double reduction_divisor = 0;
  /// Whether a score in the table is taken for the evaluation where its bound says that it is
  /// nearer to the truth.
  bool table_judges = false;
  /// Whether the game looks for wins by force where the search ends, and the table keeps what it
  /// finds.
  bool forces = false;
};

/// What a game's Accumulator need not say. Each may be hidden by a member of the same name.
template <class S>
struct PlainAccumulator {
  using Move = typename S::Move;

  static constexpr Selectivity kSelectivity{};

  /// False where a threat is pending, so that evaluate() should not be trusted and candidates() are
  /// few: the search goes on past its depth there.
  static constexpr bool is_quiet(const S&) { return true; }

  /// Whether evaluate() can be trusted so far that moves are left out because of it.
  static constexpr bool can_be_judged(const S&) { return true; }

  /// In how many plies the game is certain to end: above 0 the mover wins, below 0 the other; 0
  /// where that is not seen at once.
  static constexpr int certain_end(const S&) { return 0; }

  /// Whether the scores of candidates() order moves better than what the search remembers of them:
  /// then killer moves and histories do not add to them.
  static constexpr bool is_ordered() { return false; }

  /// Whether plies_to_win() has something to look at.
  static constexpr bool may_force_a_win(const S&) { return false; }
  /// The length of a line by which the mover wins by force, 0 if none was found; `nodes` grows by
  /// the moves tried. Asked where the search ends.
  static constexpr int plies_to_win(const S&, std::uint64_t&) { return 0; }

  /// The same at the root, where more nodes may be spent, within the time of a budget: the line
  /// itself, empty if there is none.
  static std::vector<Move> winning_line(const S&, std::uint64_t, std::uint64_t&, Budget&) {
    return {};
  }
  /// Takes from a root's `moves` those that lose by force, unless all do. `nodes` as above.
  static void drop_losing(const S&, std::vector<Move>&, std::uint64_t, std::uint64_t&, Budget&) {}

  /// No line from here can be longer; searched that deep a score is exact.
  static constexpr int plies_left(const S&) { return std::numeric_limits<int>::max(); }
};

/// Follows one thread's path through the tree. This default computes everything from the state; a
/// game whose evaluation is cheaper to update than to compute specialises it in search/<game>/.
template <class S>
class Accumulator : public PlainAccumulator<S> {
 public:
  using Move = typename S::Move;

  explicit Accumulator(const typename S::Rules&) {}

  /// Starts a path at `root`.
  void reset(const S&) {}
  /// A decision `move` is about to be played in, or was just taken back to, `before`.
  void play(const S&, Move) {}
  void undo(const S&, Move) {}

  /// See Evaluation: for player 0, within +-kMaxEvaluation.
  int evaluate(const S& state) const { return Evaluation<S>::evaluate(state); }

  /// Replaces `out`; never empty. REQUIRES: state.to_move() >= 0.
  void candidates(const S& state, Candidates<S>& out) const {
    typename S::Moves legal;
    state.legal_moves(legal);
    out.moves.clear();
    for (const Move move : legal) out.moves.push_back({move, 0});
  }
};

}  // namespace gauntlet::search
