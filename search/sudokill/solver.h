// Exact wins and losses of Sudokill.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/sudokill.h"
#include "search/budget.h"
#include "search/busy_positions.h"
#include "search/limits.h"
#include "search/parallel.h"
#include "search/proven.h"
#include "search/sudokill/solver_children.h"
#include "search/sudokill/solver_position.h"
#include "search/sudokill/verdict_table.h"

namespace gauntlet::search {

/// What a solver has found.
struct Solution {
  Proven proven = Proven::kNothing;  ///< For the player to move; kNothing: a limit came first.
  /// To the end of the game, the winner's moves all winning, the loser's those that took longest to
  /// refute; read from the table, and searched again where that has forgotten. Shorter when a limit
  /// came meanwhile; empty when unsolved.
  std::vector<engine::SudokillMove> line;
  std::uint64_t nodes = 0;
};

/// Depth-first search for a move that wins, over one large table that the threads share: all moves
/// are looked up before any is searched, then the one that leaves the smallest game comes first.
/// A subtree that another thread is at is put off (see BusyPositions), for what two threads search
/// twice is lost. What is solved stays in the table for the next call. Not thread-safe.
class SudokillSolver {
 public:
  /// REQUIRES: hash_mb >= 1, threads >= 1. Throws std::bad_alloc.
  SudokillSolver(std::size_t hash_mb, int threads);
  ~SudokillSolver();

  /// For the budget: so many take below a millisecond.
  static constexpr std::uint64_t kNodesPerPoll = 1024;

  /// Until it is solved or `budget` stops, which other threads may watch; it is stopped when this
  /// returns. With one thread and a node limit the result is the same every time if those of the
  /// calls before were. REQUIRES: state.to_move() >= 0.
  Solution solve(const engine::Sudokill& state, Budget& budget);
  /// The verdict alone, which spares the line's time: for many small positions.
  Proven verdict(const engine::Sudokill& state, Budget& budget);

 private:
  /// One thread's part.
  class Worker;

  std::vector<engine::SudokillMove> line_from(engine::Sudokill state, const Limits& limits);

  VerdictTable table_;
  BusyPositions busy_;
  Workers workers_;
  std::vector<std::unique_ptr<Worker>> crew_;
};

}  // namespace gauntlet::search
