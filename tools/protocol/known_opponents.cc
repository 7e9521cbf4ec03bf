#include "tools/protocol/known_opponents.h"

#include <algorithm>

#include "selfplay/players/auto_level.h"

namespace gauntlet::tools {

using search::LevelTenths;

LevelTenths KnownOpponents::level_for(const std::string& key, LevelTenths first) const {
  const auto known = known_.find(key);
  return known == known_.end() ? first : known->second.estimate.level();
}

selfplay::OpponentStrength KnownOpponents::saw_end(const std::string& key, const std::string& name,
                                                   const engine::AnyGame& game, LevelTenths first,
                                                   LevelTenths played, double score) {
  if (known_.size() >= most_ && !known_.contains(key)) forget_one();
  Known& known =
      known_.try_emplace(key, Known{selfplay::StrengthEstimate(game, first), 0}).first->second;
  known.last = ++games_;
  return selfplay::learn(known.estimate, name, played, score);
}

/// Who has not played for longest.
void KnownOpponents::forget_one() {
  known_.erase(std::min_element(known_.begin(), known_.end(), [](const auto& a, const auto& b) {
    return a.second.last < b.second.last;
  }));
}

}  // namespace gauntlet::tools
