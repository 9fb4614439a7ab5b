#include "tread/interaction/crossing_stability.hpp"

#include <limits>
#include <set>

#include "tread/core/as_size.hpp"
#include "tread/interaction/bridge_system.hpp"

namespace tread::interaction {
namespace {

constexpr int k_most_coupled = 120;  // unknowns: some tenths of a second

/// Small motions of what is given: M, C, K.
struct SmallMotions {
  Matrix mass, damping, stiffness;

  integrate::Rates rates() const {
    if (mass.rows() == 0) return {};
    return integrate::rates_of(mass, damping, stiffness);
  }
};

/// Spring and damper of a wheel's contact under its load at rest.
struct ContactSpring {
  double stiffness = 0;
  double damping = 0;
};

std::vector<ContactSpring> springs_under(const ContactModel& contact,
                                         const vehicle::PlaneVehicle& vehicle) {
  std::vector<ContactSpring> springs;
  const auto* linear = std::get_if<LinearContact>(&contact);
  ContactPoint point(contact);
  for (const double load : wheel_statics(vehicle).loads) {
    ContactSpring spring;
    if (load > 0) spring.stiffness = point.at(point.approach_under(load)).stiffness;
    if (linear) spring.damping = linear->damping;
    springs.push_back(spring);
  }
  return springs;
}

/// Modes of the bridge, a vehicle, and what joins them.
class SmallCrossing {
 public:
  SmallCrossing(const TrainBridgeProblem& problem, const BridgeSystem& bridge)
      : problem_(problem), bridge_(bridge) {
    const int n = bridge.size();
    frequencies_.resize(n);
    rates_.resize(n);
    Vector unit = Vector::Zero(n);
    const Vector zero = unit;
    Vector force(n);
    for (int i = 0; i < n; ++i) {  // modes: K and C are diagonal
      unit(i) = 1;
      bridge.internal_force(unit, zero, force);
      frequencies_(i) = force(i);
      bridge.internal_force(zero, unit, force);
      rates_(i) = force(i);
      unit(i) = 0;
    }
  }

  /// @param middle of the vehicle, m; where the bridge carries none of its wheels: vehicle and
  /// bridge each for itself
  integrate::Rates at(const vehicle::PlaneVehicle& vehicle, double middle) const {
    const int n_bridge = bridge_.size();
    const int n_dofs = vehicle.n_dofs();
    SmallMotions all{Matrix::Zero(n_bridge + n_dofs, n_bridge + n_dofs), {}, {}};
    all.damping = all.stiffness = all.mass;
    all.mass.topLeftCorner(n_bridge, n_bridge).setIdentity();
    all.damping.topLeftCorner(n_bridge, n_bridge) = rates_.asDiagonal();
    all.stiffness.topLeftCorner(n_bridge, n_bridge) = frequencies_.asDiagonal();
    all.mass.bottomRightCorner(n_dofs, n_dofs) = vehicle.mass;
    all.damping.bottomRightCorner(n_dofs, n_dofs) = vehicle.damping;
    all.stiffness.bottomRightCorner(n_dofs, n_dofs) = stiffness_at_rest(vehicle);
    const Matrix approaches = approaches_of(vehicle, middle);
    if (std::holds_alternative<RigidContact>(problem_.contact)) {
      return held(all, approaches, vehicle).rates();
    }
    const std::vector<ContactSpring> springs = springs_under(problem_.contact, vehicle);
    for (std::size_t i = 0; i < springs.size(); ++i) {
      const auto row = approaches.row(static_cast<Eigen::Index>(i));
      all.stiffness += springs[i].stiffness * row.transpose() * row;
      all.damping += springs[i].damping * row.transpose() * row;
    }
    return all.rates();
  }

  integrate::Rates of_bridge() const {
    integrate::Rates rates;
    for (Eigen::Index i = 0; i < frequencies_.size(); ++i) {
      if (!(frequencies_(i) > 0)) continue;
      const integrate::Rates own =
          integrate::oscillator_rates(std::sqrt(frequencies_(i)), rates_(i));
      rates.insert(rates.end(), own.begin(), own.end());
    }
    return rates;
  }

 private:
  static Matrix stiffness_at_rest(const vehicle::PlaneVehicle& vehicle) {
    if (vehicle.laws.empty()) return vehicle.stiffness;
    const Vector at_rest = displacements_at_rest(vehicle, Vector::Zero(vehicle.n_wheels()));
    return tangent_stiffness(vehicle, at_rest);
  }

