// What the programs of a tournament said.
#pragma once

#include <absl/base/thread_annotations.h>
#include <absl/container/flat_hash_map.h>
#include <absl/synchronization/mutex.h>

#include <cstdint>
#include <string>

#include "engine/status.h"
#include "tools/net/program_report.h"

namespace gauntlet::tools {

/// Keeps it in a folder, a file for each player, to which each of its processes adds what it wrote
/// on stderr (and on stdout, where its protocol is not there). Thread-safe.
class EntrantOutputs {
 public:
  static constexpr std::uint64_t kMostBytes = 64 << 20;  ///< Of a player; what follows is not kept.

  /// Makes the folder; a sentence when that is not possible. No folder when `path` is empty: then
  /// nothing is kept.
  absl::Status keep_in(const std::string& path);
  void add(const ProgramReport& report);
  /// Why something could not be kept; "" if all was.
  std::string failure() const {
    const absl::MutexLock lock(&mutex_);
    return failure_;
  }

 private:
  mutable absl::Mutex mutex_;
  std::string folder_ ABSL_GUARDED_BY(mutex_);
  absl::flat_hash_map<std::string, std::uint64_t> written_ ABSL_GUARDED_BY(mutex_);
  std::string failure_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace gauntlet::tools
