// What a two-player Kimble position is worth.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "engine/bits.h"
#include "engine/kimble.h"
#include "search/evaluation.h"

namespace gauntlet::search {

/// How far a player's pieces have come, less what the other could send home with its next throw.
///
/// The figures were fitted to the results of 320,000 games that an earlier version of itself played
/// (adjacent and opposite corners, mostly four pieces). One ply of it wins .76 of the games against
/// helppo, .69 against vaikea, .54 against capture (opposite corners, four pieces; 40,000 games).
/// Seven squares before the other's start it is weaker: .72, .66 and .48.
///
/// A score is the expected result in linear units, as averages over throws want it: 20'000 for a
/// certain win of player 0.
template <>
struct Evaluation<engine::Kimble> {
  static int evaluate(const engine::Kimble& state) {
    const bool starts_undrawn = state.turn() == engine::kChance;
    const int sign = state.turn() == 0 ? 1 : -1;
    const double advantage = progress(state, 0) - progress(state, 1) +
                             (starts_undrawn ? 0 : sign * kTurn) - risk(state, 0) + risk(state, 1);
    const double unit = advantage / kUnit;
    return static_cast<int>(kMaxEvaluation * unit / std::sqrt(1 + unit * unit));
  }

  static double win_probability(int score) { return 0.5 + 0.5 * score / kMaxEvaluation; }

 private:
  static constexpr double kUnit = 1000;  ///< The figures below are thousandths of an advantage.
  static constexpr double kTurn = 37;    ///< To throw next.
  /// A piece on each square of its own board, above one at home.
  static constexpr std::array<int, engine::Kimble::kSquares> kProgress = {
      130, 160, 170, 180, 193, 201, 208, 219, 232, 240, 254, 264, 274, 285, 297, 308,
      320, 335, 345, 360, 372, 400, 408, 430, 456, 482, 500, 516, 516, 528, 530, 538};
  /// A piece that every throw of the other would hit, if the other throws next, and if its owner
  /// can still do something about it; for a piece at the end of the ring.
  static constexpr double kRiskNow = 767, kRiskLater = 468;

  static double progress(const engine::Kimble& state, engine::Player player) {
    int sum = 0;
    for (std::uint32_t rest = state.board(player); rest != 0;)
      sum += kProgress[engine::pop_lowest(rest)];
    return sum;
  }

  static double risk(const engine::Kimble& state, engine::Player player) {
    const auto other = static_cast<engine::Player>(1 - player);
    const int further = (state.corner(other) - state.corner(player) + engine::Kimble::kCorners) %
                        engine::Kimble::kCorners;
    const std::uint64_t hunters =
        std::uint64_t{state.board(other)} << engine::Kimble::kHomeGap | (state.at_home(other) > 0);
    constexpr std::uint32_t kOnRing = (1u << engine::Kimble::kRing) - 1;
    constexpr int kNear = 8,
                  kFar = engine::Kimble::kRing + kNear;  // stakes, near the start and far
    int sum = 0;
    for (std::uint32_t rest = state.board(player) & kOnRing; rest != 0;) {
      const int square = engine::pop_lowest(rest);
      const std::uint64_t behind = hunters >> engine::Kimble::seen_from(square, further);
      sum += std::popcount(behind & 0b111111) * (square + kNear);
    }
    return sum * (state.turn() == other ? kRiskNow : kRiskLater) / (6 * kFar);
  }
};

}  // namespace gauntlet::search
