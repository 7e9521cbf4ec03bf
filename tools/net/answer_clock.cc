#include "tools/net/answer_clock.h"

#include <algorithm>
#include <utility>

#include "engine/words.h"

namespace gauntlet::tools {

namespace {

using std::chrono::steady_clock;

constexpr std::chrono::milliseconds kLateness{500};

std::string milliseconds_text(steady_clock::duration span) {
  const auto count = std::chrono::ceil<std::chrono::milliseconds>(span).count();
  return engine::grouped(static_cast<std::uint64_t>(std::max<std::int64_t>(0, count))) + " ms";
}

}  // namespace

AnswerClock AnswerClock::of(const selfplay::Allowance& allowance, engine::Player mover,
                            Duration usual, Duration warm_up, LatenessRecord* record) {
  const Time now = steady_clock::now();
  const selfplay::GameClock* const clock = allowance.clock;
  const Time deadline = clock ? clock->deadline(mover, now) : allowance.deadline;
  const Duration margin = clock ? clock->control().margin : Duration(0);
  return {deadline == Time::max() ? usual : deadline - now, margin + warm_up, record};
}

AnswerClock::Time AnswerClock::end() const {
  return due() + kLateness + delay(steady_clock::now());
}

std::optional<std::string> AnswerClock::objection() {
  const Time now = steady_clock::now();
  if (now <= due()) return std::nullopt;
  if (record_ && now <= due() + delay(now)) {
    record_->excused.fetch_add(1, std::memory_order_relaxed);
    return std::nullopt;
  }
  return "took " + milliseconds_text(now - asked_) + " of " + milliseconds_text(limit_) +
         delay_text(now);
}

std::string AnswerClock::silence() const {
  return "gave no answer in " + milliseconds_text(limit_) + delay_text(steady_clock::now());
}

AnswerClock::Duration AnswerClock::delay(Time until) const {
  return record_ ? record_->meter.longest(asked_, until) : Duration(0);
}

/// Where it may have been noticed.
std::string AnswerClock::delay_text(Time until) const {
  const Duration delayed = delay(until);
  return delayed == Duration(0) ? ""
                                : " (the machine's own delay: " + milliseconds_text(delayed) + ")";
}

}  // namespace gauntlet::tools
