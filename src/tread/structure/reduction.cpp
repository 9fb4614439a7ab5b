#include "tread/structure/reduction.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"
#include "tread/structure/sparse_modes.hpp"

namespace tread::structure {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector = Eigen::VectorXd;

// Displacements without mass would make modes of infinite frequency; of the largest 1 / omega^2.
constexpr double k_least_inverse_square = 1e-16;
constexpr double k_least_tolerance = 1e-13;  // static deflections are known no better
constexpr double k_unbalanced = 1e-3;        // of a force: deflections that are no equilibrium

void check_options(const ElasticStructure& structure, const ReductionOptions& options) {
  if (structure.line.is_empty()) {
    throw ModelError("reduction to modes: the structure has no load line: give one");
  }
  if (options.n_modes < 0 || options.n_modes > structure.n_dofs()) {
    throw ModelError(
        fmt::format("reduction to modes: {} modes of {} displacements: give 0 (by the "
                    "frequency limit) to {}",
                    options.n_modes, structure.n_dofs(), structure.n_dofs()));
  }
  if (options.n_modes == 0 && !(options.frequency_limit > 0)) {
    throw ModelError(
        fmt::format("reduction to modes: neither a number of modes nor a frequency limit (it is {} "
                    "Hz): give one of them > 0",
                    options.frequency_limit));
  }
  if (!(options.static_tolerance >= k_least_tolerance) || !(options.static_tolerance < 1)) {
    throw ModelError(
        fmt::format("reduction to modes: static tolerance {} must lie between {} and 1",
                    options.static_tolerance, k_least_tolerance));
  }
  for (const double ratio : options.damping_ratios) {
    if (ratio >= 0 && std::isfinite(ratio)) continue;
    throw ModelError(
        fmt::format("reduction to modes: damping ratio {} must be >= 0 and finite", ratio));
  }
}

SparseModes true_modes(const ElasticStructure& structure, const ReductionOptions& options) {
  const auto lowest = [&](int n) {
    return sparse_modes(structure.stiffness, structure.mass, {.n_modes = n});
  };
  if (options.n_modes > 0) return lowest(options.n_modes);
  const double limit = 2 * std::numbers::pi * options.frequency_limit;
  const int n_all = static_cast<int>((structure.mass.diagonal().array() > 0).count());
  for (int n = std::min(16, n_all);; n = std::min(2 * n, n_all)) {
    const SparseModes modes = lowest(n);
    const Eigen::Index n_below = (modes.omega.array() <= limit).count();
    if (n_below == n && n < n_all) continue;
    if (n_below > 0) {
      return {modes.omega.head(n_below), modes.shapes.leftCols(n_below),
              modes.residual.head(n_below)};
    }
    throw ModelError(fmt::format(
        "reduction to modes: no mode up to {:.4g} Hz, the first has {:.4g} Hz: raise the limit",
        options.frequency_limit, modes.omega(0) / (2 * std::numbers::pi)));
  }
}

using SparseColumn = std::map<int, double>;  // displacement, force

SparseColumn force_at(const LineSegment& segment, double s) {
  const Vector weights = segment.coefficients * Eigen::Vector4d(1, s, s * s, s * s * s);
  SparseColumn column;
  for (std::size_t i = 0; i < segment.dofs.size(); ++i) {
    const double weight = weights(static_cast<Eigen::Index>(i));
    if (weight != 0) column[segment.dofs[i]] = weight;
  }
  return column;
}

bool is_same(const SparseColumn& one, const SparseColumn& other) {
  const auto largest_beyond = [](const SparseColumn& a, const SparseColumn& b) {
    double largest = 0;
    for (const auto& [dof, weight] : a) {
      const auto found = b.find(dof);
      largest = std::max(largest, std::abs(weight - (found == b.end() ? 0 : found->second)));
    }
    return largest;
  };
  return std::max(largest_beyond(one, other), largest_beyond(other, one)) < 1e-9;
}

int degree_of(const LineSegment& segment) {
  const double size = segment.coefficients.cwiseAbs().maxCoeff();
  for (int k = 3; k > 1; --k) {
    if (segment.coefficients.col(k).cwiseAbs().maxCoeff() > 1e-12 * size) return k;
  }
  return 1;
}

/// Unit forces at so many places that all others are combinations of them: as a polynomial of
/// degree p is known by p + 1 values, so is N(x) on a segment.
std::vector<SparseColumn> forces_on_line(const LoadLine& line) {
  std::vector<SparseColumn> forces;
  const std::vector<LineSegment>& segments = line.segments();
  for (std::size_t i = 0; i < segments.size(); ++i) {
    const int degree = degree_of(segments[i]);
    for (int k = 0; k < degree; ++k) {
      forces.push_back(force_at(segments[i], static_cast<double>(k) / degree));
    }
    const SparseColumn end = force_at(segments[i], 1);
    if (i + 1 == segments.size() || !is_same(end, force_at(segments[i + 1], 0))) {
      forces.push_back(end);
    }
  }
  std::erase_if(forces, [](const SparseColumn& force) { return force.empty(); });
  return forces;
}

SparseColumn force_of(const LawSpring& spring) {
  SparseColumn column;
  for (std::size_t i = 0; i < spring.dofs.size(); ++i) column[spring.dofs[i]] += spring.weights[i];
  return column;
}

SparseMatrix columns_of(const std::vector<SparseColumn>& forces, int n_dofs) {
  std::vector<Eigen::Triplet<double>> entries;
  for (std::size_t j = 0; j < forces.size(); ++j) {
    for (const auto& [dof, force] : forces[j]) {
      entries.emplace_back(dof, static_cast<int>(j), force);
    }
  }
  SparseMatrix columns(n_dofs, static_cast<Eigen::Index>(forces.size()));
  columns.setFromTriplets(entries.begin(), entries.end());
  return columns;
}

/// Forces on the line, then on springs, and what they do at rest.
struct StaticForces {
  SparseMatrix forces;
  Matrix deflections;  // K^-1 forces
  Eigen::Index n_on_line = 0;
  double largest = 0;  // static deflection below a unit force on the line, m/N
};

/// Work done by each force on its deflection.
Vector work_of(const SparseMatrix& forces, const Matrix& deflections) {
  Vector work(forces.cols());
  for (Eigen::Index j = 0; j < forces.cols(); ++j) work(j) = forces.col(j).dot(deflections.col(j));
  return work;
}

/// Rounding can hide that K is singular: forces that nothing holds are then not in balance.
void check_held(const SparseMatrix& stiffness, const StaticForces& all) {
  for (Eigen::Index j = 0; j < all.forces.cols(); ++j) {
    const Vector force = all.forces.col(j);
    const Vector left = force - stiffness * all.deflections.col(j);
    if (left.norm() <= k_unbalanced * force.norm()) continue;
    Eigen::Index most = 0;
    all.deflections.col(j).cwiseAbs().maxCoeff(&most);
    throw NotPositiveDefinite(
        fmt::format("reduction to modes: the structure can move without resistance, most at "
                    "displacement {}: give it supports",
                    most + 1),
        static_cast<int>(most));
  }
}

StaticForces static_forces(const ElasticStructure& structure, const SparseFactor& factor) {
  std::vector<SparseColumn> columns = forces_on_line(structure.line);
  StaticForces all;
  all.n_on_line = static_cast<Eigen::Index>(columns.size());
  for (const LawSpring& spring : structure.springs) columns.push_back(force_of(spring));
  all.forces = columns_of(columns, structure.n_dofs());
  all.deflections = factor.solve_all(Matrix(all.forces));
  check_held(structure.stiffness, all);
  const Vector below = work_of(all.forces, all.deflections);
  all.largest = below.head(all.n_on_line).maxCoeff();
  // Springs count by their own compliance, as loads of the size that makes it that of the line.
  for (Eigen::Index j = all.n_on_line; j < below.size(); ++j) {
    if (!(below(j) > 0)) continue;
    const double size = std::sqrt(all.largest / below(j));
    all.forces.col(j) *= size;
    all.deflections.col(j) *= size;
  }
  return all;
}

/// Forces whose residual deflections span all others but for the tolerance: Cholesky's method with
/// pivots on forces' left = left' K left, one force after the other where most is still missing.
struct Chosen {
  std::vector<Eigen::Index> forces;
  Matrix factor;  // lower triangle, of the chosen ones
};

Chosen choose_forces(const StaticForces& all, const Matrix& left, double tolerance) {
  const Eigen::Index n = left.cols();
  Vector missing = work_of(all.forces, left);
  Matrix columns(n, 0);
  Chosen chosen;
  Eigen::Index next = 0;
  while (columns.cols() < n && missing.maxCoeff(&next) > tolerance * all.largest) {
    const Eigen::Index k = columns.cols();
    Vector column = all.forces.transpose() * left.col(next);
    if (k > 0) column -= columns * columns.row(next).transpose();
    column /= std::sqrt(missing(next));
    columns.conservativeResize(Eigen::NoChange, k + 1);
    columns.col(k) = column;
    missing -= column.cwiseAbs2();
    missing(next) = 0;
    chosen.forces.push_back(next);
  }
  chosen.factor = columns(chosen.forces, Eigen::all).triangularView<Eigen::Lower>();
  return chosen;
}

struct Residual {
  Vector omega;
  Matrix shapes;
};

/// Largest static deflection below one of the line's forces that neither true nor residual modes
/// have, of the largest there is.
double largest_left(const StaticForces& all, const Matrix& left, const Residual& residual) {
  Vector below = work_of(all.forces, left);
  if (residual.omega.size() > 0) {
    const Matrix pushed =
        residual.omega.cwiseInverse().asDiagonal() * (residual.shapes.transpose() * all.forces);
    below -= pushed.colwise().squaredNorm().transpose();
  }
  return std::max(0.0, below.head(all.n_on_line).maxCoeff()) / all.largest;
}

/// What the modes leave of the static deflections as modes.
Residual residual_modes(const ElasticStructure& structure, const StaticForces& all,
                        const Matrix& left, double tolerance) {
  const Chosen chosen = choose_forces(all, left, tolerance);
  if (chosen.forces.empty()) return {Vector(0), Matrix(left.rows(), 0)};
  // K-orthonormal: left' K left of the chosen forces is factor factor'.
  const Matrix basis = chosen.factor.triangularView<Eigen::Lower>()
                           .solve(left(Eigen::all, chosen.forces).transpose())
                           .transpose();
  const Matrix mass = basis.transpose() * (structure.mass * basis);
  const Matrix stiffness = basis.transpose() * (structure.stiffness * basis);
  const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> joint(mass, stiffness);
  const Vector inverse = joint.eigenvalues().reverse();
  const Vector square =
      inverse.cwiseMax(k_least_inverse_square * inverse.maxCoeff()).cwiseInverse();
  // Eigenvectors are normalised by K: times omega, by M.
  return {square.cwiseSqrt(),
          basis * joint.eigenvectors().rowwise().reverse() * square.cwiseSqrt().asDiagonal()};
}

void set_damping(const ElasticStructure& structure, const ReductionOptions& options,
                 const Matrix& shapes, LineModes& modes) {
  const int n = modes.n_modes();
  if (!options.damping_ratios.empty()) {
    modes.damping_rate.resize(n);
    for (int i = 0; i < n; ++i) {
      const std::size_t last = options.damping_ratios.size() - 1;
      modes.damping_rate(i) =
          2 * options.damping_ratios[std::min(as_size(i), last)] * modes.omega(i);
    }
    return;
  }
  Matrix damping = shapes.transpose() * (structure.damping * shapes);
  modes.damping_rate = damping.diagonal();
  const double on_diagonal = modes.damping_rate.norm();
  damping.diagonal().setZero();
  modes.damping_coupling = on_diagonal > 0 ? damping.norm() / on_diagonal : 0;
}

void set_line(const ElasticStructure& structure, const Matrix& shapes, LineModes& modes) {
  const std::vector<int> dofs = structure.line.dofs();
  modes.on_line = shapes(dofs, Eigen::all);
  std::vector<int> row_of(as_size(structure.n_dofs()), -1);
  for (std::size_t i = 0; i < dofs.size(); ++i) row_of[as_size(dofs[i])] = static_cast<int>(i);
  modes.line = structure.line.renumbered(row_of);
  std::vector<SparseColumn> springs;
  for (const LawSpring& spring : structure.springs) springs.push_back(force_of(spring));
  modes.on_springs = columns_of(springs, structure.n_dofs()).transpose() * shapes;
}

}  // namespace

