#include "selfplay/tournament/meetings.h"

#include <algorithm>
#include <utility>

namespace gauntlet::selfplay {

Encounter Meetings::next(std::vector<int> entrants, std::uint64_t opening, int round) {
  std::sort(entrants.begin(), entrants.end());
  const std::uint64_t meeting = met_[entrants]++;
  return {std::move(entrants), meeting, opening, round};
}

}  // namespace gauntlet::selfplay
