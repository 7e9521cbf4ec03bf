// How far a Kimble player is from winning.
#pragma once

#include <array>
#include <cstdint>

#include "engine/bits.h"
#include "engine/kimble/kimble.h"
#include "search/kimble/exposure.h"

namespace gauntlet::search::kimble {

/// The figures behind heuristic(), in thousandths, fitted to results of games (docs/strength.md).
struct Figures {
  static constexpr int kTurn = 37;  ///< To throw next.
  /// A piece on each square of its own board, above one at home.
  static constexpr std::array<int, engine::Kimble::kSquares> kProgress = {
      130, 160, 170, 180, 193, 201, 208, 219, 232, 240, 254, 264, 274, 285, 297, 308,
      320, 335, 345, 360, 372, 400, 408, 430, 456, 482, 500, 516, 516, 528, 530, 538};
  /// A piece that every throw of another player would hit, if that one throws next, and if its
  /// owner can still do something about it; for a piece at the end of the ring.
  static constexpr int kRiskNow = 767, kRiskLater = 468;
};

/// Of `player`'s pieces on the ring, how many throws of `hunter` hit each, weighted with what the
/// piece would lose: 6 * kRiskScale is one at the end of the ring that all throws hit.
inline constexpr int kRiskScale = engine::Kimble::kRing + 8;
inline int exposure_of(const engine::Kimble& state, engine::Player player, engine::Player hunter) {
  constexpr int kStakeAtStart = kRiskScale - engine::Kimble::kRing;
  int sum = 0;
  visit_hunted(state, player, hunter,
               [&sum](int square, int near, int) { sum += near * (square + kStakeAtStart); });
  return sum;
}

/// How far `player`'s pieces have come, less what the others could send home with a throw. Between
/// two players a difference of 1 makes the one ahead win about six games of seven.
inline double heuristic(const engine::Kimble& state, engine::Player player) {
  int sum = 0;
  for (std::uint32_t rest = state.board(player); rest != 0;)
    sum += Figures::kProgress[engine::pop_lowest(rest)];
  const engine::Player turn = state.turn();
  if (turn == player) sum += Figures::kTurn;
  for (engine::Player other = 0; other < state.players(); ++other) {
    if (other == player) continue;
    const int risk = turn == other ? Figures::kRiskNow : Figures::kRiskLater;
    sum -= exposure_of(state, player, other) * risk / (6 * kRiskScale);
  }
  return sum / 1000.0;
}

}  // namespace gauntlet::search::kimble
