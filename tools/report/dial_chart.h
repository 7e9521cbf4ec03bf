// What levels are worth, as a picture.
#pragma once

#include <span>
#include <string>

#include "selfplay/players/level_ratings.h"

namespace gauntlet::tools {

/// An SVG file: for each game a chart of Elo over the levels, with error bars, and the other
/// players of its ladder as lines across. It needs no style sheet. REQUIRES: there is a game.
std::string dial_chart_svg(std::span<const selfplay::LevelRatings> games);

}  // namespace gauntlet::tools
