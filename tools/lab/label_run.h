// Labelling games on all threads.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <stop_token>
#include <vector>

#include "engine/expected.h"
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
      : options_(options), file_(file), stop_(stop), next_(file.next_game()), due_(next_) {}

  /// Until there are enough, or `stop` is requested; an error when they cannot be written.
  std::optional<engine::Error> operator()();

 private:
  struct Job {
    std::uint64_t game = 0;
    std::optional<std::vector<search::sudokill::Siblings>> families;
  };

  bool is_done() const {
    return error_ || stop_.stop_requested() || file_.positions() >= options_.positions;
  }
  Job* start();
  void finish(Job& job);
  void tell_progress();

  const Options options_;
  LabelFile& file_;
  const std::stop_token stop_;
  std::mutex mutex_;  ///< For all below and the file.
  std::vector<Job*> free_;
  std::uint64_t next_;  ///< The game to be started next.
  std::uint64_t due_;   ///< The game to be written next.
  std::map<std::uint64_t, std::vector<search::sudokill::Siblings>> early_;
  std::optional<engine::Error> error_;
  std::chrono::steady_clock::time_point next_line_{};
};

}  // namespace gauntlet::tools
