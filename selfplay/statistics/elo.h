// Differences of strength in Elo, from one match.
#pragma once

#include "selfplay/statistics/results.h"

namespace gauntlet::selfplay {

/// Elo of one natural-log unit: 400 / ln 10.
inline constexpr double kEloPerNat = 173.71779276130073;
/// Normalized Elo of one standard deviation of a game: 800 / ln 10, so that it is about Elo where
/// all games are decided.
inline constexpr double kNormalizedEloPerSigma = 2 * kEloPerNat;

/// The Elo difference at which a score of `score` is expected (Elo 1978): infinite at 0 and 1.
double elo_of_score(double score);
/// The score that is expected with an advantage of `elo`.
double score_of_elo(double elo);

/// What a match says about the difference of its two sides.
struct EloEstimate {
  double score = 0.5;
  double elo = 0;   ///< +-infinity if all is won or lost.
  double low = 0;   ///< 95 % interval of elo; the usual one, symmetric in scores. It knows nothing
  double high = 0;  ///< of its own error where nearly all is won. Ends may be infinite.
  /// All units were alike. Nothing then tells how results spread, and the interval is that of
  /// score_interval(): each unit is worth a game.
  bool is_alike = false;
  /// Normalized Elo: (score - 1/2) by a game's standard deviation. Where all units were alike
  /// +-infinity, or NaN if nobody leads.
  double normalized = 0;
  double normalized_error = 0;  ///< Half of its 95 % interval.
  /// Likelihood of superiority: P(stronger), uniform prior; with ten units or more won and lost the
  /// normal distribution's, as others have it.
  double superiority = 0.5;

  /// Half of the interval, as in "40.70 +- 30.43".
  double error() const { return (high - low) / 2; }
};

/// REQUIRES: at least one game. Normalized Elo is Van den Bergh's ("Normalized Elo", 2020): it
/// tells how many games it takes to see the difference, whatever the share of draws.
EloEstimate elo_of(const Trinomial& games);
/// The same of pairs. REQUIRES: at least one pair.
EloEstimate elo_of(const Pentanomial& pairs);

}  // namespace gauntlet::selfplay
