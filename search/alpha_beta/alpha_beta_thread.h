// One thread's part of an alpha-beta search: the recursion and what it remembers along the way.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <utility>

#include "engine/game.h"
#include "search/alpha_beta/accumulator.h"
#include "search/alpha_beta/busy_positions.h"
#include "search/alpha_beta/move_picker.h"
#include "search/alpha_beta/reductions.h"
#include "search/alpha_beta/scores.h"
#include "search/alpha_beta/table.h"
#include "search/big_memory.h"
#include "search/budget.h"

namespace gauntlet::search {

/// Principal variation search with a shared transposition table, killer moves, history, late move
/// reductions, and expectation with Star1 bounds (Ballard 1983) at chance nodes. Everything below a
/// root move; the root itself is AlphaBeta's. Used by one thread at a time, on cache lines of its
/// own.
template <class S>
class alignas(128) AlphaBetaThread {
 public:
  using Move = typename S::Move;

  /// The best line found below some ply.
  struct Line {
    std::array<Move, kMaxPly> moves;
    int length = 0;
  };

  /// `busy` is shared by all threads of a search; null when there is only one.
  AlphaBetaThread(const typename S::Rules& rules, Table& table, BusyPositions* busy)
      : path_(rules),
        table_(table),
        busy_(busy),
        ply_memory_(kPlies * sizeof(Ply), Pages::kSmall),
        plies_(reinterpret_cast<Ply*>(ply_memory_.data())) {}

  void new_game() { clear(history_); }

  /// REQUIRES: `budget` outlives the search that it starts.
  void start(const S& root, Budget& budget) {
    path_.reset(root);
    budget_ = &budget;
    allowance_ = budget.spend(0);
    unreported_ = 0;
    nodes_ = 0;
    for (auto& killers : killers_) killers.fill(0);
  }

  /// The value for the root's mover of playing `move` at the root, searched `depth` plies deep
  /// below it. Meaningless once stopped().
  int first_root_move(const S& root, Move move, int depth) {
    return play(root, engine::child(root, move), move, -kInfinite, kInfinite, depth, 0);
  }
  /// The same if it is more than `alpha`, else something between it and `alpha`.
  int later_root_move(const S& root, Move move, int alpha, int depth) {
    return play_later(root, engine::child(root, move), move, alpha, kInfinite, depth, 0, 0);
  }
  /// Whether another thread is searching that move just now.
  bool is_busy(const S& root, Move move, int depth) const {
    return is_busy(engine::child(root, move), depth);
  }

  bool stopped() const { return allowance_ == 0; }
  /// Reports the nodes not yet reported; call when done.
  void finish() { allowance_ = budget_->spend(std::exchange(unreported_, 0)); }
  std::uint64_t nodes() const { return nodes_; }
  /// The line below the last root move that raised alpha.
  const Line& line() const { return plies_[1].line; }
  Accumulator<S>& path() { return path_; }

 private:
  static constexpr int kPlayers = 2;
  static constexpr int kHistorySize = 4096;
  static constexpr const Selectivity& kSelectivity = Accumulator<S>::kSelectivity;
  using History = std::array<std::array<std::int32_t, kHistorySize>, kPlayers>;

  /// What is kept for each ply of the path. Zeroed memory is an empty line and no candidates.
  struct Ply {
    Line line;
    Candidates<S> candidates;
  };
  static constexpr std::size_t kPlies = kMaxPly + 2;

  struct Outcome {
    Move move;
    double probability;
  };
  /// Each may come twice.
  using Outcomes = engine::InplaceVector<Outcome, 2 * S::Moves::kCapacity>;

