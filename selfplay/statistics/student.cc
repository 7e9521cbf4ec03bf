#include "selfplay/statistics/student.h"

#include <array>
#include <cassert>
#include <cmath>

namespace gauntlet::selfplay {

double student95(std::uint64_t freedom) {
  constexpr std::array kTable = {12.706, 4.303, 3.182, 2.776, 2.571,
                                 2.447,  2.365, 2.306, 2.262, 2.228};
  assert(freedom >= 1);
  if (freedom <= kTable.size()) return kTable[freedom - 1];
  const auto f = static_cast<double>(freedom);
  const double z = kNormal95, z3 = z * z * z, z5 = z3 * z * z;
  return z + (z3 + z) / (4 * f) + (5 * z5 + 16 * z3 + 3 * z) / (96 * f * f);
}

double normal_below(double x) {
  return std::erfc(-x / std::sqrt(2.0)) / 2;
}

}  // namespace gauntlet::selfplay
