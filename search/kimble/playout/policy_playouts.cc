// Vectors are inlined into where they exist; how calls would pass them is of no matter.
#pragma GCC diagnostic ignored "-Wpsabi"

#include "search/kimble/playout/policy_playouts.h"

#include <algorithm>
#include <cassert>

#include "engine/bits.h"
#include "search/kimble/fit/fitted_policy.h"
#include "search/kimble/playout/lanes_avx2.h"
#include "search/kimble/playout/lanes_avx512.h"
#include "search/kimble/playout/races.h"

namespace gauntlet::search::kimble {

using engine::Kimble;

RaceRules::RaceRules(const engine::Kimble::Rules& rules, const Policies& policies,
                     const PolicyWeights& fitted_weights)
    : players(rules.players()),
      pieces(rules.pieces),
      is_even(players == 4 || rules.seats == 0b0101 || rules.seats == 0b1010),
      choosing(Choosing::kRandom) {
  std::copy(fitted_weights.begin(), fitted_weights.end(), weights.begin());
  const auto corner = [&](int seat) { return engine::nth_set_bit(rules.seats, seat % players); };
  for (int seat = 0; seat < players; ++seat) {
    const auto at = static_cast<std::size_t>(seat);
    for (int other = 1; other < players; ++other) {
      const int corners = (corner(seat + other) - corner(seat) + Kimble::kCorners) % 4;
      gaps[static_cast<std::size_t>(other)][at] =
          static_cast<unsigned>(Kimble::kCornerGap * corners);
    }
    const auto all_ones_for = [&](Policy policy) {
      return policies[at] == policy ? ~std::uint32_t{0} : 0;
    };
    at_random[at] = all_ones_for(Policy::kRandom);
    captures[at] = all_ones_for(Policy::kCapture);
    foremost[at] = all_ones_for(Policy::kVaikea) | captures[at];
    fitted[at] = all_ones_for(Policy::kFitted);
    const Choosing needed = fitted[at] != 0      ? Choosing::kFitted
                            : at_random[at] == 0 ? Choosing::kByRule
                                                 : Choosing::kRandom;
    choosing = std::max(choosing, needed);
  }
}

namespace {

template <class W, int kPlayers, bool kEven>
inline std::uint64_t play(const RaceRules& rules, std::span<RaceStart> starts, std::uint64_t seed) {
  using enum Choosing;
  switch (rules.choosing) {
    case kRandom:
      return Races<W, kPlayers, kEven, kRandom>(rules, starts, seed).run();
    case kByRule:
      return Races<W, kPlayers, kEven, kByRule>(rules, starts, seed).run();
    case kFitted:
      return Races<W, kPlayers, kEven, kFitted>(rules, starts, seed).run();
  }
  return 0;
}

template <class W>
inline std::uint64_t play(const RaceRules& rules, std::span<RaceStart> starts, std::uint64_t seed) {
  if (rules.players == 4) return play<W, 4, true>(rules, starts, seed);
  if (rules.players == 3) return play<W, 3, false>(rules, starts, seed);
  if (rules.is_even) return play<W, 2, true>(rules, starts, seed);
  return play<W, 2, false>(rules, starts, seed);
}

#ifdef __x86_64__
[[gnu::flatten]] GAUNTLET_AVX2 std::uint64_t play_avx2(const RaceRules& rules,
                                                       std::span<RaceStart> starts,
                                                       std::uint64_t seed) {
  return play<EightWords>(rules, starts, seed);
}

[[gnu::flatten]] GAUNTLET_AVX512 std::uint64_t play_avx512(const RaceRules& rules,
                                                           std::span<RaceStart> starts,
                                                           std::uint64_t seed) {
  return play<SixteenWords>(rules, starts, seed);
}
#endif

}  // namespace

PolicyPlayouts::PolicyPlayouts(const engine::Kimble::Rules& rules, const Policies& policies,
                               InstructionSet set)
    : PolicyPlayouts(rules, policies, fitted_weights(std::max(rules.players(), 2)), set) {}

PolicyPlayouts::PolicyPlayouts(const engine::Kimble::Rules& rules, const Policies& policies,
                               const PolicyWeights& weights, InstructionSet set)
    : rules_(rules, policies, weights), set_(set) {}

RaceStart PolicyPlayouts::start(const Kimble& state, std::uint64_t games) {
  assert(state.to_move() == engine::kChance && state.turn() >= 0);
  RaceStart start;
  for (int seat = 0; seat < state.players(); ++seat)
    start.boards[static_cast<std::size_t>(seat)] = state.board(static_cast<engine::Player>(seat));
  start.seat = static_cast<std::uint32_t>(state.turn());
  start.games = games;
  return start;
}

std::uint64_t PolicyPlayouts::operator()(std::span<RaceStart> starts, std::uint64_t seed) const {
  assert(rules_.players >= 2);
  switch (set_) {
#ifdef __x86_64__
    case InstructionSet::kAvx512:
      return play_avx512(rules_, starts, seed);
    case InstructionSet::kAvx2:
      return play_avx2(rules_, starts, seed);
#endif
    default:
      return play<FourWords>(rules_, starts, seed);
  }
}

}  // namespace gauntlet::search::kimble
