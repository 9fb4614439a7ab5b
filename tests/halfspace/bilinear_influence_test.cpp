#include "tread/halfspace/bilinear_influence.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>
#include <vector>

#include "tread/halfspace/influence.hpp"

namespace tread::halfspace {
namespace {

using boost::math::quadrature::gauss_kronrod;

struct Tent {
  double x, y;  // of the field point from the node
  double dx, dy;
};

/// One of the four rectangles on which the tent is a product of two linear functions: ξ from 0 to
/// sign_x dx, η from 0 to sign_y dy.
struct Quarter {
  Tent tent;
  double sign_x, sign_y;

  /// The product, by the offset from load to field point and continued beyond the rectangle.
  double traction(double offset_x, double offset_y) const {
    return (1 - sign_x * (tent.x - offset_x) / tent.dx) *
           (1 - sign_y * (tent.y - offset_y) / tent.dy);
  }
};

/// Independent route near the tent: adaptive quadrature in polar coordinates around the field
/// point, where f(direction)/r times r dr is smooth. The rectangle is four signed boxes with a
/// corner at the field point, each box two triangles, and along a ray the traction is quadratic, so
/// that Simpson's rule integrates it exactly.
struct PolarTentQuadrature {
  Quarter quarter;

  template <class F>
  double over_box(double width, double height, F&& f) const {
    if (width == 0 || height == 0) return 0;
    const double sx = std::copysign(1.0, width);
    const double sy = std::copysign(1.0, height);
    const auto along_ray = [&](double end_x, double end_y) {
      return (quarter.traction(0, 0) + 4 * quarter.traction(0.5 * end_x, 0.5 * end_y) +
              quarter.traction(end_x, end_y)) /
             6;
    };
    const auto to_side = [&](double s) {
      const double stretch = std::hypot(1, s);
      return std::abs(width) / stretch * f(sx / stretch, sy * s / stretch) *
             along_ray(width, sy * s * std::abs(width));
    };
    const auto to_top = [&](double s) {
      const double stretch = std::hypot(1, s);
      return std::abs(height) / stretch * f(sx * s / stretch, sy / stretch) *
             along_ray(sx * s * std::abs(height), height);
    };
    return sx * sy *
           (over_tangent(to_side, std::abs(height / width)) +
            over_tangent(to_top, std::abs(width / height)));
  }

  template <class F>
  static double over_tangent(F&& f, double end) {
    double sum = 0;
    double low = 0;
    for (double high = std::min(end, 0.5); low < end; low = high, high = std::min(end, 3 * high)) {
      sum += gauss_kronrod<double, 31>::integrate(f, low, high, 2, 1e-14);
    }
    return sum;
  }

  template <class F>
  double integral(F&& f) const {
    const Tent& t = quarter.tent;
    const double far_x = t.x - quarter.sign_x * t.dx;
    const double far_y = t.y - quarter.sign_y * t.dy;
    return quarter.sign_x * quarter.sign_y *
           (over_box(t.x, t.y, f) - over_box(far_x, t.y, f) - over_box(t.x, far_y, f) +
            over_box(far_x, far_y, f));
  }
};

/// Far away the boxes cancel; there the plain product rule is exact instead.
struct PlainTentQuadrature {
  Quarter quarter;

