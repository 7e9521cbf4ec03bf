// The time of one question to a program.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/game.h"
#include "selfplay/players/player.h"
#include "tools/net/delay_meter.h"

namespace gauntlet::tools {

/// Tells whose fault it is that an answer is late, for all programs of a run. Any thread.
struct LatenessRecord {
  DelayMeter meter;
  /// Answers that were late by no more than the machine's delay meanwhile, and so in time.
  std::atomic<std::uint64_t> excused{0};
};

/// Runs from start() until the answer has come. One thread.
class AnswerClock {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Duration = std::chrono::steady_clock::duration;

  /// The answer may take `limit`, and comes in time when it takes `margin` longer, and longer still
  /// by what the machine itself has delayed meanwhile, where `record` tells that.
  AnswerClock(Duration limit, Duration margin, LatenessRecord* record)
      : limit_(limit), margin_(margin), record_(record) {}
  /// What `mover` is allowed now, with its margin; `usual` where nobody keeps a clock. The answer
  /// may take `warm_up` longer.
  static AnswerClock of(const selfplay::Allowance& allowance, engine::Player mover, Duration usual,
                        Duration warm_up, LatenessRecord* record);

  /// The question was handed to the system.
  void start() { asked_ = std::chrono::steady_clock::now(); }
  Duration limit() const { return limit_; }
  /// When an answer is late but for the machine's delay.
  Time due() const { return asked_ + limit_ + margin_; }
  /// Until then somebody who is late is listened to, so that how late it was can be told.
  Time end() const;
  /// The answer has come now. Nothing, or why it was too late: "took 1,034 ms of 1,000 ms".
  std::optional<std::string> objection();
  /// Why it is too late, where nothing has come until now: "gave no answer in 1,000 ms".
  std::string silence() const;

 private:
  Duration delay(Time until) const;
  std::string delay_text(Time until) const;

  const Duration limit_, margin_;
  LatenessRecord* const record_;
  Time asked_{};
};

}  // namespace gauntlet::tools
