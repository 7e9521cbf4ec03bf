// The seam between what searches and what plays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/any_game.h"
#include "search/limits.h"
#include "search/proven.h"

namespace gauntlet::search {

/// What is known of one move.
struct JudgedMove {
  engine::AnyMove move;
  Proven proven = Proven::kNothing;  ///< For who makes it.
  double win = 0.5;                  ///< The same, as in Result.
  std::optional<double> error = {};  ///< The standard error of `win`, where it was sampled.
};

/// What a search found, or has found so far.
struct Result {
  engine::AnyMove best;              ///< Always legal.
  std::optional<int> score;          ///< Alpha-beta's score in its own units, for the side to move.
  double win = 0.5;                  ///< P(win) + P(draw)/2 for the side to move, 0..1.
  int depth = 0;                     ///< Completed plies; for MCTS the length of `pv`.
  std::uint64_t nodes = 0;           ///< Nodes, or simulations for MCTS.
  std::vector<engine::AnyMove> pv;   ///< Principal variation, `best` first; chance moves included.
  Proven proven = Proven::kNothing;  ///< For the side to move.
  /// Every legal move, from a searcher that judges them one by one; else those that
  /// SearcherOptions::judges_within asks for, as far as they are known; else empty.
  std::vector<JudgedMove> moves;
};

/// Called from time to time with what is known so far; on the thread that called search().
using Progress = std::function<void(const Result&)>;

/// Finds moves. Not thread-safe: one thread calls it, whatever number of threads it uses inside.
class Searcher {
 public:
  virtual ~Searcher() = default;

  /// Bytes that its tables may come to take; the rest is a few hundred kilobytes at most.
  virtual std::size_t memory() const = 0;

  /// Forgets everything learned, so that the next search depends only on its arguments and `seed`.
  virtual void new_game(std::uint64_t seed) = 0;

  /// Blocks until a limit is reached or the position is decided, and always returns a legal move,
  /// even when every limit is zero. `view` is what the player to move may know: the redacted state
  /// in games with hidden information. REQUIRES: view.to_move() >= 0.
  virtual Result search(const engine::AnyState& view, const Limits& limits,
                        const Progress& progress = {}) = 0;
};

}  // namespace gauntlet::search
