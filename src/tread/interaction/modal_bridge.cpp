#include <functional>
#include <span>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"
#include "tread/interaction/bridge_system.hpp"

namespace tread::interaction {
namespace {

std::span<double> column(Matrix& matrix, Eigen::Index i) {
  return {matrix.col(i).data(), static_cast<std::size_t>(matrix.rows())};
}

/// Uncoupled modes and how to evaluate their shapes.
struct Modes {
  Vector damping;    // 2 zeta omega
  Vector stiffness;  // omega^2
  double start = 0, end = 0;
  std::vector<double> kinks;
  std::function<void(double x, ShapeOrder order, std::span<double> out)> evaluate;
  Matrix springs;  // modes x springs: elongations
  std::vector<PiecewiseLinear> laws;
};

class ModalStage : public BridgeStage {
 public:
  explicit ModalStage(const Modes& modes) : modes_(modes) {}

  void factorise(const Weights& weights) override {
    if (weights == weights_) return;
    weights_ = weights;
    inverse_ = (weights.mass + weights.damping * modes_.damping.array() +
                weights.stiffness * modes_.stiffness.array())
                   .inverse();
  }

  void solve(VectorIn right, VectorIn x, VectorIn v, double force_weight, VectorOut a) override {
    a = inverse_.cwiseProduct(
        right - force_weight * (modes_.damping.cwiseProduct(v) + modes_.stiffness.cwiseProduct(x)));
  }

  Matrix compliance(const WheelPlaces& places, const Matrix& rows) override {
    const Matrix columns = inverse_.asDiagonal() * places.shape;
    return rows.transpose() * columns;
  }

  void add_response(const WheelPlaces& places, const Vector& forces, VectorOut a) override {
    a += inverse_.cwiseProduct(places.shape * forces);
  }

 private:
  const Modes& modes_;
  Weights weights_;
  Vector inverse_;
};

class ModalBridge : public BridgeSystem {
 public:
  explicit ModalBridge(Modes modes) : modes_(std::move(modes)) {}

  int size() const override { return static_cast<int>(modes_.stiffness.size()); }
  bool carries(double x) const override {
    return size() > 0 && x >= modes_.start && x <= modes_.end;
  }
  const std::vector<double>& kinks() const override { return modes_.kinks; }

  void place(ShapeOrder order, WheelPlaces& places) const override {
    const auto n_on = static_cast<Eigen::Index>(places.on_bridge.size());
    const auto n_wheels = n_on - n_springs();
    const auto fill = [&](ShapeOrder of, Matrix& matrix) {
      if (order < of) return;
      matrix.setZero(size(), n_on);
      for (Eigen::Index i = 0; i < n_wheels; ++i) {
        const double x = places.x(places.on_bridge[static_cast<std::size_t>(i)]);
        modes_.evaluate(x, of, column(matrix, i));
      }
    };
    fill(ShapeOrder::shape, places.shape);
    fill(ShapeOrder::slope, places.slope);
    fill(ShapeOrder::curvature, places.curvature);
    if (n_springs() > 0) places.shape.rightCols(n_springs()) = -modes_.springs;
  }

  double dot(const WheelPlaces&, const Matrix& rows, Eigen::Index i, VectorIn q) const override {
    return rows.col(i).dot(q);
  }
  void add(const WheelPlaces& places, Eigen::Index i, double force, VectorOut sum) const override {
    sum += force * places.shape.col(i);
  }

  void internal_force(VectorIn q, VectorIn velocity, VectorOut force) const override {
    force = modes_.damping.cwiseProduct(velocity) + modes_.stiffness.cwiseProduct(q);
  }
  void apply_mass(VectorIn a, VectorOut force) const override { force = a; }
  void external_force(double, VectorOut force) const override { force.setZero(); }
  double kinetic_energy(VectorIn velocity) const override { return velocity.squaredNorm() / 2; }
  double strain_energy(VectorIn q) const override {
    double energy = modes_.stiffness.dot(q.cwiseAbs2()) / 2;
    for (int i = 0; i < n_springs(); ++i)
      energy += spring(i, modes_.springs.col(i).dot(q)).integral;
    return energy;
  }

