#include "selfplay/statistics/student.h"

#include <array>
#include <cassert>
#include <cmath>
#include <numbers>

namespace gauntlet::selfplay {

double student95(double freedom) {
  constexpr std::array kTable = {12.706, 4.303, 3.182, 2.776, 2.571,
                                 2.447,  2.365, 2.306, 2.262, 2.228};
  assert(freedom >= 1);
  if (std::isinf(freedom)) return kNormal95;
  if (freedom <= kTable.size()) {
    const auto whole = static_cast<std::size_t>(freedom);
    if (whole == kTable.size()) return kTable.back();
    return std::lerp(kTable[whole - 1], kTable[whole], freedom - static_cast<double>(whole));
  }
  const double f = freedom, z = kNormal95, z3 = z * z * z, z5 = z3 * z * z;
  return z + (z3 + z) / (4 * f) + (5 * z5 + 16 * z3 + 3 * z) / (96 * f * f);
}

double normal_below(double x) {
  return std::erfc(-x / std::sqrt(2.0)) / 2;
}

double student_below(double x, double freedom) {
  constexpr int kSteps = 1'024;
  constexpr double kNormal = 1e4;
  assert(freedom >= 1);
  if (freedom > kNormal) return normal_below(x);
  // With x = sqrt(freedom) tan(angle) it is the integral of a power of the cosine, by Simpson's
  // rule.
  const double end = std::atan(x / std::sqrt(freedom));
  double sum = 0;
  for (int step = 0; step <= kSteps; ++step) {
    const double weight = step == 0 || step == kSteps ? 1 : step % 2 == 1 ? 4 : 2;
    sum += weight * std::pow(std::cos(end * step / kSteps), freedom - 1);
  }
  const double density = std::exp(std::lgamma((freedom + 1) / 2) - std::lgamma(freedom / 2)) *
                         std::numbers::inv_sqrtpi;
  return 0.5 + density * sum * end / kSteps / 3;
}

}  // namespace gauntlet::selfplay
