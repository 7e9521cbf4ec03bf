// Value iteration over a Tablebase.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "search/kimble/tablebase/tablebase.h"
#include "search/parallel.h"

namespace gauntlet::search::kimble {

/// Updates positions of a table, a layer at a time, by the sum of both players' levels, lowest
/// first: what is neither a capture nor a pass leads to a lower sum and so to a value of this
/// sweep, a capture to a higher one and so to one of the sweep before. Positions that pass into
/// each other are two linear equations. So captures are all that takes more than one sweep; and a
/// sweep is the same in whatever order, and by however many threads, a sum's positions are taken.
class ValueIteration {
 public:
  /// REQUIRES: both outlive it.
  ValueIteration(Tablebase& tablebase, Workers& workers);
  ~ValueIteration();

  /// Sets the values of a layer to what the levels of both players say; from there fewer sweeps are
  /// needed than from zeros where both play alike, and no more elsewhere (docs/strength.md).
  void begin(Layer layer);
  /// Rounds the values of a layer to what NarrowValues can tell.
  void narrow(Layer layer);
  /// Updates every position of a layer once, and returns the largest change of a value; nothing
  /// when stopped on the way. To be repeated until that is small enough.
  std::optional<double> update(Layer layer, const std::stop_token& stop) {
    return sweep(layer, stop, true);
  }
  /// The largest difference between a position's value and what its definition makes of the others'
  /// values: 0 where all are exact. Changes nothing.
  std::optional<double> residual(Layer layer, const std::stop_token& stop) {
    return sweep(layer, stop, false);
  }

 private:
  class Kernel;

  std::optional<double> sweep(Layer layer, const std::stop_token& stop, bool updates);
  template <class Visit>
  void for_each_row(Layer layer, Visit&& visit);
  void look_at(int mover, int layer, int other_layer, int sum);
  void update_passes();
  Kernel& kernel_of(int mover, int thread) {
    return *kernels_[static_cast<std::size_t>(mover)][static_cast<std::size_t>(thread)];
  }
  template <class Visit>
  void for_each_kernel(Visit&& visit);

  Tablebase& tablebase_;
  Workers& workers_;
  std::array<std::vector<std::unique_ptr<Kernel>>, 2> kernels_;  ///< By mover and thread.
};

}  // namespace gauntlet::search::kimble
