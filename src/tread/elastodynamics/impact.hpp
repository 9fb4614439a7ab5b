#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "tread/core/observer.hpp"
#include "tread/core/solve_status.hpp"
#include "tread/elastodynamics/block.hpp"
#include "tread/elastodynamics/semi_discrete.hpp"
#include "tread/elastodynamics/stability.hpp"

namespace tread::elastodynamics {

/// A rigid cylinder falls on a block of elastic ground with inertia (thesis chapter 7).
///
///   ground     rho u'' = div sigma in the block, plane strain, surface loaded by the pressure p
///   cylinder   m z_c'' = F - m g,   z_c: height of its lowest point over the undeformed surface
///
/// Everything is per metre of length along y; z points up. What couples the two is the surface
/// condition.
enum class SurfaceCondition {
  unilateral,    // gap >= 0, p >= 0, gap p = 0 at every surface point, F = integral of p
  hertz_thesis,  // pressure from the cylinder's height alone: see height_law.hpp
  hertz_line,
  grid_solver,
  displacement,  // points found below the cylinder are moved to it and never pulled at less than
                 // that, F = pi/4 E* depth (listing A.3)
};

/// Marching in time.
///
///   midpoint        implicit, average acceleration; keeps the block's energy
///   backward_euler  implicit, damps
///   leapfrog        explicit (velocity Verlet), step limited
///   forward_euler   explicit, unstable for every step
///
/// Unilateral contact in the implicit schemes: forces act over the whole step and belong to the gap
/// at its end. In midpoint this loses q_1 . (what the gap closed) of energy and never gains any:
/// the contact energy is convex in the unknowns, and its gradient at the end of a step takes at
/// least its change out of the motion. docs/elastodynamics.md has the proof.
enum class Scheme { midpoint, backward_euler, leapfrog, forward_euler };
inline bool is_implicit(Scheme scheme) {
  return scheme == Scheme::midpoint || scheme == Scheme::backward_euler;
}

struct ImpactProblem {
  Block block;
  double radius = 0;      // R of the cylinder, m
  double mass = 0;        // of the cylinder, kg/m
  double gravity = 9.81;  // m/s²
  double height = 0;      // z_c at the start, m, >= 0
  double velocity = 0;    // of the cylinder at the start, m/s, up
  SurfaceCondition surface = SurfaceCondition::unilateral;
  double force_modulus = 0;  // displacement: E* of the force, Pa; 0: of rigid on the block
  double datum_distance =
      0;  // grid_solver: where the displacement is zero, m; 0: the block's height
};

/// How an implicit step finds the cylinder's height where the pressure depends on it.
enum class HeightIteration { picard, newton };
enum class UnstableStep { refuse, allow };

struct ImpactOptions {
  Scheme scheme = Scheme::midpoint;
  double step = 0;       // s, while the cylinder touches or is about to
  double free_step = 0;  // s, during the fall, while the ground is at rest; 0: the same
  double min_step = 0;   // s, a step that cannot be solved is halved down to this; 0: step/1024
  double end_time = 0;   // s
  HeightIteration iteration = HeightIteration::newton;
  double tolerance = 1e-10;  // on the height in these iterations, m
  int max_iterations = 100;
  UnstableStep unstable = UnstableStep::refuse;
  /// Of what the cylinder brought, its energy at the start and its fall since: a run whose energy
  /// grows by more ends there. Only unilateral contact has a balance; a pressure or a displacement
  /// that follows from the height alone does work on the ground that nobody pays for.
  double largest_energy_gain = std::numeric_limits<double>::infinity();
  std::vector<double> instants;  // s: fields are kept at the first step that reaches each
  Observer* observer = nullptr;  // may be null
};

struct ImpactState {
  double time = 0;          // s
  Vector u;                 // m
  Vector v;                 // m/s
  Vector a;                 // m/s², explicit schemes only
  Vector surface_force;     // q, N/m
  double height = 0;        // z_c, m
  double velocity = 0;      // m/s
  double acceleration = 0;  // m/s²
  double force = 0;         // on the cylinder, N/m
  double absorbed = 0;      // energy gone through the outer sides so far, J/m
};

/// Energies per metre of length, J/m.
struct ImpactEnergy {
  double kinetic = 0;   // of the block
  double elastic = 0;   // of the block, with the half cells below the contact
  double cylinder = 0;  // kinetic
  double gravity = 0;   // m g z_c
  double absorbed = 0;  // at the outer sides, so far

  double total() const { return kinetic + elastic + cylinder + gravity + absorbed; }
};

struct ImpactStep {
  double time = 0;
  double step = 0;
  double height = 0;  // z_c
  double velocity = 0;
  double force = 0;            // on the cylinder, N/m
  double surface_force = 0;    // sum of q, N/m: the same in honest contact
  double contact_width = 0;    // of all points with pressure, m
  double peak_pressure = 0;    // Pa
  double widest_gap = 0;       // between cylinder and surface at a point with pressure, m
  double deepest_overlap = 0;  // of cylinder and surface anywhere, m
  int iterations = 0;
  ImpactEnergy energy;
};

/// Fields at one instant.
struct ImpactSnapshot {
  double time = 0;
  double height = 0;
  std::vector<double> surface_x;       // m
  std::vector<double> surface_height;  // s, m
  std::vector<double> pressure;        // Pa
  DisplacementField displacement;
};

struct ImpactRun {
  SolveStatus status = SolveStatus::converged;
  std::string message;            // what ended it, unless it converged
  std::vector<ImpactStep> steps;  // the first is the start
  std::vector<ImpactSnapshot> snapshots;
  StabilityLimit limit;  // of explicit schemes
  int n_factorisations = 0;
  int n_halvings = 0;
  double smallest_step = 0;
  double energy_brought = 0;  // by the cylinder, with its start and its deepest fall, J/m
  double energy_gain = 0;     // the largest, of what was brought until then
};

/// Marches one impact step by step. The problem is kept by value.
class ImpactMarch {
 public:
  /// Throws ModelError for a problem or options that cannot be marched: a step beyond the limit
  /// (with the largest step that is not), no mass, a start inside the ground, a surface condition
  /// that the discretisation or scheme does not have.
  ImpactMarch(const ImpactProblem& problem, const ImpactOptions& options);
  ~ImpactMarch();
  ImpactMarch(ImpactMarch&&) noexcept;

  /// One step; false: it could not be solved, and the state is as before.
  bool advance(double step);

  const ImpactState& state() const;
  const SemiDiscrete& ground() const;
  const StabilityLimit& limit() const;
  /// Height of the surface points, m.
  Vector surface() const;
  /// Between cylinder and surface points, m; infinite beside the cylinder.
  Vector gap() const;
  ImpactStep record() const;
  ImpactSnapshot snapshot() const;
  int n_factorisations() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

ImpactRun run_impact(const ImpactProblem& problem, const ImpactOptions& options);

}  // namespace tread::elastodynamics
