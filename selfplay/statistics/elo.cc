#include "selfplay/statistics/elo.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "selfplay/statistics/student.h"

namespace gauntlet::selfplay {

namespace {

constexpr double kNoEnd = std::numeric_limits<double>::infinity();

struct Moments {
  double units, mean, variance;
};

template <std::size_t kBins>
Moments moments_of(const ScoreBins<kBins>& bins) {
  double units = 0, sum = 0, squares = 0;
  for (std::size_t bin = 0; bin < kBins; ++bin) {
    units += bins.counts[bin];
    sum += bins.counts[bin] * bins.score(bin);
  }
  const double mean = sum / units;
  for (std::size_t bin = 0; bin < kBins; ++bin)
    squares += bins.counts[bin] * (bins.score(bin) - mean) * (bins.score(bin) - mean);
  return {units, mean, squares / units};
}

/// A lead by its standard deviation; where nothing varies the sign alone counts.
double ratio(double lead, double deviation) {
  if (deviation > 0) return lead / deviation;
  return lead == 0 ? 0 : lead > 0 ? kNoEnd : -kNoEnd;
}

EloEstimate estimate(const Moments& moments, double games_per_unit) {
  const double error = std::sqrt(moments.variance / moments.units);
  const double game_deviation = std::sqrt(moments.variance * games_per_unit);
  const double lead = moments.mean - 0.5;
  return {.score = moments.mean,
          .elo = elo_of_score(moments.mean),
          .low = elo_of_score(std::max(0.0, moments.mean - kNormal95 * error)),
          .high = elo_of_score(std::min(1.0, moments.mean + kNormal95 * error)),
          .normalized = kNormalizedEloPerSigma * ratio(lead, game_deviation),
          .normalized_error =
              kNormalizedEloPerSigma * kNormal95 / std::sqrt(moments.units * games_per_unit),
          .superiority = normal_below(ratio(lead, error))};
}

}  // namespace

double elo_of_score(double score) {
  if (score <= 0) return -kNoEnd;
  if (score >= 1) return kNoEnd;
  return kEloPerNat * std::log(score / (1 - score));
}

double score_of_elo(double elo) {
  return 1 / (1 + std::exp(-elo / kEloPerNat));
}

EloEstimate elo_of(const Trinomial& games) {
  return estimate(moments_of(bins_of(games)), 1);
}

EloEstimate elo_of(const Pentanomial& pairs) {
  return estimate(moments_of(bins_of(pairs)), 2);
}

}  // namespace gauntlet::selfplay
