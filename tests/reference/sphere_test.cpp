#include "tread/reference/sphere.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "reference/quadrature.hpp"
#include "tread/core/errors.hpp"
#include "tread/reference/hertz.hpp"

namespace tread::reference {
namespace {

constexpr double k_sphere_modulus = 2e8;
constexpr double k_radius = 0.1;

// Sneddon's integrals for any body of revolution with gap f(r), r = a sin(theta):
// delta = a int f' dtheta, F = 2 E* int r^2 f' dtheta. For the ball f' = r/sqrt(R^2 - r^2).
TEST(TrueSphere, ApproachAndForceAreSneddonsIntegralsOverTheBallsSlope) {
  for (const double relative_approach : {1e-8, 1e-4, 0.05, 0.2, 0.35, 1.0}) {
    const TrueSphere ball =
        true_sphere_from_approach(relative_approach * k_radius, k_radius, k_sphere_modulus);
    const double a = ball.contact_radius;
    const auto slope = [&](double r) { return r / std::sqrt(k_radius * k_radius - r * r); };
    const double half_pi = 0.5 * std::numbers::pi;
    const double approach =
        a * integrate([&](double theta) { return slope(a * std::sin(theta)); }, 0, half_pi);
    const double force = 2 * k_sphere_modulus *
                         integrate(
                             [&](double theta) {
                               const double r = a * std::sin(theta);
                               return r * r * slope(r);
                             },
                             0, half_pi);
    EXPECT_REL(ball.approach, approach, 1e-12) << relative_approach;
    EXPECT_REL(ball.force, force, 1e-12) << relative_approach;
  }
}

TEST(TrueSphere, ForceFallsBelowHertzByATenthOfTheRelativeApproach) {
  // The next term of the expansion is about -0.0012 (delta/R)^2.
  for (const double d : {1e-3, 1e-2, 0.05}) {
    const double ball = true_sphere_from_approach(d * k_radius, k_radius, k_sphere_modulus).force;
    const double hertz = hertz_circle_from_approach(d * k_radius, k_radius, k_sphere_modulus).force;
    EXPECT_NEAR((ball / hertz - 1) / d, -0.1, 2e-3 * d) << d;
  }
}

TEST(TrueSphere, ForceIsSmoothWhereTheSeriesEnds) {
  // a/R = 1/2 at delta/R = artanh(1/2)/2; the force's own change over 2e-12 of the approach is
  // 3e-12.
  const double d = 0.5 * std::atanh(0.5) * k_radius;
  const double below = true_sphere_from_approach(d * (1 - 1e-12), k_radius, k_sphere_modulus).force;
  const double above = true_sphere_from_approach(d * (1 + 1e-12), k_radius, k_sphere_modulus).force;
  EXPECT_REL(above, below, 1e-11);
}

TEST(TrueSphere, JustTouchingCarriesNothing) {
  const TrueSphere ball = true_sphere_from_approach(0, k_radius, k_sphere_modulus);
  EXPECT_EQ(ball.force, 0);
  EXPECT_EQ(ball.contact_radius, 0);
}

TEST(TrueSphere, RefusesWhatIsNoContact) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW(true_sphere_from_approach(-1e-3, k_radius, k_sphere_modulus), ModelError);
  EXPECT_THROW(true_sphere_from_approach(nan, k_radius, k_sphere_modulus), ModelError);
  EXPECT_THROW(true_sphere_from_approach(1e-3, 0, k_sphere_modulus), ModelError);
  EXPECT_THROW(true_sphere_from_approach(1e-3, k_radius, -1), ModelError);
}

}  // namespace
}  // namespace tread::reference
