#include "tread/structure/sparse_modes.hpp"

#include <Spectra/SymGEigsShiftSolver.h>
#include <fmt/format.h>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"
#include "tread/structure/elastic_structure.hpp"
#include "tread/structure/matrix_parts.hpp"

namespace tread::structure {
namespace {

constexpr int k_dense = 150;  // fewer displacements: all modes at once
/// Is there another mode below the highest found? So much of its transformed eigenvalue tells.
constexpr double k_rough = 1e-3;

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

/// (K - shift M)^-1 of a part, with modes that are known taken out.
struct ShiftedInverse {
  using Scalar = double;
  const SparseFactor* factor;    // of the part, or of all
  const std::vector<int>* dofs;  // of the part in the factor
  Eigen::MatrixXd known{};       // mass-normalised columns
  Eigen::MatrixXd known_mass{};  // M known

  Eigen::Index rows() const { return static_cast<Eigen::Index>(dofs->size()); }
  Eigen::Index cols() const { return rows(); }
  void set_shift(double) {}
  void perform_op(const double* in, double* out) const {
    Eigen::VectorXd right = Eigen::VectorXd::Zero(factor->size());
    right(*dofs) = Eigen::Map<const Eigen::VectorXd>(in, rows());
    Eigen::Map<Eigen::VectorXd> y(out, rows());
    y = factor->solve(right)(*dofs);
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

/// Gram-Schmidt, twice: modes of nearly equal frequency leave rounding of the first pass behind.
void orthonormalise(const SparseMatrix& mass, Eigen::MatrixXd& vectors) {
  for (int pass = 0; pass < 2; ++pass) {
    const Eigen::MatrixXd gram = vectors.transpose() * (mass * vectors);
    // gram = L L': the columns of vectors L'^-1 are orthonormal.
    const Eigen::LLT<Eigen::MatrixXd> factors(gram);
    factors.matrixU().solveInPlace<Eigen::OnTheRight>(vectors);
  }
}

Pairs sorted(const Pairs& pairs, int n) {
  std::vector<Eigen::Index> order(as_size(static_cast<int>(pairs.values.size())));
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {}, [&](Eigen::Index i) { return pairs.values[i]; });
  order.resize(std::min(order.size(), as_size(n)));
  return {pairs.values(order), pairs.vectors(Eigen::all, order)};
}

/// Modes that Lanczos' method overlooked because others have the same frequency. A rough search
/// tells whether there may be one; only then a sharp one is worth its time.
Pairs with_overlooked(ShiftedInverse& inverse, MassProduct& product, double shift, int n,
                      double tolerance, Pairs found) {
  const auto n_unknowns = inverse.rows();
  while (found.values.size() + 1 < n_unknowns) {
    orthonormalise(*product.mass, found.vectors);
    inverse.known = found.vectors;
    inverse.known_mass = *product.mass * found.vectors;
    const double highest = found.values.maxCoeff();
    const Pairs rough = lanczos(inverse, product, shift, 1, k_rough);
    if (rough.values[0] - shift > (1 + 3 * k_rough) * (highest - shift)) break;
    const Pairs next = lanczos(inverse, product, shift, 1, tolerance);
    if (next.values[0] >= highest - 1e-9 * (highest - shift)) break;
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

/// What solves with K - shift M: factors of all displacements if they are at hand, or of each part.
struct Inverse {
  double shift;
  const SparseFactor* of_all;  // may be null
};

Pairs pairs_of_part(const SparseMatrix& stiffness, const SparseMatrix& mass,
                    const std::vector<int>& dofs, const Inverse& at_hand, int n, double tolerance) {
  const double shift = at_hand.shift;
  const int n_part = std::min(n, n_with_mass(mass));
  if (n_part == 0) return {Eigen::VectorXd(0), Eigen::MatrixXd(stiffness.rows(), 0)};
  if (stiffness.rows() <= std::max(k_dense, 2 * n_part + 10)) {
    return dense_pairs(stiffness, mass, shift, n_part);
  }
  MassProduct product{&mass};
  const auto search = [&](ShiftedInverse inverse) {
    Pairs pairs = lanczos(inverse, product, shift, n_part, tolerance);
    return with_overlooked(inverse, product, shift, n_part, tolerance, std::move(pairs));
  };
  if (at_hand.of_all) return search({at_hand.of_all, &dofs});
  std::vector<int> own(dofs.size());
  std::iota(own.begin(), own.end(), 0);
  const SparseFactor factor(stiffness - shift * mass);
  return search({&factor, &own});
}

/// Parts with the same matrices, which have the same modes.
struct EqualParts {
  SparseMatrix stiffness;
  SparseMatrix mass;
  std::vector<std::size_t> places;  // in the list of all parts
  Pairs pairs{};
};

std::vector<EqualParts> equal_parts(const SparseMatrix& stiffness, const SparseMatrix& mass,
                                    const std::vector<std::vector<int>>& parts) {
  std::vector<EqualParts> all;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    EqualParts part{part_of(stiffness, parts[p]), part_of(mass, parts[p]), {p}};
    const auto same = std::ranges::find_if(all, [&](const EqualParts& other) {
      return are_equal(part.stiffness, other.stiffness) && are_equal(part.mass, other.mass);
    });
    if (same == all.end()) {
      all.push_back(std::move(part));
    } else {
      same->places.push_back(p);
    }
  }
  return all;
}

/// A mode of a part, before it takes its place among those of the others.
struct Candidate {
  double value;
  std::size_t place;
  const EqualParts* part;
  Eigen::Index column;
};

/// The lowest n modes of all parts together, by rising frequency.
std::vector<Candidate> lowest_of(const std::vector<EqualParts>& all, int n) {
  std::vector<Candidate> candidates;
  for (const EqualParts& part : all) {
    for (Eigen::Index i = 0; i < part.pairs.values.size(); ++i) {
      for (const std::size_t place : part.places) {
        candidates.push_back({part.pairs.values[i], place, &part, i});
      }
    }
  }
  std::ranges::stable_sort(candidates, {}, &Candidate::value);
  candidates.resize(std::min(candidates.size(), as_size(n)));
  return candidates;
}

void check_counts(const SparseMatrix& mass, const SparseModeOptions& options) {
  if (options.n_modes >= 1 && options.n_modes <= n_with_mass(mass)) return;
  throw ModelError(
      fmt::format("{} modes of a structure with {} displacements that have mass: ask "
                  "for 1 to {}",
                  options.n_modes, n_with_mass(mass), n_with_mass(mass)));
}

SparseModes lowest_modes(const SparseMatrix& stiffness, const SparseMatrix& mass,
                         const SparseModeOptions& options, const Inverse& inverse) {
  check_counts(mass, options);
  const std::vector<std::vector<int>> parts = connected_parts({&stiffness, &mass});
  std::vector<EqualParts> all = equal_parts(stiffness, mass, parts);
  for (EqualParts& part : all) {
    // Of n modes each of c equal parts has no more than n / c.
    const int n_equal = static_cast<int>(part.places.size());
    const int n_needed = (options.n_modes + n_equal - 1) / n_equal;
    part.pairs = pairs_of_part(part.stiffness, part.mass, parts[part.places.front()], inverse,
                               n_needed, options.tolerance);
  }
  const std::vector<Candidate> lowest = lowest_of(all, options.n_modes);

  const auto n = static_cast<Eigen::Index>(lowest.size());
  SparseModes modes{Eigen::VectorXd(n), Eigen::MatrixXd::Zero(stiffness.rows(), n),
                    Eigen::VectorXd(n)};
  const double least = std::max(1e-3 * lowest.back().value, -inverse.shift);
  for (Eigen::Index i = 0; i < n; ++i) {
    const Candidate& from = lowest[static_cast<std::size_t>(i)];
    const auto own = from.part->pairs.vectors.col(from.column);
    const Eigen::VectorXd k = from.part->stiffness * own;
    const Eigen::VectorXd m = from.part->mass * own;
    const double norm = std::sqrt(own.dot(m));
    const double value = own.dot(k) / (norm * norm);
    modes.omega[i] = std::sqrt(std::max(0.0, value));
    modes.residual[i] = (k - value * m).norm() / (std::max(value, least) * m.norm());
    modes.shapes(parts[from.place], i) = own / norm;
  }
  return modes;
}

}  // namespace

SparseModes sparse_modes(const SparseMatrix& stiffness, const SparseMatrix& mass,
                         const SparseModeOptions& options) {
  return lowest_modes(stiffness, mass, options, {shift_of(stiffness, mass), nullptr});
}

SparseModes sparse_modes(const SparseMatrix& stiffness, const SparseMatrix& mass,
                         const SparseFactor& factor_of_stiffness,
                         const SparseModeOptions& options) {
  return lowest_modes(stiffness, mass, options, {0, &factor_of_stiffness});
}

}  // namespace tread::structure
