#include "tools/net/running_groups.h"

#include <signal.h>

#include <array>
#include <atomic>

namespace gauntlet::tools {

namespace {

using Slot = std::atomic<pid_t>;
static_assert(Slot::is_always_lock_free);  // or a signal handler must not touch it

std::array<Slot, RunningGroups::kMost> running{};  // 0: free

/// Puts `to` where `from` is, if that is anywhere.
void exchange(pid_t from, pid_t to) {
  for (Slot& slot : running)
    if (pid_t known = from; slot.compare_exchange_strong(known, to)) return;
}

}  // namespace

void RunningGroups::add(pid_t group) {
  exchange(0, group);
}

void RunningGroups::remove(pid_t group) {
  exchange(group, 0);
}

void RunningGroups::kill_all() {
  for (const Slot& slot : running)
    if (const pid_t group = slot; group > 0) kill(-group, SIGKILL);
}

}  // namespace gauntlet::tools
