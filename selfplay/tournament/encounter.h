// What a tournament is made of: some players meet and play a block of games.
#pragma once

#include <cstdint>
#include <vector>

namespace gauntlet::selfplay {

/// Players who meet. They play one game for each seat there is, from one start and with the same
/// luck, so that each of them has each seat once.
struct Encounter {
  std::vector<int> entrants;  ///< Of the tournament, ascending; as many as the game has seats.
  std::uint64_t meeting = 0;  ///< How often they have met before.
  std::uint64_t opening = 0;  ///< The number of the opening that they play.
  int round = 0;              ///< From 0.

  bool operator==(const Encounter&) const = default;
};

}  // namespace gauntlet::selfplay
