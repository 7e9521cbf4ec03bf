#include "selfplay/statistics/score_interval.h"

#include <algorithm>
#include <cmath>

#include "selfplay/statistics/student.h"

namespace gauntlet::selfplay {

namespace {

/// Sum over the blocks of the square of S_b - n_b * mean; 0 if blocks do not differ.
double squares(const BlockSums& sums, double mean) {
  const double sum =
      sums.score_squared - 2 * mean * sums.score_by_games + mean * mean * sums.games_squared;
  const double rounding = 1e-12 * sums.games_squared;
  return sum <= rounding ? 0 : sum;
}

/// Of the mean. REQUIRES: two blocks or more.
double variance(const BlockSums& sums, double squares) {
  const auto blocks = static_cast<double>(sums.blocks);
  return squares * blocks / (blocks - 1) / (sums.games * sums.games);
}

Interval wilson(double share, double trials, double quantile) {
  const double q2 = quantile * quantile;
  const double centre = (share + q2 / (2 * trials)) / (1 + q2 / trials);
  const double half = quantile / (1 + q2 / trials) *
                      std::sqrt(share * (1 - share) / trials + q2 / (4 * trials * trials));
  return {std::max(0.0, centre - half), std::min(1.0, centre + half)};
}

/// Of blocks that do not differ.
Interval interval_of_alike(double share, double blocks) {
  constexpr double kNearly = 1e-9;
  const double low = std::pow(0.05, 1 / blocks);
  if (share > 1 - kNearly) return {low, 1};
  if (share < kNearly) return {0, 1 - low};
  return wilson(share, blocks, kNormal95);
}

}  // namespace

void BlockSums::add(double block_games, double block_score) {
  add(BlockSums{1, block_games, block_score, block_games * block_games, block_score * block_score,
                block_score * block_games});
}

void BlockSums::add(const BlockSums& others) {
  blocks += others.blocks;
  games += others.games;
  score += others.score;
  games_squared += others.games_squared;
  score_squared += others.score_squared;
  score_by_games += others.score_by_games;
}

BlockSums BlockSums::as_if(std::uint64_t other) const {
  const double scale = static_cast<double>(other) / static_cast<double>(blocks);
  return {.blocks = other,
          .games = games * scale,
          .score = score * scale,
          .games_squared = games_squared * scale,
          .score_squared = score_squared * scale,
          .score_by_games = score_by_games * scale};
}

std::optional<Interval> mean_interval(const BlockSums& sums) {
  if (sums.blocks < 2) return std::nullopt;
  const double mean = sums.score / sums.games;
  const double off = squares(sums, mean);
  if (off == 0) return std::nullopt;
  const double half =
      student95(static_cast<double>(sums.blocks - 1)) * std::sqrt(variance(sums, off));
  return Interval{mean - half, mean + half};
}

Interval score_interval(const BlockSums& sums) {
  if (sums.blocks == 0) return {0, 1};
  const double share = std::clamp(sums.score / sums.games, 0.0, 1.0);
  const double off = squares(sums, share);
  if (sums.blocks < 2 || off == 0)
    return interval_of_alike(share, static_cast<double>(sums.blocks));
  const double if_independent = share * (1 - share) / (sums.games - 1);
  const double design_effect = variance(sums, off) / if_independent;
  return wilson(share, sums.games / design_effect, student95(static_cast<double>(sums.blocks - 1)));
}

}  // namespace gauntlet::selfplay
