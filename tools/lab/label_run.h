// Labelling games on all threads.
#pragma once

#include <absl/base/thread_annotations.h>
#include <absl/container/btree_map.h>
#include <absl/synchronization/mutex.h>

#include <chrono>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "engine/status.h"
#include "search/sudokill/fit/labelled_game.h"
#include "search/sudokill/siblings.h"
#include "tools/lab/label_file.h"

namespace gauntlet::tools {

/// Labels games until a file holds enough positions, and tells its progress on stderr; what is
/// written does not depend on how many threads there are. Made for one call.
class LabelRun {
 public:
  struct Options {
    search::sudokill::LabelRecipe recipe;
    std::uint64_t positions;  ///< Those in the file included.
    int threads;
  };

  /// REQUIRES: `file` outlives it, and was opened for the same recipe.
  LabelRun(const Options& options, LabelFile& file, const std::stop_token& stop)
      : options_(options), stop_(stop), file_(file), next_(file.next_game()), due_(next_) {}

  /// Until there are enough, or `stop` is requested; an error when they cannot be written.
  absl::Status operator()();

 private:
  struct Job {
    std::uint64_t game = 0;
    std::optional<std::vector<search::sudokill::Siblings>> sibling_sets;
  };

  bool is_done() const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_) {
    return !status_.ok() || stop_.stop_requested() || file_.positions() >= options_.positions;
  }
  Job* start();
  void finish(Job& job);
  void tell_progress() ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const Options options_;
  const std::stop_token stop_;
  absl::Mutex mutex_;
  LabelFile& file_ ABSL_GUARDED_BY(mutex_);
  std::vector<Job*> free_ ABSL_GUARDED_BY(mutex_);
  std::uint64_t next_ ABSL_GUARDED_BY(mutex_);  ///< The game to be started next.
  std::uint64_t due_ ABSL_GUARDED_BY(mutex_);   ///< The game to be written next.
  absl::btree_map<std::uint64_t, std::vector<search::sudokill::Siblings>> early_
      ABSL_GUARDED_BY(mutex_);
  absl::Status status_ ABSL_GUARDED_BY(mutex_);
  std::chrono::steady_clock::time_point next_line_ ABSL_GUARDED_BY(mutex_){};
};

}  // namespace gauntlet::tools
