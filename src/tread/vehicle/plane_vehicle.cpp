#include "tread/vehicle/plane_vehicle.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"

namespace tread::vehicle {
namespace {

constexpr double k_matrix_rounding =
    1e-9;  // relative: symmetry and zero eigenvalues of given matrices
constexpr double k_rest_tolerance = 1e-12;  // of the largest force: what rest leaves unbalanced
constexpr int k_max_rest_iterations = 200;

[[noreturn]] void refuse_vehicle(const PlaneVehicle& vehicle, const std::string& reason) {
  throw ModelError(fmt::format("vehicle '{}': {}", vehicle.name, reason));
}

void check_matrix(const PlaneVehicle& vehicle, const Matrix& matrix, const char* what) {
  const int n = vehicle.n_dofs();
  if (matrix.rows() != n || matrix.cols() != n) {
    refuse_vehicle(vehicle,
                   fmt::format("the {} matrix is {} x {}, the mass matrix has {} rows: give both "
                               "the same size",
                               what, matrix.rows(), matrix.cols(), n));
  }
  if (!matrix.allFinite()) {
    refuse_vehicle(vehicle, fmt::format("the {} matrix is not finite", what));
  }
  const double size = matrix.cwiseAbs().maxCoeff();
  if ((matrix - matrix.transpose()).cwiseAbs().maxCoeff() > k_matrix_rounding * size) {
    refuse_vehicle(vehicle,
                   fmt::format("the {} matrix is not symmetric: who pushes is pushed back", what));
  }
  const double least =
      Eigen::SelfAdjointEigenSolver<Matrix>(matrix, Eigen::EigenvaluesOnly).eigenvalues()(0);
  if (least < -k_matrix_rounding * size) {
    refuse_vehicle(vehicle,
                   fmt::format("the {} matrix has the eigenvalue {:.4g} < 0: it would feed energy "
                               "in; check the signs of its entries",
                               what, least));
  }
}

void check_wheels(const PlaneVehicle& vehicle) {
  if (vehicle.wheels.empty()) refuse_vehicle(vehicle, "has no wheels: it needs at least one");
  if (vehicle.wheels.front().offset != 0) {
    refuse_vehicle(vehicle,
                   fmt::format("the first wheel has the offset {} m: offsets count from it, give 0",
                               vehicle.wheels.front().offset));
  }
  std::vector<int> dofs;
  double last = 0;
  for (const Wheel& wheel : vehicle.wheels) {
    if (wheel.dof < 0 || wheel.dof >= vehicle.n_dofs()) {
      refuse_vehicle(vehicle,
                     fmt::format("a wheel has the degree of freedom {}: there are {}, from 0",
                                 wheel.dof, vehicle.n_dofs()));
    }
    if (!(wheel.offset >= last) || !std::isfinite(wheel.offset)) {
      refuse_vehicle(vehicle,
                     fmt::format("wheel offset {} m comes after {} m: list wheels from the front "
                                 "to the back",
                                 wheel.offset, last));
    }
    if (std::ranges::count(dofs, wheel.dof) > 0) {
      refuse_vehicle(vehicle, fmt::format("two wheels share the degree of freedom {}", wheel.dof));
    }
    last = wheel.offset;
    dofs.push_back(wheel.dof);
  }
}

void check_law(const PlaneVehicle& vehicle, const SuspensionLaw& spring) {
  const std::string who = fmt::format("spring law '{}' ", spring.name);
  const std::set<int> distinct(spring.dofs.begin(), spring.dofs.end());
  if (spring.dofs.empty() || distinct.size() != spring.dofs.size() ||
      spring.weights.size() != spring.dofs.size()) {
    refuse_vehicle(vehicle,
                   fmt::format("{}has {} degrees of freedom and {} weights: give one weight for "
                               "each, none twice",
                               who, spring.dofs.size(), spring.weights.size()));
  }
  if (*distinct.begin() < 0 || *distinct.rbegin() >= vehicle.n_dofs()) {
    refuse_vehicle(vehicle,
                   fmt::format("{}acts on the degree of freedom {}: there are {}, from 0", who,
                               *distinct.begin() < 0 ? *distinct.begin() : *distinct.rbegin(),
                               vehicle.n_dofs()));
  }
  if (!std::ranges::all_of(spring.weights, [](double w) { return std::isfinite(w); })) {
    refuse_vehicle(vehicle, who + "has a weight that is not finite");
  }
  if (spring.law.places().empty()) {
    refuse_vehicle(vehicle, who + "has no points: give force over length");
  }
  const std::vector<double>& force = spring.law.values();
  for (std::size_t i = 1; i < force.size(); ++i) {
    if (force[i] >= force[i - 1]) continue;
    refuse_vehicle(vehicle,
                   fmt::format("{}falls from {} N to {} N: force must not fall as the spring is "
                               "strained more; check the signs of its points",
                               who, force[i - 1], force[i]));
  }
}

/// Columns of the unit matrix that pick the wheels' displacements and all others.
struct Split {
  Matrix wheels;
  Matrix others;
};

Split split_of(const PlaneVehicle& vehicle) {
  const int n = vehicle.n_dofs();
  Split split{Matrix(n, vehicle.n_wheels()), Matrix(n, n - vehicle.n_wheels())};
  int i_wheel = 0;
  std::vector<bool> is_wheel(as_size(n), false);
  for (const Wheel& wheel : vehicle.wheels) {
    is_wheel[as_size(wheel.dof)] = true;
    split.wheels.col(i_wheel++) = Vector::Unit(n, wheel.dof);
  }
  int i_other = 0;
  for (int i = 0; i < n; ++i) {
    if (!is_wheel[as_size(i)]) split.others.col(i_other++) = Vector::Unit(n, i);
  }
  return split;
}

/// M with 1 kg at wheels that have none.
Matrix with_unit_masses(const PlaneVehicle& vehicle) {
  Matrix mass = vehicle.mass;
  for (const int dof : massless_wheels(vehicle)) mass(dof, dof) = 1;
  return mass;
}

/// All displacements with what has no mass where its springs pull it: columns are those with mass.
Matrix without_massless(const PlaneVehicle& vehicle, const Matrix& stiffness) {
  const int n = vehicle.n_dofs();
  const std::vector<int> massless = massless_wheels(vehicle);
  std::vector<int> others;
  for (int i = 0; i < n; ++i) {
    if (std::ranges::count(massless, i) == 0) others.push_back(i);
  }
  Matrix shapes = Matrix::Zero(n, static_cast<Eigen::Index>(others.size()));
  shapes(others, Eigen::all).setIdentity();
  if (massless.empty()) return shapes;
  const Matrix inner = stiffness(massless, massless);
  const Matrix outer = stiffness(massless, others);
  const Matrix pulled = inner.ldlt().solve(outer);
  shapes(massless, Eigen::all) = -pulled;
  return shapes;
}

[[noreturn]] void refuse_fall(const PlaneVehicle& vehicle) {
  refuse_vehicle(vehicle, "is not held up by its wheels: some mass has no spring under it");
}

/// Displacements of all but the wheels that hold b, K_ff^-1 b.
Matrix solve_others(const PlaneVehicle& vehicle, const Split& split, const Matrix& stiffness,
                    const Matrix& b) {
  const Eigen::LLT<Matrix> factors(split.others.transpose() * stiffness * split.others);
  if (factors.info() != Eigen::Success) refuse_fall(vehicle);
  return factors.solve(b);
}

double elongation(const SuspensionLaw& spring, const Vector& u) {
  double e = 0;
  for (std::size_t i = 0; i < spring.dofs.size(); ++i) e += spring.weights[i] * u(spring.dofs[i]);
  return e;
}

/// K + sum slope b b'.
template <class SlopeOf>
Matrix with_slopes(const PlaneVehicle& vehicle, SlopeOf slope_of) {
  Matrix k = vehicle.stiffness;
  for (const SuspensionLaw& spring : vehicle.laws) {
    const double slope = slope_of(spring);
    for (std::size_t i = 0; i < spring.dofs.size(); ++i) {
      for (std::size_t j = 0; j < spring.dofs.size(); ++j) {
        k(spring.dofs[i], spring.dofs[j]) += slope * spring.weights[i] * spring.weights[j];
      }
    }
  }
  return k;
}

double steepest_slope(const SuspensionLaw& spring) {
  double steepest = 0;
  for (const double place : spring.law.places()) {
    steepest = std::max(steepest, spring.law.at(place).slope);
  }
  return steepest;
}

/// Forces that are not in balance, without those of the rail.
Vector unbalanced(const PlaneVehicle& vehicle, const Vector& u) {
  return vehicle.load - vehicle.stiffness * u - law_forces(vehicle, u);
}

/// How far to go from u along the direction until the potential energy, convex and quadratic
/// between kinks of the laws, is least: where its slope -direction . unbalanced, which never falls,
/// is zero.
double least_energy_step(const PlaneVehicle& vehicle, const Vector& u, const Vector& direction) {
  const auto slope = [&](double t) {
    return -direction.dot(unbalanced(vehicle, u + t * direction));
  };
  double low = 0, high = 1;
  while (slope(high) < 0) {
    low = high;
    high *= 2;
    if (high > 1e15) refuse_fall(vehicle);
  }
  for (int i = 0; i < 200 && high - low > 1e-15 * high; ++i) {
    const double middle = (low + high) / 2;
    (slope(middle) < 0 ? low : high) = middle;
  }
  return high;
}

/// Where all but the wheels come to rest: least potential energy by Newton's method. Where a gap is
/// open the tangent may be singular; the laws' steepest slopes then point the way.
Vector rest_on_laws(const PlaneVehicle& vehicle, const Split& split, Vector u) {
  const Matrix stiffest = with_slopes(vehicle, steepest_slope);
  for (int i = 0; i < k_max_rest_iterations; ++i) {
    const Vector residual = split.others.transpose() * unbalanced(vehicle, u);
    const double scale = vehicle.load.cwiseAbs().maxCoeff() +
                         (vehicle.stiffness * u).cwiseAbs().maxCoeff() +
                         law_forces(vehicle, u).cwiseAbs().maxCoeff();
    if (residual.cwiseAbs().maxCoeff() <= k_rest_tolerance * scale) return u;
    const Eigen::LDLT<Matrix> tangent(split.others.transpose() * tangent_stiffness(vehicle, u) *
                                      split.others);
    const bool definite = tangent.info() == Eigen::Success && tangent.rcond() > 1e-13;
    const Vector direction =
        split.others * (definite ? Vector(tangent.solve(residual))
                                 : Vector(solve_others(vehicle, split, stiffest, residual)));
    // The whole step first: between kinks it ends the search, and rounding does not trouble it.
    const Vector whole = u + direction;
    const Vector left = split.others.transpose() * unbalanced(vehicle, whole);
    if (definite && left.cwiseAbs().maxCoeff() <= k_rest_tolerance * scale) return whole;
    u += least_energy_step(vehicle, u, direction) * direction;
  }
  refuse_vehicle(vehicle,
                 fmt::format("does not come to rest within {} iterations: check its spring laws",
                             k_max_rest_iterations));
}

}  // namespace

void check(const PlaneVehicle& vehicle) {
  if (vehicle.n_dofs() == 0) {
    refuse_vehicle(vehicle, "has no degrees of freedom: give its matrices");
  }
  check_matrix(vehicle, vehicle.mass, "mass");
  check_matrix(vehicle, vehicle.damping, "damping");
  check_matrix(vehicle, vehicle.stiffness, "stiffness");
  if (Eigen::LLT<Matrix>(with_unit_masses(vehicle)).info() != Eigen::Success) {
    refuse_vehicle(vehicle,
                   "the mass matrix is singular: every degree of freedom but those of wheels needs "
                   "a mass > 0");
  }
  if (vehicle.load.size() != vehicle.n_dofs() || !vehicle.load.allFinite()) {
    refuse_vehicle(vehicle,
                   fmt::format("needs {} finite loads, one for each degree of freedom, got {}",
                               vehicle.n_dofs(), vehicle.load.size()));
  }
  check_wheels(vehicle);
  for (const int dof : massless_wheels(vehicle)) {
    if (vehicle.stiffness(dof, dof) > 0) continue;
    refuse_vehicle(vehicle, fmt::format("the wheel at the degree of freedom {} has neither mass "
                                        "nor spring: give it one of them",
                                        dof));
  }
  for (const SuspensionLaw& spring : vehicle.laws) check_law(vehicle, spring);
}

std::vector<int> massless_wheels(const PlaneVehicle& vehicle) {
  std::vector<int> dofs;
  for (const Wheel& wheel : vehicle.wheels) {
    const bool is_inside = wheel.dof >= 0 && wheel.dof < vehicle.n_dofs();
    if (is_inside && vehicle.mass.row(wheel.dof).isZero(0)) dofs.push_back(wheel.dof);
  }
  return dofs;
}

Vector law_forces(const PlaneVehicle& vehicle, const Vector& u) {
  Vector forces = Vector::Zero(vehicle.n_dofs());
  for (const SuspensionLaw& spring : vehicle.laws) {
    const double force = spring.law.at(elongation(spring, u)).value;
    for (std::size_t i = 0; i < spring.dofs.size(); ++i) {
      forces(spring.dofs[i]) += spring.weights[i] * force;
    }
  }
  return forces;
}

double law_energy(const PlaneVehicle& vehicle, const Vector& u) {
  double energy = 0;
  for (const SuspensionLaw& spring : vehicle.laws) {
    energy += spring.law.at(elongation(spring, u)).integral;
  }
  return energy;
}

Matrix tangent_stiffness(const PlaneVehicle& vehicle, const Vector& u) {
  return with_slopes(vehicle, [&](const SuspensionLaw& spring) {
    return spring.law.at(elongation(spring, u)).slope;
  });
}

WheelStatics wheel_statics(const PlaneVehicle& vehicle) {
  return wheel_statics(vehicle, Vector::Zero(vehicle.n_wheels()));
}

WheelStatics wheel_statics(const PlaneVehicle& vehicle, const Vector& wheel_displacements) {
  const auto [wheels, others] = split_of(vehicle);
  const Vector u = displacements_at_rest(vehicle, wheel_displacements);
  const Matrix k = tangent_stiffness(vehicle, u);
  WheelStatics statics{wheels.transpose() * k * wheels,
                       wheels.transpose() * unbalanced(vehicle, u)};
  if (others.cols() == 0) return statics;
  const Matrix k_wf = wheels.transpose() * k * others;
  statics.stiffness -= k_wf * solve_others(vehicle, {wheels, others}, k, k_wf.transpose());
  return statics;
}

Vector displacements_at_rest(const PlaneVehicle& vehicle, const Vector& wheel_displacements) {
  const auto [wheels, others] = split_of(vehicle);
  Vector u = wheels * wheel_displacements;
  if (others.cols() == 0) return u;
  if (!vehicle.laws.empty()) return rest_on_laws(vehicle, {wheels, others}, u);
  const Vector force = others.transpose() * (vehicle.load - vehicle.stiffness * u);
  u += others * solve_others(vehicle, {wheels, others}, vehicle.stiffness, force);
  return u;
}

Vector natural_frequencies(const PlaneVehicle& vehicle, Wheels wheels) {
  Matrix k = vehicle.laws.empty()
                 ? vehicle.stiffness
                 : tangent_stiffness(
                       vehicle, displacements_at_rest(vehicle, Vector::Zero(vehicle.n_wheels())));
  Matrix m = vehicle.mass;
  if (wheels == Wheels::fixed) {
    const Matrix others = split_of(vehicle).others;
    if (others.cols() == 0) return {};
    k = Matrix(others.transpose() * k * others);
    m = others.transpose() * vehicle.mass * others;
  } else {
    const Matrix shapes = without_massless(vehicle, k);
    k = Matrix(shapes.transpose() * k * shapes);
    m = shapes.transpose() * vehicle.mass * shapes;
  }
  const Vector squares =
      Eigen::GeneralizedSelfAdjointEigenSolver<Matrix>(k, m, Eigen::EigenvaluesOnly).eigenvalues();
  return squares.cwiseMax(0).cwiseSqrt() / (2 * std::numbers::pi);
}

}  // namespace tread::vehicle
