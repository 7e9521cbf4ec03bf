// Solving Kimble for two, a layer at a time, so that it can be broken off and gone on with.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/status.h"
#include "search/kimble/tablebase/narrow_values.h"
#include "search/kimble/tablebase/packed_values.h"
#include "search/kimble/tablebase/tablebase.h"
#include "search/kimble/tablebase/value_iteration.h"
#include "search/parallel.h"

namespace gauntlet::search::kimble {

/// How far the values of a tablebase have come.
struct SolveState {
  int bits = PackedValues::kBits;  ///< Of a value that is kept; those, or NarrowValues::kBits.
  /// Whether there are values of all layers, of an earlier run with a larger tolerance or of one
  /// whose values were wrong, and the layers that are done are done again.
  bool refines = false;
  int layers = 0;             ///< That are done.
  int sweeps = 0;             ///< Of the next one so far.
  std::uint64_t updates = 0;  ///< Sweeps so far, of all layers.
  double change = 0;          ///< The largest of the last sweeps of the layers that are done.
  /// Once all layers are done (see ValueIteration::residual()); then the values are final.
  std::optional<double> residual;

  bool is_narrow() const { return bits == NarrowValues::kBits; }
};

/// Value iteration over the layers of a tablebase, one after the other, until none changes a value
/// by more than a tolerance; then it looks at all positions once more.
///
/// What it hands over to be kept is what a run goes on with, so one that was killed ends with the
/// same values as one that was not, whatever the threads of both.
class SolveRun {
 public:
  struct Options {
    double tolerance;
    int threads;
    /// Values of a layer that is not done are handed over when so much time has passed.
    std::chrono::milliseconds save_every = std::chrono::seconds(30);
  };
  /// Told after each sweep: what was swept, and the largest change.
  using Progress = std::function<void(const std::string& what, double change)>;
  /// Keeps the values of one layer, or of none, and how far that brings the run; or says why it
  /// cannot.
  using Checkpoint = std::function<absl::Status(std::optional<Layer>, const SolveState&)>;

  /// Goes on from `state`. REQUIRES: the tablebase has the values that were kept with it, and
  /// outlives the run.
  SolveRun(Tablebase& tablebase, const SolveState& state, const Options& options, Progress progress,
           Checkpoint checkpoint);

  /// Until all is solved, or `stop` is requested, or nothing can be kept: one sentence.
  absl::Status operator()(const std::stop_token& stop);

  /// How far it has come.
  const SolveState& state() const { return state_; }
  bool is_done() const { return state_.residual && is_good(); }

 private:
  bool has_all_layers() const { return state_.layers == static_cast<int>(layers_.size()); }
  bool is_good() const;
  void refine();
  void finish_layer(double change);
  absl::Status update(const std::stop_token& stop);
  absl::Status certify(const std::stop_token& stop);

  const Options options_;
  const Progress progress_;
  const Checkpoint checkpoint_;
  Workers workers_;
  ValueIteration iteration_;
  const std::vector<Layer> layers_;
  SolveState state_;
  std::chrono::steady_clock::time_point saved_ = std::chrono::steady_clock::now();
};

}  // namespace gauntlet::search::kimble
