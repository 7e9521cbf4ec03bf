// Student's t and the normal distribution: what error bars and likelihoods need of them.
#pragma once

#include <cstdint>

namespace gauntlet::selfplay {

/// The normal distribution's two-sided 95 % quantile.
inline constexpr double kNormal95 = 1.959963984540054;

/// Student's two-sided 95 % quantile: tabulated to 10 degrees of freedom, then the Cornish-Fisher
/// expansion (Abramowitz and Stegun, 26.7.5). REQUIRES: freedom >= 1.
double student95(std::uint64_t freedom);

/// The chance that a standard normal value is below `x`.
double normal_below(double x);

}  // namespace gauntlet::selfplay
