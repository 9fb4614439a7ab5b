#include "tread/elastodynamics/stability.hpp"

#include <cmath>
#include <random>

#include "tread/elastodynamics/cylinder.hpp"
#include "tread/elastodynamics/explicit_stepper.hpp"

namespace tread::elastodynamics {
namespace {

Vector absolute_row_sums(const SparseMatrix& matrix) {
  Vector sums = Vector::Zero(matrix.rows());
  for (int k = 0; k < matrix.outerSize(); ++k) {
    for (SparseMatrix::InnerIterator it(matrix, k); it; ++it)
      sums[it.row()] += std::abs(it.value());
  }
  return sums;
}

/// Gershgorin: no eigenvalue of M^-1 K, with the springs D^-1 between the cylinder and all points
/// below it closed, is larger than the largest row sum of its magnitudes.
double largest_row_sum(const SemiDiscrete& semi, const TouchingCylinder& cylinder) {
  Vector springs = Vector::Zero(semi.n_surface());
  for (Eigen::Index i = 0; i < springs.size(); ++i) {
    const double x = semi.surface_x[static_cast<std::size_t>(i)];
    if (std::isfinite(rise(x, cylinder.radius))) springs[i] = 1 / semi.flexibility[i];
  }
  const SparseMatrix weighted = springs.asDiagonal() * semi.observe;
  const SparseMatrix closed = semi.stiffness + SparseMatrix(semi.load * weighted);
  const Vector to_cylinder = (semi.load * springs).cwiseAbs();
  const double ground =
      ((absolute_row_sums(closed) + to_cylinder).cwiseQuotient(semi.mass)).maxCoeff();
  return std::max(ground, (springs.sum() + to_cylinder.sum()) / cylinder.mass);
}

}  // namespace

StabilityLimit leapfrog_limit(const SemiDiscrete& semi, const TouchingCylinder& cylinder) {
  if (semi.symmetry == Symmetry::unsymmetric) return {LimitBasis::never_stable, 0};
  return {LimitBasis::row_sums, 2 / std::sqrt(largest_row_sum(semi, cylinder))};
}

double spectral_step_limit(const SemiDiscrete& semi, int n_iterations) {
  const MasslessPoints massless(semi, std::numeric_limits<double>::infinity());
  std::mt19937 random(1);
  std::uniform_real_distribution<double> uniform(-1, 1);
  Vector u = Vector::NullaryExpr(semi.n_dofs(), [&] { return uniform(random); });
  const Vector no_force = Vector::Zero(semi.n_surface());
  // Growth over the later half: a pair of complex eigenvalues makes single steps swing.
  double log_growth = 0;
  int n_counted = 0;
  for (int k = 0; k < n_iterations; ++k) {
    massless.settle(u, u, no_force);
    Vector next = semi.stiffness * u;
    for (Eigen::Index i = 0; i < next.size(); ++i) {
      next[i] = semi.mass[i] > 0 ? next[i] / semi.mass[i] : 0;
    }
    const double growth = next.norm() / massive_norm(semi, u);
    if (k >= n_iterations / 2) {
      log_growth += std::log(growth);
      ++n_counted;
    }
    u = next / next.norm();
  }
  return 2 / std::sqrt(std::exp(log_growth / n_counted));
}

}  // namespace tread::elastodynamics
