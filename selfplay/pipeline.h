// A pipeline of three stages over items: the room's one door to TBB.
#pragma once

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/parallel_pipeline.h>
#include <oneapi/tbb/task_arena.h>

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

}  // namespace gauntlet::selfplay
