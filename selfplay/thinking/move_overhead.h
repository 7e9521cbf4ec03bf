// What is kept back of the time for a move.
#pragma once

#include <algorithm>
#include <chrono>

namespace gauntlet::selfplay {

/// The way from the searcher to the socket takes time, and on a busy machine much more: a thread
/// that wants to run may wait for some ten milliseconds. How much is learned from how late answers
/// have come; before that a busy machine is expected. Not thread-safe.
class MoveOverhead {
 public:
  using Duration = std::chrono::steady_clock::duration;

  MoveOverhead() = default;
  /// Expects answers that are so late at first, and keeps back so much at most. Where limits may be
  /// as short as a busy machine's delays, a search that ends soon is seldom hit by one.
  MoveOverhead(Duration expected, int most_percent)
      : most_percent_(most_percent), lateness_(expected) {}

  /// At least 15 % of `allowance`, from 1 to 100 ms of it; at most 60 % if nothing else was said.
  Duration of(Duration allowance) const {
    using std::chrono::milliseconds;
    const Duration least =
        std::clamp<Duration>(allowance * 3 / 20, milliseconds(1), milliseconds(100));
    return std::min(least + lateness_ * 3 / 2, allowance * most_percent_ / 100);
  }

  /// An answer came so much after it had been wanted; before, if negative: that tells nothing.
  void learn(Duration late) {
    if (late < Duration(0)) return;
    lateness_ = std::max(late, lateness_ * 49 / 50);
  }

 private:
  int most_percent_ = 60;
  Duration lateness_ = std::chrono::milliseconds(20);  // the longest, old ones fading
};

}  // namespace gauntlet::selfplay
