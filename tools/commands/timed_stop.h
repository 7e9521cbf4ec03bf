// Ctrl-C or a time limit, whichever comes first, as one stop token.
#pragma once

#include <absl/time/time.h>

#include <chrono>
#include <functional>
#include <optional>
#include <stop_token>
#include <thread>

#include "selfplay/wait_for_stop.h"
#include "tools/commands/interrupt.h"

namespace gauntlet::tools {

/// Asks for an end on a signal, or when a time is over. At most one at a time, as of Interrupt.
class TimedStop {
 public:
  explicit TimedStop(const std::optional<std::chrono::milliseconds>& time) {
    if (time)
      timer_ = std::jthread([this, time](const std::stop_token& stop) { wait(stop, *time); });
  }
  std::stop_token token() const { return stop_.get_token(); }
  bool was_interrupted() const { return interrupt_.happened(); }

 private:
  void wait(const std::stop_token& stop, std::chrono::milliseconds time) {
    if (!selfplay::wait_for_stop(stop, absl::FromChrono(time))) stop_.request_stop();
  }

  const Interrupt interrupt_;
  std::stop_source stop_;
  const std::stop_callback<std::function<void()>> on_signal_{interrupt_.token(),
                                                             [this] { stop_.request_stop(); }};
  std::jthread timer_;  // last, for it uses the others
};

}  // namespace gauntlet::tools
