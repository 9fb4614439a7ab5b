#include "tread/vehicle/plane_vehicle.hpp"

#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"

namespace tread::vehicle {
namespace {

constexpr double k_rounding = 1e-9;  // relative: symmetry and zero eigenvalues of given matrices

[[noreturn]] void refuse(const PlaneVehicle& vehicle, const std::string& reason) {
  throw ModelError(fmt::format("vehicle '{}': {}", vehicle.name, reason));
}

void check_matrix(const PlaneVehicle& vehicle, const Matrix& matrix, const char* what) {
  const int n = vehicle.n_dofs();
  if (matrix.rows() != n || matrix.cols() != n) {
    refuse(vehicle, fmt::format("the {} matrix is {} x {}, the mass matrix has {} rows: give both "
                                "the same size",
                                what, matrix.rows(), matrix.cols(), n));
  }
  if (!matrix.allFinite()) refuse(vehicle, fmt::format("the {} matrix is not finite", what));
  const double size = matrix.cwiseAbs().maxCoeff();
  if ((matrix - matrix.transpose()).cwiseAbs().maxCoeff() > k_rounding * size) {
    refuse(vehicle, fmt::format("the {} matrix is not symmetric: who pushes is pushed back", what));
  }
  const double least =
      Eigen::SelfAdjointEigenSolver<Matrix>(matrix, Eigen::EigenvaluesOnly).eigenvalues()(0);
  if (least < -k_rounding * size) {
    refuse(vehicle, fmt::format("the {} matrix has the eigenvalue {:.4g} < 0: it would feed energy "
                                "in; check the signs of its entries",
                                what, least));
  }
}

void check_wheels(const PlaneVehicle& vehicle) {
  if (vehicle.wheels.empty()) refuse(vehicle, "has no wheels: it needs at least one");
  if (vehicle.wheels.front().offset != 0) {
    refuse(vehicle,
           fmt::format("the first wheel has the offset {} m: offsets count from it, give 0",
                       vehicle.wheels.front().offset));
  }
  std::vector<int> dofs;
  double last = 0;
  for (const Wheel& wheel : vehicle.wheels) {
    if (wheel.dof < 0 || wheel.dof >= vehicle.n_dofs()) {
      refuse(vehicle, fmt::format("a wheel has the degree of freedom {}: there are {}, from 0",
                                  wheel.dof, vehicle.n_dofs()));
    }
    if (!(wheel.offset >= last) || !std::isfinite(wheel.offset)) {
      refuse(vehicle, fmt::format("wheel offset {} m comes after {} m: list wheels from the front "
                                  "to the back",
                                  wheel.offset, last));
    }
    if (std::ranges::count(dofs, wheel.dof) > 0) {
      refuse(vehicle, fmt::format("two wheels share the degree of freedom {}", wheel.dof));
    }
    last = wheel.offset;
    dofs.push_back(wheel.dof);
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

/// Displacements of all but the wheels that hold b, K_ff^-1 b.
Matrix solve_others(const PlaneVehicle& vehicle, const Split& split, const Matrix& b) {
  const Eigen::LLT<Matrix> factors(split.others.transpose() * vehicle.stiffness * split.others);
  if (factors.info() != Eigen::Success) {
    refuse(vehicle, "is not held up by its wheels: some mass has no spring under it");
  }
  return factors.solve(b);
}

}  // namespace

void check(const PlaneVehicle& vehicle) {
  if (vehicle.n_dofs() == 0) refuse(vehicle, "has no degrees of freedom: give its matrices");
  check_matrix(vehicle, vehicle.mass, "mass");
  check_matrix(vehicle, vehicle.damping, "damping");
  check_matrix(vehicle, vehicle.stiffness, "stiffness");
  if (Eigen::LLT<Matrix>(vehicle.mass).info() != Eigen::Success) {
    refuse(vehicle, "the mass matrix is singular: every degree of freedom needs a mass > 0");
  }
  if (vehicle.load.size() != vehicle.n_dofs() || !vehicle.load.allFinite()) {
    refuse(vehicle, fmt::format("needs {} finite loads, one for each degree of freedom, got {}",
                                vehicle.n_dofs(), vehicle.load.size()));
  }
  check_wheels(vehicle);
}

WheelStatics wheel_statics(const PlaneVehicle& vehicle) {
  const auto [wheels, others] = split_of(vehicle);
  const Matrix& k = vehicle.stiffness;
  WheelStatics statics{wheels.transpose() * k * wheels, wheels.transpose() * vehicle.load};
  if (others.cols() == 0) return statics;
  const Matrix k_wf = wheels.transpose() * k * others;
  statics.stiffness -= k_wf * solve_others(vehicle, {wheels, others}, k_wf.transpose());
  statics.loads -=
      k_wf * solve_others(vehicle, {wheels, others}, others.transpose() * vehicle.load);
  return statics;
}

Vector displacements_at_rest(const PlaneVehicle& vehicle, const Vector& wheel_displacements) {
  const auto [wheels, others] = split_of(vehicle);
  Vector u = wheels * wheel_displacements;
  if (others.cols() == 0) return u;
  const Vector force = others.transpose() * (vehicle.load - vehicle.stiffness * u);
  u += others * solve_others(vehicle, {wheels, others}, force);
  return u;
}

Vector natural_frequencies(const PlaneVehicle& vehicle, Wheels wheels) {
  Matrix k = vehicle.stiffness;
  Matrix m = vehicle.mass;
  if (wheels == Wheels::fixed) {
    const Matrix others = split_of(vehicle).others;
    if (others.cols() == 0) return {};
    k = others.transpose() * vehicle.stiffness * others;
    m = others.transpose() * vehicle.mass * others;
  }
  const Vector squares =
      Eigen::GeneralizedSelfAdjointEigenSolver<Matrix>(k, m, Eigen::EigenvaluesOnly).eigenvalues();
  return squares.cwiseMax(0).cwiseSqrt() / (2 * std::numbers::pi);
}

}  // namespace tread::vehicle
