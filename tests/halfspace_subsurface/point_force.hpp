#pragma once

#include <Eigen/Core>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <vector>

#include "tread/core/material.hpp"
#include "tread/core/shape.hpp"
#include "tread/halfspace/subsurface.hpp"

namespace tread::halfspace::testing {

/// u_x, u_y, u_z, xx, yy, zz, xy, xz, yz in extended precision.
using State9 = Eigen::Matrix<long double, 9, 1>;

inline State9 as_state9(const SubsurfaceState& s) {
  State9 v;
  v << s.displacement.x(), s.displacement.y(), s.displacement.z(), s.stress.xx, s.stress.yy,
      s.stress.zz, s.stress.xy, s.stress.xz, s.stress.yz;
  return v;
}

/// Largest differences of displacement and of stress, each as a part of the largest component.
struct Difference {
  double displacement;
  double stress;
};

inline Difference difference(const State9& a, const State9& b) {
  const auto part = [&](int first, int n) {
    return static_cast<double>((a - b).segment(first, n).lpNorm<Eigen::Infinity>() /
                               b.segment(first, n).lpNorm<Eigen::Infinity>());
  };
  return {part(0, 3), part(3, 6)};
}

/// Boussinesq's and Cerruti's solutions as printed in K. L. Johnson, Contact Mechanics (1985),
/// (3.18), (3.19), (3.75) and (3.76): not written from the potentials. The normal force must not
/// stand exactly above the point.
inline State9 normal_point_force(const Material& body, long double x, long double y,
                                 long double z) {
  const long double pi = std::numbers::pi_v<long double>;
  const long double nu = body.poisson_ratio;
  const long double k = 1 - 2 * nu;
  const long double r = std::sqrt(x * x + y * y + z * z);
  const long double r3 = r * r * r;
  const long double r5 = r3 * r * r;
  const long double s = r + z;
  const long double u = 1 / (4 * pi * static_cast<long double>(body.shear_modulus));
  const long double r2 = x * x + y * y;  // 1 - z/rho = r^2/(rho (rho + z)) in (3.19a, b)
  const auto in_plane = [&](long double c, long double other) {
    return (k / r2 * ((c * c - other * other) / (r * s) + z * other * other / r3) -
            3 * z * c * c / r5) /
           (2 * pi);
  };
  State9 v;
  v << u * (x * z / r3 - k * x / (r * s)), u * (y * z / r3 - k * y / (r * s)),
      u * (z * z / r3 + 2 * (1 - nu) / r), in_plane(x, y), in_plane(y, x),
      -3 * z * z * z / (2 * pi * r5),
      (k * x * y * (2 * r + z) / (s * s * r3) - 3 * x * y * z / r5) / (2 * pi),
      -3 * x * z * z / (2 * pi * r5), -3 * y * z * z / (2 * pi * r5);
  return v;
}

inline State9 tangential_point_force(const Material& body, long double x, long double y,
                                     long double z) {
  const long double pi = std::numbers::pi_v<long double>;
  const long double k = 1 - 2 * static_cast<long double>(body.poisson_ratio);
  const long double r = std::sqrt(x * x + y * y + z * z);
  const long double r3 = r * r * r;
  const long double r5 = r3 * r * r;
  const long double s = r + z;
  const long double u = 1 / (4 * pi * static_cast<long double>(body.shear_modulus));
  const long double w = 1 / (2 * pi);
  const long double a = 1 / (r3 * s * s) + 2 / (r * r * s * s * s);
  State9 v;
  v << u * (1 / r + x * x / r3 + k * (1 / s - x * x / (r * s * s))),
      u * (x * y / r3 - k * x * y / (r * s * s)), u * (x * z / r3 + k * x / (r * s)),
      w * (-3 * x * x * x / r5 + k * (x / r3 - 3 * x / (r * s * s) + x * x * x * a)),
      w * (-3 * x * y * y / r5 + k * (x / r3 - x / (r * s * s) + x * y * y * a)),
      -3 * w * x * z * z / r5, w * (-3 * x * x * y / r5 + k * (-y / (r * s * s) + x * x * y * a)),
      -3 * w * x * x * z / r5, -3 * w * x * y * z / r5;
  return v;
}

/// The force components in turn: 0 along x, 1 along y, 2 along z.
inline State9 point_force(const Material& body, int direction, long double x, long double y,
                          long double z) {
  if (direction == 2) return normal_point_force(body, x, y, z);
  if (direction == 0) return tangential_point_force(body, x, y, z);
  const State9 s = tangential_point_force(body, y, x, z);
  State9 v;
  v << s[1], s[0], s[2], s[4], s[3], s[5], s[6], s[8], s[7];
  return v;
}

inline SurfaceTraction unit_traction(int direction) {
  return {direction == 0 ? 1.0 : 0.0, direction == 1 ? 1.0 : 0.0, direction == 2 ? 1.0 : 0.0};
}

/// Gauss-Legendre rule on [-1, 1] in extended precision.
struct LongRule {
  std::vector<long double> node;
  std::vector<long double> weight;
};

inline LongRule long_rule(int n) {
  LongRule rule;
  for (int i = 0; i < n; ++i) {
    long double t = std::cos(std::numbers::pi_v<long double> * (i + 0.75L) / (n + 0.5L));
    long double slope = 0;
    for (int iteration = 0; iteration < 20; ++iteration) {
      long double p0 = 1;
      long double p1 = t;
      for (int k = 2; k <= n; ++k) {
        const long double p2 = ((2 * k - 1) * t * p1 - (k - 1) * p0) / k;
        p0 = p1;
        p1 = p2;
      }
      slope = n * (t * p1 - p0) / (t * t - 1);
      t -= p1 / slope;
    }
    rule.node.push_back(t);
    rule.weight.push_back(2 / ((1 - t * t) * slope * slope));
  }
  return rule;
}

/// Integral of the point force over a rectangle, seen from a point with z > 0. Rectangles are
/// halved along their longer side until they are no longer than a fixed part of their distance to
/// the point; 14 nodes then leave an error of about 1e-17 (and 10 against 14 agree to 1e-14).
class PointForceQuadrature {
 public:
  PointForceQuadrature(const Material& body, int direction, int n_nodes = 14)
      : body_(body), direction_(direction), rule_(long_rule(n_nodes)) {}

