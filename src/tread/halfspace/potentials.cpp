#include "tread/halfspace/potentials.hpp"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>

namespace tread::halfspace {
namespace {

double ratio_or_zero(double numerator, double denominator) {
  return denominator == 0 ? 0 : numerator / denominator;
}

/// r + s for r = sqrt(s^2 + rest), without the cancellation at s < 0.
double sum_with_root(double s, double r, double rest) { return s >= 0 ? r + s : rest / (r - s); }

/// ln(r_high + s_high) - ln(r_low + s_low) with r = sqrt(s^2 + rest) and s_high > s_low.
///
/// Both ends on the same side: the difference of lengths goes into log1p, and `rest` drops out,
/// which may then be zero. Otherwise it is infinite for rest = 0: on the edge itself.
double log_difference(double s_low, double r_low, double s_high, double r_high, double rest) {
  const double growth = (s_high - s_low) * (1 + (s_high + s_low) / (r_high + r_low));
  if (s_low >= 0) {
    const double sum_low = r_low + s_low;
    return sum_low == 0 ? std::numeric_limits<double>::infinity() : std::log1p(growth / sum_low);
  }
  if (s_high <= 0) return log_difference(-s_high, r_high, -s_low, r_low, rest);
  if (rest == 0) return std::numeric_limits<double>::infinity();
  return std::log((r_high + s_high) * ((r_low - s_low) / rest));
}

/// ln(a/b)/2 for squares a, b >= 0 whose difference a - b is known without cancellation.
double half_log_ratio(double a, double b, double difference) {
  const bool close = std::abs(difference) < 0.5 * std::max(a, b);
  return close ? 0.5 * std::log1p(difference / b) : 0.5 * (std::log(a) - std::log(b));
}

/// What one corner adds to the potentials, apart from logarithms that must be taken along whole
/// edges.
Potentials corner_terms(double x, double y, double z) {
  const double d_x2 = x * x + z * z;
  const double d_y2 = y * y + z * z;
  const double r = std::sqrt(x * x + d_y2);
  const double r_plus_z = r + z;
  const double log_z = std::log(r_plus_z);
  const double angle_z = std::atan2(x * y, z * r);
  const double angle_x = -2 * std::atan2(x, sum_with_root(y, r, d_x2) + z);
  const double angle_y = -2 * std::atan2(y, sum_with_root(x, r, d_y2) + z);
  // 1/(R (R+Y)) = (R-Y)/(R (X^2+z^2)); above the line of an edge it is only wanted times z, whose
  // limit along the surface is 0.
  const double inverse_x = ratio_or_zero(1, r * sum_with_root(y, r, d_x2));
  const double inverse_y = ratio_or_zero(1, r * sum_with_root(x, r, d_y2));
  const double inverse_z = ratio_or_zero(1, r_plus_z);
  const double inverse_r = ratio_or_zero(1, r);

  Potentials c;
  c.phi0 = -z * angle_z;
  c.phi0_z = -angle_z;
  c.phi0_xx = x * inverse_x;
  c.phi0_yy = y * inverse_y;
  c.phi0_xy = inverse_r;
  c.phi0_xz = z * inverse_x;
  c.phi0_yz = z * inverse_y;
  c.phi1_x = limit_product(y, log_z) + x * angle_x;
  c.phi1_y = limit_product(x, log_z) + y * angle_y;
  c.phi1_xx = angle_x;
  c.phi1_yy = angle_y;
  c.phi1_xy = log_z;
  c.phi1_xxy = x * inverse_r * inverse_z;
  c.phi1_xyy = y * inverse_r * inverse_z;
  c.phi2_xx = z * angle_x;
  c.phi2_yy = z * angle_y;
  c.phi2_xy = limit_product(z, log_z) - r;
  c.phi2_xxy = -x * inverse_z;
  c.phi2_xyy = -y * inverse_z;
  return c;
}

/// ln(R+Y) along the edge at distance x (its ends at y_low < y_high), where it enters the
/// potentials.
Potentials edge_terms_x(double x, double y_low, double y_high, double z) {
  const double rest = x * x + z * z;
  const double log_y = log_difference(y_low, std::sqrt(y_low * y_low + rest), y_high,
                                      std::sqrt(y_high * y_high + rest), rest);
  Potentials e;
  e.phi0 = limit_product(x, log_y);
  e.phi0_x = log_y;
  e.phi1_x = limit_product(z, log_y);
  e.phi2_xx = -limit_product(x, log_y);
  return e;
}

Potentials edge_terms_y(double y, double x_low, double x_high, double z) {
  const Potentials swapped = edge_terms_x(y, x_low, x_high, z);
  Potentials e;
  e.phi0 = swapped.phi0;
  e.phi0_y = swapped.phi0_x;
  e.phi1_y = swapped.phi1_x;
  e.phi2_yy = swapped.phi2_xx;
  return e;
}

constexpr int k_max_nodes = 12;

/// Gauss-Legendre nodes and weights on [-1, 1]: roots of the Legendre polynomial by Newton's
/// method.
struct GaussRule {
  std::array<double, k_max_nodes> node{};
  std::array<double, k_max_nodes> weight{};
};

GaussRule make_gauss_rule(int n) {
  GaussRule rule;
  for (int i = 0; i < n; ++i) {
    double t = std::cos(std::numbers::pi * (i + 0.75) / (n + 0.5));
    double slope = 1;
    for (int iteration = 0; iteration < 8; ++iteration) {
      double previous = 1;
      double value = t;
      for (int k = 2; k <= n; ++k) {
        const double next = ((2 * k - 1) * t * value - (k - 1) * previous) / k;
        previous = value;
        value = next;
      }
      slope = n * (t * value - previous) / (t * t - 1);
      t -= value / slope;
    }
    const auto index = static_cast<std::size_t>(i);
    rule.node[index] = t;
    rule.weight[index] = 2 / ((1 - t * t) * slope * slope);
  }
  return rule;
}

const GaussRule& gauss_rule_of_size(int n) {
  static const auto rules = [] {
    std::array<GaussRule, k_max_nodes + 1> all;
    for (int k = 2; k <= k_max_nodes; ++k) all[static_cast<std::size_t>(k)] = make_gauss_rule(k);
    return all;
  }();
  return rules[static_cast<std::size_t>(n)];
}

/// Nodes for an integrand analytic up to `distance`, counted in half intervals from the middle;
/// k_max_nodes + 1 if none suffices.
///
/// The error of n nodes falls as b^(-2n), b = t + sqrt(t^2 - 1). 1e-17 leaves room for the
/// steepness of the stress kernels.
int nodes_needed(double distance) {
  if (distance <= 1) return k_max_nodes + 1;
  const double b = distance + std::sqrt(distance * distance - 1);
  const double n = std::ceil(17 / (2 * std::log10(b)));
  return static_cast<int>(std::clamp(n, 2.0, k_max_nodes + 1.0));
}

/// The corner sum's terms exceed the stress by about (distance / short side) x (distance / long
/// side, if that is farther away): the closed form is left where, in half sides, this reaches the
/// value below. Some 1e-14 are lost there, and six nodes suffice for a square.
constexpr double k_largest_loss = 169;

double beyond(double offset, double half_width) {
  return std::max(std::abs(offset) - half_width, 0.0);
}

/// Gauss product rule over a rectangle with half sides h_x, h_y, its centre seen at (x, y); the
/// longer side is halved while it is too long for k_max_nodes.
void add_by_quadrature(double x, double y, double z, double h_x, double h_y, Potentials& sum) {
  const int n_x = nodes_needed(std::hypot(x, beyond(y, h_y), z) / h_x);
  const int n_y = nodes_needed(std::hypot(y, beyond(x, h_x), z) / h_y);
  if (std::max(n_x, n_y) > k_max_nodes) {
    const double q_x = h_x > h_y ? 0.5 * h_x : 0;
    const double q_y = h_x > h_y ? 0 : 0.5 * h_y;
    add_by_quadrature(x - q_x, y - q_y, z, h_x - q_x, h_y - q_y, sum);
    add_by_quadrature(x + q_x, y + q_y, z, h_x - q_x, h_y - q_y, sum);
    return;
  }
  const GaussRule& rule_x = gauss_rule_of_size(n_x);
  const GaussRule& rule_y = gauss_rule_of_size(n_y);
  for (std::size_t j = 0; j < static_cast<std::size_t>(n_y); ++j) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(n_x); ++i) {
      sum.add(h_x * h_y * rule_x.weight[i] * rule_y.weight[j],
              point_potentials(x - h_x * rule_x.node[i], y - h_y * rule_y.node[j], z));
    }
  }
}

}  // namespace

