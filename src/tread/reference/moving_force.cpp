#include "tread/reference/moving_force.hpp"

#include <cmath>
#include <numbers>

#include "tread/reference/checks.hpp"

namespace tread::reference {
namespace {

using std::numbers::pi;

void check_moving_force(const MovingForce& problem) {
  require_finite("force", problem.force, "N");
  require_positive("speed", problem.speed, "m/s");
  require_positive("length", problem.length, "m");
  require_positive("bending stiffness", problem.bending_stiffness, "N m²");
  require_positive("mass per length", problem.mass_per_length, "kg/m");
}

/// q'' + omega² q = sin(a t) from rest.
BeamMotion driven(double omega, double a, double t) {
  const double relative = (omega - a) / omega;
  if (std::abs(relative) < 1e-7) {
    const double s = std::sin(omega * t);
    const double c = std::cos(omega * t);
    return {(s - omega * t * c) / (2 * omega * omega), t * s / 2, (s / omega + t * c) * omega / 2};
  }
  const double scale = 1 / ((omega - a) * (omega + a));
  return {scale * (std::sin(a * t) - a / omega * std::sin(omega * t)),
          scale * a * (std::cos(a * t) - std::cos(omega * t)),
          scale * a * (omega * std::sin(omega * t) - a * std::sin(a * t))};
}

BeamMotion free_after(const BeamMotion& start, double omega, double t) {
  const double s = std::sin(omega * t);
  const double c = std::cos(omega * t);
  const double q = start.deflection * c + start.velocity / omega * s;
  return {q, start.velocity * c - start.deflection * omega * s, -omega * omega * q};
}

}  // namespace

BeamMotion moving_force_motion(const MovingForce& problem, double x, double time, int n_modes) {
  check_moving_force(problem);
  const double leaves = problem.length / problem.speed;
  BeamMotion sum;
  for (int n = 1; n <= n_modes; ++n) {
    const double k = n * pi / problem.length;
    const double omega = k * k * std::sqrt(problem.bending_stiffness / problem.mass_per_length);
    const double a = k * problem.speed;
    const BeamMotion q = time <= leaves
                             ? driven(omega, a, time)
                             : free_after(driven(omega, a, leaves), omega, time - leaves);
    const double shape =
        2 * problem.force / (problem.mass_per_length * problem.length) * std::sin(k * x);
    sum.deflection += shape * q.deflection;
    sum.velocity += shape * q.velocity;
    sum.acceleration += shape * q.acceleration;
  }
  return sum;
}

double critical_speed(const MovingForce& problem) {
  check_moving_force(problem);
  return pi / problem.length * std::sqrt(problem.bending_stiffness / problem.mass_per_length);
}

}  // namespace tread::reference
