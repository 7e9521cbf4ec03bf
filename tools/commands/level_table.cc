#include "tools/commands/level_table.h"

#include <absl/strings/str_format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cmath>
#include <utility>
#include <vector>

#include "engine/words.h"
#include "tools/commands/elo_text.h"
#include "tools/commands/table.h"

namespace gauntlet::tools {

namespace {

std::vector<selfplay::RatedPlayer> strongest_first(const selfplay::LevelRatings& ratings) {
  auto players = ratings.players;
  std::stable_sort(players.begin(), players.end(),
                   [](const auto& a, const auto& b) { return a.elo > b.elo; });
  return players;
}

std::string whole_interval(double low, double high) {
  return absl::StrFormat("%.0f .. %.0f", low, high);
}

boost::json::object player_json(const selfplay::RatedPlayer& rated) {
  const auto bounds = [](double low, double high) {
    return elo_bounds_json(std::round(low), std::round(high));
  };
  boost::json::object player = {{"player", rated.player},
                                {"elo", std::round(rated.elo)},
                                {"elo95", bounds(rated.low, rated.high)},
                                {"games", rated.games}};
  if (const auto& step = rated.step)
    player["step"] = {{"elo", std::round(step->elo)}, {"elo95", bounds(step->low, step->high)}};
  return player;
}

}  // namespace

std::string level_table_text(const selfplay::LevelRatings& ratings, const Colours& colours) {
  Table table({Table::names(),
               {.heading = "Elo", .width = 7},
               Table::intervals(),
               Table::counts("games"),
               {.heading = "step", .width = 7},
               Table::intervals()});
  for (const selfplay::RatedPlayer& rated : strongest_first(ratings)) {
    const bool is_exact = rated.low == rated.high;  // by definition
    Table::Cells cells = {rated.player, absl::StrFormat("%.0f", rated.elo),
                          is_exact ? "" : whole_interval(rated.low, rated.high),
                          engine::grouped(rated.games)};
    if (const auto& step = rated.step) {
      cells.push_back(absl::StrFormat("%+.0f", step->elo));
      cells.push_back(whole_interval(step->low, step->high));
    }
    table.add(std::move(cells));
  }
  return table.text(colours);
}

boost::json::object level_table_json(const selfplay::LevelRatings& ratings) {
  boost::json::array players;
  for (const selfplay::RatedPlayer& rated : strongest_first(ratings))
    players.push_back(player_json(rated));
  return {{"game", ratings.game},
          {"signature", absl::StrFormat("%016x", ratings.signature)},
          {"ratings", std::move(players)}};
}

}  // namespace gauntlet::tools