void Potentials::add(double weight, const Potentials& other) {
  phi0 += weight * other.phi0;
  phi0_x += weight * other.phi0_x;
  phi0_y += weight * other.phi0_y;
  phi0_z += weight * other.phi0_z;
  phi0_xx += weight * other.phi0_xx;
  phi0_yy += weight * other.phi0_yy;
  phi0_xy += weight * other.phi0_xy;
  phi0_xz += weight * other.phi0_xz;
  phi0_yz += weight * other.phi0_yz;
  phi1_x += weight * other.phi1_x;
  phi1_y += weight * other.phi1_y;
  phi1_xx += weight * other.phi1_xx;
  phi1_yy += weight * other.phi1_yy;
  phi1_xy += weight * other.phi1_xy;
  phi1_xxy += weight * other.phi1_xxy;
  phi1_xyy += weight * other.phi1_xyy;
  phi2_xx += weight * other.phi2_xx;
  phi2_yy += weight * other.phi2_yy;
  phi2_xy += weight * other.phi2_xy;
  phi2_xxy += weight * other.phi2_xxy;
  phi2_xyy += weight * other.phi2_xyy;
}

Potentials point_potentials(double x, double y, double z) {
  const double r = std::sqrt(x * x + y * y + z * z);
  assert(r > 0);
  const double i1 = 1 / r;
  const double i2 = i1 * i1;
  const double i3 = i1 * i2;
  const double i5 = i3 * i2;
  const double s1 = 1 / (r + z);
  const double s2 = s1 * s1;
  // phi1_xy = -x y g(r), phi2_xy = x y h(r); g and h with their derivatives divided by r.
  const double g = (2 * r + z) * i3 * s2;
  const double g_slope = -(8 * r * r + 9 * r * z + 3 * z * z) * i5 * s1 * s2;
  const double h = i1 * s2;
  const double h_slope = -(3 * r + z) * i3 * s1 * s2;

  Potentials p;
  p.phi0 = i1;
  p.phi0_x = -x * i3;
  p.phi0_y = -y * i3;
  p.phi0_z = -z * i3;
  p.phi0_xx = 3 * x * x * i5 - i3;
  p.phi0_yy = 3 * y * y * i5 - i3;
  p.phi0_xy = 3 * x * y * i5;
  p.phi0_xz = 3 * x * z * i5;
  p.phi0_yz = 3 * y * z * i5;
  p.phi1_x = x * i1 * s1;
  p.phi1_y = y * i1 * s1;
  p.phi1_xx = i1 * s1 - x * x * g;
  p.phi1_yy = i1 * s1 - y * y * g;
  p.phi1_xy = -x * y * g;
  p.phi1_xxy = -y * (g + x * x * g_slope);
  p.phi1_xyy = -x * (g + y * y * g_slope);
  p.phi2_xx = x * x * h - s1;
  p.phi2_yy = y * y * h - s1;
  p.phi2_xy = x * y * h;
  p.phi2_xxy = y * (h + x * x * h_slope);
  p.phi2_xyy = x * (h + y * y * h_slope);
  return p;
}

