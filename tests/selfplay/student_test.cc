#include "selfplay/statistics/student.h"

#include <gtest/gtest.h>

#include <cmath>

namespace gauntlet::selfplay {

namespace {

TEST(Student, QuantilesAreTabulatedAndGoOnSmoothly) {
  EXPECT_EQ(student95(1), 12.706);
  EXPECT_EQ(student95(10), 2.228);
  EXPECT_NEAR(student95(1.5), (12.706 + 4.303) / 2, 1e-12);
  EXPECT_NEAR(student95(10.001), 2.228, 0.003);
  EXPECT_NEAR(student95(30), 2.0423, 0.0002);
  EXPECT_EQ(student95(INFINITY), kNormal95);
}

/// The quantile is where the distribution function is 97.5 %.
TEST(Student, DistributionAndQuantileAgree) {
  for (const double freedom : {1.0, 2.0, 3.0, 7.0, 10.0, 25.0, 200.0, 9'999.0, 1e6}) {
    EXPECT_NEAR(student_below(student95(freedom), freedom), 0.975, 2e-5) << freedom;
    EXPECT_NEAR(student_below(-student95(freedom), freedom), 0.025, 2e-5) << freedom;
    EXPECT_NEAR(student_below(0, freedom), 0.5, 1e-12);
  }
  EXPECT_NEAR(student_below(1, 1), 0.75, 1e-9);  // Cauchy's
  EXPECT_NEAR(student_below(40, 25), 1, 1e-9);
  EXPECT_NEAR(student_below(1.2, INFINITY), normal_below(1.2), 1e-12);
}

}  // namespace

}  // namespace gauntlet::selfplay
