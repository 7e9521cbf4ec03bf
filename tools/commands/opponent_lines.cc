#include "tools/commands/opponent_lines.h"

#include <absl/strings/str_format.h>

#include <cmath>

#include "selfplay/players/auto_level.h"
#include "selfplay/players/measured_elo.h"

namespace gauntlet::tools {

namespace {

/// As the opponent was given; of level:auto also where it begins.
std::string told_opponent(const HostSettings& settings, const engine::AnyGame& scale) {
  const std::string& spec = settings.opponent;
  const auto first = selfplay::first_auto_level(spec, scale);
  if (!first || !first->ok()) return selfplay::with_measured_elo(spec, scale);
  return spec + ", at first " +
         selfplay::with_measured_elo("level:" + selfplay::level_text(**first), scale) +
         (settings.known.empty() ? "" : "; whoever has played here goes on at their own level");
}

/// Of those who can be asked for by their level.
std::string told_levels(const selfplay::LevelRatings& ratings) {
  std::string text = "levels 1 to " + std::to_string(search::kLevels) + " are at";
  for (int level = 1; level <= search::kLevels; ++level)
    absl::StrAppendFormat(&text, "%s %.0f", level > 1 ? "," : "",
                          elo_of_level(ratings, 10 * level));
  return text + " Elo, random at 0";
}

}  // namespace

std::vector<std::string> opponent_lines(const HostKind& kind, const HostSettings& settings) {
  const engine::AnyGame scale = scale_of(kind, settings);
  const bool people_choose = kind.word == "kimble" || settings.opponent.empty();
  std::vector<std::string> lines;
  if (!settings.opponent.empty())
    lines.push_back(scale.name() + ": " +
                    (kind.word == "kimble" ? "who asks for 9 plays " : "everybody plays ") +
                    told_opponent(settings, scale));
  const auto* const ratings = selfplay::level_ratings(scale);
  if (ratings && people_choose && !kind.only_game)
    lines.push_back(scale.name() + ": " + told_levels(*ratings));
  return lines;
}

boost::json::object opponent_json(const HostKind& kind, const HostSettings& settings) {
  if (settings.opponent.empty()) return {};
  boost::json::object object{{"player", settings.opponent}};
  if (const auto elo = selfplay::measured_elo(settings.opponent, scale_of(kind, settings)))
    object["elo"] = std::round(*elo);
  return object;
}

}  // namespace gauntlet::tools
