// How strong an opponent is who plays against levels, and which level suits them.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "selfplay/players/level_ratings.h"

namespace gauntlet::selfplay {

/// One opponent of one game. Games against levels tell more and more of their strength: the
/// estimate is the mean of what they leave likely, where each result is as likely as the ratings of
/// `gauntlet calibrate` say (in games without any, levels count as 150 Elo apart). The level to
/// play next moves towards it, and away from a score that has not been even lately; by at most 100
/// Elo after the first game, or a tenth of the dial where that is less, and by less after each, but
/// by a tenth of a level always.
class StrengthEstimate {
 public:
  using LevelTenths = search::LevelTenths;

  /// The first level to play; both ends of the dial are within reach.
  StrengthEstimate(const engine::AnyGame& game, LevelTenths first);
  /// In the middle of the dial.
  static LevelTenths middle(const engine::AnyGame& game);

  /// What to play next.
  LevelTenths level() const { return level_; }
  /// A game against `level` has brought the opponent `score`: 1 a win, 0.5 a draw, 0 a loss.
  void add(LevelTenths level, double score);

  std::uint64_t games() const { return games_; }
  /// The level that is nearest to the estimate.
  LevelTenths strength() const;
  /// Whether the game was calibrated, so that elo() and error() mean something.
  bool is_measured() const { return ratings_ != nullptr; }
  /// The estimate, above `random`, and its standard error.
  double elo() const;
  double error() const;

 private:
  double elo_of(LevelTenths level) const;
  LevelTenths level_at(double elo) const;
  LevelTenths level_towards(double elo, double most) const;
  /// The mean of `what` over all strengths.
  double mean(double (*what)(double elo, double centre), double centre) const;
  double debt() const;

  const LevelRatings* ratings_;
  LevelTenths level_;
  double most_move_;  ///< In Elo, after the first game.
  double next_;       ///< Elo of the level to play next, before it is rounded to one.
  std::uint64_t games_ = 0;
  std::vector<double> likelihoods_;  ///< Logarithms, of strengths in equal steps.
  double lowest_ = 0;                ///< The first of these strengths.
  std::deque<double> lately_;        ///< Scores of the last games.
};

}  // namespace gauntlet::selfplay
