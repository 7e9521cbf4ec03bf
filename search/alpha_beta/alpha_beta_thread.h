// One thread's part of an alpha-beta search: the recursion and what it remembers along the way.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <utility>

#include "engine/game.h"
#include "search/alpha_beta/accumulator.h"
#include "search/alpha_beta/busy_positions.h"
#include "search/alpha_beta/move_picker.h"
#include "search/alpha_beta/move_stack.h"
#include "search/alpha_beta/reductions.h"
#include "search/alpha_beta/scores.h"
#include "search/alpha_beta/table.h"
#include "search/big_memory.h"
#include "search/budget.h"

namespace gauntlet::search {

/// Principal variation search with a shared transposition table, killer moves, histories, late move
/// reductions, what a game's Selectivity asks for besides, and expectation with Star1 bounds
/// (Ballard 1983) at chance nodes. Everything below a root move; the root itself is AlphaBeta's.
/// Used by one thread at a time, on cache lines of its own.
template <class S>
class alignas(128) AlphaBetaThread {
 public:
  using Move = typename S::Move;

  /// The best line found below some ply.
  struct Line {
    int length = 0;
    std::array<Move, kMaxPly> moves;
  };

  /// `busy` is shared by all threads of a search; null when there is only one.
  AlphaBetaThread(const typename S::Rules& rules, Table& table, BusyPositions* busy)
      : path_(rules),
        table_(table),
        busy_(busy),
        ply_memory_(kPlies * sizeof(Ply), Pages::kSmall),
        plies_(reinterpret_cast<Ply*>(ply_memory_.data())),
        moves_(kPlies) {}

  void new_game() { clear(history_); }

  /// REQUIRES: `budget` outlives the search that it starts.
  void start(const S& root, Budget& budget) {
    path_.reset(root);
    budget_ = &budget;
    allowance_ = budget.spend(0);
    unreported_ = 0;
    nodes_ = 0;
    for (auto& killers : killers_) killers.fill(0);
    plies_[0].static_score = path_.can_be_judged(root) ? evaluate(root, root.to_move()) : kUnknown;
  }

