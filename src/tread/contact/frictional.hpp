#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

#include "tread/contact/creepage.hpp"
#include "tread/contact/friction.hpp"
#include "tread/contact/normal.hpp"
#include "tread/contact/tangential.hpp"

namespace tread::contact {

/// Contact with friction: the normal problem, the friction law and the tangential problem together.
///
/// For bodies of unlike material the normal and the tangential problem depend on each other (a
/// traction lifts the surfaces, a pressure shears them); they are solved in turn until neither
/// changes. So are, within, a friction coefficient that depends on the slip velocity and the slip
/// itself (friction_turns.hpp); where they have several solutions, FallingFriction::branch
/// chooses.

/// One direction in the plane of contact: what is given there.
struct Given {
  enum class Kind { creepage, force };
  Kind kind = Kind::creepage;
  double value = 0;  // creepage (or m, in a shift), or N

  bool operator==(const Given&) const = default;
};

inline Given given_creepage(double value) { return {Given::Kind::creepage, value}; }
inline Given given_force(double value) { return {Given::Kind::force, value}; }

/// What is prescribed of the relative motion.
struct Kinematics {
  Given x;
  Given y;
  double spin = 0;                          // 1/m; in a shift rad
  std::array<double, 2> spin_centre{0, 0};  // m
};

struct Rolling {
  double direction = 0;  // angle of the rolling direction from the x axis, rad
  double speed = 1;      // V, m/s: what powers and slip velocities need
  /// Steady rolling: how far ahead of its centre a cell's particles are on average during a step,
  /// over the step. A half is the plain mean; a sixth, as CONTACT has it, leaves the smaller error
  /// in the force under spin, tractions being constant over a cell.
  double lead = 1.0 / 6;
};

struct FrictionalProblem {
  NormalProblem normal;
  Friction friction;
  Motion motion = Motion::steady_rolling;
  Rolling rolling;
  Kinematics kinematics;
  double layer_flexibility = 0;        // m/Pa, see TangentialProblem
  VectorField<double> extra_creepage;  // per cell, added to the rigid slip; empty: none
};

enum class Sensitivity { none, forces };

struct FrictionalOptions {
  double tolerance = 1e-6;        // of both solvers, and of the changes between their turns
  int max_iterations = 100;       // of each solver
  int max_outer_iterations = 60;  // turns; ten times as many between friction and slip
  Sensitivity sensitivity = Sensitivity::none;
  int n_threads = 1;
  Observer* observer = nullptr;
};

/// Derivatives of forces and spin moment (rows: normal, x, y, moment) with respect to approach,
/// creepage along x, along y, and spin (columns). Of the prescribed quantities where the creepage
/// is given; a direction with a given force keeps it.
using ForceSensitivity = std::array<std::array<double, 4>, 4>;

struct FrictionalSolution {
  SolveStatus status = SolveStatus::stopped;
  int iterations = 0;        // of the tangential problem's linear solver, all turns together
  int outer_iterations = 0;  // turns
  double residual = 0;       // of the tangential problem
  double outer_change = 0;   // of the last turn
  NormalSolution normal;
  std::vector<double> friction;      // μ of each cell in contact, its factor not included
  std::vector<double> bound;         // μ times pressure, Pa
  VectorField<double> traction;      // on body 1, Pa
  VectorField<double> slip;          // over the rolling speed; in a shift m
  VectorField<double> displacement;  // u1 - u2, m, also outside the contact
  std::vector<CellState> cells;
  std::size_t n_adhesion = 0;
  std::size_t n_slip = 0;
  CreepForces forces;
  Creepage creepage;            // given, or found where the force was given
  double frictional_power = 0;  // ∬ p·s dA times V, W; in a shift J. Never positive: what friction
                                // takes out
  bool may_not_be_unique = false;  // the friction coefficient falls too steeply with the slip
  ForceSensitivity sensitivity{};  // if asked for
};

class FrictionalWorkspace {
 public:
  FrictionalWorkspace();
  ~FrictionalWorkspace();
  FrictionalWorkspace(FrictionalWorkspace&&) noexcept;
  FrictionalWorkspace& operator=(FrictionalWorkspace&&) noexcept;

  NormalWorkspace& normal();
  TangentialWorkspace& tangential();

  struct Impl;
  Impl& impl() { return *impl_; }

 private:
  std::unique_ptr<Impl> impl_;
};

/// Shift or steady rolling from scratch. Throws ModelError on an impossible problem; not converging
/// is told by the status.
FrictionalSolution solve_frictional(const FrictionalProblem& problem,
                                    const FrictionalOptions& options,
                                    FrictionalWorkspace& workspace);

/// The same into an existing solution, whose memory is used again and whose pressures and tractions
/// are the first guess unless the start is cold or they belong to another grid.
void solve_frictional(const FrictionalProblem& problem, const FrictionalOptions& options,
                      FrictionalWorkspace& workspace, FrictionalSolution& solution, Start start);

/// What a step leaves behind for the next: where the surfaces were, and which cells stuck. Fields
/// that are not empty have a value for each cell of the grid.
struct History {
  VectorField<double> displacement;  // u' of the particles that are in each cell now, m
  std::vector<CellState> cells;      // as the step before left those particles; empty: none of them
                                     // had touched
  std::vector<double> friction;      // their friction coefficient, with friction memory; empty: at
                                     // rest
};

/// One step of a motion whose previous state is known, into a solution whose memory is used again
/// (and whose tractions are the first guess with Start::from_solution).
///
/// motion = shift: creepages are distances over the step. Rolling: they are multiplied by
/// `distance`, what the contact moved over the bodies during the step; the particles' mean place
/// during the step lies `distance * lead` ahead of where they are now.
struct Step {
  double distance = 0;  // m; 0: a shift
  double lead = 0.5;
  double duration = 0;  // s; 0: unknown, friction must not depend on velocity
};
void solve_step(const FrictionalProblem& problem, const Step& step, const History& history,
                const FrictionalOptions& options, FrictionalWorkspace& workspace,
                FrictionalSolution& solution, Start start);

}  // namespace tread::contact