  int n_springs() const override { return static_cast<int>(modes_.laws.size()); }
  PiecewiseLinear::At spring(int i, double elongation) const override {
    return modes_.laws[as_size(i)].at(elongation);
  }

  Matrix static_compliance(const WheelPlaces& places) const override {
    check_stiff();
    return places.shape.transpose() * modes_.stiffness.cwiseInverse().asDiagonal() * places.shape;
  }
  Vector static_response(VectorIn force) const override {
    return force.cwiseQuotient(modes_.stiffness);
  }
  Vector reactions(const WheelPlaces&, const Vector&, VectorIn, VectorIn, VectorIn) const override {
    return {};
  }

  std::unique_ptr<BridgeStage> stage() const override {
    return std::make_unique<ModalStage>(modes_);
  }

 private:
  void check_stiff() const {
    if (modes_.stiffness.minCoeff() > 0) return;
    throw ModelError(
        "the bridge can move as a whole (a mode without stiffness): a train cannot stand on it; "
        "give it supports, or start at touch");
  }

  Modes modes_;
};

}  // namespace

std::unique_ptr<BridgeSystem> modal_bridge(const structure::BeamModes& beams,
                                           const structure::JointRails& rails) {
  const auto n = static_cast<Eigen::Index>(beams.n_modes());
  Modes modes;
  modes.damping = Eigen::Map<const Vector>(beams.damping_rate().data(), n);
  modes.stiffness = Eigen::Map<const Vector>(beams.omega().data(), n).cwiseAbs2();
  const structure::RailedModes line(beams, rails);
  modes.start = line.start();
  modes.end = line.end();
  modes.kinks = line.kinks();
  modes.evaluate = [line](double x, ShapeOrder order, std::span<double> out) {
    line.evaluate(x, static_cast<int>(order), out);
  };
  return std::make_unique<ModalBridge>(std::move(modes));
}

std::unique_ptr<BridgeSystem> modal_bridge(const structure::ElasticStructure& structure,
                                           const structure::LineModes& reduced) {
  Modes modes;
  modes.damping = reduced.damping_rate;
  modes.stiffness = reduced.omega.cwiseAbs2();
  modes.start = reduced.line.start();
  modes.end = reduced.line.end();
  modes.kinks = reduced.line.kinks();
  modes.springs = reduced.on_springs.transpose();
  for (const structure::LawSpring& spring : structure.springs) modes.laws.push_back(spring.law);
  modes.evaluate = [line = reduced.line, on_line = reduced.on_line](double x, ShapeOrder order,
                                                                    std::span<double> out) {
    const structure::LineWeights at = line.at(x);
    const Vector& weights = order == ShapeOrder::shape   ? at.shape
                            : order == ShapeOrder::slope ? at.slope
                                                         : at.curvature;
    Eigen::Map<Vector> sum(out.data(), static_cast<Eigen::Index>(out.size()));
    sum.setZero();
    Eigen::Index i = 0;
    for (const int dof : line.segments()[as_size(at.segment)].dofs) {
      sum += weights(i++) * on_line.row(dof).transpose();
    }
  };
  return std::make_unique<ModalBridge>(std::move(modes));
}

std::unique_ptr<BridgeSystem> rigid_ground() { return std::make_unique<ModalBridge>(Modes{}); }

WheelPlaces places_on(const BridgeSystem& bridge, const std::vector<double>& x) {
  WheelPlaces places;
  places.x = Eigen::Map<const Vector>(x.data(), static_cast<Eigen::Index>(x.size()));
  for (int i = 0; i < places.x.size(); ++i) {
    if (bridge.carries(places.x(i))) places.on_bridge.push_back(i);
  }
  for (int i = 0; i < bridge.n_springs(); ++i) {
    places.on_bridge.push_back(static_cast<int>(x.size()) + i);
  }
  bridge.place(ShapeOrder::shape, places);
  return places;
}

std::unique_ptr<BridgeSystem> make_bridge(const TrainBridgeProblem& problem) {
  if (problem.reduced) return modal_bridge(*problem.structure, *problem.reduced);
  if (problem.structure) return full_order_bridge(problem.structure, problem.memory);
  if (problem.bridge) return modal_bridge(*problem.bridge, problem.joint_rails);
  return rigid_ground();
}

}  // namespace tread::interaction