LineModes reduce(const ElasticStructure& structure, const ReductionOptions& options) {
  check(structure);
  check_options(structure, options);
  const SparseFactor factor(structure.stiffness);
  const SparseModes lowest = true_modes(structure, options);
  const StaticForces all = static_forces(structure, factor);
  const Matrix left = all.deflections - lowest.shapes * (lowest.shapes.transpose() *
                                                         (structure.mass * all.deflections));

  LineModes modes;
  modes.n_true_modes = static_cast<int>(lowest.omega.size());
  modes.mode_residual = lowest.residual.maxCoeff();
  modes.missing_compliance = modes.missing_after_correction = largest_left(all, left, Residual{});
  modes.omega = lowest.omega;
  Matrix shapes = lowest.shapes;
  if (options.correction == StaticCorrection::residual_vectors) {
    const Residual residual = residual_modes(structure, all, left, options.static_tolerance);
    modes.omega.conservativeResize(lowest.omega.size() + residual.omega.size());
    modes.omega.tail(residual.omega.size()) = residual.omega;
    shapes.conservativeResize(Eigen::NoChange, modes.omega.size());
    shapes.rightCols(residual.omega.size()) = residual.shapes;
    modes.missing_after_correction = largest_left(all, left, residual);
  }
  set_damping(structure, options, shapes, modes);
  set_line(structure, shapes, modes);
  if (options.shapes == ShapeOutput::everywhere) modes.shapes = std::move(shapes);
  return modes;
}

}  // namespace tread::structure
