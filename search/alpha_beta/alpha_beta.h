// Alpha-beta for any two-player zero-sum game of full information, dice included.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "search/alpha_beta/alpha_beta_thread.h"
#include "search/options.h"
#include "search/parallel.h"
#include "search/searcher.h"

namespace gauntlet::search {

/// Iterative deepening over AlphaBetaThreads that share one table: every thread searches the whole
/// tree, puts off what another is at (see BusyPositions), and finds in the table what the others
/// have done. The calling thread leads and owns the result.
///
/// Invariants: 1. the result's move is legal from the first instruction on. 2. An iteration cut
/// short counts only for root moves that were finished, and only if they are better than the move
/// that was best before, searched again first. 3. One thread and a node limit give the same result
/// every time.
template <class S>
class AlphaBeta final : public Searcher {
 public:
  using Move = typename S::Move;

  AlphaBeta(const typename S::Rules& rules, const SearcherOptions& options)
      : table_(options.hash_mb, options.most_nodes),
        busy_(options.threads > 1 ? std::make_unique<BusyPositions>() : nullptr),
        workers_(options.threads),
        judges_within_(options.judges_within) {
    for (int id = 0; id < options.threads; ++id)
      threads_.push_back(std::make_unique<AlphaBetaThread<S>>(rules, table_, busy_.get()));
  }

  std::size_t memory() const override { return table_.bytes(); }

  void new_game(std::uint64_t) override {
    table_.new_game();
    for (auto& thread : threads_) thread->new_game();
  }

  Result search(const engine::AnyState& view, const Limits& limits,
                const Progress& progress) override {
    const S& root = view.as<S>();
    list_root_moves(root);
    Result result = best_move(root, limits, progress);
    if (judges_within_ && limits.seeks_all_wins) find_other_wins(root, limits, result);
    return result;
  }

 private:
  static constexpr std::uint64_t kNodesPerPoll = 1024;
  /// Where a game has one first move in mind, this is enough for an opinion.
  static constexpr int kDepthWithoutChoice = 8;
  /// So much worse than the last two iterations said is a crisis.
  static constexpr int kCrisis = 20;

  /// What the leading thread keeps up to date while it searches the root's moves.
  struct Leader {
    Result& result;
    Budget& budget;
    int usual_score;                 ///< Of the last two iterations, the lower one.
    std::vector<JudgedMove> judged;  ///< Of this iteration, where they are asked for.

    void looks_like(int score) { budget.set_crisis(score < usual_score - kCrisis); }
  };

  Result best_move(const S& root, const Limits& limits, const Progress& progress);
  void list_root_moves(const S& root);
  Result begin(const S& root, Budget& budget);
  void find_other_wins(const S& root, const Limits& limits, Result& found);
  void list_candidates(const S& root, Accumulator<S>& path, Candidates<S>& candidates) const;
  static std::uint64_t nodes_for_force(const Limits& limits);
  static Limits limits_for_force(Limits limits);
  bool force(const S& root, Budget& budget, Result& result);
  bool deepen(int depth, const S& root, Budget& budget, Result& result, const Progress& progress);
  void lead(const S& root, Budget& budget, Result& result, const Progress& progress);
  void help(int id, const S& root, Budget& budget, std::vector<Move> moves);
  bool iterate(AlphaBetaThread<S>& thread, const S& root, int depth, std::vector<Move>& moves,
               Leader* leader);
  static int deepest(const Budget& budget) { return std::min(budget.limits().depth, kMaxPly); }
  void publish(const AlphaBetaThread<S>& thread, Move move, int score, Result& result) const;
  static Proven proven_of(int score) {
    return engine::Stochastic<S> ? Proven::kNothing : proven_by(score);
  }
  static JudgedMove judged(Move move, int score) {
    return {engine::AnyMove(move.bits()), proven_of(score), win_probability<S>(score)};
  }
  static void amend(std::vector<JudgedMove>& moves, const std::vector<JudgedMove>& deeper);
  static void add_win(std::vector<JudgedMove>& moves, engine::AnyMove win);
  int least_asked_for(int best) const;
  bool is_decided(const S& root, const Result& result, int depth) const;

