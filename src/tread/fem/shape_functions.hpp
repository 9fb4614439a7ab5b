#pragma once

#include <Eigen/Core>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

namespace tread::fem {

/// A point of a quadrature rule in an element's own coordinates.
struct QuadraturePoint {
  Eigen::Vector3d at;
  double weight;
};

/// Trilinear hexahedron on [-1, 1]^3.
struct Hexahedron8 {
  static constexpr int n_nodes = 8;
  using Values = Eigen::Matrix<double, 8, 1>;
  using Gradients = Eigen::Matrix<double, 8, 3>;

  static const std::array<Eigen::Vector3d, 8>& corners() {
    static const std::array<Eigen::Vector3d, 8> at{{{-1, -1, -1},
                                                    {1, -1, -1},
                                                    {1, 1, -1},
                                                    {-1, 1, -1},
                                                    {-1, -1, 1},
                                                    {1, -1, 1},
                                                    {1, 1, 1},
                                                    {-1, 1, 1}}};
    return at;
  }
  static Values values(const Eigen::Vector3d& xi) {
    Values n;
    for (int a = 0; a < 8; ++a) {
      const Eigen::Vector3d f = factors(a, xi);
      n[a] = f[0] * f[1] * f[2] / 8;
    }
    return n;
  }
  static Gradients gradients(const Eigen::Vector3d& xi) {
    Gradients g;
    for (int a = 0; a < 8; ++a) {
      const Eigen::Vector3d& c = corners()[static_cast<std::size_t>(a)];
      const Eigen::Vector3d f = factors(a, xi);
      g.row(a) << c[0] * f[1] * f[2] / 8, f[0] * c[1] * f[2] / 8, f[0] * f[1] * c[2] / 8;
    }
    return g;
  }
  static const std::vector<QuadraturePoint>& stiffness_points() {
    static const std::vector<QuadraturePoint> points =
        tensor_rule({{-1 / std::sqrt(3.0), 1}, {1 / std::sqrt(3.0), 1}});
    return points;
  }
  /// Three points a direction: second moments of distorted elements are exact.
  static const std::vector<QuadraturePoint>& mass_points() {
    static const std::vector<QuadraturePoint> points =
        tensor_rule({{-std::sqrt(0.6), 5.0 / 9}, {0, 8.0 / 9}, {std::sqrt(0.6), 5.0 / 9}});
    return points;
  }

 private:
  static Eigen::Vector3d factors(int a, const Eigen::Vector3d& xi) {
    return Eigen::Vector3d::Ones() + corners()[static_cast<std::size_t>(a)].cwiseProduct(xi);
  }
  static std::vector<QuadraturePoint> tensor_rule(
      const std::vector<std::pair<double, double>>& line) {
    std::vector<QuadraturePoint> points;
    for (const auto& [z, wz] : line) {
      for (const auto& [y, wy] : line) {
        for (const auto& [x, wx] : line) points.push_back({{x, y, z}, wx * wy * wz});
      }
    }
    return points;
  }
};

/// Points of a rule on the unit tetrahedron, in orbits of its symmetry; weights sum to 1/6.
inline std::vector<QuadraturePoint> tetrahedron_rule(
    const std::vector<std::pair<double, double>>& vertex_orbits,
    const std::vector<std::pair<double, double>>& edge_orbits) {
  std::vector<QuadraturePoint> points;
  for (const auto& [a, weight] : vertex_orbits) {
    points.push_back({Eigen::Vector3d::Constant(a), weight / 6});
    for (int i = 0; i < 3; ++i) {
      Eigen::Vector3d at = Eigen::Vector3d::Constant(a);
      at[i] = 1 - 3 * a;
      points.push_back({at, weight / 6});
    }
  }
  for (const auto& [a, weight] : edge_orbits) {
    const double b = 0.5 - a;
    for (int i = 0; i < 3; ++i) {
      Eigen::Vector3d at = Eigen::Vector3d::Constant(a);
      at[i] = b;
      points.push_back({at, weight / 6});
      at = Eigen::Vector3d::Constant(b);
      at[i] = a;
      points.push_back({at, weight / 6});
    }
  }
  return points;
}

/// Exact to the second degree.
inline const std::vector<QuadraturePoint>& tetrahedron_rule_4() {
  static const std::vector<QuadraturePoint> points =
      tetrahedron_rule({{(5 - std::sqrt(5.0)) / 20, 0.25}}, {});
  return points;
}

/// Exact to the fifth degree, all weights positive.
/// N. J. Walkington, Quadrature on simplices of arbitrary dimension (2000).
inline const std::vector<QuadraturePoint>& tetrahedron_rule_14() {
  static const std::vector<QuadraturePoint> points =
      tetrahedron_rule({{0.31088591926330060980, 0.11268792571801585080},
                        {0.092735250310891226402, 0.073493043116361949544}},
                       {{0.045503704125649649492, 0.042546020777081466438}});
  return points;
}

/// Linear tetrahedron on the unit tetrahedron.
struct Tetrahedron4 {
  static constexpr int n_nodes = 4;
  using Values = Eigen::Matrix<double, 4, 1>;
  using Gradients = Eigen::Matrix<double, 4, 3>;

