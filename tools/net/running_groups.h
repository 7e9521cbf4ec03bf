// The programs of others that this process runs.
#pragma once

#include <sys/types.h>

namespace gauntlet::tools {

/// Their process groups, so that none is left behind when this process must end at once. Any
/// thread; kill_all() in signal handlers, too.
class RunningGroups {
 public:
  /// More than kMost at once are not known here.
  static constexpr int kMost = 4'096;

  static void add(pid_t group);
  /// Before its number is free again, that is before its leader is waited for.
  static void remove(pid_t group);
  /// SIGKILL to all of them.
  static void kill_all();
};

}  // namespace gauntlet::tools
