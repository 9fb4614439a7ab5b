#include "tread/reference/point_load.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "reference/quadrature.hpp"

namespace tread::reference {
namespace {

constexpr double k_shear_modulus = 2.5;
constexpr double k_poisson_ratio = 0.28;
constexpr Material k_body{k_shear_modulus, k_poisson_ratio};
constexpr Vector3 k_force{1.3, -0.7, 2.1};
constexpr Vector3 k_point{0.6, -0.5, 0.4};

using Matrix3 = std::array<Vector3, 3>;

Matrix3 full(const StressTensor& s) {
  return {Vector3{s.xx, s.xy, s.xz}, Vector3{s.xy, s.yy, s.yz}, Vector3{s.xz, s.yz, s.zz}};
}

/// Derivative along one axis by central differences of sixth order: at h = 0.01 truncation is about
/// 1e-10.
template <class Function>
double derivative(Function&& f, Vector3 point, std::size_t axis) {
  constexpr double k_h = 0.01;
  const auto at = [&](int steps) {
    Vector3 moved = point;
    moved[axis] += steps * k_h;
    return f(moved);
  };
  return (45 * (at(1) - at(-1)) - 9 * (at(2) - at(-2)) + (at(3) - at(-3))) / (60 * k_h);
}

TEST(PointLoad, StressIsHookesLawOfTheDisplacementGradient) {
  Matrix3 gradient{};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      gradient[i][j] = derivative(
          [&](const Vector3& p) { return point_load_displacement(k_force, p, k_body)[i]; }, k_point,
          j);
    }
  }
  const double lame = 2 * k_shear_modulus * k_poisson_ratio / (1 - 2 * k_poisson_ratio);
  const double dilatation = gradient[0][0] + gradient[1][1] + gradient[2][2];
  const Matrix3 stress = full(point_load_stress(k_force, k_point, k_poisson_ratio));
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      const double expected =
          k_shear_modulus * (gradient[i][j] + gradient[j][i]) + (i == j ? lame * dilatation : 0);
      EXPECT_NEAR(stress[i][j], expected, 1e-8) << i << j;
    }
  }
}

TEST(PointLoad, StressIsInEquilibrium) {
  for (std::size_t i = 0; i < 3; ++i) {
    double divergence = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      divergence += derivative(
          [&](const Vector3& p) {
            return full(point_load_stress(k_force, p, k_poisson_ratio))[i][j];
          },
          k_point, j);
    }
    EXPECT_NEAR(divergence, 0, 1e-7) << i;
  }
}

TEST(PointLoad, TractionOnAHemisphereBalancesTheForce) {
  const double radius = 1.7;
  for (std::size_t i = 0; i < 3; ++i) {
    const double total = integrate(
        [&](double polar) {
          return integrate(
              [&](double azimuth) {
                const Vector3 normal{std::sin(polar) * std::cos(azimuth),
                                     std::sin(polar) * std::sin(azimuth), std::cos(polar)};
                const Vector3 point{radius * normal[0], radius * normal[1], radius * normal[2]};
                const Matrix3 stress = full(point_load_stress(k_force, point, k_poisson_ratio));
                return (stress[i][0] * normal[0] + stress[i][1] * normal[1] +
                        stress[i][2] * normal[2]) *
                       radius * radius * std::sin(polar);
              },
              -k_pi, k_pi);
        },
        0, 0.5 * k_pi);
    EXPECT_NEAR(total, -k_force[i], 1e-11) << i;
  }
}

TEST(PointLoad, SurfaceIsFreeOfTractionBesideTheLoad) {
  const StressTensor stress = point_load_stress(k_force, {0.6, -0.5, 0}, k_poisson_ratio);
  EXPECT_EQ(stress.zz, 0);
  EXPECT_EQ(stress.xz, 0);
  EXPECT_EQ(stress.yz, 0);
  EXPECT_NE(stress.xx, 0);
}

TEST(PointLoad, OnTheSurfaceDisplacementsAreTheKernelsOfTheInfluenceFunctions) {
  const double x = 0.6;
  const double y = -0.5;
  const double r = std::hypot(x, y);
  const double nu = k_poisson_ratio;
  const double G = k_shear_modulus;
  const Vector3 normal = point_load_displacement({0, 0, 1}, {x, y, 0}, k_body);
  EXPECT_REL(normal[2], (1 - nu) / (2 * k_pi * G * r), 1e-15);
  EXPECT_REL(normal[0], -(1 - 2 * nu) * x / (4 * k_pi * G * r * r), 1e-15);
  EXPECT_REL(normal[1], -(1 - 2 * nu) * y / (4 * k_pi * G * r * r), 1e-15);
  const Vector3 along_x = point_load_displacement({1, 0, 0}, {x, y, 0}, k_body);
  EXPECT_REL(along_x[0], ((1 - nu) / r + nu * x * x / (r * r * r)) / (2 * k_pi * G), 1e-15);
  EXPECT_REL(along_x[1], nu * x * y / (2 * k_pi * G * r * r * r), 4e-15);
  EXPECT_REL(along_x[2], (1 - 2 * nu) * x / (4 * k_pi * G * r * r), 1e-15);
}

TEST(PointLoad, DisplacementsObeyMaxwellsReciprocityOnTheSurface) {
  const Vector3 point{0.6, -0.5, 0};
  const Vector3 mirrored{-0.6, 0.5, 0};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      Vector3 along_i{};
      Vector3 along_j{};
      along_i[i] = 1;
      along_j[j] = 1;
      EXPECT_NEAR(point_load_displacement(along_j, point, k_body)[i],
                  point_load_displacement(along_i, mirrored, k_body)[j], 1e-17)
          << i << j;
    }
  }
}

TEST(PointLoad, RigidBodyDoesNotMove) {
  EXPECT_EQ(point_load_displacement(k_force, k_point, Material::rigid()), Vector3{});
}

TEST(PointLoad, TheLoadedPointAndPointsAboveTheSurfaceAreRefused) {
  expect_model_error(
      [] {
        point_load_displacement(k_force, {0, 0, 0}, k_body);
      },
      "a point load has no finite displacement or stress where it acts");
  expect_model_error(
      [] {
        point_load_stress(k_force, {1, 0, -0.5}, 0.3);
      },
      "the depth must be finite and not negative, got -0.5 m: z points into the body");
  EXPECT_THROW(point_load_stress(k_force, k_point, 0.75), ModelError);
}

}  // namespace
}  // namespace tread::reference
