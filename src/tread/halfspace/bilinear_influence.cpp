#include "tread/halfspace/bilinear_influence.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "tread/halfspace/gauss_rule.hpp"
#include "tread/halfspace/times_asinh.hpp"

namespace tread::halfspace {
namespace {

/// From this many cells on differences lose more digits than quadrature leaves errors: seen from
/// the middle of either half of a hat, whose half-width is half a cell, that is five half-widths.
constexpr double k_far_cells = 3;

/// The three integrals over the tent function, m.
struct TentIntegrals {
  double inv_r = 0;  // of 1/r
  double xx_r3 = 0;  // of x²/r³
  double xy_r3 = 0;  // of xy/r³

  void add(double weight, const TentIntegrals& other) {
    inv_r += weight * other.inv_r;
    xx_r3 += weight * other.xx_r3;
    xy_r3 += weight * other.xy_r3;
  }
  TentIntegrals swap_axes() const { return {inv_r, inv_r - xx_r3, xy_r3}; }
};

TentIntegrals kernels(double x, double y) {
  const double r = std::hypot(x, y);
  const double cosine = x / r;
  const double sine = y / r;
  return {1 / r, cosine * cosine / r, cosine * sine / r};
}

/// The kernels integrated twice along y, at x ≠ 0.
TentIntegrals twice_along_y(double x, double y) {
  const double r = std::hypot(x, y);
  const double angle = std::asinh(y / std::abs(x));
  return {y * angle - r, r, -x * angle};
}

/// The kernels integrated twice along both axes.
TentIntegrals twice_along_both(double x, double y) {
  const double r = std::hypot(x, y);
  const double x_part = 0.5 * times_asinh(x * y * y, x, y);
  const double y_part = 0.5 * times_asinh(x * x * y, y, x);
  return {x_part + y_part - r * r * r / 6, x_part + 0.5 * x * x * r - r * r * r / 3,
          -(2 * x * y * r + times_asinh(x * x * x, y, x) + times_asinh(y * y * y, x, y)) / 6};
}

struct Weighted {
  double offset;  // in cells
  double weight;
};
constexpr std::array<Weighted, 3> k_second_difference = {{{-1, 1}, {0, -2}, {1, 1}}};

/// Calls visit(ξ in cells, weight) at the nodes of a rule for ∫ f(ξ) (1 - |ξ|) dξ.
template <class Visit>
void for_hat_nodes(double distance_in_cells, Visit&& visit) {
  for (const GaussPair& pair : gauss_rule(2 * distance_in_cells - 1)) {
    for (const double node : {-pair.node, pair.node}) {
      const double xi = 0.5 * (1 + node);
      const double weight = 0.5 * pair.weight * (1 - xi);
      visit(xi, weight);
      visit(-xi, weight);
    }
  }
}

TentIntegrals near_node(double x, double y, double dx, double dy) {
  TentIntegrals sum;
  for (const Weighted& i : k_second_difference) {
    for (const Weighted& j : k_second_difference) {
      sum.add(i.weight * j.weight / (dx * dy),
              twice_along_both(x + i.offset * dx, y + j.offset * dy));
    }
  }
  return sum;
}

/// Far in x: differences along y, quadrature along x.
TentIntegrals tent_far_in_x(double x, double y, double dx, double dy) {
  TentIntegrals sum;
  for_hat_nodes(std::abs(x) / dx, [&](double xi, double weight) {
    for (const Weighted& j : k_second_difference) {
      sum.add(weight * j.weight * dx / dy, twice_along_y(x - xi * dx, y + j.offset * dy));
    }
  });
  return sum;
}

TentIntegrals far_in_both(double x, double y, double dx, double dy, double distance_in_cells) {
  TentIntegrals sum;
  for_hat_nodes(distance_in_cells, [&](double xi, double weight_x) {
    for_hat_nodes(distance_in_cells, [&](double eta, double weight_y) {
      sum.add(weight_x * weight_y * dx * dy, kernels(x - xi * dx, y - eta * dy));
    });
  });
  return sum;
}

TentIntegrals tent_integrals(double x, double y, double dx, double dy) {
  const double distance_x = std::abs(x);
  const double distance_y = std::abs(y);
  // Along an axis the kernel is smooth over the tent if the field point is far from all of it,
  // measured in cells of that axis.
  const double cells_x = std::hypot(distance_x, std::max(0.0, distance_y - dy)) / dx;
  const double cells_y = std::hypot(distance_y, std::max(0.0, distance_x - dx)) / dy;
  if (std::min(cells_x, cells_y) >= k_far_cells) {
    return far_in_both(x, y, dx, dy, std::min(cells_x, cells_y));
  }
  if (distance_x >= k_far_cells * dx) return tent_far_in_x(x, y, dx, dy);
  if (distance_y >= k_far_cells * dy) return tent_far_in_x(y, x, dy, dx).swap_axes();
  return near_node(x, y, dx, dy);
}

/// ∫ ln(datum/|x - ξ|) (1 - |ξ|/dx) dξ.
double hat_log_integral(double x, double dx, double datum) {
  const double cells = std::abs(x) / dx;
  double sum = 0;
  if (cells >= k_far_cells) {
    for_hat_nodes(cells, [&](double xi, double weight) {
      sum += weight * dx * std::log(datum / std::abs(x - xi * dx));
    });
    return sum;
  }
  for (const Weighted& i : k_second_difference) {
    const double t = x + i.offset * dx;
    if (t == 0) continue;
    sum += i.weight / dx * 0.5 * t * t * (1.5 + std::log(datum / std::abs(t)));
  }
  return sum;
}

}  // namespace

BilinearInfluence bilinear_influence(double x, double y, double dx, double dy,
                                     const Compliance& compliance) {
  const TentIntegrals tent = tent_integrals(x, y, dx, dy);
  const double direct = compliance.normal();
  const double along = compliance.poisson;
  return {direct * tent.inv_r + along * tent.xx_r3, along * tent.xy_r3,
          direct * tent.inv_r + along * (tent.inv_r - tent.xx_r3), direct * tent.inv_r};
}

BilinearInfluence bilinear_strip_influence(double x, double dx, double datum,
                                           const Compliance& compliance) {
  const double logarithm = 2 * hat_log_integral(x, dx, datum);
  return {compliance.normal() * logarithm, 0, compliance.shear * logarithm,
          compliance.normal() * logarithm};
}

}  // namespace tread::halfspace
