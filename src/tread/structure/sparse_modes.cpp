#include "tread/structure/sparse_modes.hpp"

#include <Spectra/SymGEigsShiftSolver.h>
#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"
#include "tread/structure/matrix_parts.hpp"
#include "tread/structure/sparse_factor.hpp"

namespace tread::structure {
namespace {

using SparseMatrix = Eigen::SparseMatrix<double>;

constexpr int k_dense = 150;  // fewer displacements: all modes at once

/// Below all eigenvalues, near enough to the lowest to find them fast, far enough from zero for the
/// factors of a free structure.
double shift_of(const SparseMatrix& stiffness, const SparseMatrix& mass) {
  const Eigen::VectorXd k = stiffness.diagonal();
  const Eigen::VectorXd m = mass.diagonal();
  double least = std::numeric_limits<double>::infinity();
  double most = 0;
  for (Eigen::Index i = 0; i < k.size(); ++i) {
    if (!(m[i] > 0) || !(k[i] > 0)) continue;
    least = std::min(least, k[i] / m[i]);
    most = std::max(most, k[i] / m[i]);
  }
  if (most == 0) return -1;  // nothing but free masses
  return -std::max(1e-9 * least, 1e-12 * most);
}

struct Pairs {
  Eigen::VectorXd values;   // omega^2, rising
  Eigen::MatrixXd vectors;  // mass-normalised
};

Pairs dense_pairs(const SparseMatrix& stiffness, const SparseMatrix& mass, double shift, int n) {
  // Turned around, mass may be singular: M phi = mu (K - shift M) phi.
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> solver(
      Eigen::MatrixXd(mass), Eigen::MatrixXd(stiffness) - shift * Eigen::MatrixXd(mass));
  if (solver.info() != Eigen::Success) {
    throw ModelError(
        "the modes of a part of the structure were not found: it may not be held, or "
        "have negative stiffness");
  }
  Pairs pairs{Eigen::VectorXd(n), Eigen::MatrixXd(stiffness.rows(), n)};
  for (int i = 0; i < n; ++i) {
    const Eigen::Index from = stiffness.rows() - 1 - i;
    pairs.values[i] = shift + 1 / solver.eigenvalues()[from];
    pairs.vectors.col(i) = solver.eigenvectors().col(from);
  }
  return pairs;
}

/// (K - shift M)^-1, with modes that are known taken out.
struct ShiftedInverse {
  using Scalar = double;
  const SparseFactor* factor;
  Eigen::MatrixXd known;       // mass-normalised columns
  Eigen::MatrixXd known_mass;  // M known

  Eigen::Index rows() const { return factor->size(); }
  Eigen::Index cols() const { return factor->size(); }
  void set_shift(double) {}
  void perform_op(const double* in, double* out) const {
    const Eigen::Map<const Eigen::VectorXd> x(in, rows());
    Eigen::Map<Eigen::VectorXd> y(out, rows());
    y = factor->solve(x);
    if (known.cols() > 0) y -= known * (known_mass.transpose() * y);
  }
};

struct MassProduct {
  using Scalar = double;
  const SparseMatrix* mass;

  Eigen::Index rows() const { return mass->rows(); }
  Eigen::Index cols() const { return mass->cols(); }
  void perform_op(const double* in, double* out) const {
    Eigen::Map<Eigen::VectorXd>(out, rows()) =
        *mass * Eigen::Map<const Eigen::VectorXd>(in, rows());
  }
};

Pairs lanczos(ShiftedInverse& inverse, MassProduct& product, double shift, int n,
              double tolerance) {
  const int n_unknowns = static_cast<int>(inverse.rows());
  const int n_basis = std::min(n_unknowns, std::max(2 * n + 10, 25));
  Spectra::SymGEigsShiftSolver<ShiftedInverse, MassProduct, Spectra::GEigsMode::ShiftInvert> solver(
      inverse, product, n, n_basis, shift);
  solver.init();
  solver.compute(Spectra::SortRule::LargestMagn, 1000, tolerance, Spectra::SortRule::SmallestAlge);
  if (solver.info() != Spectra::CompInfo::Successful) {
    throw ModelError(
        fmt::format("the {} lowest modes of {} displacements were not found: ask for fewer modes",
                    n, n_unknowns));
  }
  return {solver.eigenvalues(), solver.eigenvectors()};
}

void orthonormalise(const SparseMatrix& mass, Eigen::MatrixXd& vectors) {
  for (Eigen::Index i = 0; i < vectors.cols(); ++i) {
    for (Eigen::Index j = 0; j < i; ++j) {
      const Eigen::VectorXd m = mass * vectors.col(j);
      vectors.col(i) -= vectors.col(j) * m.dot(vectors.col(i));
    }
    vectors.col(i) /= std::sqrt(vectors.col(i).dot(mass * vectors.col(i)));
  }
}

Pairs sorted(const Pairs& pairs, int n) {
  std::vector<Eigen::Index> order(as_size(static_cast<int>(pairs.values.size())));
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](Eigen::Index i) { return pairs.values[i]; });
  order.resize(std::min(order.size(), as_size(n)));
  return {pairs.values(order), pairs.vectors(Eigen::all, order)};
}

