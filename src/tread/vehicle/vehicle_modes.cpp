#include "tread/vehicle/vehicle_modes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "tread/core/errors.hpp"

namespace tread::vehicle {
namespace {

constexpr double k_difference = 1e-5;  // m and rad (m/s and rad/s)

std::vector<int> branches_of(const LinearisedVehicle& linear) {
  std::vector<int> branches;
  for (int i = linear.n_body_coordinates; i < linear.mass.rows(); ++i) branches.push_back(i);
  return branches;
}

/// Stiffness scaled to a unit diagonal of the mass.
Matrix scaled_to_mass(const Matrix& stiffness, const Matrix& mass) {
  const Vector scale = mass.diagonal().cwiseSqrt().cwiseInverse();
  return scale.asDiagonal() * stiffness * scale.asDiagonal();
}

}  // namespace

std::vector<int> suspended_coordinates(const RailVehicleModel& model) {
  std::vector<int> coordinates;
  for (std::size_t i = 0; i < model.vehicle().bodies.size(); ++i) {
    if (model.vehicle().bodies[i].wheel_radius) continue;
    for (int k = 0; k < k_n_motions; ++k) {
      const int coordinate = model.coordinate(static_cast<int>(i), static_cast<Motion>(k));
      if (coordinate >= 0) coordinates.push_back(coordinate);
    }
  }
  return coordinates;
}

LinearisedVehicle linearise(RailVehicleModel& model, double time, const Vector& position,
                            const Vector& velocity) {
  const int n = model.size();
  LinearisedVehicle linear{Matrix::Zero(n, n), Matrix::Zero(n, n), Matrix::Zero(n, n),
                           model.n_body_coordinates()};
  Vector ahead(n), behind(n), q = position, v = velocity;
  for (int k = 0; k < n; ++k) {
    model.apply_mass(position, Vector::Unit(n, k), ahead);
    linear.mass.col(k) = ahead;
    for (auto [values, matrix] :
         {std::pair{&q, &linear.stiffness}, std::pair{&v, &linear.damping}}) {
      const double middle = (*values)[k];
      (*values)[k] = middle + k_difference;
      model.internal_force(time, q, v, ahead);
      (*values)[k] = middle - k_difference;
      model.internal_force(time, q, v, behind);
      (*values)[k] = middle;
      matrix->col(k) = (ahead - behind) / (2 * k_difference);
    }
  }
  return linear;
}

Matrix static_stiffness(const LinearisedVehicle& linear, const std::vector<int>& coordinates) {
  const std::vector<int> branches = branches_of(linear);
  Matrix stiffness = linear.stiffness(coordinates, coordinates);
  if (branches.empty()) return stiffness;
  // At rest the damper's elongation follows: C_ww d + K_wq q = 0.
  const Matrix follow = linear.damping(branches, branches)
                            .partialPivLu()
                            .solve(linear.stiffness(branches, coordinates));
  stiffness -= linear.damping(coordinates, branches) * follow;
  return stiffness;
}

std::vector<std::string> unheld_motions(const RailVehicleModel& model,
                                        const LinearisedVehicle& linear,
                                        const std::vector<int>& coordinates) {
  if (coordinates.empty()) return {};
  const Matrix mass = linear.mass(coordinates, coordinates);
  Matrix stiffness = static_stiffness(linear, coordinates);
  stiffness = (stiffness + stiffness.transpose()).eval() / 2;
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(scaled_to_mass(stiffness, mass));
  std::vector<std::string> names;
  const double largest = solver.eigenvalues().cwiseAbs().maxCoeff();
  for (Eigen::Index i = 0; i < solver.eigenvalues().size(); ++i) {
    if (std::abs(solver.eigenvalues()[i]) > 1e-9 * largest) continue;
    Eigen::Index worst = 0;
    solver.eigenvectors().col(i).cwiseAbs().maxCoeff(&worst);
    const std::string name = model.coordinate_name(coordinates[static_cast<std::size_t>(worst)]);
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
  }
  return names;
}

namespace {

/// Newton's method on P = 0 for some coordinates of a vehicle at rest.
class EquilibriumSearch {
 public:
  EquilibriumSearch(RailVehicleModel& model, const std::vector<int>& coordinates, double time,
                    VehicleEquilibrium& result)
      : model_(model), coordinates_(coordinates), time_(time), result_(result) {
    const Vector zero = Vector::Zero(model.size());
    result_.velocity = result_.force = zero;
    evaluate();
  }

  LinearisedVehicle linearised() {
    return linearise(model_, time_, result_.position, result_.velocity);
  }

  /// Stops stiffen suddenly: shorter steps are tried until the residual falls. False: none does.
  bool step(const LinearisedVehicle& linear) {
    const Vector change = static_stiffness(linear, coordinates_).partialPivLu().solve(-left_);
    const Vector start = result_.position;
    const double before = result_.residual;
    for (double share = 1; share > 1e-4; share /= 2) {
      result_.position = start;
      result_.position(coordinates_) += share * change;
      evaluate();
      if (result_.residual < before) return true;
    }
    result_.position = start;
    evaluate();
    return false;
  }

