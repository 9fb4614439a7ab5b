#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include "halfspace_subsurface/body.hpp"
#include "halfspace_subsurface/message_of.hpp"
#include "halfspace_subsurface/point_force.hpp"
#include "tread/core/errors.hpp"
#include "tread/halfspace/potentials.hpp"
#include "tread/halfspace/subsurface.hpp"

namespace tread::halfspace {
namespace {

using std::numbers::pi;
using testing::as_state9;
using testing::difference;
using testing::State9;
using testing::unit_traction;

TEST(PointForce, EqualsThePrintedSolutionsOfBoussinesqAndCerruti) {
  const Eigen::Vector3d points[] = {
      {0.3, -0.2, 0.7}, {-2, 5, 0.01}, {1, 1, 0.001}, {0.5, -0.7, 3}, {100, -3, 40}};
  for (const double nu : {0.0, 0.28, 0.5}) {
    const Material body{1.3, nu};
    for (const Eigen::Vector3d& point : points) {
      for (int direction = 0; direction < 3; ++direction) {
        const auto [u, s] =
            difference(as_state9(under_point_force(body, unit_traction(direction), point)),
                       testing::point_force(body, direction, point.x(), point.y(), point.z()));
        EXPECT_LT(u, 2e-15) << direction << " at " << point.transpose();
        EXPECT_LT(s, 3e-15) << direction << " at " << point.transpose();
      }
    }
  }
}

struct Seen {
  Rectangle loaded;
  Eigen::Vector3d point;
};

void expect_equal_to_quadrature(const Seen& seen, double tolerance) {
  for (int direction = 0; direction < 3; ++direction) {
    const State9 reference =
        testing::PointForceQuadrature(k_body, direction)(seen.loaded, seen.point);
    const State9 ours =
        as_state9(under_rectangle(k_body, seen.loaded, unit_traction(direction), seen.point));
    const auto [u, s] = difference(ours, reference);
    EXPECT_LT(u, tolerance) << "displacement, direction " << direction << " at "
                            << seen.point.transpose();
    EXPECT_LT(s, tolerance) << "stress, direction " << direction << " at "
                            << seen.point.transpose();
  }
}

constexpr Rectangle k_square{-0.5, 0.5, -0.5, 0.5};

TEST(Rectangle, ReferenceQuadratureItselfHasConverged) {
  for (int direction = 0; direction < 3; ++direction) {
    const Eigen::Vector3d point(0.4, 0.1, 0.02);
    const auto [u, s] =
        difference(testing::PointForceQuadrature(k_body, direction, 10)(k_square, point),
                   testing::PointForceQuadrature(k_body, direction, 14)(k_square, point));
    EXPECT_LT(u, 1e-12);
    EXPECT_LT(s, 1e-12);
  }
}

// 2e-13: the corner terms are of the size of the result near by (a few 1e-16 each) and exceed it by
// up to 50 where the closed form ends.
TEST(Rectangle, EqualsQuadratureOfThePointForceInsideBesideAndUnderCorners) {
  for (const double z : {0.01, 0.3, 2.0}) {
    for (const auto& [x, y] : {std::pair{0.0, 0.0},
                               {0.21, -0.4},
                               {0.5, 0.5},
                               {0.5, 0.1},
                               {0.7, 0.0},
                               {-1.5, 0.5},
                               {0.5, 3.0},
                               {2.0, -2.5}}) {
      expect_equal_to_quadrature({k_square, {x, y, z}}, 2e-13);
    }
  }
}

TEST(Rectangle, EqualsQuadratureOnBothSidesOfTheSwitchToGaussRules) {
  for (const double distance : {6.0, 6.49, 6.51, 7.0, 10.0, 30.0}) {
    expect_equal_to_quadrature({k_square, {distance, 0, 0.001}}, 2e-13);
    expect_equal_to_quadrature({k_square, {0.6 * distance, 0.8 * distance, 0.1}}, 2e-13);
    expect_equal_to_quadrature({k_square, {0, 0.6 * distance, 0.8 * distance}}, 2e-13);
    expect_equal_to_quadrature({k_square, {0.3 * distance, 0.2 * distance, 0.9 * distance}}, 2e-13);
  }
}

TEST(Rectangle, LosesNothingAThousandCellsAway) {
  for (const Eigen::Vector3d& point :
       {Eigen::Vector3d{1000, 0, 0.5}, {-600, 800, 10}, {3, 4, 1000}, {1e6, 1e5, 1e5}}) {
    expect_equal_to_quadrature({k_square, point}, 1e-14);
  }
}

TEST(Rectangle, LosesLittleForSidesOfOneToAThousandInEitherDirection) {
  const Eigen::Vector3d points[] = {{0.3, 20, 0.1}, {0.5, 500, 0.2}, {3, 499, 0.01},
                                    {5, 510, 1},    {7, -30, 0.1},   {40, 100, 30},
                                    {3, 20, 200},   {0, 900, 0.3},   {1500, 900, 400}};
  for (const Eigen::Vector3d& point : points) {
    // 1e-12: near by, corner terms reach (length x logarithm), some 1000 times the displacement.
    expect_equal_to_quadrature({{-0.5, 0.5, -500, 500}, point}, 1e-12);
    expect_equal_to_quadrature({{-500, 500, -0.5, 0.5}, {point.y(), point.x(), point.z()}}, 1e-12);
  }
}

TEST(Rectangle, FarFieldTendsToThePointForceAsTheSquareOfSizeOverDistance) {
  const Eigen::Vector3d way(0.48, -0.6, 0.64);
  for (int direction = 0; direction < 3; ++direction) {
    const auto deviation = [&](double distance) {
      const Eigen::Vector3d point = distance * way;
      return difference(
          as_state9(under_rectangle(k_body, k_square, unit_traction(direction), point)),
          as_state9(under_point_force(k_body, unit_traction(direction), point)));
    };
    for (const double distance : {10.0, 20.0, 40.0}) {
      const auto near = deviation(distance);
      const auto far = deviation(2 * distance);
      EXPECT_NEAR(std::log2(near.displacement / far.displacement), 2, 0.02);
      EXPECT_NEAR(std::log2(near.stress / far.stress), 2, 0.05);
    }
  }
}

/// Fourth-order central difference of the state along an axis.
State9 derivative(const SurfaceTraction& traction, const Rectangle& loaded,
                  const Eigen::Vector3d& point, int axis, double step) {
  const auto at = [&](double offset) {
    Eigen::Vector3d moved = point;
    moved[axis] += offset;
    return as_state9(under_rectangle(k_body, loaded, traction, moved));
  };
  return (8 * (at(step) - at(-step)) - (at(2 * step) - at(-2 * step))) / (12.0L * step);
}

// Step 2e-3 of distances >= 0.5 to the load: truncation 30 step^4/0.5^4 ~ 1e-9 at worst, round-off
// 1e-15/step ~ 1e-12.
TEST(Rectangle, StressesFollowFromDisplacementsByHookesLawAndAreInEquilibrium) {
  const Rectangle loaded{-0.7, 0.4, -0.2, 1.1};
  const SurfaceTraction traction{0.8, -0.5, 1.7};
  const double g = k_body.shear_modulus;
  const double lambda = 2 * g * k_body.poisson_ratio / (1 - 2 * k_body.poisson_ratio);
  for (const Eigen::Vector3d& point : {Eigen::Vector3d{0.1, 0.3, 0.5},
                                       {0.4, 1.1, 0.6},
                                       {-1.5, -0.9, 0.5},
                                       {3, 1, 2},
                                       {20, -11, 4}}) {
    std::array<State9, 3> d;
    for (int axis = 0; axis < 3; ++axis) {
      d[static_cast<std::size_t>(axis)] = derivative(traction, loaded, point, axis, 2e-3);
    }
    const State9 s = as_state9(under_rectangle(k_body, loaded, traction, point));
    const long double volume = d[0][0] + d[1][1] + d[2][2];
    const long double hooke[] = {
        lambda * volume + 2 * g * d[0][0], lambda * volume + 2 * g * d[1][1],
        lambda * volume + 2 * g * d[2][2], g * (d[0][1] + d[1][0]),
        g * (d[0][2] + d[2][0]),           g * (d[1][2] + d[2][1])};
    const double size = static_cast<double>(s.tail<6>().lpNorm<Eigen::Infinity>());
    for (int k = 0; k < 6; ++k) {
      EXPECT_NEAR(static_cast<double>(hooke[k] - s[3 + k]), 0, 1e-8 * size) << "component " << k;
    }
    // xx,x + xy,y + xz,z and its two companions.
    EXPECT_NEAR(static_cast<double>(d[0][3] + d[1][6] + d[2][7]), 0, 1e-8 * size);
    EXPECT_NEAR(static_cast<double>(d[0][6] + d[1][4] + d[2][8]), 0, 1e-8 * size);
    EXPECT_NEAR(static_cast<double>(d[0][7] + d[1][8] + d[2][5]), 0, 1e-8 * size);
  }
}

TEST(Rectangle, SurfaceStressBalancesTheTractionInsideAndVanishesOutside) {
  const SurfaceTraction t{0.8, -0.5, 1.7};
  for (const double z : {0.0, 1e-13}) {
    for (const auto& [x, y] : {std::pair{0.0, 0.0}, {0.3, -0.49}, {-0.25, 0.125}}) {
      const StressTensor s = under_rectangle(k_body, k_square, t, {x, y, z}).stress;
      EXPECT_NEAR(s.zz, -t.z, 1e-11);
      EXPECT_NEAR(s.xz, -t.x, 1e-11);
      EXPECT_NEAR(s.yz, -t.y, 1e-11);
    }
    for (const auto& [x, y] :
         {std::pair{0.6, 0.0}, {0.6, 0.5}, {-2.0, 3.0}, {0.5, 8.0}, {50.0, 0.0}}) {
      const StressTensor s = under_rectangle(k_body, k_square, t, {x, y, z}).stress;
      EXPECT_NEAR(s.zz, 0, 1e-11);
      EXPECT_NEAR(s.xz, 0, 1e-11);
      EXPECT_NEAR(s.yz, 0, 1e-11);
    }
  }
}

TEST(Rectangle, StateAtTheSurfaceIsTheLimitFromBelowAwayFromEdges) {
  const SurfaceTraction t{0.8, -0.5, 1.7};
  // Points on the lines of the edges, but beyond their ends, are regular as well.
  for (const auto& [x, y] : {std::pair{0.0, 0.0},
                             {0.3, -0.4},
                             {0.9, 0.1},
                             {0.5, 1.5},
                             {-0.5, -3.0},
                             {2.5, 0.5},
                             {12.0, 0.5}}) {
    const State9 on = as_state9(under_rectangle(k_body, k_square, t, {x, y, 0}));
    const auto [u, s] =
        difference(as_state9(under_rectangle(k_body, k_square, t, {x, y, 1e-10})), on);
    EXPECT_LT(u, 1e-8) << x << ' ' << y;
    EXPECT_LT(s, 1e-8) << x << ' ' << y;
  }
}

TEST(Rectangle, OnAnEdgeOfTheSurfacePressureIsHalvedAndOnACornerQuartered) {
  const SubsurfaceState edge = under_rectangle(k_body, k_square, {0, 0, 1}, {0.5, 0.125, 0});
  EXPECT_NEAR(edge.stress.zz, -0.5, 1e-15);
  const SubsurfaceState inside =
      under_rectangle(k_body, k_square, {0, 0, 1}, {0.5 - 1e-9, 0.125, 0});
  const SubsurfaceState outside =
      under_rectangle(k_body, k_square, {0, 0, 1}, {0.5 + 1e-9, 0.125, 0});
  EXPECT_NEAR(edge.stress.xx, 0.5 * (inside.stress.xx + outside.stress.xx), 1e-8);
  EXPECT_NEAR(edge.stress.yy, 0.5 * (inside.stress.yy + outside.stress.yy), 1e-8);
  EXPECT_NEAR(edge.stress.xy, inside.stress.xy, 1e-8);
  EXPECT_NEAR(under_rectangle(k_body, k_square, {0, 0, 1}, {0.5, 0.5, 0}).stress.zz, -0.25, 1e-15);
}

TEST(Rectangle, DisplacementIsFiniteAndContinuousOnEdgesAndCornersOfTheSurface) {
  for (int direction = 0; direction < 3; ++direction) {
    for (const auto& [x, y] : {std::pair{0.5, 0.125}, {0.2, -0.5}, {0.5, 0.5}, {-0.5, 0.5}}) {
      const auto at = [&](double shift, double z) {
        return under_rectangle(k_body, k_square, unit_traction(direction),
                               {x + shift, y + shift, z})
            .displacement;
      };
      // s ln s for a shift s = 1e-10.
      EXPECT_LT((at(0, 0) - at(1e-10, 0)).norm(), 1e-8) << direction;
      EXPECT_LT((at(0, 0) - at(-1e-10, 1e-10)).norm(), 1e-8) << direction;
    }
  }
}

TEST(Rectangle, OnAnEdgeOfTheSurfaceStressAcrossItUnderTangentialTractionIsInfinite) {
  const SubsurfaceState front = under_rectangle(k_body, k_square, {1, 0, 0}, {0.5, 0.125, 0});
  const SubsurfaceState back = under_rectangle(k_body, k_square, {1, 0, 0}, {-0.5, 0.125, 0});
  EXPECT_EQ(front.stress.xx, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(back.stress.xx, std::numeric_limits<double>::infinity());
  EXPECT_NEAR(front.stress.xz, -0.5, 1e-15);
  EXPECT_FALSE(std::isnan(front.stress.xy));
}

TEST(Rectangle, LoadedSquareSinksAsLovesSurfaceFormulaSays) {
  // Centre of a square of side 2b: u_z = (1-nu)/(2 pi G) p 8 b ln(1 + sqrt 2); corner: half of it
  // (Johnson 1985, section 3.4).
  const double b = 0.5;
  const double centre = (1 - 0.28) / (2 * pi * 1.3) * 8 * b * std::log(1 + std::numbers::sqrt2);
  const auto sinking = [](double x, double y) {
    return under_rectangle(k_body, k_square, {0, 0, 1}, {x, y, 0}).displacement.z();
  };
  EXPECT_NEAR(sinking(0, 0), centre, 1e-15);
  EXPECT_NEAR(sinking(0.5, -0.5), 0.5 * centre, 1e-15);
}

/// Integral over the plane z = const by polar coordinates around the origin, r = t/(1-t): the
/// integrand is smooth in t up to infinity and periodic in the angle.
Eigen::Vector3d force_through_plane(const SurfaceTraction& traction, double z) {
  const auto rule = testing::long_rule(60);
  constexpr int k_n_angles = 48;
  Eigen::Vector3d force = Eigen::Vector3d::Zero();
  for (std::size_t i = 0; i < rule.node.size(); ++i) {
    const double t = static_cast<double>(0.5L * (1 + rule.node[i]));
    const double r = t / (1 - t);
    const double weight =
        static_cast<double>(0.5L * rule.weight[i]) * r / ((1 - t) * (1 - t)) * 2 * pi / k_n_angles;
    for (int k = 0; k < k_n_angles; ++k) {
      const double angle = 2 * pi * k / k_n_angles;
      const StressTensor s = under_rectangle(k_body, {-0.6, 0.5, -0.3, 0.4}, traction,
                                             {r * std::cos(angle), r * std::sin(angle), z})
                                 .stress;
      force += weight * Eigen::Vector3d(s.xz, s.yz, s.zz);
    }
  }
  return force;
}

TEST(Rectangle, ForceThroughAPlaneBelowEqualsTheLoad) {
  const SurfaceTraction t{0.8, -0.5, 1.7};
  const double area = 1.1 * 0.7;
  const Eigen::Vector3d force = force_through_plane(t, 1.0);
  EXPECT_NEAR(force.x(), -t.x * area, 1e-9);
  EXPECT_NEAR(force.y(), -t.y * area, 1e-9);
  EXPECT_NEAR(force.z(), -t.z * area, 1e-9);
}

TEST(Rectangle, StressDoesNotDependOnTheShearModulusAndARigidBodyDoesNotMove) {
  const SurfaceTraction t{0.8, -0.5, 1.7};
  const Eigen::Vector3d point(0.3, 0.9, 0.4);
  const Material rigid{std::numeric_limits<double>::infinity(), k_body.poisson_ratio};
  EXPECT_EQ(under_rectangle(rigid, k_square, t, point).stress,
            under_rectangle(k_body, k_square, t, point).stress);
  EXPECT_EQ(under_rectangle(rigid, k_square, t, point).displacement.norm(), 0);
}

TEST(Rectangle, BadInputIsRefusedWithItsValueAndARemedy) {
  EXPECT_EQ(
      message_of([] {
        under_rectangle(k_body, k_square, {0, 0, 1}, {0, 0, -0.1});
      }),
      "the depth below the surface must be finite and >= 0 m, got -0.1; for a body at z < 0 use "
      "|z| and mirror the result");
  EXPECT_EQ(message_of([] {
              under_rectangle(k_body, {1, 1, 0, 2}, {0, 0, 1}, {0, 0, 1});
            }),
            "a loaded area must have a positive, finite width along x, got x from 1 to 1 m");
  EXPECT_EQ(message_of([] {
              under_rectangle(k_body, k_square, {0, 0, NAN}, {0, 0, 1});
            }),
            "the pressure must be finite, got nan");
  EXPECT_EQ(message_of([] {
              under_point_force(k_body, {0, 0, 1}, {0, 0, 0});
            }),
            "the state under a point force is infinite at its point of application");
  EXPECT_EQ(message_of([] {
              under_rectangle({1, 0.6}, k_square, {0, 0, 1}, {0, 0, 1});
            }),
            "the Poisson ratio must lie in [0, 0.5], got 0.6");
}

}  // namespace
}  // namespace tread::halfspace
