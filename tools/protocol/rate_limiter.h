// How fast somebody may talk.
#pragma once

#include <algorithm>
#include <chrono>
#include <optional>

namespace gauntlet::tools {

/// A bucket of tokens, one a message: so many may come at once, and so many a second for long.
class RateLimiter {
 public:
  using Time = std::chrono::steady_clock::time_point;

  RateLimiter(double at_once, double per_second)
      : at_once_(at_once), per_second_(per_second), tokens_(at_once) {}

  /// Whether one more may come now. REQUIRES: `now` is not before that of the last call.
  bool allows(Time now) {
    const double seconds = std::chrono::duration<double>(now - last_.value_or(now)).count();
    tokens_ = std::min(at_once_, tokens_ + seconds * per_second_);
    last_ = now;
    if (tokens_ < 1) return false;
    tokens_ -= 1;
    return true;
  }
  /// Whether the last one that was allowed came after a rest, so that all the others were there.
  bool is_full() const { return tokens_ >= at_once_ - 1; }

 private:
  double at_once_;
  double per_second_;
  double tokens_;
  std::optional<Time> last_;
};

}  // namespace gauntlet::tools
