// Waiting until somebody requests a stop.
#pragma once

#include <absl/synchronization/notification.h>
#include <absl/time/time.h>

#include <stop_token>

namespace gauntlet::selfplay {

/// Blocks until a stop is requested, but not longer than `timeout`. True when it was requested.
inline bool wait_for_stop(const std::stop_token& stop,
                          absl::Duration timeout = absl::InfiniteDuration()) {
  absl::Notification requested;
  const std::stop_callback notify(stop, [&requested] { requested.Notify(); });
  return requested.WaitForNotificationWithTimeout(timeout);
}

}  // namespace gauntlet::selfplay
