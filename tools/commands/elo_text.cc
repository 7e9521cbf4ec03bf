#include "tools/commands/elo_text.h"

#include <absl/strings/str_format.h>

#include <boost/json/value.hpp>
#include <cmath>

namespace gauntlet::tools {

std::string elo_cell(double elo) {
  return absl::StrFormat("%.1f", std::round(10 * elo) / 10 + 0.0);
}

std::string interval_cell(double low, double high) {
  if (std::isfinite(low) && std::isfinite(high)) return elo_cell(low) + " .. " + elo_cell(high);
  if (std::isfinite(low)) return "above " + elo_cell(low);
  if (std::isfinite(high)) return "below " + elo_cell(high);
  return "unknown";
}

double rounded_elo(double elo) {
  constexpr double kStep = 1e-6;
  return std::isfinite(elo) ? std::round(elo / kStep) * kStep : elo;
}

boost::json::array elo_bounds_json(double low, double high) {
  const auto bound = [](double elo) {
    return std::isfinite(elo) ? boost::json::value(rounded_elo(elo)) : boost::json::value();
  };
  return {bound(low), bound(high)};
}

}  // namespace gauntlet::tools
