// How a program is made to end that is needed no longer.
#pragma once

#include <chrono>
#include <string>

#include "tools/net/program.h"

namespace gauntlet::tools {

/// It has two seconds to end by itself, is then asked to by SIGTERM, and a second later killed,
/// always with its whole process group.
class Dismissal {
 public:
  using Time = std::chrono::steady_clock::time_point;

  static constexpr std::chrono::seconds kGrace{2};
  static constexpr std::chrono::seconds kGraceAfterTerm{1};

  /// It is needed no longer since then.
  explicit Dismissal(Time since) : since_(since) {}

  /// Does what is due by now. REQUIRES: it has not ended.
  void press(Time now, const Program& program);
  /// How it has ended, and why. REQUIRES: it has ended.
  std::string ending(const Program& program) const;
  /// The last one that it was sent: SIGTERM, SIGKILL; 0: none.
  int signal() const { return signal_; }

 private:
  Time since_;
  int signal_ = 0;  // the last that was sent
};

}  // namespace gauntlet::tools
