#pragma once

#include <Eigen/Cholesky>
#include <memory>
#include <vector>

#include "tread/integrate/one_stage.hpp"
#include "tread/interaction/bridge_system.hpp"
#include "tread/interaction/train_bridge.hpp"

namespace tread::interaction {

using integrate::OneStage;
using integrate::State;

/// Forces at the points: wheels, then springs with laws (of the bridge, then of the vehicles).
struct WheelForces {
  Vector on_wheel;   // F, N, up; of a spring: what its law adds to its linear part
  Vector on_bridge;  // Q, down
};

/// The approach of each wheel (of a spring: its elongation) and its rates (rates need slopes,
/// accelerations curvatures).
struct Approach {
  Vector value;
  Vector rate;
  Vector acceleration;
};

/// Bridge and train as one system in y = (q, u): M y'' + C y' + K y = G + contact forces, with
/// modes or a structure for the bridge and small blocks for the vehicles.
class CoupledSystem {
 public:
  explicit CoupledSystem(const TrainBridgeProblem& problem);
  CoupledSystem(const CoupledSystem&) = delete;  // bodies point into it
  CoupledSystem& operator=(const CoupledSystem&) = delete;

  const BridgeSystem& bridge() const { return *bridge_; }
  int n_bridge() const { return bridge_->size(); }  // unknowns q
  int n_wheels() const { return static_cast<int>(wheels_.size()); }
  int n_points() const { return n_wheels() + bridge_->n_springs() + n_laws_; }
  int size() const { return n_bridge() + n_dofs_; }
  const TrainBridgeProblem& problem() const { return problem_; }
  const std::vector<double>& wheel_loads() const { return wheel_loads_; }

  WheelPlaces places_at(double time, ShapeOrder order) const;

  /// What a spring's law adds to its linear part; the point is one after the wheels.
  PiecewiseLinear::At spring(int point, double elongation) const;

  /// Forces at the points as forces on y.
  void add_contact(const WheelPlaces& places, const WheelForces& forces, double factor,
                   Vector& sum) const;
  /// C v + K x, and G with what moving supports do.
  void internal_force(const Vector& position, const Vector& velocity, Vector& force) const;
  Vector load(double time) const;
  Vector apply_mass(const Vector& a) const;
  /// z of every wheel from a vector of y's kind.
  Vector at_wheels(const Vector& y) const;
  int wheel_row(int wheel) const { return wheels_[static_cast<std::size_t>(wheel)].row; }
  bool has_mass(int wheel) const { return wheels_[static_cast<std::size_t>(wheel)].has_mass; }
  /// Approach, and its rates as far as the places have slopes and curvatures.
  Approach approach(const WheelPlaces& places, const State& state, ShapeOrder order) const;
  /// -w of the bridge, or of a derivative of it, below every point: minus rows . q.
  void subtract_bridge(const WheelPlaces& places, const Matrix& rows, double factor,
                       const Vector& y, Vector& sum) const;
  /// The same below wheels alone, with a factor for each.
  void subtract_bridge(const WheelPlaces& places, const Matrix& rows, const Vector& factors,
                       const Vector& y, Vector& sum) const;
  /// What wheels have, in the order of the columns of the places; zero for springs.
  Vector on_bridge(const WheelPlaces& places, const Vector& of_wheels) const;

  struct Body {  // a vehicle
    const vehicle::PlaneVehicle* vehicle;
    int row;                  // of its first displacement in y
    int first_wheel;          // among all wheels
    int first_law;            // among all points
    std::vector<int> points;  // its wheels, its springs with laws
    Matrix picks;             // its displacements x these points: approaches and elongations
  };
  const std::vector<Body>& bodies() const { return bodies_; }

 private:
  /// How a train runs: x = start + direction (way - offset).
  struct Run {
    double direction;  // 1: to the right, -1: to the left
    double start, speed, acceleration;
  };
  struct WheelIndex {
    int row;  // in y
    double offset;
    vehicle::WheelDefect defect;
    Run run;
    bool has_mass;
  };
  void add_train(const vehicle::Train& train, const Run& run,
                 const std::vector<vehicle::WheelDefect>& defects);
  void number_points();

  TrainBridgeProblem problem_;
  std::unique_ptr<BridgeSystem> bridge_;
  std::vector<Body> bodies_;
  std::vector<WheelIndex> wheels_;
  std::vector<double> wheel_loads_;
  int n_dofs_ = 0;
  int n_laws_ = 0;
};

/// The equation of one implicit stage, solved but for the forces at the points: accelerations are
/// linear in them,
///
///   a = free + bridge: force_weight A^-1 (sum of Q shape),   vehicles: - force_weight D^-1 B F
///
/// with A = mass_weight M + force_weight (c_v C + c_x K) of the bridge (diagonal for modes), and D
/// alike for each vehicle. So are approaches and their rates: delta = delta_free - C F, with a
/// compliance C of points x points. That is Woodbury's formula for the matrix of the whole, and
/// what the block elimination of the vehicle-structure paper (57) leaves.
class StageSystem {
 public:
  explicit StageSystem(const CoupledSystem& system);

  /// Takes a stage; old_contact are the contact forces at the start of the step (as forces on y).
  void begin(const OneStage& stage, const State& old, const Vector& old_contact);

  /// The same on a bridge whose motion at the end of the stage is known: forces move the vehicles
  /// alone.
  void begin_on_moved_bridge(const OneStage& stage, const State& old, const Vector& old_contact,
                             const State& moved);

  /// The state at the end for given forces.
  void finish(const WheelPlaces& places, const WheelForces& forces, State& state) const;
  /// The same without forces: what approaches start from.
  const State& free() const { return free_; }

  /// What F (all points) and Q (points on the bridge) take off the approaches and their rates,
  /// linear: approach = free - of_wheels F - of_bridge Q.
  struct Compliance {
    Matrix of_wheels;
    Matrix of_bridge;  // zero for those off the bridge
  };
  Compliance approach_compliance(const WheelPlaces& places) const;
  Compliance rate_compliance(const WheelPlaces& places) const;
  Compliance acceleration_compliance(const WheelPlaces& places) const;

 private:
  void factorise_vehicles(const BridgeStage::Weights& weights);
  Vector right_side(const OneStage& stage, const State& old, const Vector& old_contact) const;
  void free_vehicles(const OneStage& stage, const Vector& right);
  Matrix wheels_part(double weight) const;
  Matrix bridge_part(const WheelPlaces& places, const Matrix& rows) const;

  const CoupledSystem& system_;
  std::unique_ptr<BridgeStage> bridge_;
  BridgeStage::Weights weights_;               // of the vehicles' factors
  std::vector<Eigen::LDLT<Matrix>> vehicles_;  // D
  std::vector<Matrix> columns_;                // D^-1 picks of each vehicle
  OneStage stage_;
  bool is_bridge_moved_ = false;  // its motion is known
  State free_;
};

}  // namespace tread::interaction
