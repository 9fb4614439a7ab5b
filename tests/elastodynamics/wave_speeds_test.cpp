#include "tread/elastodynamics/wave_speeds.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tread/core/errors.hpp"

namespace tread::elastodynamics {
namespace {

WaveSpeeds with_poisson(double nu) { return wave_speeds({Material::from_young(2e11, nu), 7900}); }

TEST(WaveSpeeds, RayleighOverShearSpeedIsThatOfTextbooks) {
  // nu = 0: the cubic in q has the root 3 - sqrt 5. nu = 1/4: q = 2 - 2/sqrt 3.
  const WaveSpeeds zero = with_poisson(0);
  EXPECT_NEAR(zero.rayleigh / zero.s, std::sqrt(3 - std::sqrt(5.0)), 1e-12);
  const WaveSpeeds quarter = with_poisson(0.25);
  EXPECT_NEAR(quarter.rayleigh / quarter.s, std::sqrt(2 - 2 / std::sqrt(3.0)), 1e-12);
}

TEST(WaveSpeeds, PressureAndShearSpeedsFollowFromTheModuli) {
  const double nu = 0.3;
  const WaveSpeeds speeds = with_poisson(nu);
  EXPECT_NEAR(speeds.p, std::sqrt(2e11 * (1 - nu) / ((1 + nu) * (1 - 2 * nu)) / 7900), 1e-9);
  EXPECT_NEAR(speeds.s, std::sqrt(2e11 / (2 * (1 + nu)) / 7900), 1e-9);
}

TEST(WaveSpeeds, AnIncompressibleSolidIsRefused) {
  try {
    with_poisson(0.5);
    FAIL();
  } catch (const ModelError& error) {
    EXPECT_STREQ(error.what(),
                 "Poisson's ratio 0.5 makes the ground incompressible and its pressure waves "
                 "infinitely fast; take one below 0.5");
  }
}

}  // namespace
}  // namespace tread::elastodynamics
