#include "tread/reference/vermeulen_johnson.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "reference/quadrature.hpp"

namespace tread::reference {
namespace {

TEST(VermeulenJohnson, IsLinearAtRestAndSaturatesSmoothlyAtThree) {
  EXPECT_REL(saturated_force_ratio(1e-9), 1e-9, 1e-9);
  EXPECT_EQ(saturated_force_ratio(0), 0);
  EXPECT_EQ(saturated_force_ratio(3), 1);
  EXPECT_EQ(saturated_force_ratio(1e6), 1);
  EXPECT_NEAR(saturated_force_ratio(3 - 1e-4), 1, 1e-12);
  EXPECT_REL(saturated_force_ratio(1.2), 1.2 - 1.44 / 3 + 1.728 / 27, 1e-15);
}

TEST(VermeulenJohnson, ItsForceIsHertzOverTheContactLessHertzOverTheStickEllipse) {
  // Both semi-ellipsoids by quadrature: peak mu p0 over radius 1, peak s mu p0 over radius s.
  for (const double b : {0.3, 1.0, 2.5}) {
    const double s = stick_axis_ratio(saturated_force_ratio(b));
    const auto volume = [](double radius, double peak) {
      return integrate(
          [&](double r) {
            return 2 * std::numbers::pi * r * peak * std::sqrt(1 - r * r / (radius * radius));
          },
          0, radius);
    };
    EXPECT_REL(saturated_force_ratio(b), 1 - volume(s, s) / volume(1, 1), 1e-11);
  }
}

TEST(VermeulenJohnson, InvertsItself) {
  for (const double b : {0.0, 1e-8, 0.4, 2.9}) {
    EXPECT_NEAR(linear_force_ratio(saturated_force_ratio(b)), b, 1e-12 * (b + 1e-3));
  }
  EXPECT_EQ(linear_force_ratio(1), 3);
}

TEST(VermeulenJohnson, RefusesRatiosThatNoContactHas) {
  expect_model_error(
      [] { saturated_force_ratio(-1); },
      "the ratio of the linear creep force to the friction limit must be >= 0, got -1");
  EXPECT_THROW(saturated_force_ratio(std::numeric_limits<double>::quiet_NaN()), ModelError);
  EXPECT_THROW(linear_force_ratio(1.01), ModelError);
  EXPECT_THROW(stick_axis_ratio(-0.01), ModelError);
}

}  // namespace
}  // namespace tread::reference
