#include "tread/interaction/held_wheels.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace tread::interaction {
namespace {

constexpr int k_max_law_searches = 100;

}  // namespace

Vector solve_for(const std::vector<int>& points, const Matrix& matrix, const Vector& right) {
  Vector x = Vector::Zero(right.size());
  if (points.empty()) return x;
  const Matrix part = matrix(points, points);
  const Vector known = right(points);
  const Vector found = part.partialPivLu().solve(known);
  x(points) = found;
  return x;
}

std::optional<Vector> holding_forces(const CoupledSystem& system, const HeldWheels& held) {
  const int n_wheels = system.n_wheels();
  const int n = system.n_points();
  if (n == n_wheels) return solve_for(held.wheels, held.wheel_compliance, held.wheel_free);
  std::vector<int> solved = held.wheels;
  for (int k = n_wheels; k < n; ++k) solved.push_back(k);
  Vector elongation = held.free;
  for (int i = 0; i < k_max_law_searches; ++i) {
    Matrix matrix = held.wheel_compliance;
    Vector right = held.wheel_free;
    for (int k = n_wheels; k < n; ++k) {
      const PiecewiseLinear::At law = system.spring(k, elongation(k));
      matrix.row(k) = law.slope * held.compliance.row(k);
      matrix(k, k) += 1;
      right(k) = law.value + law.slope * (held.free(k) - elongation(k));
    }
    const Vector forces = solve_for(solved, matrix, right);
    elongation = held.free - held.compliance * forces;
    double error = 0;
    for (int k = n_wheels; k < n; ++k) {
      error = std::max(error, std::abs(system.spring(k, elongation(k)).value - forces(k)));
    }
    if (error <= k_force_rounding * held.force_scale) return forces;
  }
  return std::nullopt;
}

double midway_gap(const CoupledSystem& system, const Motion& from, const Motion& to) {
  const double h = to.state.time - from.state.time;
  const WheelPlaces places = system.places_at(from.state.time + h / 2, ShapeOrder::shape);
  State middle;
  middle.position = (from.state.position + to.state.position) / 2 +
                    h / 8 * (from.state.velocity - to.state.velocity);
  const Vector approach = system.approach(places, middle, ShapeOrder::shape).value;
  double largest = 0;
  for (int k = 0; k < system.n_wheels(); ++k) {
    const bool is_held = from.forces.on_wheel(k) > 0 && to.forces.on_wheel(k) > 0;
    if (is_held) largest = std::max(largest, std::abs(approach(k)));
  }
  return largest;
}

}  // namespace tread::interaction