Potentials rectangle_potentials_closed_form(const Rectangle& loaded, double x, double y, double z) {
  // Distances from the sides to the point: the lower side of the rectangle is the upper limit of X
  // = x - xi.
  const double x_high = x - loaded.x_low;
  const double x_low = x - loaded.x_high;
  const double y_high = y - loaded.y_low;
  const double y_low = y - loaded.y_high;
  Potentials sum;
  sum.add(1, corner_terms(x_high, y_high, z));
  sum.add(-1, corner_terms(x_low, y_high, z));
  sum.add(-1, corner_terms(x_high, y_low, z));
  sum.add(1, corner_terms(x_low, y_low, z));
  sum.add(1, edge_terms_x(x_high, y_low, y_high, z));
  sum.add(-1, edge_terms_x(x_low, y_low, y_high, z));
  sum.add(1, edge_terms_y(y_high, x_low, x_high, z));
  sum.add(-1, edge_terms_y(y_low, x_low, x_high, z));
  return sum;
}

Potentials rectangle_potentials(const Rectangle& loaded, double x, double y, double z) {
  const double h_x = 0.5 * (loaded.x_high - loaded.x_low);
  const double h_y = 0.5 * (loaded.y_high - loaded.y_low);
  const double from_x = x - 0.5 * (loaded.x_low + loaded.x_high);
  const double from_y = y - 0.5 * (loaded.y_low + loaded.y_high);
  const double off_axis = h_x <= h_y ? std::hypot(from_x, beyond(from_y, h_y), z)
                                     : std::hypot(from_y, beyond(from_x, h_x), z);
  const auto [h_short, h_long] = std::minmax(h_x, h_y);
  if (off_axis / h_short * std::max(1.0, off_axis / h_long) < k_largest_loss) {
    return rectangle_potentials_closed_form(loaded, x, y, z);
  }
  Potentials sum;
  add_by_quadrature(from_x, from_y, z, h_x, h_y, sum);
  return sum;
}

