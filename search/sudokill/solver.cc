#include "search/sudokill/solver.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace gauntlet::search {

using engine::Sudokill;
using engine::SudokillMove;

class SudokillSolver::Worker {
 public:
  /// `busy` is shared by all threads of a search; null when there is only one.
  Worker(VerdictTable& table, BusyPositions* busy)
      : table_(table), busy_(busy), plies_(kMostPlies) {}

  /// REQUIRES: `budget` outlives what is solved until the next call.
  void start(Budget& budget) {
    budget_ = &budget;
    allowance_ = budget.spend(0);
    unreported_ = 0;
  }
  void finish() { budget_->spend(std::exchange(unreported_, 0)); }
  bool stopped() const { return allowance_ == 0; }

  /// Whether the player to move wins; meaningless once stopped().
  bool wins(const SolverPosition& position, std::uint64_t key, int ply);

  /// The best move of a solved position (see Solution); nothing when stopped.
  std::optional<SudokillMove> best_move(const SolverPosition& position);

 private:
  static constexpr std::size_t kMostPlies = engine::SquareSet::kSquares + 1;
  /// Smaller subtrees are not worth a look at what other threads do.
  static constexpr int kLeastShared = 16;  ///< Live squares.

  bool count_node();
  bool look_up(SolverChildren::List& moves);
  bool is_busy(const SolverChild& child) const {
    return shares(child) && busy_->contains(child.key, 0);
  }
  bool shares(const SolverChild& child) const { return busy_ && child.live.size() >= kLeastShared; }
  bool loses(const SolverPosition& position, const SolverChild& child, int ply);
  bool has_win(const SolverPosition& position, SolverChildren::List& moves, int ply);
  static void sort_by_effort(SolverChildren::List& moves);

  VerdictTable& table_;
  BusyPositions* const busy_;
  Budget* budget_ = nullptr;
  std::uint64_t allowance_ = 0;   ///< Nodes until the budget must be asked; 0: stopped.
  std::uint64_t unreported_ = 0;  ///< Nodes since it was asked.
  std::uint64_t nodes_ = 0;
  std::vector<SolverChildren> plies_;
};

/// False when the search must stop.
inline bool SudokillSolver::Worker::count_node() {
  if (allowance_ == 0) return false;
  ++nodes_;
  if (++unreported_ < allowance_) return true;
  allowance_ = budget_->spend(std::exchange(unreported_, 0));
  return allowance_ != 0;
}

/// Removes the moves that are known to lose; true when one is known to win.
inline bool SudokillSolver::Worker::look_up(SolverChildren::List& moves) {
  for (const SolverChild& child : moves) table_.prefetch(child.key);
  std::size_t unknown = 0;
  for (const SolverChild& child : moves) {
    const auto reply = table_.probe(child.key);
    if (reply && !reply->wins) return true;
    if (!reply) moves[unknown++] = child;
  }
  while (moves.size() > unknown) moves.pop_back();
  return false;
}

inline void SudokillSolver::Worker::sort_by_effort(SolverChildren::List& moves) {
  std::sort(moves.begin(), moves.end(), [](const SolverChild& a, const SolverChild& b) {
    return std::pair(a.effort, a.move.bits()) < std::pair(b.effort, b.move.bits());
  });
}

/// Whether the opponent loses after `child`, whom other threads may have solved meanwhile.
inline bool SudokillSolver::Worker::loses(const SolverPosition& position, const SolverChild& child,
                                          int ply) {
  if (const auto known = table_.probe(child.key)) return !known->wins;
  const bool is_shared = shares(child);
  if (is_shared) busy_->enter(child.key, 0);
  const bool lost = !wins(SolverChildren::play(position, child), child.key, ply + 1);
  if (is_shared) busy_->leave(child.key, 0);
  return lost;
}

bool SudokillSolver::Worker::wins(const SolverPosition& position, std::uint64_t key, int ply) {
  if (!count_node()) return false;
  const std::uint64_t before = nodes_;
  SolverChildren& children = plies_[static_cast<std::size_t>(ply)];
  const bool won = children.list(position) || look_up(children.moves()) ||
                   has_win(position, children.moves(), ply);
  if (stopped()) return false;
  table_.store(key, won, nodes_ - before + 1);
  return won;
}

/// Searches the moves until one wins.
bool SudokillSolver::Worker::has_win(const SolverPosition& position, SolverChildren::List& moves,
                                     int ply) {
  sort_by_effort(moves);
  std::size_t put_off = 0;
  for (std::size_t i = 0; i < moves.size() && !stopped(); ++i) {
    if (i > 0 && is_busy(moves[i]))
      moves[put_off++] = moves[i];  // the places before i are free
    else if (loses(position, moves[i], ply))
      return true;
  }
  for (std::size_t i = 0; i < put_off && !stopped(); ++i)
    if (loses(position, moves[i], ply)) return true;
  return false;
}

std::optional<SudokillMove> SudokillSolver::Worker::best_move(const SolverPosition& position) {
  SolverChildren& children = plies_[0];
  if (children.list(position)) return children.winning_move();
  SolverChildren::List& moves = children.moves();
  sort_by_effort(moves);
  SudokillMove stubborn;
  int largest = -1;
  for (const SolverChild& child : moves) {
    const bool won = loses(position, child, 0);
    const auto reply = table_.probe(child.key);
    if (stopped() && !reply) return std::nullopt;  // what is in the table needs no search
    if (won) return child.move;
    const int size = reply ? reply->size : 0;
    if (size < largest) continue;  // of equal ones the last: its game is the longest
    largest = size;
    stubborn = child.move;
  }
  return stubborn;
}

SudokillSolver::SudokillSolver(std::size_t hash_mb, int threads)
    : table_(hash_mb), workers_(threads) {
  for (int id = 0; id < threads; ++id)
    crew_.push_back(std::make_unique<Worker>(table_, threads > 1 ? &busy_ : nullptr));
}

SudokillSolver::~SudokillSolver() = default;

Proven SudokillSolver::verdict(const Sudokill& state, Budget& budget) {
  const SolverPosition root = SolverPosition::of(state);
  Proven proven = Proven::kNothing;
  const auto lead = [&] {
    Worker& leader = *crew_[0];
    leader.start(budget);
    const bool won = leader.wins(root, state.hash(), 0);
    if (!leader.stopped()) proven = won ? Proven::kWin : Proven::kLoss;
    leader.finish();
    budget.stop();
  };
  const auto help = [&](int id) {
    Worker& helper = *crew_[static_cast<std::size_t>(id)];
    helper.start(budget);
    helper.wins(root, state.hash(), 0);
    helper.finish();
  };
  workers_.run(lead, help);
  return proven;
}

Solution SudokillSolver::solve(const Sudokill& state, Budget& budget) {
  Solution solution;
  solution.proven = verdict(state, budget);
  if (solution.proven != Proven::kNothing) solution.line = line_from(state, budget.limits());
  solution.nodes = budget.spent();
  return solution;
}

/// Best moves of both sides to the end. What they need stands in the table, or is soon found again.
std::vector<SudokillMove> SudokillSolver::line_from(Sudokill state, const Limits& limits) {
  Budget budget(limits, kNodesPerPoll);
  Worker& leader = *crew_[0];
  leader.start(budget);
  std::vector<SudokillMove> line;
  while (state.to_move() >= 0) {
    const auto move = leader.best_move(SolverPosition::of(state));
    if (!move) break;
    line.push_back(*move);
    state.apply(*move);
  }
  return line;
}

}  // namespace gauntlet::search
