#include "tread/core/stress_tensor.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tread {
namespace {

TEST(StressTensor, UniaxialTensionHasItsOwnValueAsEquivalentStress) {
  const StressTensor s{0, 250e6, 0, 0, 0, 0};
  EXPECT_DOUBLE_EQ(von_mises(s), 250e6);
  EXPECT_DOUBLE_EQ(tresca(s), 250e6);
  EXPECT_DOUBLE_EQ(maximum_shear(s), 125e6);
  EXPECT_DOUBLE_EQ(mean_stress(s), 250e6 / 3);
}

TEST(StressTensor, PureShearOnEachPlaneIsPlusMinusTauAndSqrtThreeTau) {
  const double tau = 80e6;
  const StressTensor planes[] = {{0, 0, 0, tau, 0, 0}, {0, 0, 0, 0, -tau, 0}, {0, 0, 0, 0, 0, tau}};
  for (const StressTensor& s : planes) {
    const auto principal = principal_stresses(s);
    EXPECT_NEAR(principal[0], tau, 1e-15 * tau * 8);
    EXPECT_NEAR(principal[1], 0, 1e-15 * tau * 8);
    EXPECT_NEAR(principal[2], -tau, 1e-15 * tau * 8);
    EXPECT_NEAR(von_mises(s), std::sqrt(3.0) * tau, 1e-7);
  }
}

TEST(StressTensor, PrincipalStressesAreSortedAndKeepTheThreeInvariants) {
  const StressTensor s{-3, 5, 1, 2, -4, 0.5};
  const auto [s1, s2, s3] = principal_stresses(s);
  EXPECT_GT(s1, s2);
  EXPECT_GT(s2, s3);
  const double i2 =
      s.xx * s.yy + s.yy * s.zz + s.zz * s.xx - s.xy * s.xy - s.xz * s.xz - s.yz * s.yz;
  const double i3 = s.xx * (s.yy * s.zz - s.yz * s.yz) - s.xy * (s.xy * s.zz - s.yz * s.xz) +
                    s.xz * (s.xy * s.yz - s.yy * s.xz);
  EXPECT_NEAR(s1 + s2 + s3, s.xx + s.yy + s.zz, 1e-13);
  EXPECT_NEAR(s1 * s2 + s2 * s3 + s3 * s1, i2, 1e-12);
  EXPECT_NEAR(s1 * s2 * s3, i3, 1e-12);
  const double differences = (s1 - s2) * (s1 - s2) + (s2 - s3) * (s2 - s3) + (s3 - s1) * (s3 - s1);
  EXPECT_NEAR(von_mises(s), std::sqrt(0.5 * differences), 1e-13);
}

TEST(StressTensor, AllRoundPressureMayExceedTheShearByTenDigitsWithoutDrowningIt) {
  StressTensor s{1, -1, 0, 0, 0, 0};
  const double pressure = 0x1p33;
  s += StressTensor{-pressure, -pressure, -pressure, 0, 0, 0};
  EXPECT_NEAR(von_mises(s), std::sqrt(3.0), 1e-15);
  // Mean and principal stresses are of the size of the pressure and round accordingly.
  EXPECT_NEAR(maximum_shear(s), 1, 2 * pressure * std::numeric_limits<double>::epsilon());
}

TEST(StressTensor, AnInfiniteComponentGivesNoPrincipalStresses) {
  const StressTensor s{std::numeric_limits<double>::infinity(), 0, 0, 0, 0, 0};
  for (const double value : principal_stresses(s)) EXPECT_TRUE(std::isnan(value));
}

}  // namespace
}  // namespace tread
