// The graph that all games run through: schedule -> play -> keep, and back. The room's one door to
// TBB. For GAUNTLET_PLAIN_THREADS see search/parallel.h.
#pragma once

#ifdef GAUNTLET_PLAIN_THREADS
#include <absl/base/thread_annotations.h>
#include <absl/synchronization/mutex.h>

#include <exception>
#include <thread>
#include <vector>
#else
#include <oneapi/tbb/flow_graph.h>
#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/task_arena.h>

#include <tuple>
#endif

#include <cstddef>

namespace gauntlet::selfplay {

/// Items under way at once: enough that no thread waits for the next one, and few in memory.
inline std::size_t items_under_way(int threads) {
  return 2 * static_cast<std::size_t>(threads);
}

/// Plays items from next() until it has none and none is under way:
///
///   next()        the next item, or null when there is none now; asked again whenever one was
///                 kept, for its result may decide what follows
///   play(*item)   on `threads` threads at once (more than there are cores, if asked)
///   keep(*item)   as soon as it was played, in any order: one slow item holds up nobody
///
/// next() and keep() each run on one thread at a time, not always the same, and maybe both at the
/// same time. At most items_under_way() are; next() is not asked for more. Returns when all is
/// done; rethrows what one of the three threw.
template <class Item, class Next, class Play, class Keep>
void run_game_graph(int threads, Next next, Play play, Keep keep);

#ifdef GAUNTLET_PLAIN_THREADS

template <class Item, class Next, class Play, class Keep>
void run_game_graph(int threads, Next next, Play play, Keep keep) {
  struct {
    absl::Mutex mutex;
    absl::CondVar was_kept;
    std::size_t under_way ABSL_GUARDED_BY(mutex) = 0;
    std::exception_ptr failure ABSL_GUARDED_BY(mutex);
  } state;
  const auto take = [&]() -> Item* {
    const absl::MutexLock lock(&state.mutex);
    while (!state.failure) {
      if (Item* const item = next()) return ++state.under_way, item;
      if (state.under_way == 0) return nullptr;
      state.was_kept.Wait(&state.mutex);
    }
    return nullptr;
  };
  const auto work = [&] {
    try {
      while (Item* const item = take()) {
        play(*item);
        const absl::MutexLock lock(&state.mutex);
        keep(*item);
        --state.under_way;
        state.was_kept.SignalAll();
      }
    } catch (...) {
      const absl::MutexLock lock(&state.mutex);
      state.failure = std::current_exception();
      state.was_kept.SignalAll();
    }
  };
  {
    std::vector<std::jthread> workers;
    for (int thread = 0; thread < threads; ++thread) workers.emplace_back(work);
  }
  const absl::MutexLock lock(&state.mutex);
  if (state.failure) std::rethrow_exception(state.failure);
}

#else

template <class Item, class Next, class Play, class Keep>
void run_game_graph(int threads, Next next, Play play, Keep keep) {
  namespace flow = oneapi::tbb::flow;
  enum class News { kStart, kKept };
  const oneapi::tbb::global_control control(oneapi::tbb::global_control::max_allowed_parallelism,
                                            static_cast<std::size_t>(threads));
  oneapi::tbb::task_arena arena(threads);
  arena.execute([&] {
    flow::graph graph;
    std::size_t under_way = 0;  // the limiter: the first node alone knows it
    flow::multifunction_node<News, std::tuple<Item*> > schedule(
        graph, flow::serial, [&](News news, auto& ports) {
          under_way -= news == News::kKept;
          while (under_way < items_under_way(threads)) {
            Item* const item = next();
            if (!item) return;
            ++under_way;
            std::get<0>(ports).try_put(item);
          }
        });
    flow::function_node<Item*, Item*> playing(graph, static_cast<std::size_t>(threads),
                                              [&](Item* item) { return play(*item), item; });
    flow::function_node<Item*, News> keeping(graph, flow::serial,
                                             [&](Item* item) { return keep(*item), News::kKept; });
    flow::make_edge(flow::output_port<0>(schedule), playing);
    flow::make_edge(playing, keeping);
    flow::make_edge(keeping, schedule);
    schedule.try_put(News::kStart);
    graph.wait_for_all();
  });
}

#endif

}  // namespace gauntlet::selfplay
