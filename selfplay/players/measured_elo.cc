#include "selfplay/players/measured_elo.h"

#include <absl/strings/str_format.h>

#include <algorithm>

#include "selfplay/players/level_ratings.h"
#include "selfplay/players/player_spec.h"

namespace gauntlet::selfplay {

std::optional<double> measured_elo(const std::string& spec, const engine::AnyGame& game) {
  const LevelRatings* const ratings = level_ratings(game);
  if (!ratings) return std::nullopt;
  const auto player = parse_player(spec, game);
  if (!player.ok()) return std::nullopt;
  if (player->kind == PlayerSpec::Kind::kLevel) return elo_of_level(*ratings, player->level);
  const auto rated =
      std::find_if(ratings->players.begin(), ratings->players.end(),
                   [&](const RatedPlayer& other) { return other.player == player->text; });
  // Random is 0 by definition.
  if (rated == ratings->players.end() || rated->low == rated->high) return std::nullopt;
  return rated->elo;
}

std::string with_measured_elo(const std::string& spec, const engine::AnyGame& game) {
  const auto elo = measured_elo(spec, game);
  return elo ? absl::StrFormat("%s (%.0f Elo)", spec, *elo) : spec;
}

}  // namespace gauntlet::selfplay