Potentials strip_potentials(double x_low, double x_high, double x, double z, double datum) {
  // Every difference [f] = f(a) - f(b) is written as a product, so that nothing cancels far away.
  const double a = x - x_low;
  const double b = x - x_high;
  const double width = x_high - x_low;
  const double middle = 0.5 * (a + b);
  const double a2 = a * a + z * z;
  const double b2 = b * b + z * z;
  const double theta_a = std::atan2(a, z);
  const double theta_b = std::atan2(b, z);
  // [theta]; on the surface from the ends themselves, which give the mean of both sides on an edge.
  const double d_theta = z == 0 ? theta_a - theta_b : std::atan2(z * width, z * z + a * b);
  const double d_log = half_log_ratio(a2, b2, 2 * middle * width);  // [ln r]
  const double log_mean = 0.25 * (std::log(a2) + std::log(b2)) - std::log(datum);
  // [x ln(r/d)] and [x theta] by the product rule for differences.
  const double d_x_log = std::isinf(log_mean)
                             ? limit_product(a, 0.5 * std::log(a2) - std::log(datum)) -
                                   limit_product(b, 0.5 * std::log(b2) - std::log(datum))
                             : width * log_mean + limit_product(middle, d_log);
  const double d_x_theta = 0.5 * width * (theta_a + theta_b) + middle * d_theta;
  const double d_x_r2 = ratio_or_zero(width * (z * z - a * b), a2 * b2);  // [x/r^2]
  const double d_z_r2 = ratio_or_zero(-2 * z * width * middle, a2 * b2);  // [z/r^2]
  const double z_log = limit_product(z, d_log);

  Potentials p;
  p.phi0 = -2 * (d_x_log - width + z * d_theta);
  p.phi0_x = -2 * d_log;
  p.phi0_z = -2 * d_theta;
  p.phi0_xx = -2 * d_x_r2;
  p.phi0_xz = -2 * d_z_r2;
  p.phi1_x = 2 * (d_x_theta - z_log);
  p.phi1_xx = 2 * d_theta;
  p.phi2_xx = -p.phi0;
  return p;
}

}  // namespace tread::halfspace
