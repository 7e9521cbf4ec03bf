#include "search/sudokill/solver/solver.h"

#include <algorithm>
#include <optional>
#include <span>
#include <utility>

#include "search/big_memory.h"
#include "search/sudokill/solver/endgame_search.h"
#include "search/sudokill/solver/shared_moves.h"
#include "search/sudokill/solver/solver_meter.h"

namespace gauntlet::search::sudokill {

using engine::Sudokill;

class Solver::Worker {
 public:
  /// All threads of a search have the same arguments (see SharedMoves, SolverMeter).
  Worker(SolverTable& table, BusyPositions* busy, const std::atomic<Proven>& proven)
      : table_(table),
        meter_(proven),
        shared_(busy, table, meter_),
        endgames_(table, meter_, shared_),
        ply_memory_(kMostPlies * sizeof(SolverChildren), Pages::kSmall),
        plies_(reinterpret_cast<SolverChildren*>(ply_memory_.data())) {}

  SolverMeter& meter() { return meter_; }

  /// Whether the player to move wins; meaningless once meter_.stopped().
  bool wins(const SolverPosition& position, std::uint64_t key, int ply);

  /// The best move of a solved position (see Solution); nothing when stopped.
  std::optional<Sudokill::Move> best_move(const SolverPosition& position);

 private:
  static constexpr std::size_t kMostPlies = engine::SquareSet::kSquares + 1;

  bool look_up(SolverChildren::List& moves);
  bool loses(const SolverPosition& position, const SolverChild& child, int ply);
  bool wins_endgame(const SolverPosition& position, std::uint64_t key);
  bool has_win(const SolverPosition& position, SolverChildren::List& moves, int ply);
  static void sort_by_effort(SolverChildren::List& moves);

  SolverTable& table_;
  SolverMeter meter_;
  SharedMoves shared_;
  EndgameSearch endgames_;
  BigMemory ply_memory_;   // few plies are ever reached, and the others cost nothing
  SolverChildren* plies_;  // kMostPlies of them; zeroed memory is an empty list
};

/// Removes the moves that are known to lose; true when one is known to win.
inline bool Solver::Worker::look_up(SolverChildren::List& moves) {
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

inline void Solver::Worker::sort_by_effort(SolverChildren::List& moves) {
  std::sort(moves.begin(), moves.end(), [](const SolverChild& a, const SolverChild& b) {
    return std::pair(a.cost, a.move.bits()) < std::pair(b.cost, b.move.bits());
  });
}

/// Whether the opponent loses after `child`, whom other threads may have solved meanwhile.
inline bool Solver::Worker::loses(const SolverPosition& position, const SolverChild& child,
                                  int ply) {
  if (const auto known = table_.probe(child.key)) return !known->wins;
  const SolverPosition next = SolverChildren::play(position, child);
  return !shared_.wins(child.key, child.live.size(), [&] {
    return child.candidates + child.live.size() <= Endgame::kMost ? wins_endgame(next, child.key)
                                                                  : wins(next, child.key, ply + 1);
  });
}

bool Solver::Worker::wins(const SolverPosition& position, std::uint64_t key, int ply) {
  if (!meter_.count()) return false;
  const std::uint64_t before = meter_.nodes();
  SolverChildren& children = plies_[ply];
  const bool won = children.list(position) || look_up(children.moves()) ||
                   has_win(position, children.moves(), ply);
  if (meter_.stopped()) return false;
  table_.store(key, won, meter_.nodes() - before + 1);
  return won;
}

/// The same of a small position.
bool Solver::Worker::wins_endgame(const SolverPosition& position, std::uint64_t key) {
  const std::uint64_t before = meter_.nodes();
  const bool won = endgames_.wins(Endgame(position));
  if (!meter_.stopped()) table_.store(key, won, meter_.nodes() - before + 1);
  return won;
}

/// Searches the moves until one wins.
bool Solver::Worker::has_win(const SolverPosition& position, SolverChildren::List& moves, int ply) {
  sort_by_effort(moves);
  return SharedMoves::any_wins(
      std::span(moves.begin(), moves.end()),
      [&](const SolverChild& child) { return shared_.is_busy(child.key, child.live.size()); },
      [&](const SolverChild& child) { return loses(position, child, ply) && !meter_.stopped(); });
}

std::optional<Sudokill::Move> Solver::Worker::best_move(const SolverPosition& position) {
  SolverChildren& children = plies_[0];
  if (children.list(position)) return children.winning_move();
  SolverChildren::List& moves = children.moves();
  sort_by_effort(moves);
  Sudokill::Move stubborn;
  int largest = -1;
  for (const SolverChild& child : moves) {
    const bool won = loses(position, child, 0);
    const auto reply = table_.probe(child.key);
    if (meter_.stopped() && !reply) return std::nullopt;  // what is in the table needs no search
    if (won) return child.move;
    const int size = reply ? reply->size : 0;
    if (size < largest) continue;  // of equal ones the last: its game is the longest
    largest = size;
    stubborn = child.move;
  }
  return stubborn;
}

Solver::Solver(std::size_t hash_mb, int threads, std::uint64_t most_nodes)
    : table_(hash_mb, most_nodes),
      busy_(threads > 1 ? std::make_unique<BusyPositions>() : nullptr),
      workers_(threads) {
  for (int id = 0; id < threads; ++id)
    crew_.push_back(std::make_unique<Worker>(table_, busy_.get(), proven_));
}

Solver::~Solver() = default;

Proven Solver::prove(const Sudokill& state, Budget& budget) {
  SolverPosition root = SolverPosition::of(state);
  const std::uint64_t key = SolverChildren::reduce(root);
  return solve(root, key, budget);
}

Solution Solver::solve(const Sudokill& state, Budget& budget) {
  Solution solution;
  solution.proven = prove(state, budget);
  if (solution.proven != Proven::kNothing) solution.line = line_from(state, budget.limits());
  solution.nodes = budget.spent();
  return solution;
}

Proven Solver::solve(const SolverPosition& position, std::uint64_t key, Budget& budget) {
  if (const auto entry = known(key)) return entry->wins ? Proven::kWin : Proven::kLoss;
  const auto work = [&](int id) {
    Worker& worker = *crew_[static_cast<std::size_t>(id)];
    worker.meter().start(budget);
    const bool won = worker.wins(position, key, 0);
    if (!worker.meter().stopped()) proven_ = won ? Proven::kWin : Proven::kLoss;
    worker.meter().finish();
  };
  workers_.run([&] { work(0); }, work);
  return proven_.exchange(Proven::kNothing);
}

/// Best moves of both sides to the end. What they need stands in the table, or is soon found again.
std::vector<Sudokill::Move> Solver::line_from(Sudokill state, const Limits& limits) {
  Budget budget(limits, kNodesPerPoll);
  Worker& leader = *crew_[0];
  leader.meter().start(budget);
  std::vector<Sudokill::Move> line;
  while (state.to_move() >= 0) {
    const auto move = leader.best_move(SolverPosition::of(state));
    if (!move) break;
    line.push_back(*move);
    state.apply(*move);
  }
  return line;
}

}  // namespace gauntlet::search::sudokill
