// Ratings as text and as JSON.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <boost/json/object.hpp>
#include <string>
#include <vector>

#include "selfplay/statistics/glicko2.h"
#include "selfplay/statistics/ratings.h"
#include "selfplay/statistics/score_interval.h"
#include "tools/colours.h"
#include "tools/lab/rated_games.h"
#include "tools/lab/scores_without_luck.h"

namespace gauntlet::tools {

/// All that is told of the players of some stores.
struct RateReport {
  const RatedGames& games;
  const selfplay::Ratings& ratings;
  /// Scores without luck by name; empty where they are not asked for.
  const ScoresByName& without_luck;
};

/// A table for each group, the strongest first, and what the seats are worth.
std::string rate_text(const RateReport& report, const Colours& colours = {});
/// docs/commands.md has its fields.
boost::json::object rate_json(const RateReport& report);

/// The same of ratings by Glicko-2.
std::string glicko2_text(const RateReport& report,
                         const std::vector<selfplay::Glicko2Rating>& ratings,
                         const Colours& colours = {});
boost::json::object glicko2_json(const RateReport& report,
                                 const std::vector<selfplay::Glicko2Rating>& ratings);

}  // namespace gauntlet::tools