/// Modes that Lanczos' method overlooked because others have the same frequency.
Pairs with_overlooked(ShiftedInverse& inverse, MassProduct& product, double shift, int n,
                      double tolerance, Pairs found) {
  const auto n_unknowns = inverse.rows();
  while (found.values.size() + 1 < n_unknowns) {
    orthonormalise(*product.mass, found.vectors);
    inverse.known = found.vectors;
    inverse.known_mass = *product.mass * found.vectors;
    const double highest = found.values.maxCoeff();
    // A rough look is cheap and mostly enough.
    constexpr double rough = 1e-6;
    const Pairs seen = lanczos(inverse, product, shift, 1, std::max(rough, tolerance));
    if (seen.values[0] >= highest - 10 * rough * (highest - shift)) break;
    const Pairs next = lanczos(inverse, product, shift, 1, tolerance);
    Pairs all{Eigen::VectorXd(found.values.size() + 1),
              Eigen::MatrixXd(n_unknowns, found.values.size() + 1)};
    all.values << found.values, next.values;
    all.vectors << found.vectors, next.vectors;
    found = sorted(all, n);
  }
  return found;
}

int n_with_mass(const SparseMatrix& mass) {
  return static_cast<int>((mass.diagonal().array() > 0).count());
}

Pairs pairs_of_part(const SparseMatrix& stiffness, const SparseMatrix& mass, double shift, int n,
                    double tolerance) {
  const int n_part = std::min(n, n_with_mass(mass));
  if (n_part == 0) return {Eigen::VectorXd(0), Eigen::MatrixXd(stiffness.rows(), 0)};
  if (stiffness.rows() <= std::max(k_dense, 2 * n_part + 10)) {
    return dense_pairs(stiffness, mass, shift, n_part);
  }
  const SparseFactor factor(stiffness - shift * mass);
  ShiftedInverse inverse{&factor, {}, {}};
  MassProduct product{&mass};
  Pairs pairs = lanczos(inverse, product, shift, n_part, tolerance);
  return with_overlooked(inverse, product, shift, n_part, tolerance, std::move(pairs));
}

struct SolvedPart {
  SparseMatrix stiffness;
  SparseMatrix mass;
  Pairs pairs;
};

/// A mode of a part, before it takes its place among those of the others.
struct Candidate {
  double value;
  std::size_t part;
  const SolvedPart* solved;
  Eigen::Index column;
};

void check_counts(const SparseMatrix& mass, const SparseModeOptions& options) {
  if (options.n_modes >= 1 && options.n_modes <= n_with_mass(mass)) return;
  throw ModelError(
      fmt::format("{} modes of a structure with {} displacements that have mass: ask "
                  "for 1 to {}",
                  options.n_modes, n_with_mass(mass), n_with_mass(mass)));
}

}  // namespace

SparseModes sparse_modes(const SparseMatrix& stiffness, const SparseMatrix& mass,
                         const SparseModeOptions& options) {
  check_counts(mass, options);
  const double shift = shift_of(stiffness, mass);
  const std::vector<std::vector<int>> parts = connected_parts({&stiffness, &mass});
  std::vector<SolvedPart> solved;
  solved.reserve(parts.size());
  std::vector<Candidate> candidates;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    SolvedPart part{part_of(stiffness, parts[p]), part_of(mass, parts[p]), {}};
    auto same = std::ranges::find_if(solved, [&](const SolvedPart& other) {
      return are_equal(part.stiffness, other.stiffness) && are_equal(part.mass, other.mass);
    });
    if (same == solved.end()) {
      part.pairs =
          pairs_of_part(part.stiffness, part.mass, shift, options.n_modes, options.tolerance);
      solved.push_back(std::move(part));
      same = solved.end() - 1;
    }
    for (Eigen::Index i = 0; i < same->pairs.values.size(); ++i) {
      candidates.push_back({same->pairs.values[i], p, &*same, i});
    }
  }
  std::ranges::stable_sort(candidates, {}, &Candidate::value);
  candidates.resize(std::min(candidates.size(), as_size(options.n_modes)));

  const auto n = static_cast<Eigen::Index>(candidates.size());
  SparseModes modes{Eigen::VectorXd(n), Eigen::MatrixXd::Zero(stiffness.rows(), n),
                    Eigen::VectorXd(n)};
  const double least = std::max(1e-3 * candidates.back().value, -shift);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Candidate& from = candidates[static_cast<std::size_t>(i)];
    const auto own = from.solved->pairs.vectors.col(from.column);
    const Eigen::VectorXd k = from.solved->stiffness * own;
    const Eigen::VectorXd m = from.solved->mass * own;
    const double norm = std::sqrt(own.dot(m));
    const double value = own.dot(k) / (norm * norm);
    modes.omega[i] = std::sqrt(std::max(0.0, value));
    modes.residual[i] = (k - value * m).norm() / (std::max(value, least) * m.norm());
    modes.shapes(parts[from.part], i) = own / norm;
  }
  return modes;
}

}  // namespace tread::structure
