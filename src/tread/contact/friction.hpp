#pragma once

#include <array>
#include <variant>
#include <vector>

namespace tread::contact {

/// Coulomb's law: |traction| <= μ pressure. With a static coefficient above the kinetic one, a cell
/// that sticks may carry up to the static bound and, once it slips, carries the kinetic one until
/// it has stuck through the end of a step. docs/conventions.md#friction.
struct CoulombFriction {
  double static_coefficient = 0.3;
  double kinetic_coefficient = 0.3;
};

/// One part of a friction coefficient that falls with the slip velocity to half of its height.
struct FallingTerm {
  double height = 0;
  double half_velocity = 1;  // m/s
};

/// A law that falls steeply may have several solutions, from nearly all of the contact sticking to
/// most of it sliding. Which one is wanted:
enum class SlipBranch {
  low_slip,   // the one with the least slip: as creepage grows from nothing, what sticks goes on
              // sticking as long as it can
  high_slip,  // the one with the most slip: as creepage falls from full sliding, what slides goes
              // on sliding as long as it can. With a given force: if the friction of full sliding
              // carries it
  as_before,  // the one that turns lead to from the coefficients of the solution given as a first
              // guess, in rolling step by step those of the step before; from rest if there are
              // none
};

/// μ(v) = kinetic + Σ height φ(v / half_velocity), v the magnitude of the slip velocity:
///   linear       φ(r) = max(0, 1 - r/2)
///   rational     φ(r) = 1/(1 + r) in the first term, 1/(1 + r²) in the second (as in CONTACT)
///   exponential  φ(r) = 2^-r
struct FallingFriction {
  enum class Shape { linear, rational, exponential };
  Shape shape = Shape::rational;
  double kinetic_coefficient = 0.3;  // at infinite velocity
  std::array<FallingTerm, 2> terms{};
  SlipBranch branch = SlipBranch::low_slip;
};

using FrictionLaw = std::variant<CoulombFriction, FallingFriction>;

/// The coefficient of a particle follows the slip velocity v with a delay, along its way:
/// μ = θ μ' + (1 - θ) μ(v), θ = d/(d + Δt max(v, v0)), μ' one step before. It enters the contact
/// with the coefficient at rest.
struct FrictionMemory {
  double distance = 0;  // d, m; 0: no delay
  double velocity = 0;  // v0, m/s
};

struct Friction {
  FrictionLaw law;
  FrictionMemory memory;       // falling laws only
  std::vector<double> factor;  // per cell of the grid, multiplies the coefficient; empty: 1
};

/// Throws ModelError on a coefficient that is negative or not finite, a static one below the
/// kinetic one, a half_velocity that is not positive.
void check(const FrictionLaw& law);
void check(const FrictionMemory& memory);

double coefficient(const FallingFriction& law, double slip_velocity);
double coefficient_slope(const FallingFriction& law, double slip_velocity);  // dμ/dv, s/m

/// The largest -dμ/dv of a particle that comes from rest, during a step of some duration (s), s/m.
double steepest_fall(const FallingFriction& law, const FrictionMemory& memory, double duration);

/// The largest coefficient the law can give: at rest.
double static_coefficient(const FrictionLaw& law);
/// The least: in slip, of a falling law at infinite velocity.
double kinetic_coefficient(const FrictionLaw& law);
/// What forces are made relative to: the coefficient of a body that slides (Coulomb), or the one
/// at rest (falling laws).
double nominal_coefficient(const FrictionLaw& law);

}  // namespace tread::contact
