// What `gauntlet selfplay` tells: the line while it runs, the table and the JSON at the end.
#pragma once

#include <boost/json/object.hpp>
#include <chrono>
#include <string>

#include "selfplay/batch.h"
#include "tools/colours.h"

namespace gauntlet::tools {

/// "1,200 of 5,000 games  340 games/s  score 0.512 (0.491 .. 0.533)  11 s left"; where games are
/// the same, "1,200 of 5,000 games (800 distinct)  ..".
std::string progress_text(const selfplay::BatchProgress& progress);

/// The table for people.
std::string summary_text(const selfplay::Batch& batch, const selfplay::BatchResult& result,
                         const Colours& colours = {});

/// The object that scripts rely on.
boost::json::object summary_json(const selfplay::Batch& batch, const selfplay::BatchResult& result);

}  // namespace gauntlet::tools