  template <class F>
  double integral(F&& f) const {
    const Tent& t = quarter.tent;
    const auto along_y = [&](double xi) {
      return gauss_kronrod<double, 61>::integrate(
          [&](double eta) {
            const double offset_x = t.x - quarter.sign_x * xi;
            const double offset_y = t.y - quarter.sign_y * eta;
            const double r = std::hypot(offset_x, offset_y);
            return f(offset_x / r, offset_y / r) / r * quarter.traction(offset_x, offset_y);
          },
          0.0, t.dy, 4, 1e-14);
    };
    return gauss_kronrod<double, 61>::integrate(along_y, 0.0, t.dx, 4, 1e-14);
  }
};

template <class Quadrature, class F>
double over_tent(const Tent& tent, F&& f) {
  double sum = 0;
  for (const double sign_x : {1.0, -1.0}) {
    for (const double sign_y : {1.0, -1.0}) {
      sum += Quadrature{Quarter{tent, sign_x, sign_y}}.integral(f);
    }
  }
  return sum;
}

/// All four coefficients, relative to zz.
template <class Quadrature>
void expect_quadrature(const Tent& tent, double tolerance) {
  SCOPED_TRACE(testing::Message() << "x " << tent.x << " y " << tent.y << " cell " << tent.dx
                                  << " x " << tent.dy);
  const Compliance c = compliance_of(Material{1.0, 0.28});
  const BilinearInfluence ours = bilinear_influence(tent.x, tent.y, tent.dx, tent.dy, c);
  const double inv_r = over_tent<Quadrature>(tent, [](double, double) { return 1.0; });
  const double xx_r3 = over_tent<Quadrature>(tent, [](double co, double) { return co * co; });
  const double xy_r3 = over_tent<Quadrature>(tent, [](double co, double si) { return co * si; });
  const double zz = c.normal() * inv_r;
  EXPECT_NEAR(ours.zz, zz, tolerance * zz);
  EXPECT_NEAR(ours.xx, zz + c.poisson * xx_r3, tolerance * zz);
  EXPECT_NEAR(ours.yy, zz + c.poisson * (inv_r - xx_r3), tolerance * zz);
  EXPECT_NEAR(ours.xy, c.poisson * xy_r3, tolerance * zz);
}

// Rounding: nine terms of up to 4³ cells³ leave a quarter of a cell, which loses three digits.
TEST(BilinearInfluence, AgreesWithQuadratureAtTheNodeOnTheTentAndBesideIt) {
  for (const double aspect : {1.0, 0.5, 3.0}) {
    for (const double fx : {0.0, 0.13, 0.5, 1.0, 1.7, 2.0, 2.99, 3.0, 3.01}) {
      for (const double fy : {0.0, 0.07, 0.5, 1.0, 1.5, 2.99, 3.0, 3.01}) {
        for (const double sign : {1.0, -1.0}) {
          expect_quadrature<PolarTentQuadrature>({sign * fx, fy * aspect, 1, aspect}, 5e-13);
        }
      }
    }
  }
}

TEST(BilinearInfluence, LosesNoMoreThanTheSquareOfTheRatioOfTheSidesOfACell) {
  for (const double ratio : {10.0, 100.0}) {
    for (const double aspect : {ratio, 1 / ratio}) {
      for (const double fx : {0.0, 0.5, 1.0, 2.2, 3.0, 5.0}) {
        for (const double fy : {0.0, 0.3, 1.0, 2.5, 3.5}) {
          expect_quadrature<PolarTentQuadrature>({fx, fy * aspect, 1, aspect},
                                                 2e-14 * ratio * ratio);
        }
      }
    }
  }
}

TEST(BilinearInfluence, AgreesWithQuadratureFarAwayForAnyAspect) {
  for (const double aspect : {1.0, 2.0, 100.0, 0.01}) {
    for (const auto& [nx, ny] : std::vector<std::array<double, 2>>{{3.01, 0},
                                                                   {4, 1},
                                                                   {7, 3},
                                                                   {0, 5},
                                                                   {-20, 0.5},
                                                                   {20.1, -21},
                                                                   {100, 40},
                                                                   {1000, 0},
                                                                   {0.3, 1e5}}) {
      const Tent tent{nx, ny * aspect, 1, aspect};
      const double distance = std::hypot(tent.x, tent.y);
      if (distance < 4 * std::max(1.0, aspect)) continue;
      // the quadrature's own offsets are rounded to 1e-16 of the distance
      const double in_cells = distance / std::min(1.0, aspect);
      expect_quadrature<PlainTentQuadrature>(tent, 1e-14 + 2e-16 * in_cells);
    }
  }
}

// Two routes to the same number: hat = box * box / dx along each axis.
TEST(BilinearInfluence, IsTheMeanOverACellOfThatOfAUniformlyLoadedCell) {
  const Compliance c = compliance_of(Material{1.0, 0.28});
  const double dx = 1;
  const double dy = 0.7;
  for (const auto& [x, y] :
       std::vector<std::array<double, 2>>{{1.7, 0.9}, {3.4, -2.2}, {12, 0}, {0, 3}}) {
    const auto mean = [&](double InfluenceCoefficients::*member) {
      const auto along_y = [&](double xi) {
        return gauss_kronrod<double, 31>::integrate(
            [&](double eta) { return influence(x - xi, y - eta, dx, dy, c).*member; }, -0.5 * dy,
            0.5 * dy, 6, 1e-13);
      };
      return gauss_kronrod<double, 31>::integrate(along_y, -0.5 * dx, 0.5 * dx, 6, 1e-13) /
             (dx * dy);
    };
    const BilinearInfluence ours = bilinear_influence(x, y, dx, dy, c);
    EXPECT_NEAR(ours.xx, mean(&InfluenceCoefficients::xx), 1e-10 * ours.zz) << x << ' ' << y;
    EXPECT_NEAR(ours.xy, mean(&InfluenceCoefficients::xy), 1e-10 * ours.zz) << x << ' ' << y;
    EXPECT_NEAR(ours.yy, mean(&InfluenceCoefficients::yy), 1e-10 * ours.zz) << x << ' ' << y;
    EXPECT_NEAR(ours.zz, mean(&InfluenceCoefficients::zz), 1e-10 * ours.zz) << x << ' ' << y;
  }
}

// A field of equal nodal values is uniform: far inside a large patch of tents the sum is that of
// one uniformly loaded rectangle, but for a border half a cell wide that the tents smooth, whose
// moment vanishes.
TEST(BilinearInfluence, EqualTentsAddUpToAUniformTraction) {
  const Compliance c = compliance_of(Material{1.0, 0.28});
  const int half = 40;
  const double dx = 1;
  const double dy = 0.8;
  double tents = 0;
  for (int j = -half; j <= half; ++j) {
    for (int i = -half; i <= half; ++i) {
      tents += bilinear_influence(i * dx, j * dy, dx, dy, c).zz;
    }
  }
  const double n = 2 * half + 1;
  const double uniform = influence(0, 0, n * dx, n * dy, c).zz;
  // the border's second moment, dx²/12, beside half² cells
  EXPECT_NEAR(tents / uniform, 1, 1.0 / (12 * half * half));
  EXPECT_NE(tents, uniform);
}

TEST(BilinearStripInfluence, AgreesWithQuadratureNearAndFar) {
  const Compliance c = compliance_of(Material{1.0, 0.28});
  const double dx = 0.4;
  const double datum = 50;
  for (const double cells : {0.0, 0.3, 0.5, 1.0, 1.2, 2.0, 2.99, 3.0, 7.5, 21.0, 100.0}) {
    for (const double x : {cells * dx, -cells * dx}) {
      // |x - ξ| = t: substitution t = s² takes the sting out of the logarithm
      double logarithm = 0;
      std::vector<double> bounds = {-dx, 0, dx};
      if (std::abs(x) < dx && x != 0) bounds.push_back(x);
      std::ranges::sort(bounds);
      for (std::size_t k = 0; k + 1 < bounds.size(); ++k) {
        const double low = bounds[k];
        const double high = bounds[k + 1];
        const double near = std::abs(low - x) < std::abs(high - x) ? low : high;
        const double sign = near == low ? 1 : -1;
        logarithm += gauss_kronrod<double, 61>::integrate(
            [&](double s) {
              const double xi = near + sign * s * s;
              const double distance = near == x ? s * s : std::abs(x - xi);
              return s == 0 ? 0.0 : 2 * s * (1 - std::abs(xi) / dx) * std::log(datum / distance);
            },
            0.0, std::sqrt(high - low), 12, 1e-14);
      }
      const BilinearInfluence ours = bilinear_strip_influence(x, dx, datum, c);
      EXPECT_NEAR(ours.xx, 2 * c.normal() * logarithm, 1e-12 * ours.xx) << x;
      EXPECT_NEAR(ours.zz, 2 * c.normal() * logarithm, 1e-12 * ours.zz) << x;
      EXPECT_NEAR(ours.yy, 2 * c.shear * logarithm, 1e-12 * ours.yy) << x;
      EXPECT_EQ(ours.xy, 0) << x;
    }
  }
}

// Seen from the middle of a long cell the ends are far: the difference of two offsets, from which
// the datum drops out, is that of the strip.
TEST(BilinearStripInfluence, IsTheLimitOfLongCells) {
  const Compliance c = compliance_of(Material{1.0, 0.28});
  const double length = 1e3;
  const auto tent = [&](double x) { return bilinear_influence(x, 0, 1, length, c); };
  const auto strip = [&](double x) { return bilinear_strip_influence(x, 1, 1, c); };
  // the tent falls off along y: the next term is x/length
  EXPECT_NEAR((tent(0).xx - tent(5).xx) / (strip(0).xx - strip(5).xx), 1, 5 / length);
  EXPECT_NEAR((tent(0).yy - tent(5).yy) / (strip(0).yy - strip(5).yy), 1, 5 / length);
}

}  // namespace
}  // namespace tread::halfspace
