// What the programs said that a host has started.
#pragma once

#include <optional>
#include <string>

#include "engine/status.h"
#include "tools/net/program_report.h"

namespace gauntlet::tools {

/// Keeps it in a folder, a file for each program and game; without one, the last lines of programs
/// that ended badly go to the log. What goes wrong after the start is told on stderr at once and
/// ends nothing. One thread at a time.
class ProgramOutputs {
 public:
  /// Makes the folder; a sentence when that is not possible, or when it holds such files already.
  /// No folder when `path` is empty.
  absl::Status keep_in(const std::string& path);
  void add(const ProgramReport& report);
  /// Whether something could not be kept.
  bool has_failed() const { return has_failed_; }

 private:
  bool write(const ProgramReport& report) const;

  std::string folder_;
  bool has_failed_ = false;
};

}  // namespace gauntlet::tools
