#include "selfplay/statistics/elo.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "selfplay/statistics/score_interval.h"
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
  return lead == 0 ? std::numeric_limits<double>::quiet_NaN() : lead > 0 ? kNoEnd : -kNoEnd;
}

/// So many waits of mean 1, one after the other, and so many of mean 2.
struct Waits {
  std::size_t short_ones, long_ones;

  std::size_t count() const { return short_ones + long_ones; }
  /// How soon the next ends after so many.
  double rate(std::size_t done) const { return done < short_ones ? 1 : 0.5; }
};

/// The chance that `first` takes longer than `second`: race by race, who ends its next wait before.
double chance_of_longer(const Waits& first, const Waits& second) {
  std::vector<double> chances(first.count() + 1);  // of so many waits of the first done, so far
  chances[0] = 1;
  for (std::size_t done = 0; done < second.count(); ++done)
    for (std::size_t own = 0; own < first.count(); ++own) {
      const double ends = first.rate(own) / (first.rate(own) + second.rate(done));
      chances[own + 1] += chances[own] * ends;
      chances[own] *= 1 - ends;
    }
  double sum = 0;
  for (std::size_t own = 0; own < first.count(); ++own) sum += chances[own];
  return sum;
}

/// P(mean score > 1/2) where all distributions over the bins were equally likely beforehand. They
/// are Dirichlet's now, which is to say that the bins' chances are as waits of `count` + 1 steps:
/// a lead of two half steps is worth two of these. REQUIRES: kBins is 3 or 5; few units.
template <std::size_t kBins>
double exact_superiority(const ScoreBins<kBins>& bins) {
  const auto waits = [&](std::size_t near, std::size_t far) {
    const auto steps = [&](std::size_t bin) {
      return static_cast<std::size_t>(bins.counts[bin]) + 1;
    };
    return Waits{steps(near), kBins == 5 ? steps(far) : 0};
  };
  constexpr std::size_t kMiddle = kBins / 2;
  return chance_of_longer(waits(kMiddle + 1, kBins - 1), waits(kMiddle - 1, 0));
}

/// The units that were won, or lost, by however much; and whether they are too few to be normal.
template <std::size_t kBins>
bool are_few(const ScoreBins<kBins>& bins) {
  constexpr double kEnough = 10, kMost = 2'000;  // of the other: then nobody doubts
  double lost = 0, won = 0;
  for (std::size_t bin = 0; bin < kBins / 2; ++bin) {
    lost += bins.counts[bin];
    won += bins.counts[kBins - 1 - bin];
  }
  return std::min(lost, won) < kEnough && std::max(lost, won) < kMost;
}

/// Of units that are all alike, of which each is worth a game.
Interval interval_of_units(const Moments& moments) {
  return score_interval({.blocks = static_cast<std::uint64_t>(moments.units),
                         .games = moments.units,
                         .score = moments.units * moments.mean,
                         .games_squared = moments.units,
                         .score_squared = moments.units * moments.mean * moments.mean,
                         .score_by_games = moments.units * moments.mean});
}

template <std::size_t kBins>
EloEstimate estimate(const ScoreBins<kBins>& bins, double games_per_unit) {
  const Moments moments = moments_of(bins);
  const double error = std::sqrt(moments.variance / moments.units);
  const double game_deviation = std::sqrt(moments.variance * games_per_unit);
  const double lead = moments.mean - 0.5;
  const bool is_alike = moments.variance == 0;
  const Interval scores =
      is_alike ? interval_of_units(moments)
               : Interval{moments.mean - kNormal95 * error, moments.mean + kNormal95 * error};
  return {
      .score = moments.mean,
      .elo = elo_of_score(moments.mean),
      .low = elo_of_score(scores.low),
      .high = elo_of_score(scores.high),
      .is_alike = is_alike,
      .normalized = kNormalizedEloPerSigma * ratio(lead, game_deviation),
      .normalized_error =
          kNormalizedEloPerSigma * kNormal95 / std::sqrt(moments.units * games_per_unit),
      .superiority = are_few(bins) ? exact_superiority(bins) : normal_below(ratio(lead, error))};
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
  return estimate(bins_of(games), 1);
}

EloEstimate elo_of(const Pentanomial& pairs) {
  return estimate(bins_of(pairs), 2);
}

}  // namespace gauntlet::selfplay
