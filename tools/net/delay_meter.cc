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
  thread_ = std::jthread([this, due = steady_clock::now() + kBetween](const std::stop_token& stop) {
    for (Time next = due; !stop.stop_requested(); next = steady_clock::now() + kBetween) {
      {
        const absl::MutexLock lock(&mutex_);
        due_ = next;
      }
      std::this_thread::sleep_until(next);
      note(next, steady_clock::now());
    }
  });
}

void DelayMeter::note(Time due, Time woken) {
  if (woken - due < kShortest) return;
  const absl::MutexLock lock(&mutex_);
  longest_ = std::max(longest_, woken - due);
  delays_.push_back({due, woken});
  if (delays_.size() > kMostKept) delays_.pop_front();
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
