// The ratings of a game's levels, told.
#pragma once

#include <boost/json/object.hpp>
#include <string>

#include "selfplay/players/level_ratings.h"
#include "tools/colours.h"

namespace gauntlet::tools {

/// A line for each player of the ladder, the strongest first; a level's step is how far above the
/// level below it stands.
std::string level_table_text(const selfplay::LevelRatings& ratings, const Colours& colours = {});

/// {"game", "signature" (hexadecimal text), "ratings": [{"player", "elo", "elo95", "games",
/// "step": {"elo", "elo95"} of levels above the first}, ..]}, the strongest first.
boost::json::object level_table_json(const selfplay::LevelRatings& ratings);

}  // namespace gauntlet::tools
