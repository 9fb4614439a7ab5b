#include "tread/halfspace/influence.hpp"

#include <cmath>
#include <numbers>
#include <utility>

#include "tread/halfspace/gauss_rule.hpp"
#include "tread/halfspace/times_asinh.hpp"

namespace tread::halfspace {
namespace {

/// The same integrals along one line: over η in [-b, b] at the fixed offset X, with Y = y - η.
/// Differences of like terms at the two ends are rewritten so that they do not cancel when |y| >>
/// b.
struct LineIntegrals {
  double inv_r;  // ∫ 1/r
  double xx_r3;  // ∫ X²/r³
  double xy_r3;  // ∫ XY/r³
  double x_r2;   // ∫ X/r²
  double y_r2;   // ∫ Y/r²
};

double line_inv_r(double x, double y, double b) {
  const double u = (y + b) / std::abs(x);
  const double v = (y - b) / std::abs(x);
  const double root_u = std::sqrt(1 + u * u);
  const double root_v = std::sqrt(1 + v * v);
  // asinh u - asinh v = asinh(u √(1+v²) - v √(1+u²)), whose argument is rationalised when both ends
  // lie on one side
  const double argument =
      u * v > 0 ? (u - v) * (u + v) / (u * root_v + v * root_u) : u * root_v - v * root_u;
  return std::asinh(argument);
}

LineIntegrals line_integrals(double x, double y, double b) {
  const double top = y + b;
  const double bottom = y - b;
  const double r_top = std::hypot(x, top);
  const double r_bottom = std::hypot(x, bottom);
  const double squares = 4 * y * b;  // top² - bottom²
  LineIntegrals line;
  line.inv_r = line_inv_r(x, y, b);
  line.xx_r3 = top * bottom > 0
                   ? x * x * squares / (r_top * r_bottom * (top * r_bottom + bottom * r_top))
                   : top / r_top - bottom / r_bottom;
  line.xy_r3 = x * squares / (r_top * r_bottom * (r_top + r_bottom));
  line.x_r2 = std::atan2(2 * b * x, x * x + top * bottom);
  line.y_r2 = 0.5 * std::log1p(squares / (r_bottom * r_bottom));
  return line;
}

/// Far in x: exact along y, Gauss over x.
CellIntegrals cell_far_in_x(double x, double y, double a, double b) {
  CellIntegrals sum{};
  for (const GaussPair& pair : gauss_rule(std::abs(x) / a)) {
    for (const double node : {-pair.node, pair.node}) {
      const LineIntegrals line = line_integrals(x - a * node, y, b);
      const double weight = a * pair.weight;
      sum.inv_r += weight * line.inv_r;
      sum.xx_r3 += weight * line.xx_r3;
      sum.xy_r3 += weight * line.xy_r3;
      sum.x_r2 += weight * line.x_r2;
      sum.y_r2 += weight * line.y_r2;
    }
  }
  return sum;
}

double inverse_distance_far_in_x(double x, double y, double a, double b) {
  double sum = 0;
  for (const GaussPair& pair : gauss_rule(std::abs(x) / a)) {
    sum += a * pair.weight *
           (line_inv_r(x - a * pair.node, y, b) + line_inv_r(x + a * pair.node, y, b));
  }
  return sum;
}

/// ∫∫ x/r² near the rectangle: for y/r² exchange the axes.
double near_x_r2(double x, double y, double a, double b) {
  double sum = 0;
  for (const double sign : {1.0, -1.0}) {
    const double end_y = y + sign * b;
    if (end_y != 0) {
      sum += sign * end_y * 0.5 * std::log1p(4 * a * x / ((x - a) * (x - a) + end_y * end_y));
    }
    const double end_x = x + sign * a;
    sum += sign * end_x * std::atan2(2 * b * end_x, end_x * end_x + (y + b) * (y - b));
  }
  return sum;
}

CellIntegrals near_cell(double x, double y, double a, double b) {
  CellIntegrals sum{};
  double yy_r3 = 0;
  for (const double sign_x : {1.0, -1.0}) {
    for (const double sign_y : {1.0, -1.0}) {
      const double corner_x = x + sign_x * a;
      const double corner_y = y + sign_y * b;
      const double sign = sign_x * sign_y;
      sum.xx_r3 += sign * times_asinh(corner_y, corner_x, corner_y);
      yy_r3 += sign * times_asinh(corner_x, corner_y, corner_x);
      sum.xy_r3 -= sign * std::hypot(corner_x, corner_y);
    }
  }
  sum.inv_r = sum.xx_r3 + yy_r3;
  sum.x_r2 = near_x_r2(x, y, a, b);
  sum.y_r2 = near_x_r2(y, x, b, a);
  return sum;
}

CellIntegrals swap_axes(const CellIntegrals& c) {
  return {c.inv_r, c.inv_r - c.xx_r3, c.xy_r3, c.y_r2, c.x_r2};
}

}  // namespace

CellIntegrals cell_integrals(double x, double y, double dx, double dy) {
  const double a = 0.5 * dx;
  const double b = 0.5 * dy;
  const double distance_x = std::abs(x) / a;
  const double distance_y = std::abs(y) / b;
  // Even and odd symmetry: work in the first quadrant.
  const double sign_x = std::copysign(1.0, x);
  const double sign_y = std::copysign(1.0, y);
  x = std::abs(x);
  y = std::abs(y);
  CellIntegrals cell = std::max(distance_x, distance_y) < k_far ? near_cell(x, y, a, b)
                       : distance_x >= distance_y               ? cell_far_in_x(x, y, a, b)
                                                  : swap_axes(cell_far_in_x(y, x, b, a));
  cell.xy_r3 *= sign_x * sign_y;
  cell.x_r2 *= sign_x;
  cell.y_r2 *= sign_y;
  return cell;
}

double inverse_distance_integral(double x, double y, double dx, double dy) {
  double a = 0.5 * dx;
  double b = 0.5 * dy;
  double distance_x = std::abs(x) / a;
  double distance_y = std::abs(y) / b;
  if (distance_y > distance_x) {
    std::swap(x, y);
    std::swap(a, b);
    std::swap(distance_x, distance_y);
  }
  if (distance_x >= k_far) return inverse_distance_far_in_x(std::abs(x), std::abs(y), a, b);
  double sum = 0;
  for (const double sign_x : {1.0, -1.0}) {
    for (const double sign_y : {1.0, -1.0}) {
      const double corner_x = x + sign_x * a;
      const double corner_y = y + sign_y * b;
      sum +=
          sign_x * sign_y *
          (times_asinh(corner_y, corner_x, corner_y) + times_asinh(corner_x, corner_y, corner_x));
    }
  }
  return sum;
}

InfluenceCoefficients influence(double x, double y, double dx, double dy,
                                const Compliance& compliance) {
  const CellIntegrals cell = cell_integrals(x, y, dx, dy);
  const double direct = compliance.shear - compliance.poisson;
  const double along = compliance.poisson;
  InfluenceCoefficients c;
  c.xx = direct * cell.inv_r + along * cell.xx_r3;
  c.yy = direct * cell.inv_r + along * (cell.inv_r - cell.xx_r3);
  c.zz = direct * cell.inv_r;
  c.xy = c.yx = along * cell.xy_r3;
  c.zx = compliance.coupling * cell.x_r2;
  c.zy = compliance.coupling * cell.y_r2;
  c.xz = -c.zx;
  c.yz = -c.zy;
  return c;
}

InfluenceCoefficients strip_influence(double x, double dx, double datum,
                                      const Compliance& compliance) {
  // the kernels of a point force integrated along y: 1/r gives 2 ln(datum/|x|), x²/r³ gives 2, x/r²
  // gives π sign(x)
  const double logarithm = 2 * strip_log_integral(x, dx, datum);
  const double sign_integral = std::abs(x + 0.5 * dx) - std::abs(x - 0.5 * dx);
  InfluenceCoefficients c{};
  c.zz = c.xx = compliance.normal() * logarithm;
  c.yy = compliance.shear * logarithm;
  c.zx = compliance.coupling * std::numbers::pi * sign_integral;
  c.xz = -c.zx;
  return c;
}

double strip_log_integral(double x, double dx, double datum) {
  const double a = 0.5 * dx;
  x = std::abs(x);
  if (x / a >= k_far) {
    double sum = 0;
    for (const GaussPair& pair : gauss_rule(x / a)) {
      sum += a * pair.weight *
             (std::log(datum / (x - a * pair.node)) + std::log(datum / (x + a * pair.node)));
    }
    return sum;
  }
  const auto antiderivative = [datum](double t) {
    return t == 0 ? 0 : t * (1 + std::log(datum / std::abs(t)));
  };
  return antiderivative(x + a) - antiderivative(x - a);
}

}  // namespace tread::halfspace
