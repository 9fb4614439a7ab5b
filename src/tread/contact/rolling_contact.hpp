#pragma once

#include <array>
#include <functional>
#include <iosfwd>
#include <memory>
#include <vector>

#include "tread/contact/frictional.hpp"

namespace tread::contact {

/// How the history of rolling contact is carried from step to step. c is the distance of a step
/// over the size of a cell.
///
///   exact         the grid moves with the contact; displacements of the step before are evaluated
///                 where the particles were, between cell centres: A' of Kalker and CONTACT.
///                 Tractions wiggle for c well below 1, and smear for any c that is not whole.
///   interpolated  the same with A' taken linearly between c = 0 and c* = 1. No wiggles; every
///                 step with c < 1 smears.
///   world_fixed   cells stay on the rail, in a window that moves over it with the contact, so that
///                 no traction is ever moved from cell to cell. Right for every c.
///
/// van der Wekken, Vollebregt and Vuik, Occurrence and removal of wiggles in transient rolling
/// contact simulation. docs/rolling.md.
enum class RollingScheme { exact, interpolated, world_fixed };

/// Undeformed distance at a point of the contact frame, whose origin moves with the contact, m.
using DistanceFunction = std::function<double(double x, double y)>;

struct RollingSetup {
  Grid grid;  // potential contact around the origin of the contact frame; world-fixed: must hold
              // the contact with two cells to spare on every side
  BodyPair bodies;
  Friction friction;             // a factor per cell belongs to the contact frame
  double line_datum = 0;         // > 0: plane strain
  double layer_flexibility = 0;  // m/Pa
  DistanceFunction distance;
  RollingScheme scheme = RollingScheme::world_fixed;
  /// World-fixed: states are kept, for displacements to be counted from, at this many points per
  /// cell of way. 0: at the end of every step, wherever that is; tractions then carry a sawtooth
  /// unless 1/c is whole.
  int commits_per_cell = 4;
  double lead = 1.0 / 6;  // grid on the contact: as Rolling::lead, so that transient rolling ends
                          // in the steady state
  FrictionalOptions options;
};

/// What happens during one step.
struct RollingStep {
  double speed = 0;      // V >= 0, m/s; 0: the bodies shift, and creepages are distances
  double direction = 0;  // of rolling, rad from the x axis
  Prescribed normal = Prescribed::force;
  double normal_value = 0;  // N or m, at the end of the step
  Kinematics kinematics;    // creepages hold during the step, forces at its end
};

/// Where a rolling contact stands: all that its future depends on, but for its setup. A plain
/// value.
struct RollingState {
  RollingScheme scheme = RollingScheme::world_fixed;
  Grid grid;
  double time = 0;                        // s
  std::array<double, 2> way{0, 0};        // of the contact over the rail, m
  std::array<long long, 2> window{0, 0};  // cells the window has moved

  /// A solution that the next step can start from.
  struct Snapshot {
    VectorField<double> traction;
    std::vector<double> pressure;
    std::vector<CellState> cells;
    std::vector<double> friction;  // coefficient of each cell
  };
  Snapshot committed;  // what displacements are counted from
  Snapshot last;  // the end of the last step: first guess, and committed if the load turns round

  /// What happened since the committed state; the origin below is that of the contact frame.
  struct Since {
    double time = 0;
    double length = 0;  // of way, m
    std::array<double, 2> way{0, 0};
    /// Rigid displacement, where the creepage is given, at the place of the origin then, m; what
    /// spin adds to it there; and the angle of spin, rad.
    std::array<double, 2> rigid{0, 0};
    std::array<double, 2> spin_part{0, 0};
    double spin = 0;
    /// Rigid displacement at the moving origin, given or found, m: creepage times length.
    std::array<double, 2> creep{0, 0};
    double work = 0;  // of friction, J
  };
  Since since;
  double committed_work = 0;  // of friction up to the committed state, J
  double past_point = 0;      // way since the last point where states are kept, m

  RollingStep last_step;  // to see a load turn round
  std::array<double, 4> last_change{0, 0, 0, 0};

  /// Way and rigid displacement at the moving origin, of the last cell of way.
  struct Piece {
    double length = 0;
    std::array<double, 2> creep{0, 0};
  };
  std::vector<Piece> pieces;
  Creepage creepage;  // mean over the pieces

  /// Work of friction since the start, J: never positive, what friction took out.
  double friction_work() const { return committed_work + since.work; }
};

/// Contact of two bodies that roll over each other, step by step.
///
/// A value: copies are independent. A step that fails (throws, or does not converge) leaves the
/// state as it was; a step that the caller rejects is undone by restoring the state before it,
/// after which the object behaves as if the step had never been.
class RollingContact {
 public:
  explicit RollingContact(RollingSetup setup);
  ~RollingContact();
  RollingContact(const RollingContact& other);
  RollingContact& operator=(const RollingContact& other);
  RollingContact(RollingContact&&) noexcept;
  RollingContact& operator=(RollingContact&&) noexcept;

  const RollingSetup& setup() const;

  /// Begins anew, at rest, with another setup; what is memory only (plans, kernels) stays. Throws
  /// as the constructor, and leaves everything as it was then.
  void begin(RollingSetup setup);

  /// Goes on by dt > 0, s. Throws ModelError on impossible input. In the interpolated and the
  /// world-fixed scheme long steps are taken in pieces, during which forces, load or approach go
  /// evenly from the values before to those of the step.
  SolveStatus step(double dt, const RollingStep& step);

  /// Begins anew, with the tractions that steady rolling under this step's load, speed > 0 and
  /// kinematics has: as if the contact had come a long way. Unless that converges the state stays.
  SolveStatus start_steady(const RollingStep& step);

  /// At the end of the last step; its grid, in the contact frame, is grid(). In world-fixed rolling
  /// slip, creepage and power are means since the state was last kept, a fraction of a cell before.
  /// Of a step that did not converge: what was reached. Empty after restore().
  const FrictionalSolution& solution() const;
  const Grid& grid() const;

  /// Creepage as a mean over the last cell of way (in a shift: of the step). With a given force the
  /// creepage of a single step, solution().creepage, ripples in world-fixed rolling with the cells
  /// that enter and leave.
  Creepage creepage() const;

  /// Other geometry, from the next step on. Not part of the state.
  void set_distance(DistanceFunction distance);

  const RollingState& state() const;
  /// Throws ModelError if the state belongs to another grid or scheme.
  void restore(const RollingState& state);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// A state as a file: binary, for the machine kind that wrote it. Throws IoError.
void save(const RollingState& state, std::ostream& out);
RollingState load_rolling_state(std::istream& in);

}  // namespace tread::contact