  static const std::array<Eigen::Vector3d, 4>& corners() {
    static const std::array<Eigen::Vector3d, 4> at{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    return at;
  }
  static Values values(const Eigen::Vector3d& xi) { return {1 - xi.sum(), xi[0], xi[1], xi[2]}; }
  static Gradients gradients(const Eigen::Vector3d&) {
    Gradients g;
    g << -1, -1, -1, 1, 0, 0, 0, 1, 0, 0, 0, 1;
    return g;
  }
  static const std::vector<QuadraturePoint>& stiffness_points() {
    static const std::vector<QuadraturePoint> points{{Eigen::Vector3d::Constant(0.25), 1.0 / 6}};
    return points;
  }
  static const std::vector<QuadraturePoint>& mass_points() { return tetrahedron_rule_4(); }
};

/// Quadratic tetrahedron: corners, then the middles of the edges below.
struct Tetrahedron10 {
  static constexpr int n_nodes = 10;
  using Values = Eigen::Matrix<double, 10, 1>;
  using Gradients = Eigen::Matrix<double, 10, 3>;
  static constexpr std::array<std::array<int, 2>, 6> edges{
      {{0, 1}, {1, 2}, {0, 2}, {0, 3}, {2, 3}, {1, 3}}};

  static const std::array<Eigen::Vector3d, 4>& corners() { return Tetrahedron4::corners(); }
  static Values values(const Eigen::Vector3d& xi) {
    const Tetrahedron4::Values l = Tetrahedron4::values(xi);
    Values n;
    for (int a = 0; a < 4; ++a) n[a] = l[a] * (2 * l[a] - 1);
    for (int e = 0; e < 6; ++e) {
      const auto& [i, j] = edges[static_cast<std::size_t>(e)];
      n[4 + e] = 4 * l[i] * l[j];
    }
    return n;
  }
  static Gradients gradients(const Eigen::Vector3d& xi) {
    const Tetrahedron4::Values l = Tetrahedron4::values(xi);
    const Tetrahedron4::Gradients d = Tetrahedron4::gradients(xi);
    Gradients g;
    for (int a = 0; a < 4; ++a) g.row(a) = (4 * l[a] - 1) * d.row(a);
    for (int e = 0; e < 6; ++e) {
      const auto& [i, j] = edges[static_cast<std::size_t>(e)];
      g.row(4 + e) = 4 * (l[i] * d.row(j) + l[j] * d.row(i));
    }
    return g;
  }
  static const std::vector<QuadraturePoint>& stiffness_points() { return tetrahedron_rule_4(); }
  static const std::vector<QuadraturePoint>& mass_points() { return tetrahedron_rule_14(); }
};

}  // namespace tread::fem
