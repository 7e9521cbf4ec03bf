#include "selfplay/players/auto_level.h"

#include <absl/strings/str_format.h>

#include <cmath>
#include <cstdint>
#include <limits>

#include "engine/words.h"
#include "selfplay/players/player_spec.h"

namespace gauntlet::selfplay {

bool is_auto_level(std::string_view spec) {
  return spec == kAutoLevel || spec.starts_with(std::string(kAutoLevel) + "=");
}

std::optional<absl::StatusOr<search::LevelTenths>> first_auto_level(std::string_view spec,
                                                                    const engine::AnyGame& game) {
  if (spec == kAutoLevel) return StrengthEstimate::middle(game);
  if (!is_auto_level(spec)) return std::nullopt;
  const std::string elo(spec.substr(kAutoLevel.size() + 1));
  const auto level = parse_player("level:elo=" + elo, game);
  if (level.ok()) return level->level;
  return absl::InvalidArgumentError(engine::in_quotes(spec, 40) +
                                    " begins at no rating: " + engine::message_of(level));
}

std::optional<absl::StatusOr<PlayerSpec>> parse_auto_level(std::string_view spec,
                                                           const engine::AnyGame& game) {
  const auto first = first_auto_level(spec, game);
  if (!first) return std::nullopt;
  if (!first->ok()) return first->status();
  auto player = parse_player("level:" + level_text(**first), game);
  if (player.ok()) player->text = std::string(spec);
  return player;
}

OpponentStrength learn(StrengthEstimate& estimate, const std::string& player,
                       search::LevelTenths played, double score) {
  estimate.add(played, score);
  OpponentStrength strength{.player = player,
                            .played = level_text(played),
                            .score = score,
                            .level = level_text(estimate.strength()),
                            .next = level_text(estimate.level()),
                            .games = estimate.games()};
  if (estimate.is_measured()) {
    strength.elo = estimate.elo();
    strength.error = estimate.error();
  }
  return strength;
}

bool is_possible(const OpponentStrength& strength) {
  for (const std::string* const level : {&strength.played, &strength.level, &strength.next})
    if (!parse_level_number(*level)) return false;
  for (const auto& number : {strength.elo, strength.error})
    if (number && !std::isfinite(*number)) return false;
  return strength.games >= 1 && strength.games <= std::numeric_limits<std::int64_t>::max() &&
         strength.score >= 0 && strength.score <= 1;
}

std::string estimate_text(const OpponentStrength& strength) {
  std::string text = "level " + strength.level;
  if (strength.elo && strength.error)
    absl::StrAppendFormat(&text, " (%.0f Elo, +- %.0f)", *strength.elo, *strength.error);
  return text + " after " + engine::counted(strength.games, "game");
}

std::string sentence_of(const OpponentStrength& strength) {
  return engine::printable(strength.player, 40) + " plays like " + estimate_text(strength) +
         "; this one was against level " + strength.played;
}

std::string sentence_to(const OpponentStrength& strength) {
  return "You play like " + estimate_text(strength) + "; the next game is against level " +
         strength.next;
}

}  // namespace gauntlet::selfplay
