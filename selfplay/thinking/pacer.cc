#include "selfplay/thinking/pacer.h"

#include <absl/time/time.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace gauntlet::selfplay {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

milliseconds human_delay(std::optional<double> lead, engine::Rng& rng) {
  constexpr double kShortest = 500, kOfAnyMove = 300, kOfAChoice = 3200;
  // A move that is ahead by a tenth is plain enough to take a third of the time for a choice.
  constexpr double kPlainLead = 0.1, kUsualCloseness = 0.4;
  const double closeness = lead ? std::exp(-*lead / kPlainLead) : kUsualCloseness;
  const double any_move = kOfAnyMove * rng.uniform();
  const double choice = kOfAChoice * closeness * (0.7 + 0.3 * rng.uniform());
  return milliseconds(static_cast<std::int64_t>(kShortest + any_move + choice));
}

Pacer::Pacer(std::uint64_t seed) : rng_(seed), thread_([this] { work(); }) {}

Pacer::~Pacer() {
  const absl::MutexLock lock(&mutex_);
  is_closing_ = true;
}

Question Pacer::paced(Question question) {
  question.answered = [this, asked = steady_clock::now(), due = question.due,
                       answered = std::move(question.answered)](const Answer& answer) {
    take(asked, due, answer, [answered, answer] { answered(answer); });
  };
  return question;
}

void Pacer::take(Time asked, Time due, const Answer& answer, Give give) {
  if (!answer.choice) return give();
  const auto longest = due == Time::max() ? Time::duration::max() : (due - asked) * 4 / 5;
  const absl::MutexLock lock(&mutex_);
  const Time::duration delay = human_delay(answer.choice->lead, rng_);
  held_.emplace(asked + std::min(delay, longest), std::move(give));
}

Pacer::Time Pacer::next() const {
  return held_.empty() ? Time::max() : held_.begin()->first;
}

/// At the end gives all at once.
void Pacer::work() {
  const absl::MutexLock lock(&mutex_);
  while (!is_closing_ || !held_.empty()) {
    const Time first = next();
    const auto has_changed = [this, first]() ABSL_SHARED_LOCKS_REQUIRED(mutex_) {
      return is_closing_ || next() < first;
    };
    const absl::Duration patience = first == Time::max()
                                        ? absl::InfiniteDuration()
                                        : absl::FromChrono(first - steady_clock::now());
    const bool has_waited = !mutex_.AwaitWithTimeout(absl::Condition(&has_changed), patience);
    if (held_.empty() || !(has_waited || is_closing_)) continue;
    const Give give = std::move(held_.begin()->second);
    held_.erase(held_.begin());
    mutex_.Unlock();
    give();
    mutex_.Lock();
  }
}

}  // namespace gauntlet::selfplay
