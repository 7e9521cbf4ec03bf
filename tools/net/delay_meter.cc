#include "tools/net/delay_meter.h"

#include <algorithm>
#include <stop_token>

namespace gauntlet::tools {

namespace {

using std::chrono::steady_clock;

constexpr std::chrono::milliseconds kBetween{2};
constexpr std::chrono::milliseconds kShortest{1};
constexpr std::size_t kMostKept = 10'000;

}  // namespace

DelayMeter::DelayMeter() : due_(steady_clock::now() + kBetween) {
  // The next moment counts from the last, so that no time lies between two measurements: whoever
  // is stopped there was late, too.
  thread_ = std::jthread([this, due = due_](const std::stop_token& stop) {
    for (Time next = due; !stop.stop_requested();) {
      std::this_thread::sleep_until(next);
      next = note(next, steady_clock::now());
    }
  });
}

DelayMeter::Time DelayMeter::note(Time due, Time woken) {
  const absl::MutexLock lock(&mutex_);
  if (woken - due >= kShortest) {
    longest_ = std::max(longest_, woken - due);
    delays_.push_back({due, woken});
    if (delays_.size() > kMostKept) delays_.pop_front();
  }
  return due_ = woken + kBetween;
}

DelayMeter::Duration DelayMeter::longest(Time from, Time to) const {
  Duration longest{0};
  const auto count = [&](const Delay& delay) {
    const Duration common = std::min(delay.to, to) - std::max(delay.from, from);
    if (common >= kShortest) longest = std::max(longest, common);
  };
  const absl::MutexLock lock(&mutex_);
  count({due_, steady_clock::now()});
  for (auto delay = delays_.rbegin(); delay != delays_.rend() && delay->to > from; ++delay)
    count(*delay);
  return longest;
}

DelayMeter::Duration DelayMeter::longest() const {
  const absl::MutexLock lock(&mutex_);
  return longest_;
}

}  // namespace gauntlet::tools
