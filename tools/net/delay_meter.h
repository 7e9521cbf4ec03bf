// How long this machine keeps those waiting who could go on.
#pragma once

#include <absl/base/thread_annotations.h>
#include <absl/synchronization/mutex.h>

#include <chrono>
#include <cstddef>
#include <deque>
#include <thread>

namespace gauntlet::tools {

/// A thread that asks to be woken every two milliseconds, and notes when it was woken later. So
/// late may have been, at that moment, whoever thought of an answer, and whoever waited for it. Any
/// thread may ask. Delays of less than a millisecond are none; of more than 10,000 the latest are
/// known one by one.
class DelayMeter {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Duration = std::chrono::steady_clock::duration;

  DelayMeter();
  ~DelayMeter() = default;
  DelayMeter(const DelayMeter&) = delete;
  DelayMeter& operator=(const DelayMeter&) = delete;

  /// The longest delay between the two moments, or what of it lies between them. One that still
  /// lasts counts, too.
  Duration longest(Time from, Time to) const;
  /// Of all that were noted so far.
  Duration longest() const;

 private:
  struct Delay {
    Time from, to;
  };

  /// Returns when the thread is to wake next.
  Time note(Time due, Time woken);

  mutable absl::Mutex mutex_;
  std::deque<Delay> delays_ ABSL_GUARDED_BY(mutex_);  // the oldest first
  Duration longest_ ABSL_GUARDED_BY(mutex_){0};
  Time due_ ABSL_GUARDED_BY(mutex_);  // when the thread is to wake next
  std::jthread thread_;               // last: it uses the others
};

}  // namespace gauntlet::tools