  Table table_;
  std::unique_ptr<BusyPositions> busy_;  ///< Null where one thread searches.
  Workers workers_;
  const std::optional<double> judges_within_;
  bool selective_root_ = false;
  std::vector<std::unique_ptr<AlphaBetaThread<S>>> threads_;
  std::vector<Move> root_moves_;      ///< Best first.
  std::array<int, 2> last_scores_{};  ///< Of the last iterations of even and odd depth.
};

template <class S>
Result AlphaBeta<S>::best_move(const S& root, const Limits& limits, const Progress& progress) {
  Budget budget(limits, kNodesPerPoll);
  Result result = begin(root, budget);
  if (force(root, budget, result)) return result;
  // Alone, so that helpers cannot use up a small budget before there is a result.
  if (deepen(1, root, budget, result, progress)) {
    const std::vector<Move> initial = root_moves_;
    workers_.run([&] { lead(root, budget, result, progress); },
                 [&](int id) { help(id, root, budget, initial); });
  }
  threads_[0]->finish();
  result.nodes = budget.spent();
  return result;
}

template <class S>
void AlphaBeta<S>::list_root_moves(const S& root) {
  auto candidates = std::make_unique<Candidates<S>>();
  Accumulator<S>& path = threads_[0]->path();
  path.reset(root);
  list_candidates(root, path, *candidates);
  std::stable_sort(candidates->moves.begin(), candidates->moves.end(),
                   [](const auto& a, const auto& b) { return a.score > b.score; });
  root_moves_.clear();
  for (const ScoredMove<S>& candidate : candidates->moves) root_moves_.push_back(candidate.move);
  selective_root_ = candidates->selective;
}

/// A search of root_moves_ before its first node.
template <class S>
Result AlphaBeta<S>::begin(const S& root, Budget& budget) {
  Result result;
  result.best = engine::AnyMove(root_moves_[0].bits());
  result.pv.reserve(kMaxPly + 1);
  result.pv = {result.best};
  threads_[0]->start(root, budget);
  last_scores_.fill(-kInfinite);
  return result;
}

/// Searches the moves beside the one that wins, and so on, with the nodes that are left.
template <class S>
void AlphaBeta<S>::find_other_wins(const S& root, const Limits& limits, Result& found) {
  Limits rest = limits;
  rest.nodes -= std::min(rest.nodes, found.nodes);
  Budget budget(rest, kNodesPerPoll);
  for (Result last = found; last.proven == Proven::kWin && root_moves_.size() > 1;) {
    std::erase_if(root_moves_, [&](Move move) { return move.bits() == last.best.bits(); });
    last = begin(root, budget);
    for (int depth = 1; deepen(depth, root, budget, last, {});) ++depth;
    threads_[0]->finish();
    if (last.proven == Proven::kWin) add_win(found.moves, last.best);
  }
  found.nodes += budget.spent();
}

template <class S>
void AlphaBeta<S>::list_candidates(const S& root, Accumulator<S>& path,
                                   Candidates<S>& candidates) const {
  if constexpr (requires { path.plain_candidates(root, candidates); })
    if (judges_within_) return path.plain_candidates(root, candidates);
  path.candidates(root, candidates);
}

/// Before anything else: a win by force, else the moves that do not lose by force. True when the
/// game is won. A part of the limits is spent on it.
template <class S>
bool AlphaBeta<S>::force(const S& root, Budget& budget, Result& result) {
  if constexpr (Accumulator<S>::kSelectivity.forces) {
    Accumulator<S>& path = threads_[0]->path();
    const std::uint64_t most_nodes = nodes_for_force(budget.limits());
    std::uint64_t nodes = 0;
    Budget part(limits_for_force(budget.limits()), kNodesPerPoll);
    const std::vector<Move> line = path.winning_line(root, most_nodes, nodes, part);
    if (line.empty()) path.drop_losing(root, root_moves_, most_nodes, nodes, part);
    budget.spend(nodes);
    if (line.empty()) return false;
    result.best = engine::AnyMove(line[0].bits());
    result.score = kWin - static_cast<int>(line.size());
    result.win = 1;
    result.proven = Proven::kWin;
    result.depth = static_cast<int>(line.size());
    result.nodes = budget.spent();
    if (judges_within_) result.moves = {{result.best, Proven::kWin, 1}};
    result.pv.clear();
    for (const Move move : line) result.pv.push_back(engine::AnyMove(move.bits()));
    return true;
  }
  return false;
}

/// An eighth of what there is, at about two million nodes per second.
template <class S>
std::uint64_t AlphaBeta<S>::nodes_for_force(const Limits& limits) {
  std::uint64_t nodes = std::min<std::uint64_t>(limits.nodes / 8, 1'000'000);
  if (limits.deadline) {
    const auto left = *limits.deadline - std::chrono::steady_clock::now();
    const auto microseconds = std::chrono::duration_cast<std::chrono::microseconds>(left).count();
    nodes = std::min<std::uint64_t>(
        nodes, static_cast<std::uint64_t>(std::max<std::int64_t>(microseconds, 0)) / 4);
  }
  return nodes;
}

/// A quarter of the time, however slow the machine is just now.
template <class S>
Limits AlphaBeta<S>::limits_for_force(Limits limits) {
  const auto now = std::chrono::steady_clock::now();
  if (limits.deadline) limits.deadline = now + (*limits.deadline - now) / 4;
  return limits;
}

/// One iteration of one thread; false when it was cut short. `leader` is null in other threads.
template <class S>
bool AlphaBeta<S>::iterate(AlphaBetaThread<S>& thread, const S& root, int depth,
                           std::vector<Move>& moves, Leader* leader) {
  const bool judges = leader && judges_within_;
  int best = -kInfinite, bound = -kInfinite;  // scores up to `bound` need not be known
  engine::InplaceVector<Move, 2 * S::Moves::kCapacity> order;  // each may come twice
  for (const Move move : moves) order.push_back(move);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Move move = order[i];
    if (i > 0 && i < moves.size() && thread.is_busy(root, move, depth - 1)) {
      order.push_back(move);  // again when the others are done
      continue;
    }
    int score = i == 0 ? thread.first_root_move(root, move, depth - 1)
                       : thread.later_root_move(root, move, bound, depth - 1);
    if (thread.stopped()) return false;
    const bool is_known = i == 0 || score > bound;
    if (selective_root_ && score <= -kProvenWin) score += kUnprovenPenalty;
    if (judges && is_known) leader->judged.push_back(judged(move, score));
    if (score <= best) continue;
    best = score;
    bound = judges ? least_asked_for(best) : best;
    // Best first, the others keep their order: invariant 2 needs the old best to be searched first.
    const auto here = std::find(moves.begin(), moves.end(), move);
    std::rotate(moves.begin(), here, here + 1);
    if (!leader) continue;
    leader->looks_like(best);
    publish(thread, move, score, leader->result);
  }
  return true;
}