  /// Rows: delta = z - w(x) of the wheels.
  Matrix approaches_of(const vehicle::PlaneVehicle& vehicle, double middle) const {
    const int n_bridge = bridge_.size();
    Matrix rows = Matrix::Zero(vehicle.n_wheels(), n_bridge + vehicle.n_dofs());
    std::vector<double> places;
    const double half = (vehicle.wheels.front().offset + vehicle.wheels.back().offset) / 2;
    for (const vehicle::Wheel& wheel : vehicle.wheels) {
      places.push_back(middle + half - wheel.offset);
    }
    for (int i = 0; i < vehicle.n_wheels(); ++i) {
      rows(i, n_bridge + vehicle.wheels[as_size(i)].dof) = 1;
    }
    const WheelPlaces on = places_on(bridge_, places);
    Eigen::Index column = 0;
    for (const int k : on.on_bridge) {
      if (k < vehicle.n_wheels()) rows.row(k).head(n_bridge) -= on.shape.col(column).transpose();
      ++column;
    }
    return rows;
  }

  /// Wheels that follow the bridge: z = w(x).
  SmallMotions held(const SmallMotions& all, const Matrix& approaches,
                    const vehicle::PlaneVehicle& vehicle) const {
    const int n_bridge = bridge_.size();
    std::set<int> wheels;
    for (const vehicle::Wheel& wheel : vehicle.wheels) wheels.insert(wheel.dof);
    Matrix chosen =
        Matrix::Zero(all.mass.rows(), all.mass.rows() - static_cast<Eigen::Index>(wheels.size()));
    chosen.topLeftCorner(n_bridge, n_bridge).setIdentity();
    Eigen::Index column = n_bridge;
    for (int dof = 0; dof < vehicle.n_dofs(); ++dof) {
      if (!wheels.contains(dof)) chosen(n_bridge + dof, column++) = 1;
    }
    for (int i = 0; i < vehicle.n_wheels(); ++i) {
      chosen.row(n_bridge + vehicle.wheels[as_size(i)].dof).head(n_bridge) =
          -approaches.row(i).head(n_bridge);
    }
    const auto seen = [&](const Matrix& matrix) {
      return Matrix(chosen.transpose() * matrix * chosen);
    };
    return {seen(all.mass), seen(all.damping), seen(all.stiffness)};
  }

  const TrainBridgeProblem& problem_;
  const BridgeSystem& bridge_;
  Vector frequencies_;  // omega^2
  Vector rates_;        // 2 zeta omega
};

}  // namespace

std::optional<integrate::Rates> crossing_rates(const TrainBridgeProblem& problem) {
  if (problem.structure && !problem.reduced) return std::nullopt;
  const std::unique_ptr<BridgeSystem> bridge = make_bridge(problem);
  const std::unique_ptr<BridgeSystem> ground = rigid_ground();
  const SmallCrossing on_bridge(problem, *bridge);
  const SmallCrossing on_ground(problem, *ground);
  integrate::Rates rates = on_bridge.of_bridge();
  const auto add = [&](const integrate::Rates& more) {
    rates.insert(rates.end(), more.begin(), more.end());
  };
  std::set<std::string> seen;  // vehicles of one name are equal
  const auto add_train = [&](const vehicle::Train& train) {
    for (const vehicle::PlacedVehicle& placed : train.vehicles) {
      if (!placed.vehicle.name.empty() && !seen.insert(placed.vehicle.name).second) continue;
      add(on_ground.at(placed.vehicle, 0));
      if (bridge->size() == 0 || bridge->size() + placed.vehicle.n_dofs() > k_most_coupled)
        continue;
      const double start = problem.structure ? problem.structure->line.start() : 0;
      const double end =
          problem.structure ? problem.structure->line.end() : problem.bridge->length();
      for (const double part : {0.5, 0.25}) {
        add(on_bridge.at(placed.vehicle, start + part * (end - start)));
      }
    }
  };
  add_train(problem.train);
  if (problem.second) add_train(problem.second->train);
  return rates;
}

integrate::StepStability crossing_stability(const TrainBridgeProblem& problem,
                                            const integrate::SchemeSettings& scheme, double step) {
  if (integrate::is_stable_for_any_step(scheme)) {
    return integrate::step_stability(scheme, {}, step, duration_of(problem));
  }
  if (const std::optional<integrate::Rates> rates = crossing_rates(problem)) {
    return integrate::step_stability(scheme, *rates, step, duration_of(problem));
  }
  integrate::StepStability unknown;
  unknown.is_stable = false;
  unknown.limit = std::numeric_limits<double>::infinity();
  unknown.growth = unknown.limit;
  return unknown;
}

}  // namespace tread::interaction