  int value(const S& state, engine::Player us, int alpha, int beta, int depth, int ply);
  int decide(const S& state, int alpha, int beta, int depth, int ply);
  int expectation(const S& state, engine::Player us, int alpha, int beta, int depth, int ply);
  int play(const S& state, const S& next, Move move, int alpha, int beta, int depth, int ply);
  int play_later(const S& state, const S& next, Move move, int alpha, int beta, int depth,
                 int reduced, int ply);
  bool shares(int depth) const { return busy_ && depth >= BusyPositions::kLeastDepth; }
  bool is_busy(const S& next, int depth) const {
    return shares(depth) && busy_->contains(next.hash(), depth);
  }
  void enter(const S& next, int depth) {
    if (shares(depth)) busy_->enter(next.hash(), depth);
  }
  void leave(const S& next, int depth) {
    if (shares(depth)) busy_->leave(next.hash(), depth);
  }
  int evaluate(const S& state, engine::Player us);
  int reduction(int index, int depth, bool exact) const;
  bool is_beyond(const S& state, engine::Player us, int beta, int depth);
  void score_moves(engine::Player us, std::uint32_t table_move, int ply, Candidates<S>& list) const;
  void remember_cutoff(engine::Player us, Move move, int depth, int ply);
  void extend_line(Move move, int ply);
  bool count_node();

  static void clear(History& history) {
    for (auto& of_player : history) of_player.fill(0);
  }
  std::int32_t& history(engine::Player us, Move move) {
    return history_[us][move.bits() % kHistorySize];
  }