/// Takes over what an iteration cut short has seen to win or to lose; its other values cannot be
/// compared with those of moves that it did not come to. The first one is better than nothing.
template <class S>
void AlphaBeta<S>::amend(std::vector<JudgedMove>& moves, const std::vector<JudgedMove>& deeper) {
  if (moves.empty()) moves = deeper;
  for (const JudgedMove& seen : deeper) {
    if (seen.win > 0 && seen.win < 1) continue;
    const auto known = std::find_if(moves.begin(), moves.end(), [&](const JudgedMove& judged) {
      return judged.move == seen.move;
    });
    if (known != moves.end()) *known = seen;
  }
}

template <class S>
void AlphaBeta<S>::add_win(std::vector<JudgedMove>& moves, engine::AnyMove win) {
  std::erase_if(moves, [&](const JudgedMove& judged) { return judged.move == win; });
  moves.push_back({win, Proven::kWin, 1});
}

/// The score below which moves are not asked for when the best one's is `best`.
template <class S>
int AlphaBeta<S>::least_asked_for(int best) const {
  const double least = win_probability<S>(best) - *judges_within_;
  int below = -kInfinite, enough = best;
  while (enough - below > 1) {
    const int middle = below + (enough - below) / 2;
    (win_probability<S>(middle) >= least ? enough : below) = middle;
  }
  return below;
}

template <class S>
void AlphaBeta<S>::publish(const AlphaBetaThread<S>& thread, Move move, int score,
                           Result& result) const {
  result.best = engine::AnyMove(move.bits());
  result.score = score;
  result.win = win_probability<S>(score);
  result.proven = proven_of(score);
  result.pv = {result.best};
  for (int i = 0; i < thread.line().length; ++i)
    result.pv.push_back(engine::AnyMove(thread.line().moves[i].bits()));
}

/// Whether deeper iterations cannot change what is proven.
template <class S>
bool AlphaBeta<S>::is_decided(const S& root, const Result& result, int depth) const {
  return result.proven != Proven::kNothing || depth >= threads_[0]->path().plies_left(root);
}

/// One iteration of the leader; false when there is to be no other.
template <class S>
bool AlphaBeta<S>::deepen(int depth, const S& root, Budget& budget, Result& result,
                          const Progress& progress) {
  AlphaBetaThread<S>& thread = *threads_[0];
  Leader leader{result, budget, std::min(last_scores_[0], last_scores_[1]), {}};
  if (!iterate(thread, root, depth, root_moves_, &leader)) {
    amend(result.moves, leader.judged);
    return false;
  }
  last_scores_[depth % 2] = result.score.value_or(-kInfinite);
  result.depth = depth;
  result.moves = std::move(leader.judged);
  const bool decided = is_decided(root, result, depth);
  if (decided && !selective_root_ && result.proven == Proven::kNothing && result.score == 0 &&
      depth >= thread.path().plies_left(root))
    result.proven = Proven::kDraw;
  if (progress) {
    thread.finish();
    result.nodes = budget.spent();
    progress(result);
  }
  const bool no_choice = selective_root_ && root_moves_.size() == 1 && depth >= kDepthWithoutChoice;
  return !decided && !no_choice && !thread.stopped() && depth < deepest(budget);
}

template <class S>
void AlphaBeta<S>::lead(const S& root, Budget& budget, Result& result, const Progress& progress) {
  for (int depth = 2; deepen(depth, root, budget, result, progress);) ++depth;
  threads_[0]->finish();
  budget.stop();
}

template <class S>
void AlphaBeta<S>::help(int id, const S& root, Budget& budget, std::vector<Move> moves) {
  AlphaBetaThread<S>& thread = *threads_[id];
  if (budget.stopped()) return;
  thread.start(root, budget);
  for (int depth = 2; depth <= deepest(budget) && !thread.stopped(); ++depth)
    if (!iterate(thread, root, depth, moves, nullptr)) break;
  thread.finish();
}

}  // namespace gauntlet::search
