// Error bars of scores, with blocks of games as the unit.
#pragma once

#include <cstdint>
#include <optional>

namespace gauntlet::selfplay {

/// An interval of scores.
struct Interval {
  double low;
  double high;
};

/// Sums over blocks b of n_b games with total score S_b: all that the interval needs.
struct BlockSums {
  std::uint64_t blocks = 0;
  double games = 0;           ///< Sum of n_b.
  double score = 0;           ///< Sum of S_b.
  double games_squared = 0;   ///< Sum of n_b^2.
  double score_squared = 0;   ///< Sum of S_b^2.
  double score_by_games = 0;  ///< Sum of S_b * n_b.

  void add(double block_games, double block_score);
  /// Adds the blocks of another batch.
  void add(const BlockSums& others);
  /// What so many blocks would sum up to that are like these. REQUIRES: 0 < other.
  BlockSums as_if(std::uint64_t other) const;
};

/// The 95 % confidence interval of the mean score of a game, whatever scores are. The block is the
/// unit, for the games of a block share their luck: the ratio estimator's linearised variance
/// (Cochran, Sampling Techniques, ch. 6) with Student's t. Nothing where blocks do not differ at
/// all (one block, or all alike).
std::optional<Interval> mean_interval(const BlockSums& sums);

/// The same of scores from 0 to 1, within 0..1, also where the true score is near an end: Wilson's
/// interval (1927) of as many independent games as these are worth, which is the games by their
/// design effect (Kish, Survey Sampling, ch. 8), with Student's t; see Franco, Little, Louis and
/// Slud, Journal of Survey Statistics and Methodology 7 (2019). Where blocks do not differ at all
/// nothing tells what they are worth, and each counts as one game; if all are won or all lost, the
/// exact limit at one side (Hanley and Lippman-Hand, JAMA 249, 1983).
///
/// It holds the true score in 93 to 97 % of batches, but where only a loss or two is to be
/// expected: docs/reliability.md has the figures.
Interval score_interval(const BlockSums& sums);

}  // namespace gauntlet::selfplay
