// Elo ratings in tables and JSON.
#pragma once

#include <boost/json/array.hpp>
#include <string>

namespace gauntlet::tools {

/// With one decimal, and never "-0.0".
std::string elo_cell(double elo);
/// "-12.5 .. 3.0", "above 3.0", "below 3.0" or "unknown", as far as the bounds are finite.
std::string interval_cell(double low, double high);

/// Without what is nothing but rounding, as in 0.00000000000001.
double rounded_elo(double elo);
/// [low, high]; null where there is no bound.
boost::json::array elo_bounds_json(double low, double high);

}  // namespace gauntlet::tools
