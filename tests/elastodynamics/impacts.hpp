#pragma once

#include <numbers>

#include "tread/elastodynamics/impact.hpp"

namespace tread::elastodynamics::test {

/// Cylinder of thesis listing A.3 (R = 0.1 m, steel's density) over its block, 0.3 m x 0.1 m.
inline ImpactProblem thesis_impact(double young_modulus, int nodes_x = 41, int nodes_z = 15) {
  ImpactProblem problem;
  problem.block.solid = {Material::from_young(young_modulus, 0.285), 7900};
  problem.block.width = 0.3;
  problem.block.height = 0.1;
  problem.block.nodes_x = nodes_x;
  problem.block.nodes_z = nodes_z;
  problem.radius = 0.1;
  problem.mass = std::numbers::pi * 0.1 * 0.1 * 7900;
  return problem;
}

inline constexpr double k_steel = 2e11;       // Pa
inline constexpr double k_soft = 2e5;         // Pa: E of listing A.3
inline constexpr double k_fall_speed = -1.4;  // m/s, after a fall of 0.1 m

/// The same at the moment of touch.
inline ImpactProblem touching(double young_modulus, int nodes_x = 41, int nodes_z = 15) {
  ImpactProblem problem = thesis_impact(young_modulus, nodes_x, nodes_z);
  problem.velocity = k_fall_speed;
  return problem;
}

inline ImpactOptions marching(double step, double end_time, Scheme scheme = Scheme::midpoint) {
  ImpactOptions options;
  options.step = step;
  options.end_time = end_time;
  options.scheme = scheme;
  return options;
}

}  // namespace tread::elastodynamics::test
