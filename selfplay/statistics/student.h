// Student's t and the normal distribution: what error bars and likelihoods need of them.
#pragma once

namespace gauntlet::selfplay {

/// The normal distribution's two-sided 95 % quantile.
inline constexpr double kNormal95 = 1.959963984540054;

/// Student's two-sided 95 % quantile: tabulated to 10 degrees of freedom, with straight lines
/// between them, then the Cornish-Fisher expansion (Abramowitz and Stegun, 26.7.5); the normal's
/// where there are infinitely many. REQUIRES: freedom >= 1.
double student95(double freedom);

/// The chance that a standard normal value is below `x`.
double normal_below(double x);
/// The same of Student's t. REQUIRES: freedom >= 1.
double student_below(double x, double freedom);

}  // namespace gauntlet::selfplay
