#include "search/mnk/strategies.h"

#include <array>
#include <cassert>
#include <cstdint>
#include <memory>

#include "engine/mnk/mnk.h"
#include "engine/rng.h"
#include "search/mnk/accumulator.h"

namespace gauntlet::search::mnk {

namespace {

/// REQUIRES: state.to_move() >= 0.
template <int Words>
engine::mnk::Move choose_by_shapes(const engine::Mnk<Words>& state, engine::Rng& rng) {
  using State = engine::Mnk<Words>;
  assert(state.to_move() >= 0);
  const auto board = std::make_unique<Accumulator<State>>(state.rules());
  const auto candidates = std::make_unique<Candidates<State>>();
  board->reset(state);
  board->plain_candidates(state, *candidates);
  const ScoredMove<State>* best = nullptr;
  std::uint32_t equal = 0;
  for (const ScoredMove<State>& candidate : candidates->moves) {
    if (best && candidate.score < best->score) continue;
    equal = best && candidate.score == best->score ? equal + 1 : 1;
    if (rng.below(equal) == 0) best = &candidate;
  }
  return best->move;
}

}  // namespace

template <int Words>
std::span<const Strategy> strategies() {
  static constexpr std::array kStrategies = {
      Strategy{"shapes", "looks one ply ahead: what a stone makes of its lines, or stops",
               [](const engine::AnyState& view, engine::Rng& rng) {
                 const auto& state = view.as<engine::Mnk<Words>>();
                 return engine::AnyMove(choose_by_shapes(state, rng).bits());
               },
               2},
  };
  return kStrategies;
}

template std::span<const Strategy> strategies<1>();
template std::span<const Strategy> strategies<4>();
template std::span<const Strategy> strategies<8>();
template std::span<const Strategy> strategies<16>();

}  // namespace gauntlet::search::mnk
