// Value iteration over a KimbleDuel.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "search/kimble/duel/duel.h"
#include "search/parallel.h"

namespace gauntlet::search {

/// Updates positions of a duel, a layer at a time, by the sum of both players' levels, lowest
/// first: what is neither a capture nor a pass leads to a lower sum and so to a value of this
/// sweep, a capture to a higher one and so to one of the sweep before. Positions that pass into
/// each other are two linear equations. So captures are all that takes more than one sweep; and a
/// sweep is the same in whatever order, and by however many threads, a sum's positions are taken.
class DuelSweep {
 public:
  /// REQUIRES: both outlive it.
  DuelSweep(KimbleDuel& duel, Workers& workers);

  /// Updates every position of a layer once, and returns the largest change of a value; nothing
  /// when stopped on the way. To be repeated until that is small enough.
  std::optional<double> update(DuelLayer layer, const std::stop_token& stop) {
    return sweep(layer, stop, true);
  }
  /// The largest difference between a position's value and what its definition makes of the others'
  /// values: 0 where all are exact. Changes nothing.
  std::optional<double> residual(DuelLayer layer, const std::stop_token& stop) {
    return sweep(layer, stop, false);
  }

 private:
  /// What of a sum of levels is updated together: those who never pass; those who may, while the
  /// other never does; those where both may.
  enum class Phase : std::uint8_t { kNeverPasses, kOnePasses, kBothPass };
  /// Positions in which `mover` (0 or 1) has so many pieces in the goal, and the other so many.
  struct Task {
    int mover, mover_layer, other_layer;
  };
  class Kernel;

  std::optional<double> sweep(DuelLayer layer, const std::stop_token& stop, bool updates);
  void sweep(const Task& task, int sum, Phase phase);

  KimbleDuel& duel_;
  Workers& workers_;
  std::vector<std::uint64_t> passing_;  ///< Bit n of word w: configuration 64 w + n may pass.
  bool updates_ = true;
  std::atomic<std::uint32_t> largest_change_{0};
};

}  // namespace gauntlet::search
