#pragma once

#include <cmath>

#include "tread/integrate/equation_of_motion.hpp"

namespace tread::integrate {

/// x'' + damping x' + omega² x = 0.
class Oscillator : public EquationOfMotion {
 public:
  explicit Oscillator(double omega, double damping = 0) : omega_(omega), damping_(damping) {}
  int size() const override { return 1; }
  bool depends_on_velocity() const override { return damping_ != 0; }
  void internal_force(double, const Vector& x, const Vector& v, Vector& force) override {
    force = omega_ * omega_ * x + damping_ * v;
  }
  bool tangent_stiffness(const State&, Matrix& stiffness) override {
    stiffness(0, 0) = omega_ * omega_;
    return true;
  }
  bool tangent_damping(const State&, Matrix& damping) override {
    damping(0, 0) = damping_;
    return true;
  }
  std::optional<Energy> energy(const State& s) override {
    return Energy{s.velocity.squaredNorm() / 2, omega_ * omega_ * s.position.squaredNorm() / 2, 0};
  }

 private:
  double omega_;
  double damping_;
};

inline State start_at(double position, double velocity) {
  State state;
  state.position = Vector::Constant(1, position);
  state.velocity = Vector::Constant(1, velocity);
  return state;
}

/// Two coupled unknowns with a given motion x(t) = (sin t, 1/2 cos 2t): F(t) is what that motion
/// needs. With damping the forces depend on the velocity and the mass on the position; without, on
/// neither.
class GivenMotion : public EquationOfMotion {
 public:
  enum class Damping { none, nonlinear };
  explicit GivenMotion(Damping damping) : is_damped_(damping == Damping::nonlinear) {}

  static Vector position(double t) { return Eigen::Vector2d(std::sin(t), 0.5 * std::cos(2 * t)); }
  static Vector velocity(double t) { return Eigen::Vector2d(std::cos(t), -std::sin(2 * t)); }
  static Vector acceleration(double t) {
    return Eigen::Vector2d(-std::sin(t), -2 * std::cos(2 * t));
  }
  static State start() { return {0, position(0), velocity(0), {}}; }
  static double error(const State& s) {
    return std::hypot((s.position - position(s.time)).norm(),
                      (s.velocity - velocity(s.time)).norm());
  }

  int size() const override { return 2; }
  bool depends_on_velocity() const override { return is_damped_; }
  void internal_force(double, const Vector& x, const Vector& v, Vector& force) override {
    force(0) = 2 * x(0) + x(0) * x(0) * x(0) + x(0) * x(1);
    force(1) = 3 * std::sin(x(1)) + x(0) * x(0) / 2;
    if (!is_damped_) return;
    force(0) += 0.3 * v(0) * (1 + x(1) * x(1));
    force(1) += 0.2 * v(1) * std::abs(v(1) * v(1)) + 0.1 * v(0);
  }
  void external_force(double t, Vector& force) override {
    const Vector x = position(t);
    Vector inertia(2);
    internal_force(t, x, velocity(t), force);
    apply_mass(x, acceleration(t), inertia);
    force += inertia;
  }
  void apply_mass(const Vector& x, const Vector& a, Vector& force) override {
    force = mass(x).cwiseProduct(a);
  }
  void solve_mass(const Vector& x, const Vector& force, Vector& a) override {
    a = force.cwiseQuotient(mass(x));
  }

 private:
  Vector mass(const Vector& x) const {
    return is_damped_ ? Eigen::Vector2d(2 + std::cos(x(0)), 1 + x(1) * x(1))
                      : Eigen::Vector2d(2, 1);
  }

  bool is_damped_;
};

}  // namespace tread::integrate
