// A run of `gauntlet solve kimble`.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/expected.h"
#include "search/kimble/tablebase/tablebase.h"
#include "search/kimble/tablebase/value_iteration.h"
#include "search/parallel.h"
#include "tools/commands/duel_file.h"

namespace gauntlet::tools {

/// Sweeps a duel's layers one after the other until none changes a value by more than a tolerance,
/// then looks at all positions once more, and keeps what it has in a file if there is one.
///
/// What is saved is what the run goes on with, so one that was killed ends with the same bytes as
/// one that was not, whatever the threads of both.
class DuelRun {
 public:
  struct Options {
    double tolerance;
    int threads;
    /// Values of a layer that is not done are saved when so much time has passed.
    std::chrono::milliseconds save_every = std::chrono::seconds(30);
  };
  /// Told after each sweep: what was swept, and the largest change.
  using Progress = std::function<void(const std::string& what, double change)>;

  /// Without a file nothing is kept. REQUIRES: duel and file outlive the run; the file, if any, has
  /// loaded the duel.
  DuelRun(search::kimble::Tablebase& duel, DuelFile* file, const Options& options,
          Progress progress);

  /// Until all is solved, or `stop` is requested, or the file cannot be written: one sentence.
  std::optional<engine::Error> operator()(const std::stop_token& stop);

  /// How far it has come.
  const DuelHeading& state() const { return state_; }
  bool is_done() const { return state_.residual && is_good(); }

 private:
  bool has_all_layers() const { return state_.layers == static_cast<int>(layers_.size()); }
  bool is_good() const;
  void refine();
  void finish_layer(double change);
  std::optional<engine::Error> update(const std::stop_token& stop);
  std::optional<engine::Error> certify(const std::stop_token& stop);

  search::kimble::Tablebase& duel_;
  DuelFile* const file_;
  const Options options_;
  const Progress progress_;
  search::Workers workers_;
  search::kimble::ValueIteration sweep_;
  const std::vector<search::kimble::Layer> layers_;
  DuelHeading state_;
  std::chrono::steady_clock::time_point saved_ = std::chrono::steady_clock::now();
};

}  // namespace gauntlet::tools
