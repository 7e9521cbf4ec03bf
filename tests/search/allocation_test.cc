// No heap allocation in a playout or a search node: counted by replacing operator new. Left out
// under AddressSanitizer, which replaces it too.
#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <new>
#include <string>
#include <vector>

#include "engine/kimble/kimble.h"
#include "engine/registry.h"
#include "engine/sudokill/sudokill.h"
#include "search/instruction_set.h"
#include "search/kimble/playout/policy_playouts.h"
#include "search/registry.h"
#include "search/sudokill/solver/solver.h"
#include "tests/engine/standard_games.h"

#ifndef __SANITIZE_ADDRESS__

namespace {
std::atomic<long> allocations{0};
}  // namespace

// Where g++ 12 inlines some of these and not others it takes them for mismatched.
[[gnu::noinline]] void* operator new(std::size_t size) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  if (void* memory = std::malloc(size)) return memory;
  throw std::bad_alloc();
}
/// What is wider than usual, as vectors are, asks for this one.
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t alignment) {
  allocations.fetch_add(1, std::memory_order_relaxed);
  const auto unit = static_cast<std::size_t>(alignment);
  if (void* memory = std::aligned_alloc(unit, (size + unit - 1) / unit * unit)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}

namespace gauntlet::search {

using namespace kimble;
using namespace sudokill;
namespace {

const std::vector<std::string> kSearchedGames =
    engine::standard_games_and({"mnk:32x32x6", "kimble:2"});

long allocations_of(const auto& work) {
  const long before = allocations.load();
  work();
  return allocations.load() - before;
}

/// A position in the middle of a random game.
engine::AnyState middle(const engine::AnyGame& game) {
  engine::Rng rng(3);
  engine::AnyState state = game.start(rng);
  for (int ply = 0; ply < 20; ++ply) {
    state.play_chance_moves(rng, nullptr);
    state.apply(state.random_move(rng));
  }
  state.play_chance_moves(rng, nullptr);
  return state;
}

TEST(Allocations, TheCounterCounts) {
  struct alignas(64) Lanes {
    int lanes[16];
  };
  EXPECT_GT(allocations_of([] { (void)std::vector<int>(1000).data(); }), 0);
  EXPECT_GT(allocations_of([] { (void)std::vector<Lanes>(10).data(); }), 0);
}

TEST(Allocations, NoneInAPlayout) {
  for (const std::string& name : kSearchedGames) {
    const auto game = engine::find_game(name);
    const engine::AnyState state = middle(*game);
    engine::Rng rng(1);
    (void)run_playouts(state, 1, rng);  // whatever is kept from the first call on
    const long few = allocations_of([&] { (void)run_playouts(state, 10, rng); });
    const long many = allocations_of([&] { (void)run_playouts(state, 1'000, rng); });
    EXPECT_EQ(few, many) << name;
  }
}

/// By every set of instructions that this processor has.
TEST(Allocations, NoneInGamesBetweenPolicies) {
  using enum Policy;
  const auto game = engine::find_game("kimble:4");
  engine::AnyState state = middle(*game);
  engine::Rng rng(1);
  state.apply(state.random_move(rng));
  const engine::Kimble& from = state.as<engine::Kimble>();
  const std::vector<Policies> tables = {{kRandom, kRandom, kRandom, kRandom},
                                        {kHelppo, kVaikea, kRandom, kCapture},
                                        {kFitted, kFitted, kFitted, kFitted},
                                        {kFitted, kHelppo, kVaikea, kCapture}};
  for (const auto set : {InstructionSet::kAny, InstructionSet::kAvx2, InstructionSet::kAvx512}) {
    if (set > instruction_set()) continue;
    for (const Policies& policies : tables) {
      const PolicyPlayouts playouts(from.rules(), policies, set);
      const auto play = [&](std::uint64_t games) {
        return allocations_of([&] {
          std::array starts = {PolicyPlayouts::start(from, games)};
          EXPECT_GT(playouts(starts, 1), games);
        });
      };
      EXPECT_EQ(play(10), 0) << name_of(set) << ' ' << word_of(policies[0]);
      EXPECT_EQ(play(1'000), 0) << name_of(set) << ' ' << word_of(policies[0]);
    }
  }
}

TEST(Allocations, NoneInASearchNode) {
  for (const std::string& name : kSearchedGames) {
    const auto game = engine::find_game(name);
    const engine::AnyState state = middle(*game);
    const engine::AnyState view = state.redacted(state.to_move());
    for (const char* const method : {"ab", "mcts"}) {
      const SearcherOptions options{8, 1};
      const auto searcher = make_searcher(method, *game, options);
      if (!searcher) continue;
      const auto search = [&](std::uint64_t nodes) {
        return allocations_of([&] {
          Limits limits;
          limits.nodes = nodes;
          (void)searcher->search(view, limits);
        });
      };
      (void)search(1'000);  // warms what is kept between searches
      EXPECT_EQ(search(1'000), search(30'000)) << name << ' ' << method;
    }
  }
}

/// As deep as it may, with a few allocations for each depth that is done.
TEST(Allocations, NoneInANodeOfExpectimax) {
  for (const std::string name : {"kimble:2", "kimble:4"}) {
    const auto game = engine::find_game(name);
    const engine::AnyState view = middle(*game);
    const auto searcher = make_searcher("expectimax", *game, {8, 1, true});
    const auto search = [&](int depth) {
      return allocations_of([&] {
        Limits limits;
        limits.depth = depth;
        EXPECT_EQ(searcher->search(view, limits).depth, depth) << name;
      });
    };
    const long shallow = search(2), deeper = search(3), deepest = search(5);
    EXPECT_EQ(deepest - deeper, 2 * (deeper - shallow)) << name;
  }
}

TEST(Allocations, NoneInANodeOfTheSolver) {
  engine::Rng rng(1);
  engine::Sudokill state = engine::Sudokill::start({}, rng);
  for (int ply = 0; ply < 6; ++ply) state.apply(state.random_move(rng));
  Solver solver(8, 1);
  const auto solve = [&](std::uint64_t nodes) {
    Limits limits;
    limits.nodes = nodes;
    Budget budget(limits, Solver::kNodesPerPoll);
    return allocations_of([&] { EXPECT_EQ(solver.solve(state, budget).nodes, nodes); });
  };
  EXPECT_EQ(solve(1'000), solve(30'000));
}

}  // namespace
}  // namespace gauntlet::search

#endif
