// Programs see little, reach nobody, and use no more than they may.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "engine/status.h"
#include "tools/net/own_descriptor.h"
#include "tools/net/own_files.h"
#include "tools/net/warden.h"

namespace gauntlet::tools {

/// How programs are run by bubblewrap, `bwrap`: each in a sandbox of its own, where
///
///   files       those of the system and its own (own_files.h) can be read, but not what in /etc
///               only some users may know; only /tmp and /dev/shm, which are empty at first, small
///               and private, can be written;
///   network     there is none but its own 127.0.0.1;
///   processes   none but its own can be seen, and all of them end with it;
///   privileges  there are none, nor can any be had.
///
/// The same for all programs of a run. Thread-safe.
class Sandbox {
 public:
  struct Settings {
    /// Folders and files that every program sees, too.
    std::vector<std::string> read = {};
    /// Private memory of each process; 0: as much as there is. It is no bound of what processes
    /// share, nor of all of a program's processes together.
    std::uint64_t memory_bytes = kUsualMemory;
    std::string bubblewrap = {};                ///< Where it lies; "": wherever PATH says.
    std::string executable = "/proc/self/exe";  ///< Whose main() calls run_warden().
    Surroundings here = Surroundings::here();
  };
  static constexpr std::uint64_t kUsualMemory = std::uint64_t{2} << 30;
  static constexpr std::uint64_t kPrivateFileBytes = std::uint64_t{256} << 20;  ///< Of /tmp.

  /// Looks for bubblewrap and the settings' files; whether it works, a trial tells
  /// (sandbox_trial.h). Fails with a sentence.
  static absl::StatusOr<std::shared_ptr<const Sandbox>> open(Settings settings);

  /// What is to be executed, arguments()[0] included, with descriptors as WardenOrders has them.
  std::vector<std::string> arguments(WardenOrders orders) const;
  /// To be its WardenOrders::kExecutable.
  const OwnDescriptor& executable() const { return executable_; }

 private:
  Sandbox(Settings settings, OwnDescriptor executable, std::vector<OwnFile> read);

  const Settings settings_;
  const OwnDescriptor executable_;  // stays the same when the file is replaced
  const std::vector<OwnFile> read_;
  const std::uint64_t cpu_seconds_;
};

}  // namespace gauntlet::tools
