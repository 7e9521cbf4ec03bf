// Choices whose chances are exponential in parameters: what Bradley-Terry, Davidson and
// Plackett-Luce have in common, and how their parameters and errors are found.
#pragma once

#include <cstdint>
#include <vector>

#include "selfplay/statistics/matrix.h"
#include "selfplay/statistics/outcomes.h"

namespace gauntlet::selfplay {

/// A part of an alternative's strength.
struct Term {
  int parameter;
  double factor;
};

/// One of the ways in which a choice can end. Its chance is exp(offset + sum of factor * parameter)
/// by the sum of the same over all alternatives.
struct Alternative {
  double offset = 0;
  std::vector<Term> terms = {};
  double share = 0;  ///< Of the one point: 1 if it came to be, or a part; see Outcome.
};

/// One choice that was made.
struct ObservedChoice {
  std::uint32_t outcome;  ///< The index of the distinct outcome that it is part of.
  std::vector<Alternative> alternatives;
};

/// What is known of a parameter beforehand: a normal distribution.
struct Prior {
  int parameter;
  double mean;
  double variance;
};

/// All choices of all distinct outcomes; an outcome may have several, or none.
struct ChoiceModel {
  int parameters = 0;
  std::vector<ObservedChoice> choices = {};
  std::vector<Prior> priors = {};
  std::vector<std::vector<int>> zero_sums = {};  ///< Parameters of which only differences count.
};

/// The likeliest parameters.
struct Maximum {
  std::vector<double> parameters;
  Matrix inverse;  ///< Of the information about them, priors included.
};

/// Newton's method with steps halved where they lead too far: the logarithm of the likelihood is
/// concave, so there is one maximum. `counts` tells how often each outcome occurred. REQUIRES: the
/// maximum exists and is unique.
Maximum maximum_of(const ChoiceModel& model, const std::vector<std::uint64_t>& counts);

/// Whether choices and priors together say something of every parameter.
bool is_identified(const ChoiceModel& model, const std::vector<std::uint64_t>& counts);

/// The logarithm of the chance of all choices, priors apart.
double log_chance_of(const ChoiceModel& model, const std::vector<std::uint64_t>& counts,
                     const std::vector<double>& parameters);

/// How far parameters may be off.
struct Errors {
  Matrix covariance;
  std::vector<double> freedom;  ///< Student's, of each parameter; infinite: the normal's.
};

/// The covariance of the parameters that holds whatever the games of a block have in common, and
/// also if draws or scores spread otherwise than the model says: the sandwich estimator over blocks
/// (Liang and Zeger, Biometrika 73, 1986). Priors count as one block each.
///
/// Blocks count by what they tell: n = (sum of I_b)^2 / (sum of I_b^2), where I_b is the
/// information of a block about the parameter (Kish's effective size). Where blocks spread less
/// than a single one would by the model if its games all went the same way, such a block is added:
/// so many alike do not tell how they spread. Degrees of freedom are n - 1, or fewer where the
/// spread comes from a few blocks only: 2 / (F - 1/n), F the sum of fourth powers by the square of
/// that of squares (Satterthwaite, Biometrics Bulletin 2, 1946). With fewer than two blocks the
/// model alone counts, each block as one game.
Errors errors_of(const ChoiceModel& model, const Maximum& maximum, const Outcomes& outcomes);

}  // namespace gauntlet::selfplay
