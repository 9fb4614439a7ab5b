#pragma once

#include <Eigen/Cholesky>
#include <vector>

#include "tread/integrate/one_stage.hpp"
#include "tread/interaction/train_bridge.hpp"

namespace tread::interaction {

using integrate::Matrix;
using integrate::OneStage;
using integrate::State;
using integrate::Vector;

/// Where the wheels are at an instant and what lies below them.
struct WheelPlaces {
  double time = 0;
  double speed = 0;                         // m/s
  double acceleration = 0;                  // m/s2
  Vector x;                                 // m, of each wheel
  std::vector<vehicle::ProfileAt> surface;  // r - f below each wheel: height, slope, curvature
  std::vector<int> on_bridge;               // wheels that the bridge carries
  Matrix shape;                             // w_i(x_k): modes x wheels on the bridge
  Matrix slope;                             // w_i'
  Matrix curvature;                         // w_i''
};

/// Which derivatives of the mode shapes are wanted.
enum class ShapeOrder { shape, slope, curvature };

/// Forces at the wheels.
struct WheelForces {
  Vector on_wheel;   // F, N, up
  Vector on_bridge;  // Q, down
};

/// The approach of each wheel and its rates (rates need slopes, accelerations curvatures).
struct Approach {
  Vector value;
  Vector rate;
  Vector acceleration;
};

/// Bridge and train as one system in y = (q, u): M y'' + C y' + K y = G + contact forces, with M =
/// 1, C and K diagonal for the modes and small blocks for the vehicles.
class CoupledSystem {
 public:
  explicit CoupledSystem(const TrainBridgeProblem& problem);
  CoupledSystem(const CoupledSystem&) = delete;  // bodies point into it
  CoupledSystem& operator=(const CoupledSystem&) = delete;

  int n_modes() const { return static_cast<int>(stiffness_.size()); }
  int n_wheels() const { return static_cast<int>(wheels_.size()); }
  int size() const { return n_modes() + n_dofs_; }
  const TrainBridgeProblem& problem() const { return problem_; }
  const std::vector<double>& wheel_loads() const { return wheel_loads_; }

  WheelPlaces places_at(double time, ShapeOrder order) const;

  /// Forces at the wheels as forces on y.
  void add_contact(const WheelPlaces& places, const WheelForces& forces, double factor,
                   Vector& sum) const;
  /// C v + K x, and G.
  void internal_force(const Vector& position, const Vector& velocity, Vector& force) const;
  Vector load() const;
  Vector apply_mass(const Vector& a) const;
  /// z of every wheel from a vector of y's kind.
  Vector at_wheels(const Vector& y) const;
  int wheel_row(int wheel) const { return wheels_[static_cast<std::size_t>(wheel)].row; }
  /// Approach, and its rates as far as the places have slopes and curvatures.
  Approach approach(const WheelPlaces& places, const State& state, ShapeOrder order) const;

  struct Body {  // a vehicle
    const vehicle::PlaneVehicle* vehicle;
    int row;          // of its first displacement in y
    int first_wheel;  // among all wheels
  };
  const std::vector<Body>& bodies() const { return bodies_; }
  const Vector& modal_damping() const { return damping_; }
  const Vector& modal_stiffness() const { return stiffness_; }

 private:
  struct WheelIndex {
    int row;  // in y
    double offset;
    vehicle::WheelDefect defect;
  };

  TrainBridgeProblem problem_;
  Vector damping_;    // 2 zeta omega of each mode
  Vector stiffness_;  // omega^2
  std::vector<Body> bodies_;
  std::vector<WheelIndex> wheels_;
  std::vector<double> wheel_loads_;
  int n_dofs_ = 0;
};

/// The equation of one implicit stage, solved but for the forces at the wheels: accelerations are
/// linear in them,
///
///   a = free + modes: (w_i Q summed) force_weight / d_i,   vehicles: - force_weight D^-1 B F
///
/// with d = mass_weight + force_weight (c_v 2 zeta omega + c_x omega^2), and D alike for each
/// vehicle. So are approaches and their rates: delta = delta_free - C F, with a compliance C of
/// wheels x wheels. That is Woodbury's formula for the diagonal plus rank n matrix of the whole.
class StageSystem {
 public:
  explicit StageSystem(const CoupledSystem& system) : system_(system) {}

  /// Takes a stage; old_contact are the contact forces at the start of the step (as forces on y).
  void begin(const OneStage& stage, const State& old, const Vector& old_contact);

  /// The state at the end for given forces.
  void finish(const WheelPlaces& places, const WheelForces& forces, State& state) const;
  /// The same without forces: what approaches start from.
  const State& free() const { return free_; }

  /// What F (all wheels) and Q (wheels on the bridge) take off the approaches and their rates,
  /// linear: approach = free - of_wheels F - of_bridge Q.
  struct Compliance {
    Matrix of_wheels;
    Matrix of_bridge;  // wheels x wheels, zero for those off the bridge
  };
  Compliance approach_compliance(const WheelPlaces& places) const;
  Compliance rate_compliance(const WheelPlaces& places) const;
  Compliance acceleration_compliance(const WheelPlaces& places) const;

 private:
  struct Factors {
    double position_weight = -1, velocity_weight = -1, mass_weight = -1, force_weight = -1;
    bool operator==(const Factors&) const = default;
  };
  void factorise(const Factors& factors);
  Matrix wheels_part(double weight) const;
  Matrix bridge_part(const WheelPlaces& places, const Matrix& rows) const;

  const CoupledSystem& system_;
  Factors factors_;
  Vector inverse_;                             // 1 / d of the modes
  std::vector<Eigen::LDLT<Matrix>> vehicles_;  // D
  std::vector<Matrix> wheel_columns_;          // D^-1 B of each vehicle
  OneStage stage_;
  State free_;
};

}  // namespace tread::interaction
