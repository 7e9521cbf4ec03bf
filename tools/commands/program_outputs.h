// What programs said, kept in a folder.
#pragma once

#include <absl/base/thread_annotations.h>
#include <absl/synchronization/mutex.h>

#include <cstdint>
#include <string>

#include "engine/status.h"
#include "tools/net/program_report.h"

namespace gauntlet::tools {

/// A file for each label, to which each process of that label adds how it ended and what it wrote.
/// Labels that differ have files that differ. Thread-safe.
class ProgramOutputs {
 public:
  static constexpr std::uint64_t kMostBytes = 64 << 20;  ///< Of a file; what follows is not kept.

  /// What to do about files that are in the folder.
  enum class Earlier {
    kAddTo,        ///< They stay, and those of the same label grow.
    kRefuseGames,  ///< Outputs of a host's games must not be there.
  };

  /// Makes the folder; a sentence when that is not possible. No folder when `path` is empty: then
  /// nothing is kept.
  absl::Status keep_in(const std::string& path, Earlier earlier);
  bool are_kept() const {
    const absl::MutexLock lock(&mutex_);
    return !folder_.empty();
  }
  /// The end of what the processes of `label` wrote into a folder of such files; "" where nothing
  /// is there.
  static std::string last_words(const std::string& folder, const std::string& label);

  /// A sentence when it could not be kept.
  absl::Status add(const ProgramReport& report);
  /// The first of those sentences; OK if all was kept.
  absl::Status failure() const {
    const absl::MutexLock lock(&mutex_);
    return failure_;
  }

 private:
  mutable absl::Mutex mutex_;
  std::string folder_ ABSL_GUARDED_BY(mutex_);
  absl::Status failure_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace gauntlet::tools
