// The sequential probability ratio test: whether one side is stronger, with as few games as needed.
#pragma once

#include "selfplay/statistics/results.h"

namespace gauntlet::selfplay {

/// The unit of elo0 and elo1.
enum class EloModel {
  kNormalized,  ///< The lead by a game's standard deviation: elo.h.
  kLogistic,    ///< The Elo at which a score is expected.
};

/// The two hypotheses, and how often the test may err.
struct Sprt {
  static constexpr double kMostElo = 400;  ///< Of either hypothesis, up or down; less than that.
  /// Of alpha and beta; more than that, so that its logarithm is a number still.
  static constexpr double kLeastChance = 1e-100;

  double elo0 = 0;      ///< H0: the difference is elo0, ..
  double elo1 = 0;      ///< .. H1: it is elo1; elo0 < elo1.
  double alpha = 0.05;  ///< The chance to accept H1 where H0 is true; alpha + beta < 1.
  double beta = 0.05;   ///< The chance to accept H0 where H1 is true.
  EloModel model = EloModel::kNormalized;

  /// Wald's limits (1945): H0 is accepted once the log-likelihood ratio is at most lower() ..
  double lower() const;
  /// .. and H1 once it is at least upper().
  double upper() const;

  /// Whether it is a test at all: everything is within these bounds.
  bool is_possible() const;

  bool operator==(const Sprt&) const = default;
};

/// The generalized log-likelihood ratio of H1 to H0: of the likeliest distributions of results
/// under either (Van den Bergh, "A practical introduction to the GSPRT", 2017; fishtest and
/// fastchess compute the same). A result that never occurred counts as 0.001 units. 0 without any
/// unit. REQUIRES: test.is_possible().
double log_likelihood_ratio(const Sprt& test, const Trinomial& games);
/// The same with pairs as units.
double log_likelihood_ratio(const Sprt& test, const Pentanomial& pairs);

}  // namespace gauntlet::selfplay
