// How long to wait before the next attempt to reach a server.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>

#include "engine/rng.h"

namespace gauntlet::tools {

/// Exponential back-off with jitter: nothing before the first attempt, 0.2 s after the first
/// failure, twice as long after each further one, up to 30 s. A wait is up to half as long again,
/// so that many clients of a server that restarts do not come back in step.
class BackOff {
 public:
  using Wait = std::chrono::milliseconds;
  static constexpr Wait kFirst{200};
  static constexpr Wait kLongest{30'000};

  explicit BackOff(std::uint64_t seed) : rng_(seed) {}

  void failed() {
    base_ = base_.count() == 0 ? kFirst : std::min(2 * base_, kLongest);
    const auto jitter = rng_.below(static_cast<std::uint32_t>(base_.count() / 2));
    wait_ = std::min(base_ + Wait(jitter), kLongest);
  }
  void succeeded() { base_ = wait_ = Wait(0); }
  /// What to wait before the next attempt.
  Wait wait() const { return wait_; }

 private:
  engine::Rng rng_;
  Wait base_{0};
  Wait wait_{0};
};

}  // namespace gauntlet::tools
