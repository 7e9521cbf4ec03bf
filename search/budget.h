// When a running search must stop: its Limits, watched by all its threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>

#include "search/limits.h"

namespace gauntlet::search {

/// Shared by the threads of one search. Each thread counts its own nodes and calls spend() once per
/// batch of them; between batches only the relaxed flag is read.
class Budget {
 public:
  /// At most `batch` nodes pass between two looks at the clock: chosen so that they take well below
  /// a millisecond.
  Budget(const Limits& limits, std::uint64_t batch) : limits_(limits), batch_(batch) {}

  bool stopped() const { return stopped_.load(std::memory_order_relaxed); }
  void stop() { stopped_.store(true, std::memory_order_relaxed); }
  /// From now on the later deadline counts, if there is one; or no more.
  void set_crisis(bool is_crisis) { is_crisis_.store(is_crisis, std::memory_order_relaxed); }

  /// Adds `nodes` to what was spent, checks every limit, and returns how many nodes the thread may
  /// take until it must call again (0: stop).
  std::uint64_t spend(std::uint64_t nodes) {
    const std::uint64_t spent = spent_.fetch_add(nodes, std::memory_order_relaxed) + nodes;
    if (spent >= limits_.nodes || limits_.stop.stop_requested() || is_late()) stop();
    return stopped() ? 0 : std::min(batch(spent), limits_.nodes - spent);
  }

  /// Looks at the clock and at who wants it stopped, for work that is counted later; true: stop.
  bool is_over() {
    if (limits_.stop.stop_requested() || is_late()) stop();
    return stopped();
  }

  std::uint64_t spent() const { return spent_.load(std::memory_order_relaxed); }
  const Limits& limits() const { return limits_; }

 private:
  /// The first nodes are slow: each may touch a huge page for the first time, which takes up to a
  /// millisecond, so the clock is read often until there are many.
  std::uint64_t batch(std::uint64_t spent) const {
    constexpr std::uint64_t kFirst = 4;
    return limits_.deadline ? std::min(batch_, kFirst + spent / 8) : batch_;
  }

  bool is_late() const {
    if (!limits_.deadline) return false;
    const bool is_crisis = limits_.crisis_deadline && is_crisis_.load(std::memory_order_relaxed);
    const auto deadline = is_crisis ? *limits_.crisis_deadline : *limits_.deadline;
    return std::chrono::steady_clock::now() >= deadline;
  }

  const Limits limits_;
  const std::uint64_t batch_;
  std::atomic<std::uint64_t> spent_{0};
  std::atomic<bool> stopped_{false};
  std::atomic<bool> is_crisis_{false};
};

}  // namespace gauntlet::search
