// How strong a player is at least of which nothing but wins is known, or at most if all was lost.
#pragma once

#include <cstdint>
#include <vector>

namespace gauntlet::selfplay {

/// What one kind of game says: against opponents whose strengths add up to e^opponents, the player
/// won the point e^(strength + seat) / (e^(strength + seat) + e^opponents), or did not.
struct OneSidedGames {
  double opponents;
  double seat;
  double games;
};

/// The strength, in natural-log units, at which winning all these games (`has_won`), or none of
/// them, has a chance of 5 %: a 95 % bound from below, or above. Of `games` as many count as there
/// are independent ones. With one kind of game it is the exact limit (Hanley and Lippman-Hand, JAMA
/// 249, 1983), as in score_interval(). REQUIRES: some games.
double open_bound(const std::vector<OneSidedGames>& games, bool has_won);

}  // namespace gauntlet::selfplay
