#include "tread/structure/sparse_modes.hpp"

#include <Spectra/MatOp/SparseSymMatProd.h>
#include <Spectra/SymGEigsShiftSolver.h>
#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "tread/core/errors.hpp"

namespace tread::structure {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

constexpr int k_dense = 300;           // unknowns below which a dense solver is as fast
constexpr double k_tolerance = 1e-12;  // of Ritz values, relative
constexpr double k_same = 1e-9;        // frequencies that differ by less are one, relative
constexpr int k_max_runs = 50;
constexpr double k_no_mode = 1e-2;  // residual of what is none

/// x -> K^-1 x, freed of modes that are known.
class DeflatedSolve {
 public:
  using Scalar = double;
  DeflatedSolve(const SparseFactor& factor, const SparseMatrix& mass, const Matrix& known)
      : factor_(factor), known_(known), known_mass_(mass * known) {}

  Eigen::Index rows() const { return factor_.size(); }
  Eigen::Index cols() const { return factor_.size(); }
  void set_shift(const Scalar&) {}  // always 0
  void perform_op(const Scalar* in, Scalar* out) const {
    Vector y = factor_.solve(Eigen::Map<const Vector>(in, rows()));
    if (known_.cols() > 0) y -= known_ * (known_mass_.transpose() * y);
    Eigen::Map<Vector>(out, rows()) = y;
  }

 private:
  const SparseFactor& factor_;
  const Matrix& known_;
  Matrix known_mass_;
};

struct Pairs {
  Vector squares;  // omega^2, rising
  Matrix shapes;
};

void normalise(const SparseMatrix& mass, Matrix& shapes) {
  for (Eigen::Index i = 0; i < shapes.cols(); ++i) {
    auto shape = shapes.col(i);
    shape /= std::sqrt(shape.dot(mass * shape));
  }
}

Pairs one_run(const SparseFactor& factor, const SparseMatrix& mass, const Matrix& known, int n) {
  using MassOp = Spectra::SparseSymMatProd<double>;
  DeflatedSolve op(factor, mass, known);
  MassOp mass_op(mass);
  const int n_basis = std::min(factor.size(), std::max(2 * n + 20, 30));
  Spectra::SymGEigsShiftSolver<DeflatedSolve, MassOp, Spectra::GEigsMode::ShiftInvert> solver(
      op, mass_op, n, n_basis, 0);
  // Spectra's own start vector is random with a fixed seed; results are the same in every run.
  solver.init();
  solver.compute(Spectra::SortRule::LargestMagn, 1000, k_tolerance,
                 Spectra::SortRule::SmallestAlge);
  if (solver.info() != Spectra::CompInfo::Successful) {
    throw ModelError(
        fmt::format("the {} lowest modes were not found with {} unknowns: ask for fewer modes", n,
                    factor.size()));
  }
  Pairs pairs{solver.eigenvalues(), solver.eigenvectors()};
  normalise(mass, pairs.shapes);
  return pairs;
}

Pairs merged(const Pairs& one, const Pairs& other, int n) {
  const Eigen::Index n_all = one.squares.size() + other.squares.size();
  Vector squares(n_all);
  squares << one.squares, other.squares;
  Matrix shapes(one.shapes.rows(), n_all);
  shapes << one.shapes, other.shapes;
  std::vector<Eigen::Index> order(static_cast<std::size_t>(n_all));
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](Eigen::Index i) { return squares(i); });
  order.resize(static_cast<std::size_t>(std::min<Eigen::Index>(n, n_all)));
  return {squares(order), shapes(Eigen::all, order)};
}

Pairs lanczos(const SparseFactor& factor, const SparseMatrix& mass, int n) {
  Pairs found = one_run(factor, mass, Matrix(factor.size(), 0), n);
  for (int run = 1; run < k_max_runs; ++run) {
    // Few at a time: mostly none is missing, and one is enough to see that.
    const int n_more = run == 1 ? 1 : std::max(1, n / 2);
    const Pairs more = one_run(factor, mass, found.shapes, n_more);
    const double highest = found.squares(found.squares.size() - 1);
    if (more.squares(0) >= highest * (1 - k_same)) return found;
    found = merged(found, more, n);
  }
  throw ModelError(
      fmt::format("after {} searches there are still modes below the {} found: ask for more modes",
                  k_max_runs, n));
}

/// M x = mu K x with mu = 1 / omega^2, which also bears displacements without mass.
Pairs dense(const SparseMatrix& stiffness, const SparseMatrix& mass, int n) {
  const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> solver{Matrix(mass), Matrix(stiffness)};
  const Vector inverse = solver.eigenvalues().reverse();
  const auto n_with_mass = (inverse.array() > 1e-14 * inverse(0)).count();
  if (n > n_with_mass) {
    throw ModelError(
        fmt::format("{} modes are asked for, the structure has {}: ask for fewer", n, n_with_mass));
  }
  Pairs pairs{inverse.head(n).cwiseInverse(),
              solver.eigenvectors().rowwise().reverse().leftCols(n)};
  normalise(mass, pairs.shapes);
  return pairs;
}

double residual_of(const SparseMatrix& stiffness, const SparseMatrix& mass, const Pairs& pairs,
                   Eigen::Index mode) {
  const Vector force = stiffness * pairs.shapes.col(mode);
  const Vector left = force - pairs.squares(mode) * (mass * pairs.shapes.col(mode));
  return left.norm() / force.norm();
}

/// Rounding can hide that K is singular. What is then found as first mode is a motion of the whole
/// that strains nothing but by rounding, and no mode.
void check_held(double residual, const Vector& shape) {
  if (residual < k_no_mode) return;
  Eigen::Index most = 0;
  shape.cwiseAbs().maxCoeff(&most);
  throw NotPositiveDefinite(
      fmt::format(
          "the structure can move without strain, most at displacement {}: give it supports",
          most + 1),
      static_cast<int>(most));
}

}  // namespace

SparseModes sparse_modes(const SparseMatrix& stiffness, const SparseMatrix& mass, int n) {
  return sparse_modes(SparseFactor(stiffness), stiffness, mass, n);
}

SparseModes sparse_modes(const SparseFactor& factor, const SparseMatrix& stiffness,
                         const SparseMatrix& mass, int n) {
  const int size = factor.size();
  if (n < 1 || n > size) {
    throw ModelError(fmt::format("{} modes of {} displacements: ask for 1 to {}", n, size, size));
  }
  const Pairs pairs =
      size <= k_dense || n > size / 3 ? dense(stiffness, mass, n) : lanczos(factor, mass, n);
  check_held(residual_of(stiffness, mass, pairs, 0), pairs.shapes.col(0));
  SparseModes modes{pairs.squares.cwiseSqrt(), pairs.shapes, 0};
  for (int i = 0; i < n; ++i) {
    modes.residual = std::max(modes.residual, residual_of(stiffness, mass, pairs, i));
  }
  return modes;
}

}  // namespace tread::structure
