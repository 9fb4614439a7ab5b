#pragma once

#include <optional>

#include "tread/interaction/motion.hpp"

namespace tread::interaction {

inline constexpr double k_force_rounding = 1e-10;  // of the largest wheel load: no force

/// Solves the rows and columns of some points; the others have zero.
Vector solve_for(const std::vector<int>& points, const Matrix& matrix, const Vector& right);

/// Wheels that a rigid contact holds, and springs with laws beside them: forces g that fulfil
///
///   wheel_compliance g = wheel_free           of the wheels held (others have no force)
///   g = law(e),  e = free - compliance g      of the springs
///
/// by Newton's method on the pieces of the laws, which are linear. Nothing: it found no end.
struct HeldWheels {
  std::vector<int> wheels;
  const Matrix& wheel_compliance;  // all points
  const Vector& wheel_free;
  const Matrix& compliance;  // of approaches and elongations
  const Vector& free;
  double force_scale;  // N
};
std::optional<Vector> holding_forces(const CoupledSystem& system, const HeldWheels& held);

/// How far wheels in contact at both ends of a step are from the surface in its middle, where
/// nothing holds them (cubic in time between positions and velocities at the ends): the largest,
/// m.
double midway_gap(const CoupledSystem& system, const Motion& from, const Motion& to);

}  // namespace tread::interaction
