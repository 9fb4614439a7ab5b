#pragma once

#include <functional>
#include <memory>
#include <string>
#include <variant>

#include "tread/contact/growing_grid.hpp"
#include "tread/contact/normal.hpp"

namespace tread::interaction {

/// What happens where a wheel meets the rail or bridge, as a function of the approach delta (m,
/// positive pressing): a force F(delta) >= 0, zero without contact. The local deformation is
/// quasi-static (thesis 9.1.4).

/// The wheel cannot enter the rail: a constraint. It leaves when the force would pull. Two ways to
/// say so in steps:
enum class RigidConstraint {
  /// While they touch, the approach has no acceleration. The instants of leaving and landing are
  /// located inside the step; at landing the wheel hits: an impulse ends the relative velocity, or
  /// turns it round, restitution times as large. None of it adds energy. Wheels need a mass.
  acceleration,
  /// The approach is zero at the end of each step, with the force as the Lagrange multiplier of
  /// that (Montenegro et al. 2013). Leaving and landing are at ends of steps, and landing is no
  /// impact: a scheme without numerical dissipation throws a wheel with mass back with -1 to 3
  /// times its velocity, depending on where in the step it lands, and lets the force of a wheel
  /// with mass alternate from step to step. For wheels without mass there is neither.
  displacement,
};

struct RigidContact {
  double restitution = 0;  // 0: plastic, the wheel stays; to 1: elastic
  RigidConstraint constraint = RigidConstraint::acceleration;
};

/// F = coefficient delta^exponent: 3/2 is Hertz, 1 a line contact or a spring.
struct PowerContact {
  double coefficient = 0;  // N/m^exponent
  double exponent = 1.5;   // >= 1
};

/// F = stiffness delta + damping d(delta)/dt, never negative. With the suspension's numbers this is
/// a sprung mass whose wheel has no mass.
struct LinearContact {
  double stiffness = 0;  // N/m
  double damping = 0;    // N s/m
};

/// Which part of the pressure bends the bridge.
enum class BridgeLoad {
  whole_force,  // F
  middle_row,   // of cells across the track, in N per m of width: the thesis' bridge of 1 m width
                // under a wheel as wide as the grid
};

/// F from the contact solver, on a grid that travels with the wheel, its origin below the axle.
/// Each wheel starts from its solution of the step before.
struct GridContact {
  contact::NormalProblem problem;  // grid, bodies, distance; the approach is set by the motion
  double tolerance = 1e-10;        // of the contact solver's residual
  BridgeLoad bridge_load = BridgeLoad::whole_force;
  /// What a contact that reaches the edge of the grid means: it was to stay inside; there is
  /// nothing beyond; or the grid gets more cells of the same size (contact/growing_grid.hpp).
  enum class Edge { refuse, body_ends, grow };
  Edge edge = Edge::refuse;
  contact::DistanceOnGrid distance_on;  // for a grid that grows
  /// If given: the problem for an approach, for grids that grow with the contact.
  std::function<contact::NormalProblem(double approach)> regrid;
};

using ContactModel = std::variant<RigidContact, PowerContact, LinearContact, GridContact>;

/// 4/3 E* sqrt(R) for a sphere of radius R, m, on a plane.
PowerContact hertz_contact(const BodyPair& bodies, double radius);

/// Wheel on rail after Zhai: F = (delta/G)^(3/2), G in m/N^(2/3) from the wheel's radius in m.
enum class Tread { conical, worn };
PowerContact zhai_contact(double radius, Tread tread);

/// The thesis' wheel (listing A.5 after its regridding): a cylinder of radius 0.3 m and width 8 m,
/// elastic with nu = 0.5 on a rigid bridge, on 25 x 11 cells with centres from -0.025 to 0.025 m
/// and from -4 to 4 m; the pressure of the middle row bends the bridge.
GridContact thesis_grid_contact(double young_modulus = 2e11);

/// The same with the regridding of listing A.5: of 25 points over the wheel's diameter, those
/// inside the bridge and one more on each side are covered by the 25 columns of cells.
GridContact thesis_regridding_contact(double young_modulus);

/// Throws ModelError, with value, reason and remedy.
void check(const ContactModel& model);

/// Force and slope at an approach.
struct ContactResponse {
  double force = 0;             // F on the wheel, N
  double stiffness = 0;         // dF/d(delta), N/m
  double bridge_load = 0;       // what bends the bridge, N (N/m for a middle row)
  double bridge_stiffness = 0;  // its derivative
  SolveStatus status = SolveStatus::converged;
};

/// How dF/d(delta) is found from a grid.
struct ConsistentDerivative {};  // with the solution, by one linear solve
struct FiniteDifference {        // the thesis': a second contact solution at delta + increment;
  double increment = 1e-7;       // m; tenfold as long as that changes nothing
};
using DerivativeRule = std::variant<ConsistentDerivative, FiniteDifference>;

/// One wheel's contact at work: keeps the solution of the step before and counts. Not for rigid
/// contact.
class ContactPoint {
 public:
  explicit ContactPoint(const ContactModel& model, const DerivativeRule& rule = {});
  ~ContactPoint();
  ContactPoint(ContactPoint&&) noexcept;
  ContactPoint& operator=(ContactPoint&&) noexcept;

  ContactResponse at(double approach);
  /// The approach at which the force is F > 0.
  double approach_under(double force);
  /// Stored in the deformed bodies, J.
  double energy(double approach);
  /// Forgets finite-difference increments that grew: a new time step begins.
  void begin_step();
  /// Of a grid: the solution found last; null for others.
  const contact::NormalSolution* solution() const;
  /// Its problem, on the grid in use then; null for others.
  const contact::NormalProblem* problem() const;
  /// The largest grid that was needed so far; null for others.
  const Grid* largest_grid() const;
  /// Why the last solve that did not succeed failed, for a message; empty: there was none.
  const std::string& failure() const;
  long long n_solves() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tread::interaction
