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

/// Games of a rating period that ended alike.
struct Glicko2Games {
  Glicko2Rating opponent;  ///< As it was before the period.
  double score;            ///< 1 won, 1/2 drawn, 0 lost.
  double times = 1;
};

/// How much volatilities may change, Glickman's tau: 0.3 to 1.2, less where upsets say little.
inline constexpr double kGlicko2Tau = 0.5;

/// `player` after a period with `games`. Without games its deviation alone grows.
Glicko2Rating after_period(const Glicko2Rating& player, std::span<const Glicko2Games> games,
                           double tau = kGlicko2Tau);

/// Rates players 0 .. players-1 by games of two; all begin as unknown players. A period ends where
/// so many blocks of `outcomes` are done as the next of `period_ends` says. Games of a player
/// against itself say nothing.
std::vector<Glicko2Rating> glicko2(int players, const Outcomes& outcomes,
                                   std::span<const std::size_t> period_ends);

}  // namespace gauntlet::selfplay
