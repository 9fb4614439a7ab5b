#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>

namespace tread::integrate {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;

/// Where a system is and how it moves. The acceleration is what the scheme carries along; for most
/// schemes it satisfies the equation of motion at t.
struct State {
  double time = 0;      // s
  Vector position;      // x, m (or what the system takes for its coordinates)
  Vector velocity;      // v = dx/dt
  Vector acceleration;  // a = dv/dt; may be empty at the start: it is then computed
};

/// Energies of a system at an instant, J. Their sum is kept if nothing drives or damps it.
struct Energy {
  double kinetic = 0;
  double elastic = 0;
  double potential = 0;  // of external forces: gravity

  double total() const { return kinetic + elastic + potential; }
};

/// The factors of the matrix that implicit schemes solve with,
///
///   mass M + damping C + stiffness K,    C = dP/dv,  K = d(M(x) a + P)/dx at the state asked about
struct EffectiveFactors {
  double mass = 0;
  double damping = 0;
  double stiffness = 0;

  bool operator==(const EffectiveFactors&) const = default;
};

/// A system with the equation of motion (thesis (5.3))
///
///   M(x) a + P(t, x, v) = F(t)
///
/// P: internal forces, which resist (a spring has P = k x; a contact that pushes up has P < 0).
/// F: external forces, which drive. M: symmetric positive definite. Users plug in their own.
///
/// Only size() and internal_force() must be given; the mass is 1 and F is 0 if nothing is said.
/// Functions may keep warm starts and counters (they are not const), but what they return must
/// depend on their arguments alone: schemes ask about trial states, in any order.
class EquationOfMotion {
 public:
  virtual ~EquationOfMotion() = default;

  virtual int size() const = 0;

  /// P(t, x, v) into force, which has the right size. NaN: it could not be found there, and the
  /// step is taken again with half its length, as one that cannot be solved.
  virtual void internal_force(double time, const Vector& position, const Vector& velocity,
                              Vector& force) = 0;

  /// F(t). Default: zero.
  virtual void external_force(double time, Vector& force);

  /// M(x)^-1 force into acceleration, and M(x) acceleration into force. Default: M = 1. A system
  /// that overrides one overrides both.
  virtual void solve_mass(const Vector& position, const Vector& force, Vector& acceleration);
  virtual void apply_mass(const Vector& position, const Vector& acceleration, Vector& force);

  /// False if P does not depend on v: what Verlet and leapfrog ask for. Default: it does.
  virtual bool depends_on_velocity() const { return true; }

  /// Exact tangents K = d(M(x) a + P)/dx and C = dP/dv at a state (with its acceleration), dense,
  /// of the right size and zero on entry. Return false if there are none: they are then found by
  /// finite differences. Default: none; the damping of a P without velocity is zero.
  virtual bool tangent_stiffness(const State& state, Matrix& stiffness);
  virtual bool tangent_damping(const State& state, Matrix& damping);

  /// Solves (f.mass M + f.damping C + f.stiffness K) x = b in its own way (sparse, by blocks, with
  /// factors kept from the step before). Returns false if it has no way of its own: the matrix is
  /// then assembled and factorised dense. Throws nothing for a singular matrix: x is then not
  /// finite. Used by all schemes with one implicit stage: Newmark, HHT, generalised alpha, backward
  /// Euler, Adams-Moulton, BDF.
  virtual bool solve_effective(const EffectiveFactors& factors, const State& state, const Vector& b,
                               Vector& x);

  /// Energies, if the system knows them.
  virtual std::optional<Energy> energy(const State& state);

  /// A step has been accepted: what depends on the past (friction, a warm start worth keeping) may
  /// be committed. Trial states never come here.
  virtual void accept(const State& state);
};

/// Throws ModelError unless the system has at least one unknown and the state the same number of
/// finite positions and velocities (and accelerations, if it has any).
void check(const EquationOfMotion& system, const State& state);

/// a = M(x)^-1 (F(t) - P(t, x, v)), one force evaluation.
Vector acceleration_of(EquationOfMotion& system, double time, const Vector& position,
                       const Vector& velocity);

}  // namespace tread::integrate
