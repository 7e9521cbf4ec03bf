// Who stands in the way of whose throws in Kimble.
#pragma once

#include <bit>
#include <cstdint>

#include "engine/bits.h"
#include "engine/kimble/kimble.h"

namespace gauntlet::search::kimble {

/// Calls visit(square, near, far) for each piece of `player` on the ring: how many pieces of
/// `hunter` are one throw behind it, and how many a six and one more throw (that a six leaves home
/// first is left out). All that are at home count as one piece.
template <class Visit>
void visit_hunted(const engine::Kimble& state, engine::Player player, engine::Player hunter,
                  Visit&& visit) {
  using engine::Kimble;
  constexpr std::uint32_t kOnRing = (1u << Kimble::kRing) - 1;
  constexpr std::uint64_t kOneThrow = 0b111111;
  const int further =
      (state.corner(hunter) - state.corner(player) + Kimble::kCorners) % Kimble::kCorners;
  const std::uint64_t hunters =
      std::uint64_t{state.board(hunter)} << Kimble::kHomeGap | (state.at_home(hunter) > 0);
  for (std::uint32_t rest = state.board(player) & kOnRing; rest != 0;) {
    const int square = engine::pop_lowest(rest);
    const int seen = Kimble::seen_from(square, further);
    visit(square, std::popcount(hunters >> seen & kOneThrow),
          seen >= 6 ? std::popcount(hunters >> (seen - 6) & kOneThrow) : 0);
  }
}

}  // namespace gauntlet::search::kimble
