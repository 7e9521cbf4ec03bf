// What a second thread is worth: searches the same positions with one thread and with two, in turn,
// and prints the ratios. Run it on an idle machine: build/release/gauntlet_speedup [POSITIONS
// [GAME]]
//
// A virtual machine may put its two cores on the two threads of one real core for a while. So after
// each pair two searches that share nothing run at the same time and are compared with another one
// alone. Where they are not worth two cores the machine has none to give: the position is tried
// again, and if that goes on the pair counts all the same. The report tells how often.
#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

#include "engine/registry.h"
#include "search/registry.h"

namespace gauntlet {
namespace {

using Clock = std::chrono::steady_clock;

/// Nanoseconds until one core sees what another has written.
double line_nanoseconds() {
  constexpr int kRounds = 50'000;
  alignas(64) std::atomic<int> ball{0};
  const auto begin = Clock::now();
  {
    const std::jthread other([&ball] {
      for (int round = 0; round < kRounds; ++round) {
        while (ball.load(std::memory_order_acquire) != 2 * round + 1) continue;
        ball.store(2 * round + 2, std::memory_order_release);
      }
    });
    for (int round = 0; round < kRounds; ++round) {
      ball.store(2 * round + 1, std::memory_order_release);
      while (ball.load(std::memory_order_acquire) != 2 * round + 2) continue;
    }
  }
  return std::chrono::duration<double, std::nano>(Clock::now() - begin).count() / kRounds / 2;
}

/// One timed search.
struct Timing {
  double seconds;
  double nodes;
};

Timing timed(search::Searcher& searcher, const engine::AnyState& view,
             const search::Limits& limits) {
  searcher.new_game(1);
  const auto begin = Clock::now();
  const auto nodes = static_cast<double>(searcher.search(view, limits).nodes);
  return {std::chrono::duration<double>(Clock::now() - begin).count(), nodes};
}

double rate(const Timing& timing) {
  return timing.nodes / timing.seconds;
}

/// Nodes a second of two searches at the same time, each with one thread.
double rate_apart(search::Searcher& one, search::Searcher& other, const engine::AnyState& view,
                  const search::Limits& limits) {
  Timing a{}, b{};
  {
    const std::jthread thread([&] { b = timed(other, view, limits); });
    a = timed(one, view, limits);
  }
  return rate(a) + rate(b);
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// Positions after `plies` random plies of different games.
std::vector<engine::AnyState> positions(const engine::AnyGame& game, int count, int plies) {
  std::vector<engine::AnyState> found;
  for (std::uint64_t stream = 0; static_cast<int>(found.size()) < count; ++stream) {
    engine::Rng rng(17, stream);
    engine::AnyState state = game.start(rng);
    for (int ply = 0; ply < plies && !state.is_over(); ++ply) {
      state.play_chance_moves(rng, nullptr);
      if (!state.is_over()) state.apply(state.random_move(rng));
    }
    state.play_chance_moves(rng, nullptr);
    if (!state.is_over()) found.push_back(state.redacted(state.to_move()));
  }
  return found;
}

/// One line of the report.
struct Case {
  const char* game;
  bool alpha_beta;
  int plies;
  search::Limits limits;
};

/// The searchers of one case.
struct Searchers {
  std::unique_ptr<search::Searcher> one, other, two;
};

/// What one position has shown.
struct Pair {
  double speed;      ///< Nodes a second of two threads against one.
  double to_finish;  ///< Time of one thread against that of two.
  double apart;      ///< Nodes a second of two searches that share nothing against one alone.
  double latency;    ///< Of a cache line, in ns.

  static constexpr double kTwoCores = 1.85;  ///< `apart` where there are two cores.
};

Pair measured(const Searchers& searchers, const engine::AnyState& view,
              const search::Limits& limits) {
  const double latency = line_nanoseconds();
  const Timing a = timed(*searchers.one, view, limits), b = timed(*searchers.two, view, limits);
  // Against an alone of its own: a slow `a` would make both ratios look good.
  const double apart = rate_apart(*searchers.one, *searchers.other, view, limits);
  const Timing again = timed(*searchers.one, view, limits);
  return {rate(b) / rate(a), a.seconds / b.seconds, apart / rate(again), latency};
}

constexpr int kMostTries = 6;

void report(const Case& c, int count) {
  const auto game = engine::find_game(c.game);
  const auto make = [&](int threads) {
    const search::SearcherOptions options{128, threads};
    const auto method = c.alpha_beta ? "ab" : "mcts";
    return search::make_searcher(method, *game, options);
  };
  const Searchers searchers{make(1), make(1), make(2)};
  std::vector<double> times, speeds, aparts, latencies;
  int tries = 0, with_two_cores = 0;
  for (const engine::AnyState& view : positions(*game, count, c.plies)) {
    Pair pair{};
    for (int i = 0; i < kMostTries && pair.apart < Pair::kTwoCores; ++i, ++tries)
      pair = measured(searchers, view, c.limits);
    with_two_cores += pair.apart >= Pair::kTwoCores;
    times.push_back(pair.to_finish);
    speeds.push_back(pair.speed);
    aparts.push_back(pair.apart);
    latencies.push_back(pair.latency);
  }
  std::printf("%-12s %-4s  speed x%.2f (two searches apart x%.2f)", c.game,
              c.alpha_beta ? "ab" : "mcts", median(speeds), median(aparts));
  if (c.alpha_beta) std::printf("  time to depth %d x%.2f", c.limits.depth, median(times));
  std::printf(
      "   medians of %d positions, %d with two cores, in %d tries; a cache line takes %.0f ns\n",
      count, with_two_cores, tries, median(latencies));
  std::fflush(stdout);
}

search::Limits to_depth(int depth) {
  search::Limits limits;
  limits.depth = depth;
  return limits;
}

search::Limits to_nodes(std::uint64_t nodes) {
  search::Limits limits;
  limits.nodes = nodes;
  return limits;
}

const std::vector<Case> kCases = {
    {"gomoku:15", true, 6, to_depth(16)},       {"mnk:8x8x5", true, 4, to_depth(14)},
    {"sudokill", true, 8, to_depth(10)},        {"kimble:2", true, 40, to_depth(8)},
    {"gomoku:15", false, 6, to_nodes(300'000)}, {"mnk:7x6x4", false, 4, to_nodes(1'000'000)},
    {"sudokill", false, 4, to_nodes(300'000)},  {"kimble:4", false, 40, to_nodes(100'000)},
    {"twodoku", false, 100, to_nodes(50'000)},
};

}  // namespace
}  // namespace gauntlet

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 20;
  if (count < 1 || count > 1000) {
    std::fputs("gauntlet_speedup: POSITIONS is a number from 1 to 1000\n", stderr);
    return 2;
  }
  for (const gauntlet::Case& c : gauntlet::kCases)
    if (argc < 3 || std::string(argv[2]) == c.game) gauntlet::report(c, count);
}
