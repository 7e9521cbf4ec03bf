// Glicko-2 (Glickman, "Example of the Glicko-2 system", 2013): ratings that follow players who
// change, one rating period after the other.
#pragma once

#include <span>
#include <vector>

#include "selfplay/statistics/outcomes.h"

namespace gauntlet::selfplay {

struct Glicko2Rating {
  double rating = 1500;
  double deviation = 350;    ///< 95 % interval: rating +- 1.96 deviations.
  double volatility = 0.06;  ///< How erratic the player's results are.
};

/// One game of a rating period.
struct Glicko2Game {
  Glicko2Rating opponent;  ///< As it was before the period.
  double score;            ///< 1 won, 1/2 drawn, 0 lost.
};

/// How much volatilities may change, Glickman's tau: 0.3 to 1.2, less where upsets say little.
inline constexpr double kGlicko2Tau = 0.5;

/// `player` after a period with `games`. Without games its deviation alone grows.
Glicko2Rating after_period(const Glicko2Rating& player, std::span<const Glicko2Game> games,
                           double tau = kGlicko2Tau);

/// Rates players 0 .. players-1 by games of two, of which each element of `periods` is a period's;
/// all begin as unknown players. Games of a player against itself say nothing.
std::vector<Glicko2Rating> glicko2(int players, std::span<const Outcomes> periods);

}  // namespace gauntlet::selfplay
