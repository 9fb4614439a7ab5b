#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <variant>
#include <vector>

namespace tread::casefile {

/// What people can ask for about friction: how the bodies move in the plane of contact, by which
/// law they rub, how they roll, and by which theory it is computed. SI throughout. Body 1 is the
/// upper one; forces act on body 1, motion is that of body 1 relative to body 2.
/// docs/conventions.md#creepage

/// What is prescribed along x or y: the motion, and the force follows, or the force.
struct Prescribed {
  enum class Kind {
    motion,             // creepage (1) when rolling, distance (m) in a shift
    force,              // N
    relative_to_bound,  // force over μ F, F the normal force, μ the coefficient at rest; with a
                        // static coefficient above the kinetic one, the kinetic one
    relative_to_load,   // force over F: what CONTACT takes where friction varies over the rows
  };
  Kind kind = Kind::motion;
  double value = 0;
};

/// The rigid slip at (x, y) is (longitudinal - spin (y - y0), lateral + spin (x - x0)).
struct Motion {
  enum class Type {
    none,               // frictionless: nothing below counts
    shift,              // one increment without rolling
    steady_rolling,     // the state that rolling at constant speed tends to
    transient_rolling,  // step by step
  };
  Type type = Type::none;
  Prescribed longitudinal;   // along x
  Prescribed lateral;        // along y
  double spin = 0;           // 1/m when rolling, rad in a shift
  double spin_centre_x = 0;  // x0, m
  double spin_centre_y = 0;  // y0, m

  bool is_rolling() const {
    return type == Type::steady_rolling || type == Type::transient_rolling;
  }
};

/// |traction| <= μ pressure; static >= kinetic >= 0.
struct CoulombFriction {
  double static_coefficient = 0;
  double kinetic_coefficient = 0;
};

/// A part of the coefficient that has fallen to half of its height at half_velocity.
struct FallingTerm {
  double height = 0;
  double half_velocity = 1;  // m/s, > 0
};

/// μ(v) = kinetic + Σ height φ(r), r = v / half_velocity, v the slip velocity:
///   linear       φ(r) = max(0, 1 - r/2)
///   rational     φ(r) = 1/(1 + r) in the first term, 1/(1 + r²) in the second
///   exponential  φ(r) = 2^-r
/// These are CONTACT's L = 2, 3, 4, the square in the second rational term included.
struct FallingFriction {
  enum class Shape { linear, rational, exponential };
  /// Which solution, where the law falls so steeply that there are several.
  enum class Branch {
    low_slip,   // the one with the least slip
    high_slip,  // the one with the most
    as_before,  // the one found from the coefficients of the step before
  };
  Shape shape = Shape::exponential;
  double kinetic_coefficient = 0;  // at infinite velocity
  std::array<FallingTerm, 2> terms{};
  Branch branch = Branch::low_slip;

  double static_coefficient() const {
    return kinetic_coefficient + terms[0].height + terms[1].height;
  }
};

/// The coefficient of a particle follows the law only after it has slid for about `distance`:
///   μ = θ μ' + (1 - θ) μ(v),  θ = distance / (distance + Δt max(v, velocity)),
/// μ' its coefficient one step before; it enters the contact with that at rest. CONTACT's MEMDST,
/// MEM_S0. No memory where the distance is 0.
struct FrictionMemory {
  double distance = 0;  // m
  double velocity = 0;  // m/s
};

struct Friction {
  std::variant<CoulombFriction, FallingFriction> law;
  FrictionMemory memory;            // with a falling law only
  std::vector<double> row_factors;  // of the coefficient, per row of cells from the lowest y;
                                    // empty: 1

  double static_coefficient() const;   // the largest the law can give, row factors left out
  double nominal_coefficient() const;  // μ of Prescribed::relative_to_bound
};

/// How the bodies roll. At a step the point of contact moves by `step` in the rolling direction.
struct Rolling {
  /// How a transient step carries the state along.
  enum class Scheme {
    world_fixed,   // on a window that moves over the rail: right for every step
    exact,         // contact-fixed, exact A': CONTACT's T = 2; wiggles at steps far below a cell
    interpolated,  // contact-fixed, A' between whole cells: smears
  };
  /// The state a transient starts from, where it does not continue another case.
  enum class Start {
    untouched,  // pressed together, no tangential tractions
    shift,      // after a shift by the first prescribed forces (Cattaneo)
    steady,     // the steady state of the first prescribed values
  };
  double direction = 0;          // rad, from x towards y
  std::optional<double> speed;   // m/s, > 0; always there with a falling law
  std::optional<double> step;    // m, > 0; none: one cell along the rolling direction
  double spin_offset = 1.0 / 6;  // of a step: how far ahead of a cell's centre its spin is taken
  Scheme scheme = Scheme::world_fixed;
  Start start = Start::untouched;
  std::optional<double> distance;  // m, to be rolled; none: n_steps
  int n_steps = 1;
  int output_every = 1;      // steps
  bool keep_fields = false;  // at every output
};

/// Values over the distance rolled, linear in between, constant beyond the ends. An empty list: as
/// prescribed in load and motion, whose kinds hold for these values too.
struct Schedule {
  std::vector<double> distance;  // m, ascending; empty: there is no schedule
  std::vector<double> load;
  std::vector<double> longitudinal;
  std::vector<double> lateral;
  std::vector<double> spin;
};

/// What a case knows of the one before it (CONTACT's P).
enum class History {
  anew,         // nothing
  continues,    // the end of that case is the state before this step
  normal_only,  // its pressures, not its tangential tractions
  same_step,    // this case replaces it: the state before is the same
};

/// An elastic layer between the bodies, for tangential tractions only: it adds the displacement
/// (thickness / shear_modulus) p.
struct ElasticLayer {
  double shear_modulus = 0;  // Pa
  double thickness = 0;      // m

  double flexibility() const { return thickness / shear_modulus; }  // m/Pa
};

/// How the tangential problem is solved: on the elastic half-space (Kalker's exact theory), ...
struct HalfSpaceModel {
  std::optional<ElasticLayer> layer;
};
/// ... or by a fast theory on the contact ellipse of Hertz, for steady rolling and given creepages.
struct LinearModel {};
struct FastsimModel {
  enum class Bound {
    half_space,  // the pressures that were solved
    elliptic,    // Hertz' pressure
    parabolic,   // the paraboloid of the same force
  };
  Bound bound = Bound::parabolic;
  std::optional<double> flexibility;  // m/Pa, L1 = L2 = L3; none: three from Kalker's linear theory
  // Slope reduction k = k0 (α + (1 - α) / (1 + β ε)), ε the gradient of the tangential stress:
  double initial_slope = 1;      // k0
  double final_slope_ratio = 1;  // α
  double slope_decay = 0;        // β
};
struct ShenHedrickElkinsModel {};
struct Polach1999Model {};
struct Polach2005Model {
  double adhesion_reduction = 1;  // kA
  double slip_reduction = 1;      // kS
};
using TangentialModel = std::variant<HalfSpaceModel, LinearModel, FastsimModel,
                                     ShenHedrickElkinsModel, Polach1999Model, Polach2005Model>;

/// Creepages for which the forces are wanted: every combination. None of the lists is empty.
struct CreepTable {
  std::vector<double> longitudinal;
  std::vector<double> lateral;
  std::vector<double> spin;  // 1/m

  std::size_t n_points() const { return longitudinal.size() * lateral.size() * spin.size(); }
};

}  // namespace tread::casefile