 private:
  void evaluate() {
    model_.relax_branches(time_, result_.position, result_.velocity);
    model_.internal_force(time_, result_.position, result_.velocity, result_.force);
    left_ = result_.force(coordinates_);
    result_.residual = left_.size() == 0 ? 0 : left_.cwiseAbs().maxCoeff();
  }

  RailVehicleModel& model_;
  const std::vector<int>& coordinates_;
  double time_;
  VehicleEquilibrium& result_;
  Vector left_;
};

void check_held(const RailVehicleModel& model, const LinearisedVehicle& linear,
                const std::vector<int>& coordinates) {
  const std::vector<std::string> unheld = unheld_motions(model, linear, coordinates);
  if (unheld.empty()) return;
  throw ModelError(
      fmt::format("vehicle '{}': nothing holds {}: give it a spring, or hold the motion",
                  model.vehicle().name, fmt::join(unheld, ", ")));
}

double weight_of(const RailVehicle& vehicle) {
  double mass = 0;
  for (const RailBody& body : vehicle.bodies) mass += body.mass;
  return mass * vehicle.gravity;
}

}  // namespace

VehicleEquilibrium find_equilibrium(RailVehicleModel& model, const std::vector<int>& coordinates,
                                    const Vector& start, const EquilibriumOptions& options) {
  VehicleEquilibrium result;
  result.position = start;
  EquilibriumSearch search(model, coordinates, options.time, result);
  LinearisedVehicle linear = search.linearised();
  check_held(model, linear, coordinates);
  const double tolerance = options.tolerance * std::max(weight_of(model.vehicle()), 1.0);
  while (!(result.residual <= tolerance)) {
    if (!std::isfinite(result.residual)) {
      result.status = SolveStatus::blew_up;
      return result;
    }
    if (result.iterations == options.max_iterations) return result;
    ++result.iterations;
    if (!search.step(linear)) {
      result.status = SolveStatus::stalled;
      return result;
    }
    linear = search.linearised();
  }
  result.status = SolveStatus::converged;
  return result;
}

std::vector<UndampedMode> undamped_modes(const LinearisedVehicle& linear,
                                         const std::vector<int>& coordinates) {
  const Matrix mass = linear.mass(coordinates, coordinates);
  Matrix stiffness = static_stiffness(linear, coordinates);
  stiffness = (stiffness + stiffness.transpose()).eval() / 2;
  const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> solver(stiffness, mass);
  std::vector<UndampedMode> modes;
  for (Eigen::Index i = 0; i < solver.eigenvalues().size(); ++i) {
    const double square = solver.eigenvalues()[i];
    modes.push_back({std::copysign(std::sqrt(std::abs(square)), square) / (2 * std::numbers::pi),
                     solver.eigenvectors().col(i)});
  }
  return modes;
}

std::vector<DampedMode> damped_modes(const LinearisedVehicle& linear,
                                     const std::vector<int>& coordinates) {
  const auto n = static_cast<Eigen::Index>(coordinates.size());
  const std::vector<int> branches = branches_of(linear);
  const auto m = static_cast<Eigen::Index>(branches.size());
  const Eigen::PartialPivLU<Matrix> mass(linear.mass(coordinates, coordinates));
  // States: q, v and the elongations of dampers in series.
  Matrix state = Matrix::Zero(2 * n + m, 2 * n + m);
  state.block(0, n, n, n).setIdentity();
  state.block(n, 0, n, n) = -mass.solve(linear.stiffness(coordinates, coordinates));
  state.block(n, n, n, n) = -mass.solve(linear.damping(coordinates, coordinates));
  if (m > 0) {
    state.block(n, 2 * n, n, m) = -mass.solve(linear.damping(coordinates, branches));
    state.block(2 * n, 0, m, n) = -linear.stiffness(branches, coordinates);
    state.block(2 * n, 2 * n, m, m) = -linear.damping(branches, branches);
  }
  const Eigen::EigenSolver<Matrix> solver(state);
  std::vector<DampedMode> modes;
  for (Eigen::Index i = 0; i < solver.eigenvalues().size(); ++i) {
    const std::complex<double> value = solver.eigenvalues()[i];
    if (value.imag() < 0) continue;
    DampedMode mode;
    mode.eigenvalue = value;
    mode.frequency = value.imag() / (2 * std::numbers::pi);
    mode.damping_ratio = std::abs(value) > 0 ? -value.real() / std::abs(value) : 0;
    mode.shape = solver.eigenvectors().col(i).head(n);
    Eigen::Index largest = 0;
    if (n > 0 && mode.shape.cwiseAbs().maxCoeff(&largest) > 0) mode.shape /= mode.shape[largest];
    modes.push_back(std::move(mode));
  }
  std::stable_sort(modes.begin(), modes.end(), [](const DampedMode& a, const DampedMode& b) {
    return a.frequency < b.frequency;
  });
  return modes;
}

}  // namespace tread::vehicle
