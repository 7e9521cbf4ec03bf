// A pipeline of three stages over items: the room's one door to TBB. For GAUNTLET_PLAIN_THREADS see
// search/parallel.h.
#pragma once

#ifdef GAUNTLET_PLAIN_THREADS
#include <absl/base/thread_annotations.h>
#include <absl/synchronization/mutex.h>

#include <exception>
#include <thread>
#include <vector>
#else
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>
#endif

#include <cstddef>

namespace gauntlet::selfplay {

/// Items under way at once: bounds the memory.
inline std::size_t pipeline_tokens(int threads) {
  return 2 * static_cast<std::size_t>(threads);
}

/// Runs source() until it returns null, work(*item) on `threads` threads at once (more than there
/// are cores, if asked), and sink(*item) as soon as its work is done, in any order: one slow item
/// holds up nobody. source and sink each run on one thread at a time, not always the same. Returns
/// when all is done; rethrows what a stage threw.
template <class Item, class Source, class Work, class Sink>
void run_pipeline(int threads, Source source, Work work, Sink sink);

#ifdef GAUNTLET_PLAIN_THREADS

template <class Item, class Source, class Work, class Sink>
void run_pipeline(int threads, Source source, Work work, Sink sink) {
  struct {
    absl::Mutex mutex;
    bool is_dry ABSL_GUARDED_BY(mutex) = false;
    std::exception_ptr failure ABSL_GUARDED_BY(mutex);
  } intake;
  absl::Mutex at_sink;
  const auto next = [&]() -> Item* {
    const absl::MutexLock lock(&intake.mutex);
    Item* const item = intake.is_dry ? nullptr : source();
    intake.is_dry = !item;
    return item;
  };
  const auto work_on = [&] {
    try {
      while (Item* const item = next()) {
        work(*item);
        const absl::MutexLock lock(&at_sink);
        sink(*item);
      }
    } catch (...) {
      const absl::MutexLock lock(&intake.mutex);
      intake.is_dry = true;
      intake.failure = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> workers;
    for (int thread = 0; thread < threads; ++thread) workers.emplace_back(work_on);
  }
  const absl::MutexLock lock(&intake.mutex);
  if (intake.failure) std::rethrow_exception(intake.failure);
}

#else

template <class Item, class Source, class Work, class Sink>
void run_pipeline(int threads, Source source, Work work, Sink sink) {
  using oneapi::tbb::filter_mode;
  using oneapi::tbb::make_filter;
  const oneapi::tbb::global_control control(oneapi::tbb::global_control::max_allowed_parallelism,
                                            static_cast<std::size_t>(threads));
  oneapi::tbb::task_arena arena(threads);
  arena.execute([&] {
    oneapi::tbb::parallel_pipeline(
        pipeline_tokens(threads),
        make_filter<void, Item*>(filter_mode::serial_in_order,
                                 [&](oneapi::tbb::flow_control& flow) -> Item* {
                                   Item* const item = source();
                                   if (!item) flow.stop();
                                   return item;
                                 }) &
            make_filter<Item*, Item*>(filter_mode::parallel,
                                      [&](Item* item) {
                                        work(*item);
                                        return item;
                                      }) &
            make_filter<Item*, void>(filter_mode::serial_out_of_order,
                                     [&](Item* item) { sink(*item); }));
  });
}

#endif

}  // namespace gauntlet::selfplay
