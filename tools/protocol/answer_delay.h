// How much too late answers come on this machine.
#pragma once

#include <algorithm>
#include <chrono>

namespace gauntlet::tools {

/// What is kept back of a limit for one move, learned from how late searches have ended: a busy
/// machine takes the core away for some ten milliseconds, and where the limit is as short as that a
/// search that ends soon is seldom hit. Not thread-safe.
class AnswerDelay {
 public:
  using Duration = std::chrono::steady_clock::duration;

  /// 15 % of `limit` and half as much again as the delay; at most 90 %.
  Duration of(Duration limit) const {
    return std::min(limit * 3 / 20 + longest_ * 3 / 2, limit * 9 / 10);
  }

  /// A search ended so much after it should have; before, if negative: that tells nothing.
  void learn(Duration late) {
    if (late >= Duration(0)) longest_ = std::max(late, longest_ * 49 / 50);
  }

 private:
  Duration longest_ = std::chrono::milliseconds(10);  // old ones fade
};

}  // namespace gauntlet::tools