  /// The value for the root's mover of playing `move` at the root, searched `depth` plies deep
  /// below it. Meaningless once stopped().
  int first_root_move(const S& root, Move move, int depth) {
    return play(root, engine::child(root, move), move, -kInfinite, kInfinite, depth, 0);
  }
  /// The same if it is more than `alpha`, else something between it and `alpha`.
  int later_root_move(const S& root, Move move, int alpha, int depth) {
    const Node node{root, root.to_move(), alpha, kInfinite, depth + 1, 0};
    return play_later(node, engine::child(root, move), move, alpha, depth, 0);
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
  static constexpr const Selectivity& kSelectivity = Accumulator<S>::kSelectivity;
  static constexpr int kPlayers = 2;
  static constexpr int kHistorySize = 4096;
  static constexpr int kUnknown = kInfinite;
  using History = std::array<std::array<std::int16_t, kHistorySize>, kPlayers>;

  /// What is kept for each ply of the path. Zeroed memory is an empty line.
  struct Ply {
    int static_score;  ///< Of the position, for its mover; kUnknown where it was not looked at.
    Line line;
  };
  static constexpr std::size_t kPlies = kMaxPly + 2;

  struct Outcome {
    Move move;
    double probability;
  };
  /// Each may come twice.
  using Outcomes = engine::InplaceVector<Outcome, 2 * S::Moves::kCapacity>;

  /// What decide() knows of a position before it tries its moves.
  struct Node {
    const S& state;
    engine::Player us;
    int alpha, beta, depth, ply;
    std::uint64_t key = 0;
    std::optional<TableEntry> known = std::nullopt;
    int evaluation = kUnknown;  ///< What is known best of it without a move; kUnknown: nothing.
    bool null_window = false, at_horizon = false, exact = false;
    bool improving = false;  ///< The evaluation has risen since the mover's last turn.
    bool selective = false;  ///< Moves were left out: see Candidates.

    std::uint32_t table_move() const { return known ? known->move : 0; }
  };

  int value(const S& state, engine::Player us, int alpha, int beta, int depth, int ply);
  int decide(const S& state, int alpha, int beta, int depth, int ply);
  std::optional<int> score_from_table(const Node& node) const;
  static std::optional<int> score_within(const Node& node, const TableEntry& entry);
  std::optional<int> score_at_a_glance(Node& node);
  int better_known(const Node& node, int evaluation) const;
  typename MoveStack<S>::List list_moves(Node& node);
  int try_moves(Node& node);
  int try_each(Node& node, typename MoveStack<S>::List moves);
  int expectation(const S& state, engine::Player us, int alpha, int beta, int depth, int ply);
  int play(const S& state, const S& next, Move move, int alpha, int beta, int depth, int ply);
  int play_later(const Node& node, const S& next, Move move, int alpha, int depth, int reduced);
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
  int score_at_horizon(const Node& node);
  int reduction(const Node& node, int rank) const;
  bool is_too_late(const Node& node, int rank) const;
  void score_moves(const Node& node, Candidates<S>& list) const;
  void remember_cutoff(const Node& node, Move move);
  void extend_line(Move move, int ply);
  bool count_node();

  static void clear(History& history) {
    for (auto& of_player : history) of_player.fill(0);
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
  BigMemory ply_memory_;      ///< Few plies are ever reached, and the others cost nothing.
  Ply* plies_;                ///< kPlies of them.
  MoveStack<S> moves_;        ///< Of the nodes on the path.
  Candidates<S> candidates_;  ///< What list_moves() is filling.
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
int AlphaBetaThread<S>::play_later(const Node& node, const S& next, Move move, int alpha, int depth,
                                   int reduced) {
  const auto within = [&](int high, int plies) {
    return play(node.state, next, move, alpha, high, plies, node.ply);
  };
  enter(next, depth);
  int score = within(alpha + 1, depth - reduced);
  if (score > alpha && reduced > 0) score = within(alpha + 1, depth);
  if (score > alpha && score < node.beta) score = within(node.beta, depth);
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

/// Orders by table move, killers, then the candidates' own scores with histories; where these
/// scores know better (see PlainAccumulator::is_ordered()), by the table move and them alone.
template <class S>
void AlphaBetaThread<S>::score_moves(const Node& node, Candidates<S>& list) const {
  constexpr std::int32_t kTableMove = 1 << 30, kKiller = 1 << 16;
  for (ScoredMove<S>& candidate : list.moves) {
    const std::uint32_t bits = candidate.move.bits() + 1;
    if (bits == node.table_move()) candidate.score = kTableMove;
    if (bits == node.table_move() || path_.is_ordered()) continue;
    candidate.score += history_[node.us][candidate.move.bits() % kHistorySize];
    if (bits == killers_[node.ply][0]) candidate.score += kKiller;
    if (bits == killers_[node.ply][1]) candidate.score += kKiller / 2;
  }
}

template <class S>
void AlphaBetaThread<S>::remember_cutoff(const Node& node, Move move) {
  constexpr std::int32_t kHistoryLimit = 1 << 14;
  if (path_.is_ordered()) return;
  const std::uint32_t bits = move.bits() + 1;
  if (killers_[node.ply][0] != bits) killers_[node.ply] = {bits, killers_[node.ply][0]};
  std::int16_t& history = history_[node.us][move.bits() % kHistorySize];
  const std::int32_t bonus = std::min(node.depth * node.depth, 400);
  history = static_cast<std::int16_t>(history + bonus - history * bonus / kHistoryLimit);
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
inline int AlphaBetaThread<S>::reduction(const Node& node, int rank) const {
  if (node.exact) return 0;
  if constexpr (kSelectivity.reduction_divisor > 0) {
    if (node.depth < 2) return 0;
    double plies = reductions_.plies(rank, node.depth);
    if (!node.improving && plies > 1) plies += 1;
    if (!node.null_window) plies -= 1;
    return std::clamp(static_cast<int>(plies), 0, node.depth - 1);
  }
  if (node.depth < 3 || rank < 4) return 0;
  return rank < 12 ? 1 : 2;
}

/// Whether a move comes so late that it is not tried at all.
template <class S>
inline bool AlphaBetaThread<S>::is_too_late(const Node& node, int rank) const {
  if (!node.null_window || node.exact || node.at_horizon || node.depth > kSelectivity.late_depth)
    return false;
  const int moves = kSelectivity.late_moves +
                    static_cast<int>(kSelectivity.late_growth * node.depth * node.depth);
  return rank >= (node.improving ? moves : moves / 2);
}

/// Where the search has come to its depth and nothing is pending.
template <class S>
int AlphaBetaThread<S>::score_at_horizon(const Node& node) {
  if (!kSelectivity.forces || !path_.may_force_a_win(node.state))
    return evaluate(node.state, node.us);
  const auto known = table_.probe(node.key);
  if (known)
    if (const auto score = score_within(node, *known)) return *score;
  std::uint64_t nodes = 0;
  const int plies = path_.plies_to_win(node.state, nodes);
  nodes_ += nodes;
  unreported_ += nodes;
  const int score = plies > 0 ? kWin - node.ply - plies : evaluate(node.state, node.us);
  if (!known)
    table_.store(node.key,
                 {0, static_cast<std::int16_t>(to_table(score, node.ply)), 0, Bound::kExact});
  return score;
}

/// What the table says, if that is enough.
template <class S>
inline std::optional<int> AlphaBetaThread<S>::score_from_table(const Node& node) const {
  if (!node.known || node.known->depth < node.depth) return std::nullopt;
  return score_within(node, *node.known);
}

/// The score of an entry, if its bound answers the node's question.
template <class S>
inline std::optional<int> AlphaBetaThread<S>::score_within(const Node& node,
                                                           const TableEntry& entry) {
  const int score = from_table(entry.score, node.ply);
  const bool cuts = entry.bound == Bound::kExact ||
                    (entry.bound == Bound::kLower && score >= node.beta) ||
                    (entry.bound == Bound::kUpper && score <= node.alpha);
  return cuts ? std::optional(score) : std::nullopt;
}

/// The evaluation, unless the table has a score that is nearer to the truth.
template <class S>
inline int AlphaBetaThread<S>::better_known(const Node& node, int evaluation) const {
  if (!kSelectivity.table_judges || !node.known) return evaluation;
  const int score = node.known->score;
  if (is_win(score) || is_loss(score)) return evaluation;
  switch (node.known->bound) {
    case Bound::kLower:
      return std::max(score, evaluation);
    case Bound::kUpper:
      return std::min(score, evaluation);
    case Bound::kExact:
      return score;
    case Bound::kNone:
      break;
  }
  return evaluation;
}

/// A score without trying a move, where the evaluation is far from the window: so good that the
/// opponent would not have gone there (static null move pruning), or so bad that only a win by
/// force could help (razoring).
template <class S>
inline std::optional<int> AlphaBetaThread<S>::score_at_a_glance(Node& node) {
  Ply& here = plies_[node.ply];
  here.static_score = kUnknown;
  if constexpr (kSelectivity.margin_depth > 0) {
    if (!path_.can_be_judged(node.state)) return std::nullopt;
    const int score = here.static_score = evaluate(node.state, node.us);
    const int before = node.ply >= 2 ? plies_[node.ply - 2].static_score : kUnknown;
    node.improving = before != kUnknown && score > before;
    node.evaluation = better_known(node, score);
    if (!node.null_window || node.exact) return std::nullopt;
    if (node.depth <= kSelectivity.margin_depth && !is_win(node.beta) && !is_loss(node.beta) &&
        node.evaluation - kSelectivity.margin * (node.depth - (node.improving ? 1 : 0)) >=
            node.beta)
      return node.evaluation;
    if (node.depth <= kSelectivity.razor_depth &&
        node.evaluation + kSelectivity.razor_margin * node.depth < node.alpha)
      return score_at_horizon(node);
  }
  return std::nullopt;
}

template <class S>
int AlphaBetaThread<S>::decide(const S& state, int alpha, int beta, int depth, int ply) {
  if (!count_node()) return 0;
  Node node{state, state.to_move(), alpha, beta, depth, ply};

  // 1. What the game knows at once, and what lies beyond the depth.
  if (const int plies = path_.certain_end(state); plies != 0)
    return plies > 0 ? kWin - ply - plies : plies + ply - kWin;
  node.at_horizon = depth <= 0;
  node.key = state.hash();
  if (ply >= kMaxPly || (node.at_horizon && path_.is_quiet(state))) return score_at_horizon(node);
  node.depth = std::max(depth, 0);

  // 2. What is known of the position.
  node.known = table_.probe(node.key);
  if (const auto score = score_from_table(node)) return *score;
  node.null_window = beta - alpha == 1;
  node.exact = node.depth >= path_.plies_left(state);
  if (!node.at_horizon)
    if (const auto score = score_at_a_glance(node)) return *score;
  return try_moves(node);
}

template <class S>
auto AlphaBetaThread<S>::list_moves(Node& node) -> typename MoveStack<S>::List {
  path_.candidates(node.state, candidates_);
  score_moves(node, candidates_);
  node.selective = candidates_.selective;
  return moves_.push(candidates_);
}

template <class S>
int AlphaBetaThread<S>::try_moves(Node& node) {
  const auto moves = list_moves(node);
  const int best = try_each(node, moves);
  moves_.pop(moves);
  return best;
}

/// The first move with the full window, the others with a null window unless they prove better.
template <class S>
int AlphaBetaThread<S>::try_each(Node& node, typename MoveStack<S>::List moves) {
  // 1. How deep. A forced move costs no depth.
  const bool forced = !engine::Stochastic<S> && moves.size() == 1;
  const int child_depth = forced || node.at_horizon ? node.depth : node.depth - 1;

  // 2. One after the other.
  const int original_alpha = node.alpha;
  int best = -kInfinite;
  Move best_move{};
  MovePicker<S> picker(moves);
  while (const ScoredMove<S>* picked = picker.next()) {
    if (!is_loss(best) && is_too_late(node, picker.rank())) {
      node.selective = true;
      break;
    }
    const Move move = picked->move;
    const S next = engine::child(node.state, move);
    const bool first = picker.rank() == 0;
    if (!first && picker.can_put_off() && is_busy(next, child_depth)) {
      picker.put_off();
      continue;
    }
    const int score =
        first
            ? play(node.state, next, move, node.alpha, node.beta, child_depth, node.ply)
            : play_later(node, next, move, node.alpha, child_depth, reduction(node, picker.rank()));
    if (stopped()) return 0;
    if (score > best) {
      best = score;
      best_move = move;
    }
    if (score > node.alpha) {
      node.alpha = score;
      extend_line(move, node.ply);
    }
    if (score >= node.beta) {
      remember_cutoff(node, move);
      break;
    }
  }

  // 3. A loss is proven only if every move was looked at.
  if (node.selective && best <= -kProvenWin) best += kUnprovenPenalty;
  const Bound bound = best >= node.beta        ? Bound::kLower
                      : best <= original_alpha ? Bound::kUpper
                                               : Bound::kExact;
  table_.store(node.key, {best_move.bits() + 1, static_cast<std::int16_t>(to_table(best, node.ply)),
                          static_cast<std::uint8_t>(std::min(node.depth, 255)), bound});
  return best;
}

}  // namespace gauntlet::search
