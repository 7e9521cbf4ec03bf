// Answers that come as fast as a person's.
#pragma once

#include <absl/base/thread_annotations.h>
#include <absl/container/btree_map.h>
#include <absl/synchronization/mutex.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <thread>

#include "engine/rng.h"
#include "selfplay/thinking/question.h"

namespace gauntlet::selfplay {

/// How fast built-in players answer.
enum class Pace { kFast, kHuman };

/// How long a person would think: half a second to four, longer where `lead` (Choice::lead) is
/// small, and never twice the same.
std::chrono::milliseconds human_delay(std::optional<double> lead, engine::Rng& rng);

/// Holds answers back until a person would have given them; the moves stay what they are. What is
/// still held back when it is destroyed is answered then. Any thread may call.
class Pacer {
 public:
  using Time = Question::Time;

  /// Draws what differs from delay to delay from `seed`.
  explicit Pacer(std::uint64_t seed);
  ~Pacer();
  Pacer(const Pacer&) = delete;
  Pacer& operator=(const Pacer&) = delete;

  /// `question`, as asked now; its answer comes human_delay() from now, but with a part of the time
  /// until it is due to spare, and one without a choice at once. It is given on the thread of the
  /// pacer, which must outlive the question, or on the one that has found it.
  Question paced(Question question);

 private:
  using Give = std::function<void()>;

  void take(Time asked, Time due, const Answer& answer, Give give) ABSL_LOCKS_EXCLUDED(mutex_);
  void work() ABSL_LOCKS_EXCLUDED(mutex_);
  Time next() const ABSL_SHARED_LOCKS_REQUIRED(mutex_);

  absl::Mutex mutex_;
  engine::Rng rng_ ABSL_GUARDED_BY(mutex_);
  bool is_closing_ ABSL_GUARDED_BY(mutex_) = false;
  absl::btree_multimap<Time, Give> held_ ABSL_GUARDED_BY(mutex_);
  std::jthread thread_;  // last, for it uses the others
};

}  // namespace gauntlet::selfplay