  Accumulator<S> path_;
  Table& table_;
  BusyPositions* const busy_;
  Budget* budget_ = nullptr;
  std::uint64_t allowance_ = 0;   ///< Nodes until the budget must be asked; 0: stopped.
  std::uint64_t unreported_ = 0;  ///< Nodes since it was asked.
  std::uint64_t nodes_ = 0;
  const Reductions reductions_{std::max(kSelectivity.reduction_divisor, 1.0)};
  History history_{};
  std::array<std::array<std::uint32_t, 2>, kMaxPly + 1> killers_{};
  BigMemory ply_memory_;  ///< Few plies are ever reached, and the others cost nothing.
  Ply* plies_;            ///< kPlies of them.
};

/// False when the search must stop.
template <class S>
inline bool AlphaBetaThread<S>::count_node() {
  if (allowance_ == 0) return false;
  ++nodes_;
  if (++unreported_ < allowance_) return true;
  allowance_ = budget_->spend(std::exchange(unreported_, 0));
  return allowance_ != 0;
}

/// The value of `state` for `us`, who need not be the one to move: the sign follows the player.
template <class S>
int AlphaBetaThread<S>::value(const S& state, engine::Player us, int alpha, int beta, int depth,
                              int ply) {
  const engine::Player mover = state.to_move();
  plies_[ply].line.length = 0;
  if (mover == engine::kNobody) return final_score(state, us, ply);
  if constexpr (engine::Stochastic<S>)
    if (mover == engine::kChance) return expectation(state, us, alpha, beta, depth, ply);
  return mover == us ? decide(state, alpha, beta, depth, ply)
                     : -decide(state, -beta, -alpha, depth, ply);
}

/// The value of `next`, which `move` leads to, for the mover of `state`.
template <class S>
int AlphaBetaThread<S>::play(const S& state, const S& next, Move move, int alpha, int beta,
                             int depth, int ply) {
  table_.prefetch(next.hash());
  path_.play(state, move);
  const int result = value(next, state.to_move(), alpha, beta, depth, ply + 1);
  path_.undo(state, move);
  return result;
}

/// As play(), for a move that is expected not to raise alpha: that is tested first, `reduced` plies
/// less deep.
template <class S>
int AlphaBetaThread<S>::play_later(const S& state, const S& next, Move move, int alpha, int beta,
                                   int depth, int reduced, int ply) {
  enter(next, depth);
  int score = play(state, next, move, alpha, alpha + 1, depth - reduced, ply);
  if (score > alpha && reduced > 0) score = play(state, next, move, alpha, alpha + 1, depth, ply);
  if (score > alpha && score < beta) score = play(state, next, move, alpha, beta, depth, ply);
  leave(next, depth);
  return score;
}

template <class S>
inline int AlphaBetaThread<S>::evaluate(const S& state, engine::Player us) {
  const int score = heuristic_score<S>(path_.evaluate(state));
  return us == 0 ? score : -score;
}

/// Star1: an outcome need not be searched exactly once the rest cannot bring the mean back inside
/// the window. Ply counts decisions only, depth too: a throw of the dice is free, unless nobody can
/// use it and the dice are thrown again, for that may go on without end.
template <class S>
int AlphaBetaThread<S>::expectation(const S& state, engine::Player us, int alpha, int beta,
                                    int depth, int ply) {
  if (!count_node()) return 0;
  if (depth <= 0 || ply >= kMaxPly) return evaluate(state, us);
  Outcomes outcomes;
  state.chance_outcomes([&](Move outcome, double probability) {
    outcomes.push_back({outcome, probability});
  });
  const std::size_t count = outcomes.size();
  double sum = 0, rest = 1;
  for (std::size_t i = 0; i < outcomes.size(); ++i) {
    const auto [outcome, probability] = outcomes[i];
    const S next = engine::child(state, outcome);
    const int left = next.to_move() == engine::kChance ? depth - 1 : depth;
    if (i < count && is_busy(next, left)) {
      outcomes.push_back(outcomes[i]);  // again when the others are done
      continue;
    }
    rest -= probability;
    const double highest = (beta - sum + kMaxEvaluation * rest) / probability;
    const double lowest = (alpha - sum - kMaxEvaluation * rest) / probability;
    const int low = std::max(-kMaxEvaluation - 1, static_cast<int>(std::floor(lowest)));
    const int high = std::min(kMaxEvaluation + 1, static_cast<int>(std::ceil(highest)));
    enter(next, left);
    const int score = value(next, us, low, high, left, ply);
    leave(next, left);
    if (stopped()) return 0;
    sum += probability * score;
    plies_[ply].line.length = 0;
    if (score <= low && low > -kMaxEvaluation - 1) return alpha;
    if (score >= high && high < kMaxEvaluation + 1) return beta;
  }
  return static_cast<int>(std::lround(sum));
}

/// Orders by table move, killers, then the candidates' own scores with history.
template <class S>
void AlphaBetaThread<S>::score_moves(engine::Player us, std::uint32_t table_move, int ply,
                                     Candidates<S>& list) const {
  constexpr std::int32_t kTableMove = 1 << 30, kKiller = 1 << 16;
  for (ScoredMove<S>& candidate : list.moves) {
    const std::uint32_t bits = candidate.move.bits() + 1;
    candidate.score += history_[us][candidate.move.bits() % kHistorySize];
    if (bits == killers_[ply][0]) candidate.score += kKiller;
    if (bits == killers_[ply][1]) candidate.score += kKiller / 2;
    if (bits == table_move) candidate.score = kTableMove;
  }
}

template <class S>
void AlphaBetaThread<S>::remember_cutoff(engine::Player us, Move move, int depth, int ply) {
  constexpr std::int32_t kHistoryLimit = 1 << 14;
  const std::uint32_t bits = move.bits() + 1;
  if (killers_[ply][0] != bits) killers_[ply] = {bits, killers_[ply][0]};
  std::int32_t& h = history(us, move);
  const std::int32_t bonus = std::min(depth * depth, 400);
  h += bonus - h * bonus / kHistoryLimit;
}

template <class S>
void AlphaBetaThread<S>::extend_line(Move move, int ply) {
  Line& line = plies_[ply].line;
  const Line& below = plies_[ply + 1].line;
  line.moves[0] = move;
  line.length = std::min(below.length + 1, kMaxPly);
  std::copy_n(below.moves.begin(), line.length - 1, line.moves.begin() + 1);
}

/// Plies by which a late move is searched less deep at first.
template <class S>
inline int AlphaBetaThread<S>::reduction(int index, int depth, bool exact) const {
  if (exact) return 0;
  if constexpr (kSelectivity.reduction_divisor > 0) return reductions_.plies(index, depth);
  if (depth < 3 || index < 4) return 0;
  return index < 12 ? 1 : 2;
}

/// Whether a quiet position is so good that the opponent would not have gone there.
template <class S>
inline bool AlphaBetaThread<S>::is_beyond(const S& state, engine::Player us, int beta, int depth) {
  if (depth <= 0 || depth > kSelectivity.margin_depth || is_win(beta)) return false;
  return depth < path_.plies_left(state) && path_.is_quiet(state) &&
         evaluate(state, us) - kSelectivity.margin * depth >= beta;
}

template <class S>
int AlphaBetaThread<S>::decide(const S& state, int alpha, int beta, int depth, int ply) {
  if (!count_node()) return 0;
  const engine::Player us = state.to_move();
  const bool at_horizon = depth <= 0;
  if (ply >= kMaxPly || (at_horizon && path_.is_quiet(state))) return evaluate(state, us);
  depth = std::max(depth, 0);

  // 1. What is known of the position.
  const int original_alpha = alpha;
  const std::uint64_t key = state.hash();
  std::uint32_t table_move = 0;
  if (const auto known = table_.probe(key)) {
    table_move = known->move;
    const int score = from_table(known->score, ply);
    const bool cuts = known->bound == Bound::kExact ||
                      (known->bound == Bound::kLower && score >= beta) ||
                      (known->bound == Bound::kUpper && score <= alpha);
    if (known->depth >= depth && cuts) return score;
  }

  const bool null_window = beta - alpha == 1;
  if (null_window && is_beyond(state, us, beta, depth)) return beta;

  // 2. The moves, best guess first. A forced move costs no depth.
  Candidates<S>& list = plies_[ply].candidates;
  path_.candidates(state, list);
  score_moves(us, table_move, ply, list);
  const bool exact = depth >= path_.plies_left(state);
  const bool forced = !engine::Stochastic<S> && list.moves.size() == 1;
  const int child_depth = forced || at_horizon ? depth : depth - 1;

  // 3. The first with the full window, the others with a null window unless they prove better.
  int best = -kInfinite;
  Move best_move{};
  MovePicker<S> picker(list);
  while (const ScoredMove<S>* picked = picker.next()) {
    if (null_window && !exact && !at_horizon && depth <= kSelectivity.late_depth &&
        picker.rank() >= kSelectivity.late_moves + 2 * depth * depth && !is_loss(best)) {
      list.selective = true;
      break;
    }
    const Move move = picked->move;
    const S next = engine::child(state, move);
    const bool first = picker.rank() == 0;
    if (!first && picker.can_put_off() && is_busy(next, child_depth)) {
      picker.put_off();
      continue;
    }
    const int score = first ? play(state, next, move, alpha, beta, child_depth, ply)
                            : play_later(state, next, move, alpha, beta, child_depth,
                                         reduction(picker.rank(), depth, exact), ply);
    if (stopped()) return 0;
    if (score <= best) continue;
    best = score;
    best_move = move;
    if (score <= alpha) continue;
    alpha = score;
    extend_line(move, ply);
    if (score >= beta) {
      remember_cutoff(us, move, depth, ply);
      break;
    }
  }

  // 4. A loss is proven only if every move was looked at.
  if (list.selective && best <= -kProvenWin) best += kUnprovenPenalty;
  const Bound bound = best >= beta             ? Bound::kLower
                      : best <= original_alpha ? Bound::kUpper
                                               : Bound::kExact;
  table_.store(key, {best_move.bits() + 1, static_cast<std::int16_t>(to_table(best, ply)),
                     static_cast<std::uint8_t>(std::min(depth, 255)), bound});
  return best;
}

}  // namespace gauntlet::search
