#include "selfplay/statistics/open_bound.h"

#include <cmath>

namespace gauntlet::selfplay {

namespace {

/// ln(1 / (1 + e^-x)), also where that is next to nothing.
double log_chance(double x) {
  return x < 0 ? x - std::log1p(std::exp(x)) : -std::log1p(std::exp(-x));
}

double log_chance_of_all(const std::vector<OneSidedGames>& games, bool has_won, double strength) {
  double sum = 0;
  for (const OneSidedGames& kind : games) {
    const double lead = strength + kind.seat - kind.opponents;
    sum += kind.games * log_chance(has_won ? lead : -lead);
  }
  return sum;
}

}  // namespace

double open_bound(const std::vector<OneSidedGames>& games, bool has_won) {
  constexpr double kFar = 200;  // natural-log units: 35,000 Elo
  const double limit = std::log(0.05);
  double low = -kFar, high = kFar;
  for (int halvings = 0; halvings < 80; ++halvings) {
    const double middle = (low + high) / 2;
    const bool is_too_unlikely = log_chance_of_all(games, has_won, middle) < limit;
    (is_too_unlikely == has_won ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace gauntlet::selfplay
