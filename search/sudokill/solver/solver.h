// Exact wins and losses of Sudokill.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/sudokill/sudokill.h"
#include "search/alpha_beta/busy_positions.h"
#include "search/budget.h"
#include "search/limits.h"
#include "search/parallel.h"
#include "search/proven.h"
#include "search/sudokill/solver/solver_children.h"
#include "search/sudokill/solver/solver_position.h"
#include "search/sudokill/solver/solver_table.h"

namespace gauntlet::search::sudokill {

/// What a solver has found.
struct Solution {
  Proven proven = Proven::kNothing;  ///< For the player to move; kNothing: a limit came first.
  /// To the end of the game, the winner's moves all winning, the loser's those that took longest to
  /// refute; read from the table, and searched again where that has forgotten. Shorter when a limit
  /// came meanwhile; empty when unsolved.
  std::vector<engine::Sudokill::Move> line;
  std::uint64_t nodes = 0;
};

/// Depth-first search for a move that wins, over one large table that the threads share: all moves
/// are looked up before any is searched, then the one that leaves the smallest game comes first.
/// Nearly all of the tree is below positions that are small enough for Endgames, where much is
/// plain without a search. A subtree that another thread is at is put off, and one that another has
/// solved is left (see SharedMoves), for what two threads search twice is lost. What is solved
/// stays in the table for the next call. Not thread-safe.
class Solver {
 public:
  /// Memory is taken as it is needed (see SolverTable), at most `hash_mb`; `most_nodes` is what
  /// one call may search. REQUIRES: hash_mb >= 1, threads >= 1. Throws std::bad_alloc.
  Solver(std::size_t hash_mb, int threads, std::uint64_t most_nodes = Limits::kNoNodes);
  ~Solver();

  /// For the budget: so many take below a millisecond.
  static constexpr std::uint64_t kNodesPerPoll = 1024;

  /// Until it is solved or `budget` stops, which other threads may watch. With one thread and a
  /// node limit the result is the same every time if those of the calls before were. REQUIRES:
  /// state.to_move() >= 0.
  Solution solve(const engine::Sudokill& state, Budget& budget);
  /// The proof alone, which spares the line's time: for many small positions.
  Proven prove(const engine::Sudokill& state, Budget& budget);

  /// The proof of one position, for the player to move; kNothing: `budget` has stopped. One
  /// budget can serve several calls. REQUIRES: `position` and `key` are those of a move in
  /// SolverChildren, or of SolverChildren::reduce().
  Proven solve(const SolverPosition& position, std::uint64_t key, Budget& budget);

  /// What earlier calls have found of the position with that key, if it is not forgotten.
  std::optional<SolverTable::Entry> known(std::uint64_t key) const { return table_.probe(key); }

  /// What the table may come to take.
  std::size_t memory() const { return table_.most_bytes(); }

  /// Forgets all positions, the faster the fewer there are.
  void clear() { table_.clear(); }

 private:
  /// One thread's part.
  class Worker;

  std::vector<engine::Sudokill::Move> line_from(engine::Sudokill state, const Limits& limits);

  SolverTable table_;
  std::unique_ptr<BusyPositions> busy_;           ///< Null where one thread searches.
  std::atomic<Proven> proven_{Proven::kNothing};  ///< By a thread, of what all of them are at.
  Workers workers_;
  std::vector<std::unique_ptr<Worker>> crew_;
};

}  // namespace gauntlet::search::sudokill
