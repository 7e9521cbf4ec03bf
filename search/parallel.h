// How a search uses several threads. The room's only TBB include.
//
// With GAUNTLET_PLAIN_THREADS it has threads of its own instead: ThreadSanitizer does not see what
// Debian's TBB does to order things and would report races that are none.
#pragma once

#ifdef GAUNTLET_PLAIN_THREADS
#include <thread>
#include <vector>
#else
#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <memory>
#endif

namespace gauntlet::search {

/// The threads of one searcher: the caller's own and some of TBB's.
class Workers {
 public:
  /// REQUIRES: threads >= 1. With one thread TBB is not touched at all.
  explicit Workers(int threads);

  int threads() const { return threads_; }

  /// Runs lead() on the calling thread and helper(1) .. helper(threads - 1) beside it, and returns
  /// when all have. Helpers may start late, or only after lead() has returned: when lead() returns
  /// they must soon end by themselves, at once if they have not begun.
  template <class Lead, class Helper>
  void run(Lead&& lead, Helper&& helper);

 private:
  int threads_;
#ifndef GAUNTLET_PLAIN_THREADS
  std::unique_ptr<tbb::global_control> allow_;
  std::unique_ptr<tbb::task_arena> arena_;
#endif
};

#ifdef GAUNTLET_PLAIN_THREADS

inline Workers::Workers(int threads) : threads_(threads) {}

template <class Lead, class Helper>
void Workers::run(Lead&& lead, Helper&& helper) {
  std::vector<std::jthread> helpers;
  for (int id = 1; id < threads_; ++id) helpers.emplace_back([&helper, id] { helper(id); });
  lead();
}

#else

inline Workers::Workers(int threads) : threads_(threads) {
  if (threads == 1) return;
  const auto allowed = std::max<std::size_t>(
      static_cast<std::size_t>(threads),
      tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism));
  allow_ =
      std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism, allowed);
  arena_ = std::make_unique<tbb::task_arena>(threads);
}

template <class Lead, class Helper>
void Workers::run(Lead&& lead, Helper&& helper) {
  if (threads_ == 1) return lead();
  arena_->execute([&] {
    tbb::task_group group;
    for (int id = 1; id < threads_; ++id) group.run([&helper, id] { helper(id); });
    lead();
    group.wait();
  });
}

#endif

}  // namespace gauntlet::search
