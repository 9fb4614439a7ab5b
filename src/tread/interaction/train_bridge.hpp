#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "tread/core/observer.hpp"
#include "tread/core/solve_status.hpp"
#include "tread/integrate/scheme.hpp"
#include "tread/integrate/stability.hpp"
#include "tread/interaction/contact_model.hpp"
#include "tread/interaction/energy.hpp"
#include "tread/structure/beam_modes.hpp"
#include "tread/structure/elastic_structure.hpp"
#include "tread/structure/joint_rails.hpp"
#include "tread/structure/reduction.hpp"
#include "tread/vehicle/surface_profile.hpp"
#include "tread/vehicle/train.hpp"
#include "tread/vehicle/wheel_defect.hpp"

namespace tread::interaction {

/// A train that crosses a bridge: one coupled problem of the bridge's modes q, the vehicles'
/// displacements u and the contact of every wheel (thesis chapter 10),
///
///   q_i'' + 2 zeta_i omega_i q_i' + omega_i^2 q_i = sum_k Q_k w_i(x_k)     bridge, w = sum q_i w_i
///   M u'' + C u' + K u = G - B F                                          vehicles
///   delta_k = z_k - w(x_k, t) + r(x_k) - f_k,   F_k = F(delta_k) >= 0      contact of wheel k
///
/// Deflections w and wheel displacements z are positive down, the rail's height r is positive up,
/// f is what the wheel lacks there; Q = F unless the contact model says otherwise. Wheel k is at
/// x_k = start_position + speed t + acceleration t^2/2 - offset_k; a bridge of beams lies from 0 to
/// its length, outside it the ground is rigid.
///
/// Instead of beams the bridge may be a structure of finite elements (M q'' + C q' + K q = ..., w =
/// N(x) . q along its load line): the same equations with more unknowns, those of the
/// vehicle-structure paper (Montenegro et al. 2013): its (39), reduced to one equation a wheel.
///
/// With a RigidContact delta_k = 0 while F_k >= 0: all terms of the moving mass (w_tt + 2 v w_xt +
/// v^2 w_xx) are there, in the acceleration of the approach or, where displacements are
/// constrained as in the paper, in the scheme.

enum class StartState {
  /// As if the train had come slowly: what stands under its weight at x moves with it, y' = v dy/dx
  /// of the state at rest y(x). Wheels follow the rail's own heights besides. A wheel at the end of
  /// the bridge where it comes on has moved nothing yet.
  static_equilibrium,
  touch,  // springs and contacts unloaded, wheels touch: the weight acts at once (thesis)
  /// The state at rest with wheels alone that follow their line, as other programs start.
  at_rest,
};

/// What is below wheels that are not on the load line of a structure.
enum class Beyond { refuse, rigid_ground };

/// What crossings of one structure with all its unknowns have in common and is expensive: factors
/// of a step length, responses along the load line. For one crossing at a time; a crossing has the
/// same bits with a fresh one, a used one or none.
class StructureMemory;
std::shared_ptr<StructureMemory> make_structure_memory();

/// A train that meets or overtakes the other one on the same bridge, on a track beside it: both
/// feel one deflection w(x, t), and each its own velocity. Wheel k is at x_k = start_position -+
/// (speed t - offset_k), minus for a train to the left.
struct SecondTrain {
  enum class Direction { left, right };
  vehicle::Train train;
  Direction direction = Direction::left;
  double speed = 0;                           // m/s, > 0
  double start_position = 0;                  // m, of its leading wheel at t = 0
  std::vector<vehicle::WheelDefect> defects;  // none, one for all wheels, or one for each
};

struct TrainBridgeProblem {
  std::optional<structure::BeamModes> bridge;  // none: rigid ground
  /// Rails over joints with the ground or the next beam; none: wheels meet the kinks there. The
  /// load line of a structure has them in itself already (structure::with_joint_rails).
  structure::JointRails joint_rails;
  /// Instead of beams: all its unknowns are kept, unless there are modes to take their place
  /// (structure::reduce).
  std::shared_ptr<const structure::ElasticStructure> structure;
  std::shared_ptr<const structure::LineModes> reduced;
  std::shared_ptr<StructureMemory> memory;  // of the structure; null: nothing is kept
  Beyond beyond = Beyond::refuse;           // the load line of a structure
  vehicle::Train train;
  ContactModel contact;
  double speed = 0;                   // m/s, > 0
  double acceleration = 0;            // m/s2, along the track; the train must not come to a stand
  double start_position = 0;          // m, of the leading wheel at t = 0
  std::optional<SecondTrain> second;  // its wheels and vehicles are counted after the others
  double duration = 0;                // s; 0: until the last wheel has left the bridge
  vehicle::SurfaceProfile rail;
  std::vector<vehicle::WheelDefect> defects;  // none, one for all wheels, or one for each
  StartState start = StartState::static_equilibrium;
};

/// Newton's method with the exact algebra of the diagonal plus rank-n matrix: the unknowns are the
/// wheels' approaches alone (thesis 10.2, Woodbury instead of lemma 10.1).
struct QuasiNewton {
  DerivativeRule derivative;
};

/// Thesis 10.1: forces from the iterate before, under-relaxed. Diverges for stiff contacts.
struct Picard {
  std::function<double(int)> relaxation = [](int) { return 1.0; };  // omega of iteration 1, 2, ...
  double tolerance = 1e-4;  // relative change of all displacements and velocities (bridge: L2 norm)
};

using StepIteration = std::variant<QuasiNewton, Picard>;

/// A sum of displacements of a structure that is worth recording: a node's, a bearing's.
struct Probe {
  std::vector<int> dofs;
  std::vector<double> weights;
};

/// What happens to a step at which the scheme makes motions grow (crossing_stability).
enum class UnstableStep {
  refuse,   // ModelError
  shorten,  // to a stable one, with as many steps more between records; refused if there is none
  allow,    // to see it: the crossing ends as unstable when the scheme has made most of its energy
};

struct CrossingOptions {
  integrate::SchemeSettings scheme;  // one implicit stage: newmark, backward_euler, bdf_2, ...
  double step = 1e-3;                // s
  UnstableStep unstable_step = UnstableStep::refuse;
  double min_step = 0;  // s; steps that cannot be solved are halved down to it. 0: step / 1024
  StepIteration iteration = QuasiNewton{};
  double force_tolerance = 1e-8;  // residual of the forces over the largest wheel load
  int max_iterations = 40;
  int record_every = 1;           // steps
  std::vector<double> sections;   // x of places on the bridge whose motion is recorded, m
  bool record_modes = false;      // modal coordinates
  std::vector<double> snapshots;  // times at which the contact of every wheel is kept (grids), s
  bool record_vehicles = false;   // all displacements u and accelerations
  bool record_reactions = false;  // of the supports of a structure
  std::vector<Probe> probes;      // of a structure (reduced: if its shapes are known everywhere)
  bool track_energy = false;
  Observer* observer = nullptr;  // may be null
};

/// A column is a wheel, a section, a mode or a displacement; a row belongs to a time.
using History = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// A wheel that hit the rail (rigid contact): plastic, the momentum that it loses goes to the
/// bridge and through the vehicle.
struct Impact {
  double time = 0;
  int wheel = 0;
  double impulse = 0;            // N s
  double approach_velocity = 0;  // m/s, before it
};

/// Contact lost or found again.
struct ContactChange {
  double time = 0;
  int wheel = 0;
  enum class Kind { lost, found };
  Kind kind = Kind::lost;
  double energy_gained =
      0;  // J, kinetic, by the impact of landing less the drive's part: never > 0
};

/// Pressures of a wheel's contact on its grid at the end of the step that reached a time asked for.
struct Snapshot {
  double time = 0;
  int wheel = 0;
  contact::NormalSolution contact;
  Grid grid;
};

struct CrossingCounts {
  long long steps = 0;
  long long iterations = 0;      // of all steps that were solved
  long long contact_solves = 0;  // on grids
  long long retries = 0;         // steps taken again with half their length
  int most_iterations = 0;       // in a step
  int factorisations = 0;        // of a structure with all its unknowns
};

struct Crossing {
  SolveStatus status = SolveStatus::stopped;
  std::string message;  // empty if it came to the end; else "did not converge at t = ..."
  double step = 0;      // s, that was taken
  integrate::StepStability stability;
  bool is_unstable = false;    // it ended because the scheme made it grow; status: blew_up or less
  std::vector<double> times;   // s, of all rows
  History positions;           // x of the wheels, m
  History approaches;          // delta, m; negative: a gap
  History forces;              // F, N
  History wheels;              // z, m
  History deflections;         // w at the sections, m
  History accelerations;       // w_tt at the sections, m/s2
  History moments;             // bending moment at the sections, N m; positive when sagging
  History shears;              // shear force there, N; both only of beams
  History modes;               // q, m sqrt(kg), if asked for
  History mode_accelerations;  // with them
  History vehicles;            // u, if asked for
  History vehicle_accelerations;
  History probes;                   // m
  History probe_accelerations;      // m/s2
  History reactions;                // N, of the structure's supports in their order, if asked for
  EnergyHistory energy;             // if asked for
  std::vector<double> wheel_loads;  // static, N
  std::vector<Snapshot> snapshots;
  std::vector<Impact> impacts;
  std::vector<ContactChange> contact_changes;
  /// m: how far wheels in rigid contact are from the surface in the middle of a step, at most. At
  /// its ends the constraint holds them, there no distance tells anything.
  double midway_gap = 0;
  std::optional<Grid> largest_grid;  // that a contact needed, on grids
  CrossingCounts counts;
};

/// Throws ModelError, with value, reason and remedy: no speed, a train that never reaches the
/// bridge or stops on it, a step or duration that makes no sense, a scheme that
/// does not fit.
void check(const TrainBridgeProblem& problem, const CrossingOptions& options);

/// What is legal but unwise, in words for people: a step that cannot follow a wheel's bounce on its
/// contact, wheels whose contact grids overlap, sections off the bridge.
std::vector<std::string> warnings_of(const TrainBridgeProblem& problem,
                                     const CrossingOptions& options);

/// How long the crossing takes: problem.duration, or until the last wheel has left the bridge.
double duration_of(const TrainBridgeProblem& problem);

/// Solves it. Schemes that are not stable for every step are checked first, and watched on the way.
/// A step that does not converge is retried with half its length down to min_step; then
/// the crossing ends with its status and everything until then.
Crossing cross_bridge(const TrainBridgeProblem& problem, const CrossingOptions& options);

}  // namespace tread::interaction
