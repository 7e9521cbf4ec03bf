// The page of a report.
#pragma once

#include <absl/container/btree_map.h>

#include <optional>
#include <string>
#include <vector>

#include "selfplay/statistics/ratings.h"
#include "tools/report/report_source.h"
#include "tools/report/report_sums.h"

namespace gauntlet::tools {

/// A player's rating, by ReportFacts::players; nothing for those who have none.
using PlayerRatings = std::vector<std::optional<selfplay::PlayerRating>>;

/// All that a report shows.
struct ReportContent {
  const ReportFacts& facts;
  const ReportSums& sums;
  PlayerRatings ratings;  ///< Empty: nobody is rated.
  ScoresByName without_luck = {};
  std::vector<double> test_path = {};  ///< The log-likelihood ratio after each pair of games.
  /// By player: the last lines of what its program wrote on stderr.
  absl::btree_map<std::string, std::string> last_words = {};
  std::string games = "";       ///< packed(): {"games": [game_script() ..]}.
  std::size_t games_shown = 0;  ///< So many are in it.
};

/// One file that needs no other: styles, script and games are part of it, and its content security
/// policy allows nothing else. Whatever players are called and say is text.
std::string report_page(const ReportContent& content);

}  // namespace gauntlet::tools
