#include "selfplay/tournament/level_steps.h"

#include <algorithm>
#include <optional>

#include "search/level.h"
#include "selfplay/players/player_spec.h"

namespace gauntlet::selfplay {

std::vector<std::pair<int, int>> level_steps(std::span<const Entrant> entrants) {
  const auto place_of = [&](search::LevelTenths level) -> std::optional<int> {
    const auto place = std::ranges::find(entrants, "level:" + level_text(level), &Entrant::player);
    if (place == entrants.end()) return std::nullopt;
    return static_cast<int>(place - entrants.begin());
  };
  std::vector<std::pair<int, int>> steps;
  for (search::LevelTenths level = search::kLowestLevel; level < search::kHighestLevel; level += 10)
    if (const auto lower = place_of(level), upper = place_of(level + 10); lower && upper)
      steps.emplace_back(*lower, *upper);
  return steps;
}

}  // namespace gauntlet::selfplay
