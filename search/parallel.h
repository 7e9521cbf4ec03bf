// How a search uses several threads. The room's only TBB include.
#pragma once

#include <tbb/global_control.h>
#include <tbb/task_arena.h>
#include <tbb/task_group.h>

#include <algorithm>
#include <memory>

namespace gauntlet::search {

/// The threads of one searcher: the caller's own and some of TBB's.
class Workers {
 public:
  /// REQUIRES: threads >= 1. With one thread TBB is not touched at all.
  explicit Workers(int threads) : threads_(threads) {
    if (threads == 1) return;
    const auto allowed = std::max<std::size_t>(
        static_cast<std::size_t>(threads),
        tbb::global_control::active_value(tbb::global_control::max_allowed_parallelism));
    allow_ = std::make_unique<tbb::global_control>(tbb::global_control::max_allowed_parallelism,
                                                   allowed);
    arena_ = std::make_unique<tbb::task_arena>(threads);
  }

  int threads() const { return threads_; }

  /// Runs lead() on the calling thread and helper(1) .. helper(threads - 1) beside it, and returns
  /// when all have. Helpers may start late, or only after lead() has returned: when lead() returns
  /// they must soon end by themselves, at once if they have not begun.
  template <class Lead, class Helper>
  void run(Lead&& lead, Helper&& helper) {
    if (threads_ == 1) return lead();
    arena_->execute([&] {
      tbb::task_group group;
      for (int id = 1; id < threads_; ++id) group.run([&helper, id] { helper(id); });
      lead();
      group.wait();
    });
  }

 private:
  int threads_;
  std::unique_ptr<tbb::global_control> allow_;
  std::unique_ptr<tbb::task_arena> arena_;
};

}  // namespace gauntlet::search
