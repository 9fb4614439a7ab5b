#include "tread/halfspace/influence.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <boost/math/quadrature/gauss_kronrod.hpp>
#include <cmath>
#include <numbers>
#include <vector>

namespace tread::halfspace {
namespace {

using boost::math::quadrature::gauss_kronrod;

/// Independent route: adaptive quadrature in polar coordinates around the field point, where every
/// kernel is smooth (r dr cancels the singularity). The rectangle is seen as four signed
/// right-angled boxes [0, X] x [0, Y] whose common corner is the field point; each box as two
/// triangles.
struct PolarQuadrature {
  double x, y, a, b;

  /// The kernels are f(direction)/r: over r from 0 to the edge of the box they give f times the
  /// length of the ray.
  template <class F>
  double over_box(double width, double height, F&& f) const {
    if (width == 0 || height == 0) return 0;
    const double sx = std::copysign(1.0, width);
    const double sy = std::copysign(1.0, height);
    const double w = std::abs(width);
    const double h = std::abs(height);
    // Rays that end on the far side x = w, and those that end on y = h, each by the tangent s of
    // its angle.
    const auto to_side = [&](double s) {
      return w * f(sx / std::hypot(1, s), sy * s / std::hypot(1, s)) / std::hypot(1, s);
    };
    const auto to_top = [&](double s) {
      return h * f(sx * s / std::hypot(1, s), sy / std::hypot(1, s)) / std::hypot(1, s);
    };
    return sx * sy * (over_tangent(to_side, h / w) + over_tangent(to_top, w / h));
  }

