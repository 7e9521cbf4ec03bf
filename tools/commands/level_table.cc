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

}  // namespace

std::string level_table_text(const selfplay::LevelRatings& ratings, const Colours& colours) {
  Table table(
      {Table::names(), {.heading = "Elo", .width = 7}, Table::intervals(), Table::counts("games")});
  for (const selfplay::RatedPlayer& rated : strongest_first(ratings)) {
    const bool is_exact = rated.low == rated.high;  // by definition
    table.add({rated.player, absl::StrFormat("%.0f", rated.elo),
               is_exact ? "" : absl::StrFormat("%.0f .. %.0f", rated.low, rated.high),
               engine::grouped(rated.games)});
  }
  return table.text(colours);
}

boost::json::object level_table_json(const selfplay::LevelRatings& ratings) {
  boost::json::array players;
  for (const selfplay::RatedPlayer& rated : strongest_first(ratings))
    players.push_back({{"player", rated.player},
                       {"elo", std::round(rated.elo)},
                       {"elo95", elo_bounds_json(std::round(rated.low), std::round(rated.high))},
                       {"games", rated.games}});
  return {{"game", ratings.game},
          {"signature", absl::StrFormat("%016x", ratings.signature)},
          {"ratings", std::move(players)}};
}

}  // namespace gauntlet::tools
