#include "contact_problems.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include "tread/reference/hertz.hpp"

namespace tread::bench {
namespace {

constexpr double k_force = 1e4;   // N
constexpr double k_radius = 0.3;  // m
constexpr double k_margin = 1.2;
constexpr double k_roughness = 2e-6;  // root mean square, m: 20 % in contact at k_force

/// A sum of cosines with random phases and amplitudes q^-(1 + H), wave numbers 4 to 40 per side.
std::vector<double> rough_surface(int n) {
  std::mt19937 generator(1);
  std::uniform_real_distribution<double> phase(0, 2 * std::numbers::pi);
  constexpr int k_highest = 40;
  std::vector<double> h(static_cast<std::size_t>(n) * static_cast<std::size_t>(n), 0.0);
  std::vector<double> row_cos(static_cast<std::size_t>(n));
  std::vector<double> row_sin(static_cast<std::size_t>(n));
  for (int ky = -k_highest; ky <= k_highest; ++ky) {
    for (int kx = 0; kx <= k_highest; ++kx) {
      const double shift = phase(generator);
      const double q = std::hypot(kx, ky);
      if (q < 4 || q > k_highest) continue;
      const double amplitude = std::pow(q, -1.8);
      for (int i = 0; i < n; ++i) {
        const double angle = 2 * std::numbers::pi * kx * i / n + shift;
        row_cos[static_cast<std::size_t>(i)] = amplitude * std::cos(angle);
        row_sin[static_cast<std::size_t>(i)] = amplitude * std::sin(angle);
      }
      for (int j = 0; j < n; ++j) {
        const double angle = 2 * std::numbers::pi * ky * j / n;
        const double c = std::cos(angle);
        const double s = std::sin(angle);
        double* row = h.data() + static_cast<std::size_t>(j) * static_cast<std::size_t>(n);
        for (int i = 0; i < n; ++i) {
          row[i] +=
              c * row_cos[static_cast<std::size_t>(i)] - s * row_sin[static_cast<std::size_t>(i)];
        }
      }
    }
  }
  double squares = 0;
  for (const double value : h) squares += value * value;
  const double scale = k_roughness / std::sqrt(squares / static_cast<double>(h.size()));
  for (double& value : h) value *= scale;
  return h;
}

}  // namespace

contact::NormalProblem contact_problem(std::string_view kind, int n) {
  contact::NormalProblem problem;
  const Material steel = Material::from_young(2.1e11, 0.3);
  problem.bodies = {steel, steel};
  problem.value = k_force;
  const double modulus = contact_modulus(problem.bodies);
  const double radius =
      reference::hertz_circle_from_force(k_force, k_radius, modulus).contact_radius;
  double width = 2 * k_margin * radius;
  double height = width;
  reference::GapCurvatures curvatures{0.5 / k_radius, 0.5 / k_radius};
  if (kind == "ellipse") {
    curvatures = reference::gap_curvatures_from_axis_ratio(0.5 / k_radius, 5);
    const auto hertz = reference::hertz_ellipse_from_force(k_force, curvatures, modulus);
    width = 2 * k_margin * hertz.semi_axes.x;
    height = 2 * k_margin * hertz.semi_axes.y;
  }
  problem.grid = centred_grid(n, n, width, height);
  if (kind == "rough") {
    problem.distance = rough_surface(n);
    return problem;
  }
  problem.distance.resize(problem.grid.n_cells());
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      const double x = problem.grid.x(i);
      const double y = problem.grid.y(j);
      double h = curvatures.x * x * x + curvatures.y * y * y;
      if (kind == "two") {
        const double aside = std::abs(x) - 0.55 * radius;
        h = 8 * (aside * aside + y * y) / (2 * k_radius);
      } else if (kind == "punch") {
        h = std::hypot(x, y) <= radius ? 0 : std::numeric_limits<double>::infinity();
      }
      problem.distance[problem.grid.index(i, j)] = h;
    }
  }
  return problem;
}

}  // namespace tread::bench
