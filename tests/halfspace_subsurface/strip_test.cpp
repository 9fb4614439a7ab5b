#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <numbers>

#include "halfspace_subsurface/body.hpp"
#include "halfspace_subsurface/point_force.hpp"
#include "tread/core/errors.hpp"
#include "tread/halfspace/subsurface.hpp"

namespace tread::halfspace {
namespace {

using std::numbers::pi;
using testing::as_state9;
using testing::State9;

SubsurfaceState strip(const SurfaceTraction& t, double x, double z) {
  return under_strip(k_body, -0.5, 0.5, t, x, z);
}

TEST(Strip, StressIsThatOfTheMiddleOfALongRectangle) {
  // The ends that a rectangle of half length L misses add (1-2nu)/pi width/L to sigma_yy under
  // pressure, less elsewhere: 1.4e-7.
  const Rectangle loaded{-0.5, 0.5, -1e6, 1e6};
  for (const SurfaceTraction& t :
       {SurfaceTraction{0, 0, 1}, SurfaceTraction{1, 0, 0}, SurfaceTraction{0, 1, 0}}) {
    for (const auto& [x, z] :
         {std::pair{0.1, 0.2}, {0.5, 0.3}, {-2.0, 0.01}, {3.0, 5.0}, {0.7, 0.0}}) {
      const State9 plane = as_state9(strip(t, x, z));
      const State9 space = as_state9(under_rectangle(k_body, loaded, t, {x, 0, z}));
      EXPECT_LT((plane - space).tail<6>().lpNorm<Eigen::Infinity>(), 1.5e-7) << x << ' ' << z;
    }
  }
}

TEST(Strip, DisplacementDiffersFromThatOfALongRectangleByARigidShiftOnly) {
  // The missing ends strain the body by 1e-7 or so (see above), over distances of up to 6.
  const Rectangle loaded{-0.5, 0.5, -1e6, 1e6};
  for (const SurfaceTraction& t :
       {SurfaceTraction{0, 0, 1}, SurfaceTraction{1, 0, 0}, SurfaceTraction{0, 1, 0}}) {
    const auto shift = [&](double x, double z) -> Eigen::Vector3d {
      return under_rectangle(k_body, loaded, t, {x, 0, z}).displacement -
             strip(t, x, z).displacement;
    };
    const Eigen::Vector3d expected = shift(0, 0);
    for (const auto& [x, z] : {std::pair{0.1, 0.2}, {0.5, 0.0}, {-2.0, 0.01}, {3.0, 5.0}}) {
      EXPECT_LT((shift(x, z) - expected).norm(), 6e-7) << x << ' ' << z;
    }
  }
}

TEST(Strip, DatumShiftsTheDisplacementRigidlyAndLeavesTheStress) {
  const SurfaceTraction t{0.8, 0, 1.7};
  const auto at = [&](double x, double z, double datum) {
    return under_strip(k_body, -0.5, 0.5, t, x, z, datum);
  };
  const Eigen::Vector3d here = at(0.2, 0.3, 50).displacement - at(0.2, 0.3, 1).displacement;
  const Eigen::Vector3d there = at(-7, 4, 50).displacement - at(-7, 4, 1).displacement;
  // Each line load P moves the body by (1-nu)/(pi G) P ln(datum ratio) along itself.
  const double per_force = (1 - 0.28) / (pi * 1.3) * std::log(50.0);
  EXPECT_NEAR((here - there).norm(), 0, 1e-14);
  EXPECT_NEAR((here - per_force * Eigen::Vector3d(0.8, 0, 1.7)).norm(), 0, 1e-14);
  EXPECT_EQ(at(0.2, 0.3, 50).stress, at(0.2, 0.3, 1).stress);
}

// Fourth-order differences with step 2e-3 at depths >= 0.4: as for the rectangle.
TEST(Strip, StressesFollowFromDisplacementsByHookesLawInPlaneStrainAndAreInEquilibrium) {
  const SurfaceTraction t{0.8, 0, 1.7};
  const double h = 2e-3;
  const double g = k_body.shear_modulus;
  const double lambda = 2 * g * k_body.poisson_ratio / (1 - 2 * k_body.poisson_ratio);
  for (const auto& [x0, z0] : {std::pair{0.1, 0.4}, {0.5, 0.5}, {-2.0, 0.6}, {3.0, 5.0}}) {
    const double x = x0;
    const double z = z0;
    const auto slope = [&](double along_x, double along_z) -> State9 {
      const auto at = [&](double s) {
        return as_state9(strip(t, x + s * along_x, z + s * along_z));
      };
      return (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12.0L * h);
    };
    const State9 d_x = slope(1, 0);
    const State9 d_z = slope(0, 1);
    const StressTensor s = strip(t, x, z).stress;
    const long double volume = d_x[0] + d_z[2];
    const double size = von_mises(s);
    EXPECT_NEAR(s.xx, static_cast<double>(lambda * volume + 2 * g * d_x[0]), 1e-8 * size);
    EXPECT_NEAR(s.zz, static_cast<double>(lambda * volume + 2 * g * d_z[2]), 1e-8 * size);
    EXPECT_NEAR(s.yy, static_cast<double>(lambda * volume), 1e-8 * size);
    EXPECT_NEAR(s.yy, k_body.poisson_ratio * (s.xx + s.zz), 1e-14 * size);
    EXPECT_NEAR(s.xz, static_cast<double>(g * (d_z[0] + d_x[2])), 1e-8 * size);
    EXPECT_NEAR(static_cast<double>(d_x[3] + d_z[7]), 0, 1e-8 * size);
    EXPECT_NEAR(static_cast<double>(d_x[7] + d_z[5]), 0, 1e-8 * size);
  }
}

TEST(Strip, SurfaceStressBalancesTheTractionInsideHalfOnEdgesAndVanishesOutside) {
  const SurfaceTraction t{0.8, 0, 1.7};
  for (const auto& [x, share] :
       {std::pair{0.0, 1.0}, {0.49, 1.0}, {0.5, 0.5}, {-0.5, 0.5}, {0.51, 0.0}, {-30.0, 0.0}}) {
    const StressTensor s = strip(t, x, 0).stress;
    EXPECT_NEAR(s.zz, -share * t.z, 1e-15) << x;
    EXPECT_NEAR(s.xz, -share * t.x, 1e-15) << x;
  }
  EXPECT_NEAR(strip({0, 0, 1}, 0.2, 0).stress.xx, -1, 1e-15)
      << "equal to the pressure in plane strain";
}

TEST(Strip, DisplacementOnAnEdgeOfTheSurfaceIsTheLimitAndTheStressAcrossItInfinite) {
  for (const SurfaceTraction& t : {SurfaceTraction{0, 0, 1}, SurfaceTraction{1, 0, 0}}) {
    EXPECT_LT((strip(t, 0.5, 0).displacement - strip(t, 0.5, 1e-10).displacement).norm(), 1e-8);
    EXPECT_LT((strip(t, -0.5, 0).displacement - strip(t, -0.5 - 1e-10, 0).displacement).norm(),
              1e-8);
  }
  EXPECT_EQ(strip({1, 0, 0}, 0.5, 0).stress.xx, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(strip({1, 0, 0}, -0.5, 0).stress.xx, std::numeric_limits<double>::infinity());
}

TEST(Strip, FarAwayTheStressIsThatOfALineLoadToFullPrecision) {
  // Flamant: a line load P along z gives the radial stress -2 P cos(angle)/(pi r), no other. The
  // strip adds (width/r)^2/24 or so: 1e-13.
  const double r = 1e6;
  for (const double angle : {0.0, 0.4, -1.2}) {
    const double x = r * std::sin(angle);
    const double z = r * std::cos(angle);
    const StressTensor s = strip({0, 0, 1}, x, z).stress;
    const double radial = -2 * std::cos(angle) / (pi * r);
    const double tolerance = 1e-12 * std::abs(radial);
    EXPECT_NEAR(s.xx, radial * std::sin(angle) * std::sin(angle), tolerance);
    EXPECT_NEAR(s.zz, radial * std::cos(angle) * std::cos(angle), tolerance);
    EXPECT_NEAR(s.xz, radial * std::sin(angle) * std::cos(angle), tolerance);
    const StressTensor q = strip({1, 0, 0}, x, z).stress;
    const double radial_q = -2 * std::sin(angle) / (pi * r);
    const double tolerance_q = 1e-12 * 2 / (pi * r);
    EXPECT_NEAR(q.xx, radial_q * std::sin(angle) * std::sin(angle), tolerance_q);
    EXPECT_NEAR(q.zz, radial_q * std::cos(angle) * std::cos(angle), tolerance_q);
    EXPECT_NEAR(q.xz, radial_q * std::sin(angle) * std::cos(angle), tolerance_q);
  }
}

TEST(Strip, FarAwayATractionAlongTheStripIsALineLoadInAntiplaneStrain) {
  // A line load P along y on the surface: the shear stress -P/(pi r) on cylinders about it, no
  // other. The strip adds (width/r)^2/12 or so.
  const double r = 1e6;
  for (const double angle : {0.0, 0.4, -1.2}) {
    const StressTensor s = strip({0, 1, 0}, r * std::sin(angle), r * std::cos(angle)).stress;
    const double tolerance = 1e-12 / (pi * r);
    EXPECT_NEAR(s.xy, -std::sin(angle) / (pi * r), tolerance);
    EXPECT_NEAR(s.yz, -std::cos(angle) / (pi * r), tolerance);
    for (const double other : {s.xx, s.yy, s.zz, s.xz}) EXPECT_EQ(other, 0);
  }
  EXPECT_NEAR(strip({0, 1, 0}, 0.2, 0).stress.yz, -1, 1e-15);
}

}  // namespace
}  // namespace tread::halfspace