  State9 operator()(const Rectangle& loaded, const Eigen::Vector3d& point) const {
    State9 sum = State9::Zero();
    add(point.x() - 0.5L * (static_cast<long double>(loaded.x_low) + loaded.x_high),
        point.y() - 0.5L * (static_cast<long double>(loaded.y_low) + loaded.y_high), point.z(),
        0.5L * (static_cast<long double>(loaded.x_high) - loaded.x_low),
        0.5L * (static_cast<long double>(loaded.y_high) - loaded.y_low), sum);
    return sum;
  }

 private:
  void add(long double x, long double y, long double z, long double h_x, long double h_y,
           State9& sum) const {
    const long double beyond_x = std::max(std::abs(x) - h_x, 0.0L);
    const long double beyond_y = std::max(std::abs(y) - h_y, 0.0L);
    const long double distance = std::sqrt(beyond_x * beyond_x + beyond_y * beyond_y + z * z);
    if (std::max(h_x, h_y) > 0.6L * distance) {
      const long double q_x = h_x > h_y ? h_x / 2 : 0;
      const long double q_y = h_x > h_y ? 0 : h_y / 2;
      add(x - q_x, y - q_y, z, h_x - q_x, h_y - q_y, sum);
      add(x + q_x, y + q_y, z, h_x - q_x, h_y - q_y, sum);
      return;
    }
    for (std::size_t i = 0; i < rule_.node.size(); ++i) {
      for (std::size_t j = 0; j < rule_.node.size(); ++j) {
        sum += h_x * h_y * rule_.weight[i] * rule_.weight[j] *
               point_force(body_, direction_, x - h_x * rule_.node[i], y - h_y * rule_.node[j], z);
      }
    }
  }

  Material body_;
  int direction_;
  LongRule rule_;
};

}  // namespace tread::halfspace::testing
