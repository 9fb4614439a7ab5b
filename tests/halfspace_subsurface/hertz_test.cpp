#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "tread/halfspace/subsurface.hpp"

namespace tread::halfspace {
namespace {

/// Largest value of a smooth function with one maximum between low and high, by golden section.
struct Maximum {
  double at;
  double value;
};

Maximum maximum_of(const auto& function, double low, double high) {
  const double ratio = 0.5 * (std::sqrt(5.0) - 1);
  while (high - low > 1e-7) {
    const double left = high - ratio * (high - low);
    const double right = low + ratio * (high - low);
    (function(left) < function(right) ? low : high) =
        function(left) < function(right) ? left : right;
  }
  return {0.5 * (low + high), function(0.5 * (low + high))};
}

/// Hertz pressure of unit peak over the unit circle or, with one row of cells, the unit strip:
/// values at cell centres.
std::vector<double> hertz_pressure(const Grid& grid) {
  std::vector<double> pressure(grid.n_cells());
  for (int j = 0; j < grid.ny; ++j) {
    for (int i = 0; i < grid.nx; ++i) {
      const double r2 = grid.x(i) * grid.x(i) + grid.y(j) * grid.y(j);
      pressure[grid.index(i, j)] = r2 < 1 ? std::sqrt(1 - r2) : 0;
    }
  }
  return pressure;
}

Maximum line_maximum_shear(int n_strips) {
  const Grid grid = centred_grid(n_strips, 1, 2, 1);
  const std::vector<double> pressure = hertz_pressure(grid);
  const Material body{1, 0.3};
  return maximum_of(
      [&](double z) {
        return maximum_shear(line_subsurface_at(body, grid, {pressure}, 0, z).stress);
      },
      0.4, 1.2);
}

// On the axis tau = p0 (z - z^2/sqrt(1+z^2)) for a = 1 (Johnson 1985, (4.46)): its maximum 0.3003
// at z = 0.7862, where z^2 is the golden ratio 0.618.
constexpr double k_line_depth = 0.786151377757423;
constexpr double k_line_shear = 0.300283106000761;

TEST(HertzLine, MaximumShearLiesAtDepth0786aWithValue0300p0) {
  const Maximum found = line_maximum_shear(200);
  EXPECT_NEAR(found.at, 0.786, 0.0005);
  EXPECT_NEAR(found.value, 0.300, 0.0005);
}

TEST(HertzLine, MaximumShearConvergesToTheClosedFormWithAnOrderFallingToThreeHalves) {
  // Pressure at cell centres: the square root at the ends limits the midpoint sum to order 3/2 in
  // the end, the smooth middle adds order 2.
  double order_before = 2;
  for (const int n : {50, 100, 200, 400, 800}) {
    const Maximum coarse = line_maximum_shear(n);
    const Maximum fine = line_maximum_shear(2 * n);
    const double order = std::log2((coarse.value - k_line_shear) / (fine.value - k_line_shear));
    EXPECT_GT(order, 1.5) << n;
    EXPECT_LT(order, order_before) << n;
    EXPECT_LT(std::abs(fine.at - k_line_depth), std::abs(coarse.at - k_line_depth)) << n;
    order_before = order;
  }
  EXPECT_LT(order_before, 1.58);
}

TEST(HertzLine, StressBelowTheCentreIsTheClosedForm) {
  // Johnson (1985), (4.46): sigma_x = -p0 ((1+2z^2)/sqrt(1+z^2) - 2z), sigma_z = -p0/sqrt(1+z^2), a
  // = 1; sigma_y = nu (sigma_x + sigma_z).
  const Grid grid = centred_grid(2000, 1, 2, 1);
  const std::vector<double> pressure = hertz_pressure(grid);
  for (const double z : {0.05, 0.3, 0.786, 2.0}) {
    const StressTensor s = line_subsurface_at({1, 0.3}, grid, {pressure}, 0, z).stress;
    const double root = std::sqrt(1 + z * z);
    const double xx = -((1 + 2 * z * z) / root - 2 * z);
    // 0.4 h^(3/2) of pressure too much at the ends, h = 0.001: 1.3e-5.
    EXPECT_NEAR(s.xx, xx, 2e-5) << z;
    EXPECT_NEAR(s.zz, -1 / root, 2e-5) << z;
    EXPECT_NEAR(s.yy, 0.3 * (xx - 1 / root), 2e-5) << z;
    EXPECT_NEAR(s.xz, 0, 1e-12) << z;
  }
}

/// Johnson (1985), (3.45): stresses on the axis under Hertz pressure over a circle, a = p0 = 1.
double circle_axis_zz(double z) { return -1 / (1 + z * z); }
double circle_axis_rr(double z, double nu) {
  return -(1 + nu) * (1 - z * std::atan(1 / z)) + 0.5 / (1 + z * z);
}

SubsurfaceState circle_axis(int n_cells, double nu, double z) {
  const Grid grid = centred_grid(n_cells, n_cells, 2, 2);
  const std::vector<double> pressure = hertz_pressure(grid);
  return subsurface_at({1, nu}, grid, {pressure}, {0, 0, z});
}

TEST(HertzCircle, StressOnTheAxisIsTheClosedForm) {
  for (const double nu : {0.0, 0.3, 0.5}) {
    for (const double z : {0.1, 0.48, 1.0, 3.0}) {
      // An uneven number puts a cell centre under the peak; 81 cells: pressure errs by (h/2)^2 near
      // the centre and h^(3/2)/5 at the rim.
      const StressTensor s = circle_axis(81, nu, z).stress;
      EXPECT_NEAR(s.zz, circle_axis_zz(z), 1e-3) << nu << ' ' << z;
      EXPECT_NEAR(s.xx, circle_axis_rr(z, nu), 1e-3) << nu << ' ' << z;
      EXPECT_NEAR(s.yy, s.xx, 1e-12);
      EXPECT_NEAR(s.xz, 0, 1e-12);
    }
  }
}

TEST(HertzCircle, StressOnTheAxisConvergesToTheClosedForm) {
  const auto error = [](int n) {
    double worst = 0;
    for (const double z : {0.3, 0.48, 1.0}) {
      const StressTensor s = circle_axis(n, 0.3, z).stress;
      worst = std::max(
          {worst, std::abs(s.zz - circle_axis_zz(z)), std::abs(s.xx - circle_axis_rr(z, 0.3))});
    }
    return worst;
  };
  // The rim cuts cells in an irregular way, so the error falls unevenly: over a factor 8 the mean
  // order is looked at.
  const double order = std::log(error(21) / error(168)) / std::log(8.0);
  EXPECT_GT(order, 1.4);
  EXPECT_LT(order, 2.3);
}

TEST(HertzCircle, MaximumShearAtNu03LiesAtDepth048aWithValue031p0) {
  const auto found =
      maximum_of([](double z) { return maximum_shear(circle_axis(80, 0.3, z).stress); }, 0.3, 0.7);
  EXPECT_NEAR(found.at, 0.48, 0.005);
  EXPECT_NEAR(found.value, 0.31, 0.005);
  const auto exact = maximum_of(
      [](double z) { return 0.5 * (circle_axis_rr(z, 0.3) - circle_axis_zz(z)); }, 0.3, 0.7);
  EXPECT_NEAR(found.at, exact.at, 1e-3);
  EXPECT_NEAR(found.value, exact.value, 3e-4);
}

}  // namespace
}  // namespace tread::halfspace
