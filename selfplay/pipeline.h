// A pipeline of three stages over items: the room's one door to TBB. For GAUNTLET_PLAIN_THREADS see
// search/parallel.h.
#pragma once

#ifdef GAUNTLET_PLAIN_THREADS
#include <exception>
#include <mutex>
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
  std::mutex at_source, at_sink;
  bool is_dry = false;         // guarded by at_source
  std::exception_ptr failure;  // so too
  const auto next = [&]() -> Item* {
    const std::scoped_lock lock(at_source);
    Item* const item = is_dry ? nullptr : source();
    is_dry = !item;
    return item;
  };
  const auto work_on = [&] {
    try {
      while (Item* const item = next()) {
        work(*item);
        const std::scoped_lock lock(at_sink);
        sink(*item);
      }
    } catch (...) {
      const std::scoped_lock lock(at_source);
      is_dry = true;
      failure = std::current_exception();
    }
  };
  {
    std::vector<std::jthread> workers;
    for (int thread = 0; thread < threads; ++thread) workers.emplace_back(work_on);
  }
  if (failure) std::rethrow_exception(failure);
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