  /// In pieces that grow with s, so that long thin boxes stay smooth on each.
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
  double over_rectangle(F&& f) const {
    // offset from load to field point is (x - xi, y - eta), xi in [-a, a]
    return over_box(x + a, y + b, f) - over_box(x - a, y + b, f) - over_box(x + a, y - b, f) +
           over_box(x - a, y - b, f);
  }
};

/// Far away the four boxes cancel; there the plain product rule over the rectangle is exact
/// instead.
struct PlainQuadrature {
  double x, y, a, b;
  template <class F>
  double over_rectangle(F&& f) const {
    const auto inner = [&](double xi) {
      return gauss_kronrod<double, 61>::integrate(
          [&](double eta) {
            const double dx = x - xi;
            const double dy = y - eta;
            const double r = std::hypot(dx, dy);
            return f(dx / r, dy / r) / r;
          },
          -b, b, 3, 1e-13);
    };
    return gauss_kronrod<double, 61>::integrate(inner, -a, a, 3, 1e-13);
  }
};

template <class Quadrature>
CellIntegrals by_quadrature(double x, double y, double dx, double dy) {
  const Quadrature q{x, y, 0.5 * dx, 0.5 * dy};
  return {q.over_rectangle([](double, double) { return 1.0; }),
          q.over_rectangle([](double c, double) { return c * c; }),
          q.over_rectangle([](double c, double s) { return c * s; }),
          q.over_rectangle([](double c, double) { return c; }),
          q.over_rectangle([](double, double s) { return s; })};
}

/// All nine coefficients, relative to the largest of their kind at that point.
void expect_twelve_digits(double x, double y, double dx, double dy, const CellIntegrals& exact) {
  SCOPED_TRACE(testing::Message() << "x " << x << " y " << y << " cell " << dx << " x " << dy);
  const Compliance c = compliance_of(Material{1.0, 0.28});
  const InfluenceCoefficients ours = influence(x, y, dx, dy, c);
  const double direct = c.shear - c.poisson;
  const auto near = [](double value, double expected, double scale) {
    EXPECT_NEAR(value, expected, 1e-12 * std::abs(scale));
  };
  near(ours.zz, direct * exact.inv_r, direct * exact.inv_r);
  near(ours.xx, direct * exact.inv_r + c.poisson * exact.xx_r3, ours.xx);
  near(ours.yy, direct * exact.inv_r + c.poisson * (exact.inv_r - exact.xx_r3), ours.yy);
  near(ours.xy, c.poisson * exact.xy_r3, ours.zz);
  near(ours.yx, c.poisson * exact.xy_r3, ours.zz);
  near(ours.zx, c.coupling * exact.x_r2, ours.zz);
  near(ours.xz, -c.coupling * exact.x_r2, ours.zz);
  near(ours.zy, c.coupling * exact.y_r2, ours.zz);
  near(ours.yz, -c.coupling * exact.y_r2, ours.zz);
  EXPECT_NEAR(inverse_distance_integral(x, y, dx, dy), exact.inv_r, 1e-12 * exact.inv_r);
}

TEST(Influence, AgreesWithQuadratureInsideAtEdgesAndAtCorners) {
  for (const double aspect : {1.0, 0.5, 3.0, 1000.0, 0.001}) {
    const double dx = 1;
    const double dy = aspect;
    for (const double fx : {0.0, 0.13, 0.5, 0.75, 1.9, 1.99}) {
      for (const double fy : {0.0, 0.07, 0.5, 0.51, 1.5, 1.99}) {
        const double x = fx * dx;
        const double y = fy * dy;
        expect_twelve_digits(x, y, dx, dy, by_quadrature<PolarQuadrature>(x, y, dx, dy));
        expect_twelve_digits(-x, y, dx, dy, by_quadrature<PolarQuadrature>(-x, y, dx, dy));
      }
    }
  }
}

TEST(Influence, AgreesWithQuadratureFarAwayForAnyAspect) {
  for (const double aspect : {1.0, 2.0, 1000.0, 0.001}) {
    const double dx = 1;
    const double dy = aspect;
    for (const auto& [nx, ny] : std::vector<std::array<double, 2>>{{2.01, 0},
                                                                   {2.5, 1},
                                                                   {7, 3},
                                                                   {0, 5},
                                                                   {19.9, 0},
                                                                   {20.1, 0.5},
                                                                   {100, 40},
                                                                   {1000, 0},
                                                                   {0, 1000},
                                                                   {1000, 1000},
                                                                   {1000, 3}}) {
      // a long cell seen from close by its side needs the polar rule, everything else the plain one
      const double x = nx * dx;
      const double y = ny * dy;
      const bool far = std::hypot(x, y) > 2.5 * std::max(dx, dy);
      const CellIntegrals exact = far ? by_quadrature<PlainQuadrature>(x, y, dx, dy)
                                      : by_quadrature<PolarQuadrature>(x, y, dx, dy);
      expect_twelve_digits(x, y, dx, dy, exact);
    }
  }
}

TEST(Influence, MatchesThePublishedValues) {
  // dx = 1, dy = 0.5, nu = 0.28, G = 1 (checked coefficients of Kalker's section 4.2)
  const Compliance c = compliance_of(Material{1.0, 0.28});
  EXPECT_NEAR(influence(0, 0, 1, 0.5, c).zz, 0.275714066277, 1e-12);
  EXPECT_NEAR(influence(0, 0, 1, 0.5, c).xx, 0.340047348408, 1e-12);
  EXPECT_NEAR(influence(2, 1, 1, 0.5, c).xy, 0.004033124012, 1e-12);
  EXPECT_NEAR(influence(2, 1, 1, 0.5, c).zx, 0.007019762005, 1e-12);
  EXPECT_NEAR(inverse_distance_integral(0, 0, 1, 1), 4 * std::log(1 + std::sqrt(2.0)), 1e-14);
}

TEST(Influence, NormalAndTangentialCouplingAreOppositeAndReciprocal) {
  const Compliance c = compliance_of(BodyPair{Material{1.0, 0.3}, Material{2.0, 0.1}});
  const InfluenceCoefficients there = influence(1.3, -0.4, 0.5, 0.7, c);
  const InfluenceCoefficients back = influence(-1.3, 0.4, 0.5, 0.7, c);
  EXPECT_DOUBLE_EQ(there.xz, -there.zx);
  EXPECT_DOUBLE_EQ(there.xz, back.zx);  // Betti: A_ij(r) = A_ji(-r)
  EXPECT_DOUBLE_EQ(there.xy, back.yx);
  EXPECT_DOUBLE_EQ(there.zz, back.zz);
}

TEST(Influence, SimilarBodiesHaveNoCoupling) {
  const Material steel{82e9, 0.28};
  EXPECT_EQ(influence(0.3, 0.2, 1, 1, compliance_of(BodyPair{steel, steel})).xz, 0);
}

TEST(Influence, AStripIsTheLimitOfAnEverLongerCell) {
  const Compliance c = compliance_of(BodyPair{Material{1.0, 0.3}, Material{2.0, 0.1}});
  const double length = 1e6;
  for (const double x : {0.0, 0.3, 1.0, 7.0}) {
    const InfluenceCoefficients strip = strip_influence(x, 1, 10, c);
    const InfluenceCoefficients cell = influence(x, 0, 1, length, c);
    const InfluenceCoefficients strip_aside = strip_influence(20, 1, 10, c);
    const InfluenceCoefficients cell_aside = influence(20, 0, 1, length, c);
    // the coupling has a limit of its own, to 1/length; the others up to the constant that the
    // datum stands for
    EXPECT_NEAR(strip.zx, cell.zx, 1e-5 * c.coupling);
    EXPECT_NEAR(strip.xz, -strip.zx, 0);
    for (const auto member :
         {&InfluenceCoefficients::xx, &InfluenceCoefficients::yy, &InfluenceCoefficients::zz}) {
      EXPECT_NEAR(strip.*member - strip_aside.*member, cell.*member - cell_aside.*member, 1e-9);
    }
  }
}

TEST(Influence, StripIntegralAgreesWithQuadrature) {
  const double datum = 7;
  for (const double x : {0.0, 0.3, 0.5, 0.9, 1.99, 2.01, 5.0, 19.9, 20.1, 1000.0}) {
    // Both parts start at the point of the strip that is nearest to x; t^4 smooths the logarithm
    // there.
    const double nearest = std::clamp(x, -0.5, 0.5);
    double exact = 0;
    for (const double end : {-0.5, 0.5}) {
      exact += std::abs(end - nearest) *
               gauss_kronrod<double, 61>::integrate(
                   [&](double t) {
                     const double xi = nearest + (end - nearest) * t * t * t * t;
                     return x == xi ? 0 : std::log(datum / std::abs(x - xi)) * 4 * t * t * t;
                   },
                   0.0, 1.0, 8, 1e-14);
    }
    EXPECT_NEAR(strip_log_integral(x, 1, datum), exact, 1e-12 * std::abs(exact)) << x;
  }
}

}  // namespace
}  // namespace tread::halfspace
