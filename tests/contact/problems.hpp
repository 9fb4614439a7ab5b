#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "tread/contact/normal.hpp"

/// Problems to try the normal contact solver on, made by formula or from a fixed seed.
namespace tread::contact::test {

/// A distance beyond the edge of a punch.
inline constexpr double k_infinite = std::numeric_limits<double>::infinity();

inline std::size_t as_size(int n) { return static_cast<std::size_t>(n); }

inline BodyPair steel_on_steel() {
  const Material steel = Material::from_young(2.1e11, 0.3);
  return {steel, steel};
}

inline BodyPair rigid_on(const Material& lower) { return {Material::rigid(), lower}; }

/// A problem with the undeformed distance h(x, y).
template <class Distance>
NormalProblem problem_on(const Grid& grid, const BodyPair& bodies, Distance&& h) {
  NormalProblem problem;
  problem.grid = grid;
  problem.bodies = bodies;
  problem.distance.reserve(grid.n_cells());
  for (int j = 0; j < grid.ny; ++j) {
    for (int i = 0; i < grid.nx; ++i) problem.distance.push_back(h(grid.x(i), grid.y(j)));
  }
  return problem;
}

inline NormalProblem with_approach(NormalProblem problem, double approach) {
  problem.prescribed = Prescribed::approach;
  problem.value = approach;
  return problem;
}

inline NormalProblem with_force(NormalProblem problem, double force) {
  problem.prescribed = Prescribed::force;
  problem.value = force;
  return problem;
}

inline NormalOptions to_tolerance(double tolerance, Derivative derivative = Derivative::none) {
  NormalOptions options;
  options.tolerance = tolerance;
  options.derivative = derivative;
  return options;
}

inline NormalSolution solve(const NormalProblem& problem, const NormalOptions& options = {}) {
  NormalWorkspace workspace;
  return solve_normal(problem, options, workspace);
}

/// Numbers from a seed that are the same with every standard library.
class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}

  double uniform(double low, double high) {
    return low + (high - low) * static_cast<double>(engine_()) / 4294967296.0;
  }
  int integer(int low, int high) {
    return low + static_cast<int>(engine_() % static_cast<std::uint32_t>(high - low + 1));
  }
  /// Uniform in the logarithm.
  double magnitude(double low, double high) {
    return std::exp(uniform(std::log(low), std::log(high)));
  }

 private:
  std::mt19937 engine_;
};

/// Heights of a rough surface, of the order 1: waves of all lengths from the grid's size to two
/// cells, amplitude ~ length^hurst. A small Hurst exponent means much roughness on the scale of
/// cells.
inline std::vector<double> rough_heights(const Grid& grid, double hurst, Random& random) {
  constexpr int n_waves = 60;
  constexpr double two_pi = 2 * 3.14159265358979323846;
  std::vector<double> heights(grid.n_cells(), 0.0);
  const int n = std::max(grid.nx, grid.ny);
  for (int wave = 0; wave < n_waves; ++wave) {
    const double number = random.magnitude(1, std::max(2.0, n / 2.0));
    const double angle = random.uniform(0, two_pi);
    const double phase = random.uniform(0, two_pi);
    const double amplitude = std::pow(number, -hurst);
    const double kx = two_pi * number * std::cos(angle) / n;
    const double ky = two_pi * number * std::sin(angle) / n;
    for (int j = 0; j < grid.ny; ++j) {
      for (int i = 0; i < grid.nx; ++i) {
        heights[grid.index(i, j)] += amplitude * std::cos(kx * i + ky * j + phase);
      }
    }
  }
  return heights;
}

struct NamedProblem {
  std::string name;
  NormalProblem problem;  // approach prescribed
};

/// The same problem with the force that goes with its approach.
inline NormalProblem with_its_force(const NormalProblem& problem, double tolerance) {
  return with_force(problem, solve(problem, to_tolerance(tolerance)).force);
}

/// Small problems (up to some hundred cells) of many kinds, the approach prescribed.
std::vector<NamedProblem> many_kinds();

}  // namespace tread::contact::test
