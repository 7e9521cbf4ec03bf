// Ratings of any number of players from games of two or more, with what they leave open.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "selfplay/statistics/comparison_groups.h"
#include "selfplay/statistics/matrix.h"
#include "selfplay/statistics/outcomes.h"
#include "selfplay/statistics/score_interval.h"

namespace gauntlet::selfplay {

/// Where a player's rating is known beforehand.
struct Anchor {
  static constexpr double kMostElo = 10'000;  ///< Of `elo`, up or down, and of `deviation`.

  int player;
  double elo;
  double deviation = 0;  ///< 0: fixed. Else loose: the standard deviation of what is known.
};

/// What a draw says.
enum class DrawModel {
  /// Half a win. Elo differences are those at which the scores are expected.
  kHalfPoint,
  /// A third result, with a parameter of its own (Davidson 1970). 400 Elo more are odds of 10 to 1
  /// of wins to losses; where many games are drawn that lies further apart than scores do.
  kDavidson,
};

struct RatingOptions {
  std::vector<Anchor> anchors = {};  ///< At most one for a player.
  DrawModel draws = DrawModel::kHalfPoint;
  bool fits_seats = true;
};

/// An estimate in Elo, with its 95 % interval.
struct EloInterval {
  double elo;
  double low, high;
  bool operator==(const EloInterval&) const = default;
};

/// What a seat is worth, or how often equals draw, where the likeliest value is infinitely high or
/// low.
struct OpenEffect {
  bool is_high;
  /// 95 %: it is higher than that, or lower. Nothing where it is unknown.
  std::optional<double> bound = {};
};

/// One player's.
struct PlayerRating {
  std::optional<double> elo;  ///< Nothing: it is open, as ComparisonGroup::Open tells.
  double low, high;           ///< 95 % interval; infinite where nothing bounds it.
  std::uint64_t games = 0;    ///< In which it had a seat or more.
  double score = 0;           ///< Points by seats: 0 .. 1.
  int group = 0;              ///< Its place in Ratings::groups().
  bool is_reference = false;  ///< Alone in its group: 0 by definition, and others stand to it.
};

/// The fitted ratings of rate().
class Ratings {
 public:
  const std::vector<PlayerRating>& players() const { return players_; }
  /// Players of different groups cannot be compared: between them no game was played, or all were
  /// won by the same side.
  const std::vector<ComparisonGroup>& groups() const { return groups_; }
  /// What a seat is worth, relative to the mean of all seats. Empty where that cannot be told from
  /// the players, as when nobody ever changed seats, and where it is open.
  const std::vector<EloInterval>& seats() const { return seats_; }
  /// What a seat is worth where no finite value is the likeliest, as when the first seat won every
  /// game: with two seats the Elo of the first above the second, with more only that it is open.
  /// Ratings are then those of the scores as they are.
  const std::optional<OpenEffect>& open_seats() const { return open_seats_; }
  /// How much more the first seat is worth than the second; nothing unless seats() has two.
  std::optional<EloInterval> first_seat_advantage() const;
  /// The share of draws between players of equal strength. Only with kDavidson.
  std::optional<double> even_draws() const { return even_draws_; }
  /// The same where Davidson's model has no finite likeliest ratings, as when nothing was drawn, or
  /// a player never lost. Draws then count half a win.
  const std::optional<OpenEffect>& open_draws() const { return open_draws_; }
  /// Likelihood of superiority: that `a` is stronger than `b`. Nothing where they cannot be
  /// compared, or where nothing was measured as both are fixed.
  std::optional<double> superiority(int a, int b) const;
  /// How much more `a` is worth than `b`: where both played many games with each other, or with the
  /// same others, far better known than the rating of either. Nothing as with superiority().
  std::optional<EloInterval> lead(int a, int b) const;

 private:
  friend class RatingFit;
  Ratings() = default;

  /// A difference in natural-log units, its variance, and the degrees of freedom of both.
  struct Difference {
    double mean, variance, freedom;
  };
  std::optional<Difference> difference(int a, int b) const;

  std::vector<PlayerRating> players_;
  std::vector<ComparisonGroup> groups_;
  std::vector<EloInterval> seats_;
  std::optional<double> even_draws_;
  std::optional<OpenEffect> open_seats_, open_draws_;
  std::vector<int> parameters_;  // by player; kFixed or kOpen: none
  Matrix covariance_{0};         // of parameters, in natural-log units
  std::vector<double> freedom_;  // of parameters
};

/// Time grows with the third power of the number of players; a thousand take some seconds.
inline constexpr int kMostRatedPlayers = 1000;

/// Rates players 0 .. players-1. A player's chance of a game's point is e^strength by the sum of
/// the same over all seats, with strength = (elo + the seat's elo) / 173.7: Bradley and Terry's
/// model for two (1952), and for more Luce's choice (1959), of which Plackett-Luce rankings are
/// made. Seats have effects that add up to 0; so where there are two, the first one's advantage is
/// one parameter.
///
/// Fitted by maximum likelihood. Errors hold with blocks as the unit, and also if draws or shared
/// luck make results spread otherwise than the model has it; docs/ratings.md tells how often
/// intervals hold the truth. Without anchors the ratings of a group have the mean 0, and intervals
/// are relative to that mean; with anchors they are relative to these. REQUIRES: at most
/// kMostRatedPlayers; with kDavidson two seats in every game.
Ratings rate(int players, const Outcomes& outcomes, const RatingOptions& options);

}  // namespace gauntlet::selfplay
