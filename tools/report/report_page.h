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

/// How much the tables show: names that are many or long would make a huge page.
struct TableLimits {
  std::size_t rows = 200;            ///< Of players, or of what they forfeited, in each table.
  std::size_t pairs = 500;           ///< Of players, head to head.
  std::size_t crossed_players = 60;  ///< More have no cross-table.
  std::size_t last_words = 50;       ///< Of so many programs.
  std::size_t name_bytes = 60;       ///< Of a name; a longer one is cut.
  /// The whole of such names is their tooltip, and a cross-table's cells name their players.
  bool has_names_as_titles = true;
};

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
  TableLimits limits = {};
};

inline constexpr std::size_t kMostPageBytes = 1'000'000;

/// Chooses limits by which a page without games has half of kMostPageBytes at most.
void fit_tables(ReportContent& content);
/// How many bytes of kMostPageBytes are left for games. REQUIRES: `content` has none yet.
std::size_t room_for_games(const ReportContent& content);

/// One file that needs no other: styles, script and games are part of it, and its content security
/// policy allows nothing else. Whatever players are called and say is text.
std::string report_page(const ReportContent& content);

}  // namespace gauntlet::tools
