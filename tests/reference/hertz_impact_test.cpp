#include "tread/reference/hertz_impact.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <boost/math/quadrature/tanh_sinh.hpp>
#include <cmath>

#include "tread/core/errors.hpp"
#include "tread/reference/hertz.hpp"

namespace tread::reference {
namespace {

const HertzImpact k_steel = hertz_impact(10, 4.43, 0.1, 2.2e11);

TEST(HertzImpact, DeepestPointTakesUpTheKineticEnergy) {
  boost::math::quadrature::tanh_sinh<double> integrate;
  const auto force = [](double delta) {
    return hertz_circle_from_approach(delta, 0.1, 2.2e11).force;
  };
  EXPECT_NEAR(integrate.integrate(force, 0.0, k_steel.max_approach), 10 * 4.43 * 4.43 / 2,
              1e-9 * 98);
  EXPECT_NEAR(k_steel.max_force, force(k_steel.max_approach), 1e-12 * k_steel.max_force);
}

TEST(HertzImpact, ContactTimeIsThatOfTheMotionItself) {
  // the motion down and up again by the classical Runge-Kutta method, ended where it comes out
  const double k = k_steel.max_force / std::pow(k_steel.max_approach, 1.5);
  const auto pull = [&](double d) { return -k / 10 * std::pow(std::max(d, 0.0), 1.5); };
  const double h = k_steel.contact_time / 20000;
  double t = 0;
  double d = 0;
  double v = 4.43;
  double before = 0;
  while (d >= 0) {
    before = d;
    const double k1 = pull(d);
    const double k2 = pull(d + h / 2 * v);
    const double k3 = pull(d + h / 2 * v + h * h / 4 * k1);
    const double k4 = pull(d + h * v + h * h / 2 * k2);
    d += h * v + h * h / 6 * (k1 + k2 + k3);
    v += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    t += h;
  }
  EXPECT_NEAR(t - h * -d / (before - d), k_steel.contact_time, 1e-6 * k_steel.contact_time);
  EXPECT_NEAR(v, -4.43, 1e-6);
}

TEST(HertzImpact, ContactTimeHasJohnsonsFactor) {
  // Contact Mechanics (1985), section 11.4: 2.94 delta_max / v
  EXPECT_NEAR(k_steel.contact_time * k_steel.speed / k_steel.max_approach, 2.94, 0.005);
}

TEST(HertzImpact, RefusesWhatCannotStrike) {
  EXPECT_THROW(hertz_impact(0, 1, 1, 1), ModelError);
  EXPECT_THROW(hertz_impact(1, -1, 1, 1), ModelError);
}

}  // namespace
}  // namespace tread::reference
