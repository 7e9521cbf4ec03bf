// How often players have met.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <vector>

#include "selfplay/tournament/encounter.h"

namespace gauntlet::selfplay {

/// Makes encounters and numbers them by table: the same players meet for the first time, the second
/// time, .. One thread.
class Meetings {
 public:
  /// `entrants` in any order.
  Encounter next(std::vector<int> entrants, std::uint64_t opening, int round);

 private:
  absl::flat_hash_map<std::vector<int>, std::uint64_t> met_;
};

}  // namespace gauntlet::selfplay
