#include "selfplay/statistics/sprt.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "selfplay/statistics/elo.h"

namespace gauntlet::selfplay {

namespace {

/// A distribution over the bins.
template <std::size_t kBins>
using Shares = std::array<double, kBins>;

/// Where the decreasing function f(x) = sum of p_i v_i / (1 + x v_i) is 0. REQUIRES: some v_i are
/// negative and some positive; then there is one such x between the two poles next to 0.
template <std::size_t kBins>
double root(const Shares<kBins>& shares, const Shares<kBins>& values) {
  double low = -1 / *std::max_element(values.begin(), values.end());
  double high = -1 / *std::min_element(values.begin(), values.end());
  for (int halvings = 0; halvings < 100; ++halvings) {
    const double x = (low + high) / 2;
    double sum = 0;
    for (std::size_t i = 0; i < kBins; ++i) sum += shares[i] * values[i] / (1 + x * values[i]);
    (sum > 0 ? low : high) = x;
  }
  return (low + high) / 2;
}

/// The likeliest distribution for which the mean of `values` is 0, where `shares` were seen: Van
/// den Bergh, "A practical introduction to the GSPRT", section 2; Owen's empirical likelihood.
template <std::size_t kBins>
Shares<kBins> likeliest(const Shares<kBins>& shares, const Shares<kBins>& values) {
  const double x = root(shares, values);
  Shares<kBins> result{};
  for (std::size_t i = 0; i < kBins; ++i) result[i] = shares[i] / (1 + x * values[i]);
  return result;
}

template <std::size_t kBins>
Shares<kBins> likeliest_with_mean(const Shares<kBins>& shares, double mean) {
  Shares<kBins> values;
  for (std::size_t i = 0; i < kBins; ++i) values[i] = ScoreBins<kBins>::score(i) - mean;
  return likeliest(shares, values);
}

struct MeanAndDeviation {
  double mean, deviation;
};

template <std::size_t kBins>
MeanAndDeviation moments(const Shares<kBins>& shares) {
  double mean = 0, variance = 0;
  for (std::size_t i = 0; i < kBins; ++i) mean += shares[i] * ScoreBins<kBins>::score(i);
  for (std::size_t i = 0; i < kBins; ++i) {
    const double off = ScoreBins<kBins>::score(i) - mean;
    variance += shares[i] * off * off;
  }
  return {mean, std::sqrt(variance)};
}

/// What must have the mean 0 for the mean to be t standard deviations above 1/2, where that is
/// nearly so: the condition is not linear, and this is its tangent at `near`.
template <std::size_t kBins>
Shares<kBins> tangent(const Shares<kBins>& near, double t) {
  const auto [mean, deviation] = moments(near);
  Shares<kBins> values;
  for (std::size_t i = 0; i < kBins; ++i) {
    const double score = ScoreBins<kBins>::score(i), off = (mean - score) / deviation;
    values[i] = score - 0.5 - t * deviation * (1 + off * off) / 2;
  }
  return values;
}

/// Moves `result` to the likeliest distribution whose mean is t standard deviations above 1/2, by
/// tangents until it no longer moves (Van den Bergh, "Comments on normalized Elo", section 4.1).
template <std::size_t kBins>
void improve(const Shares<kBins>& shares, double t, Shares<kBins>& result) {
  constexpr int kMostSteps = 50;
  constexpr double kNearly = 1e-12;
  for (int step = 0; step < kMostSteps; ++step) {
    const Shares<kBins> last = result;
    result = likeliest(shares, tangent(last, t));
    double moved = 0;
    for (std::size_t i = 0; i < kBins; ++i) moved = std::max(moved, std::abs(result[i] - last[i]));
    if (moved < kNearly) break;
  }
}

template <std::size_t kBins>
Shares<kBins> likeliest_with_lead(const Shares<kBins>& shares, double t) {
  constexpr double kStride = 0.05;  // further away a tangent may miss all distributions
  Shares<kBins> result;
  result.fill(1.0 / kBins);
  const double strides = std::max(1.0, std::ceil(std::abs(t) / kStride));
  for (double stride = 1; stride <= strides; ++stride)
    improve(shares, t * stride / strides, result);
  return result;
}

template <std::size_t kBins>
Shares<kBins> likeliest_under(const Sprt& test, const Shares<kBins>& shares, double elo) {
  if (test.model == EloModel::kLogistic) return likeliest_with_mean(shares, score_of_elo(elo));
  const double games_per_unit = kBins == 5 ? 2 : 1;  // whose scores vary less than a game's
  return likeliest_with_lead(shares, elo / kNormalizedEloPerSigma * std::sqrt(games_per_unit));
}

template <std::size_t kBins>
double ratio(const Sprt& test, ScoreBins<kBins> bins) {
  constexpr double kOfNone = 1e-3;
  assert(test.is_possible());
  double units = 0, sum = 0;
  for (double& count : bins.counts) units += count;
  if (units == 0) return 0;
  units = 0;
  for (double& count : bins.counts) units += count = std::max(count, kOfNone);
  Shares<kBins> shares;
  for (std::size_t i = 0; i < kBins; ++i) shares[i] = bins.counts[i] / units;
  const auto under0 = likeliest_under(test, shares, test.elo0);
  const auto under1 = likeliest_under(test, shares, test.elo1);
  for (std::size_t i = 0; i < kBins; ++i) sum += shares[i] * std::log(under1[i] / under0[i]);
  return units * sum;
}

}  // namespace

double Sprt::lower() const {
  return std::log(beta / (1 - alpha));
}

double Sprt::upper() const {
  return std::log((1 - beta) / alpha);
}

bool Sprt::is_possible() const {
  return -kMostElo < elo0 && elo0 < elo1 && elo1 < kMostElo && alpha > kLeastChance &&
         beta > kLeastChance && alpha + beta < 1;
}

double log_likelihood_ratio(const Sprt& test, const Trinomial& games) {
  return ratio(test, bins_of(games));
}

double log_likelihood_ratio(const Sprt& test, const Pentanomial& pairs) {
  return ratio(test, bins_of(pairs));
}

}  // namespace gauntlet::selfplay
