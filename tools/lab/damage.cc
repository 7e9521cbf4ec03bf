#include "tools/lab/damage.h"

#include <algorithm>

#include "engine/words.h"

namespace gauntlet::tools {

namespace {

using selfplay::DamagedGames;

std::string told(const DamagedGames& games) {
  const std::string first = std::to_string(games.first), what = " " + games.what;
  if (games.first == games.last) return "game " + first + what;
  if (games.last == DamagedGames::kTheLast) return "game " + first + " and all that follow" + what;
  return "games " + first + " to " + std::to_string(games.last) + what;
}

}  // namespace

void Damage::add(const DamagedGames& games) {
  // What playing them again shows comes a little later than what reading them did.
  const auto is_before = [](const DamagedGames& a, const DamagedGames& b) {
    return a.first < b.first;
  };
  games_.insert(std::upper_bound(games_.begin(), games_.end(), games, is_before), games);
}

bool Damage::holds(std::uint64_t index) const {
  const auto number = static_cast<std::int64_t>(index);
  return std::any_of(games_.begin(), games_.end(), [&](const DamagedGames& games) {
    return games.first <= number && number <= games.last;
  });
}

std::string Damage::sentence(const std::string& path) const {
  constexpr std::size_t kMostNamed = 10;
  const std::size_t named = std::min(games_.size(), kMostNamed);
  std::string text = engine::in_quotes(path, 200) + " is damaged: ";
  for (std::size_t i = 0; i < named; ++i) text += (i > 0 ? ", " : "") + told(games_[i]);
  if (named < games_.size()) text += " and " + std::to_string(games_.size() - named) + " more";
  return text;
}

}  // namespace gauntlet::tools
