#pragma once

#include <memory>
#include <optional>

#include "tread/core/piecewise_linear.hpp"
#include "tread/interaction/train_bridge.hpp"
#include "tread/interaction/wheel_places.hpp"

namespace tread::interaction {

using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using VectorIn = Eigen::Ref<const Vector>;
using VectorOut = Eigen::Ref<Vector>;

/// The bridge in a step: factors of A = mass M + damping C + stiffness K.
class BridgeStage {
 public:
  virtual ~BridgeStage() = default;

  struct Weights {
    double mass = -1, damping = -1, stiffness = -1;
    bool operator==(const Weights&) const = default;
  };
  virtual void factorise(const Weights& weights) = 0;

  /// Solves M a + C (v + c_v a) + K (x + c_x a) = right for a, with the weights of A in front: a =
  /// A^-1 (right - f (C v + K x)), where f = stiffness / c_x (1 for a stage of no length).
  virtual void solve(VectorIn right, VectorIn x, VectorIn v, double force_weight, VectorOut a) = 0;

  /// rows' A^-1 shape for the points on the bridge; rows are columns as in the places.
  virtual Matrix compliance(const WheelPlaces& places, const Matrix& rows) = 0;
  /// a += A^-1 shape forces.
  virtual void add_response(const WheelPlaces& places, const Vector& forces, VectorOut a) = 0;
};

/// What carries the train, as the crossing sees it: unknowns q with M q'' + C q' + K q = f, the
/// deflection w(x) = shape(x) . q below a wheel, and springs with laws of their own. Where a spring
/// has a law, K holds its reference stiffness, and the law's deviation from it is a force that the
/// step finds.
class BridgeSystem {
 public:
  virtual ~BridgeSystem() = default;

  virtual int size() const = 0;
  virtual bool carries(double x) const = 0;

  /// Places where the slope of the line jumps, ends of spans among them, in rising order.
  virtual const std::vector<double>& kinks() const = 0;

  /// Fills in shape, slope and curvature of the wheels on it (x in places) and of its springs.
  virtual void place(ShapeOrder order, WheelPlaces& places) const = 0;
  /// rows.col(i) . q
  virtual double dot(const WheelPlaces& places, const Matrix& rows, Eigen::Index i,
                     VectorIn q) const = 0;
  /// sum += force shape.col(i)
  virtual void add(const WheelPlaces& places, Eigen::Index i, double force,
                   VectorOut sum) const = 0;

  virtual void internal_force(VectorIn q, VectorIn velocity, VectorOut force) const = 0;
  virtual void apply_mass(VectorIn a, VectorOut force) const = 0;
  /// Of supports that move.
  virtual void external_force(double time, VectorOut force) const = 0;
  virtual double kinetic_energy(VectorIn velocity) const = 0;
  virtual double strain_energy(VectorIn q) const = 0;

  /// Deviations of the springs' laws from the stiffness in K.
  virtual int n_springs() const { return 0; }
  virtual PiecewiseLinear::At spring(int /*i*/, double /*elongation*/) const { return {}; }

  /// At rest: shape' K^-1 shape of the points on it, and K^-1 force. Throws ModelError if it can
  /// move without strain.
  virtual Matrix static_compliance(const WheelPlaces& places) const = 0;
  virtual Vector static_response(VectorIn force) const = 0;

  /// Reactions of its supports to its motion and to forces at the points; empty if they are not
  /// known.
  virtual Vector reactions(const WheelPlaces& places, const Vector& forces, VectorIn q,
                           VectorIn velocity, VectorIn acceleration) const = 0;

  virtual std::unique_ptr<BridgeStage> stage() const = 0;
  /// Whether factors of another step length cost so much that its motion within a step is better
  /// interpolated.
  virtual bool is_costly_to_factorise() const { return false; }
  /// Costly factors made so far, of steps and of instants.
  virtual int n_factorisations() const { return 0; }
};

/// Points at which the load line's places are asked for without a train.
WheelPlaces places_on(const BridgeSystem& bridge, const std::vector<double>& x);

/// The bridge of a problem; without one: ground that carries nothing.
std::unique_ptr<BridgeSystem> make_bridge(const TrainBridgeProblem& problem);

std::unique_ptr<BridgeSystem> modal_bridge(const structure::BeamModes& modes,
                                           const structure::JointRails& rails);
std::unique_ptr<BridgeSystem> modal_bridge(const structure::ElasticStructure& structure,
                                           const structure::LineModes& modes);
/// @param memory null: nothing is kept
std::unique_ptr<BridgeSystem> full_order_bridge(
    std::shared_ptr<const structure::ElasticStructure> structure,
    std::shared_ptr<StructureMemory> memory);
std::unique_ptr<BridgeSystem> rigid_ground();

}  // namespace tread::interaction
