#include "tread/structure/reduction.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>

#include "tread/core/as_size.hpp"
#include "tread/core/errors.hpp"
#include "tread/structure/matrix_parts.hpp"
#include "tread/structure/sparse_modes.hpp"

namespace tread::structure {
namespace {

// Displacements without mass would make modes of infinite frequency; of the largest 1 / omega^2.
constexpr double k_least_inverse_square = 1e-16;
constexpr double k_least_tolerance = 1e-13;  // static deflections are known no better
constexpr double k_unbalanced = 1e-3;        // of a force: deflections that are no equilibrium

void check_reduction(const ElasticStructure& structure, const ReductionOptions& options) {
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

SparseModes true_modes(const ElasticStructure& structure, const SparseFactor& factor,
                       const ReductionOptions& options) {
  const auto lowest = [&](int n) {
    return sparse_modes(structure.stiffness, structure.mass, factor, {.n_modes = n});
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
  const Eigen::VectorXd weights = segment.coefficients * Eigen::Vector4d(1, s, s * s, s * s * s);
  SparseColumn column;
  for (std::size_t i = 0; i < segment.dofs.size(); ++i) {
    const double weight = weights(static_cast<Eigen::Index>(i));
    if (weight != 0) column[segment.dofs[i]] = weight;
  }
  return column;
}

bool is_same_force(const SparseColumn& one, const SparseColumn& other) {
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
    if (i + 1 == segments.size() || !is_same_force(end, force_at(segments[i + 1], 0))) {
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

/// Displacements that matrices or a force join, with all that acts on them: spans that nothing
/// couples are reduced one by one, and equal ones once.
struct Part {
  std::vector<int> dofs;
  std::size_t like = 0;  // the first part that is equal, or itself
  SparseMatrix stiffness;
  SparseMatrix mass;
  SparseMatrix damping;
  SparseMatrix forces;  // on the line, then of springs
  Eigen::Index n_on_line = 0;
  Eigen::MatrixXd deflections;  // K^-1 forces
  Eigen::VectorXd omega;        // of its true modes
  Eigen::MatrixXd shapes;       // of its true modes
  Eigen::MatrixXd left;         // deflections freed of the true modes
};

struct ForceColumns {
  std::vector<SparseColumn> columns;
  std::size_t n_on_line = 0;
};

ForceColumns forces_on(const ElasticStructure& structure) {
  ForceColumns forces{forces_on_line(structure.line)};
  forces.n_on_line = forces.columns.size();
  for (const LawSpring& spring : structure.springs) forces.columns.push_back(force_of(spring));
  std::erase_if(forces.columns, [](const SparseColumn& force) { return force.empty(); });
  return forces;
}

/// A matrix that joins displacements on which one force acts.
SparseMatrix joined_by(const std::vector<SparseColumn>& forces, int n_dofs) {
  std::vector<Eigen::Triplet<double>> entries;
  for (const SparseColumn& force : forces) {
    for (const auto& [dof, weight] : force) {
      entries.emplace_back(force.begin()->first, dof, 1);
      entries.emplace_back(dof, force.begin()->first, 1);
    }
  }
  SparseMatrix joins(n_dofs, n_dofs);
  joins.setFromTriplets(entries.begin(), entries.end());
  return joins;
}

bool is_like(const Part& a, const Part& b) {
  return &a == &b || (a.n_on_line == b.n_on_line && are_equal(a.forces, b.forces) &&
                      are_equal(a.stiffness, b.stiffness) && are_equal(a.mass, b.mass) &&
                      are_equal(a.damping, b.damping));
}

std::vector<Part> parts_of(const ElasticStructure& structure, const ForceColumns& forces) {
  const int n = structure.n_dofs();
  const SparseMatrix joins = joined_by(forces.columns, n);
  std::vector<Part> parts;
  std::vector<std::size_t> part_of_dof(as_size(n));
  std::vector<int> row_of(as_size(n));
  for (std::vector<int>& dofs :
       connected_parts({&structure.stiffness, &structure.mass, &structure.damping, &joins})) {
    for (std::size_t i = 0; i < dofs.size(); ++i) {
      part_of_dof[as_size(dofs[i])] = parts.size();
      row_of[as_size(dofs[i])] = static_cast<int>(i);
    }
    Part part;
    part.stiffness = part_of(structure.stiffness, dofs);
    part.mass = part_of(structure.mass, dofs);
    part.damping = part_of(structure.damping, dofs);
    part.dofs = std::move(dofs);
    parts.push_back(std::move(part));
  }
  std::vector<std::vector<SparseColumn>> own(parts.size());
  for (std::size_t j = 0; j < forces.columns.size(); ++j) {
    const std::size_t p = part_of_dof[as_size(forces.columns[j].begin()->first)];
    SparseColumn column;
    for (const auto& [dof, force] : forces.columns[j]) column[row_of[as_size(dof)]] = force;
    own[p].push_back(std::move(column));
    if (j < forces.n_on_line) ++parts[p].n_on_line;
  }
  for (std::size_t p = 0; p < parts.size(); ++p) {
    parts[p].forces = columns_of(own[p], static_cast<int>(parts[p].dofs.size()));
    parts[p].like = 0;
    while (!is_like(parts[parts[p].like], parts[p])) ++parts[p].like;
  }
  return parts;
}

/// Rounding can hide that K is singular: forces that nothing holds are then not in balance.
void check_held(const Part& part) {
  for (Eigen::Index j = 0; j < part.forces.cols(); ++j) {
    const Eigen::VectorXd force = part.forces.col(j);
    const Eigen::VectorXd left = force - part.stiffness * part.deflections.col(j);
    if (left.norm() <= k_unbalanced * force.norm()) continue;
    Eigen::Index most = 0;
    part.deflections.col(j).cwiseAbs().maxCoeff(&most);
    const int dof = part.dofs[static_cast<std::size_t>(most)];
    throw NotPositiveDefinite(
        fmt::format("reduction to modes: the structure can move without resistance, most at "
                    "displacement {}: give it supports",
                    dof + 1),
        dof);
  }
}

/// A right side holds one force of every part: none moves another.
void deflect(const SparseFactor& factor, std::vector<Part>& parts) {
  const auto is_first = [&](const Part& part) { return &parts[part.like] == &part; };
  Eigen::Index n_most = 0;
  for (const Part& part : parts) n_most = std::max(n_most, part.forces.cols());
  Eigen::MatrixXd right = Eigen::MatrixXd::Zero(factor.size(), n_most);
  for (const Part& part : parts) {
    if (!is_first(part)) continue;
    for (Eigen::Index j = 0; j < part.forces.cols(); ++j) {
      for (SparseMatrix::InnerIterator it(part.forces, j); it; ++it) {
        right(part.dofs[static_cast<std::size_t>(it.row())], j) = it.value();
      }
    }
  }
  const Eigen::MatrixXd deflections = factor.solve_all(right);
  for (Part& part : parts) {
    part.deflections = deflections.leftCols(part.forces.cols())(parts[part.like].dofs, Eigen::all);
    if (is_first(part)) check_held(part);
  }
}

/// Work done by each force on its deflection.
Eigen::VectorXd work_of(const SparseMatrix& forces, const Eigen::MatrixXd& deflections) {
  Eigen::VectorXd work(forces.cols());
  for (Eigen::Index j = 0; j < forces.cols(); ++j) work(j) = forces.col(j).dot(deflections.col(j));
  return work;
}

/// Largest static deflection below a unit force on the line, m/N.
double largest_deflection(const std::vector<Part>& parts) {
  double largest = 0;
  for (const Part& part : parts) {
    if (part.n_on_line == 0) continue;
    largest =
        std::max(largest, work_of(part.forces, part.deflections).head(part.n_on_line).maxCoeff());
  }
  return largest;
}

/// Springs count by their own compliance, as loads of the size that makes it that of the line.
void scale_springs(double largest, Part& part) {
  const Eigen::VectorXd below = work_of(part.forces, part.deflections);
  for (Eigen::Index j = part.n_on_line; j < below.size(); ++j) {
    if (!(below(j) > 0)) continue;
    const double size = std::sqrt(largest / below(j));
    part.forces.col(j) *= size;
    part.deflections.col(j) *= size;
  }
}

/// Each true mode moves one part only.
void take_modes(const SparseModes& lowest, Part& part) {
  std::vector<Eigen::Index> own;
  for (Eigen::Index i = 0; i < lowest.shapes.cols(); ++i) {
    const auto shape = lowest.shapes.col(i);
    if (std::ranges::any_of(part.dofs, [&](int dof) { return shape(dof) != 0; })) own.push_back(i);
  }
  part.omega = lowest.omega(own);
  part.shapes = lowest.shapes(part.dofs, own);
}

Eigen::MatrixXd freed_of_modes(const Part& part) {
  return part.deflections -
         part.shapes * (part.shapes.transpose() * (part.mass * part.deflections));
}

/// Forces whose residual deflections span all others but for the tolerance: Cholesky's method with
/// pivots on forces' left = left' K left, one force after the other where most is still missing.
struct Chosen {
  std::vector<Eigen::Index> forces;
  Eigen::MatrixXd factor;  // lower triangle, of the chosen ones
};

Chosen choose_forces(const Part& part, double tolerance) {
  const Eigen::Index n = part.left.cols();
  Chosen chosen;
  if (n == 0) return chosen;
  Eigen::VectorXd missing = work_of(part.forces, part.left);
  Eigen::MatrixXd columns(n, 0);
  Eigen::Index next = 0;
  while (columns.cols() < n && missing.maxCoeff(&next) > tolerance) {
    const Eigen::Index k = columns.cols();
    Eigen::VectorXd column = part.forces.transpose() * part.left.col(next);
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
  Eigen::VectorXd omega;
  Eigen::MatrixXd shapes;
};

/// Largest static deflection below one of the line's forces that neither true nor residual modes
/// have.
double largest_left(const Part& part, const Residual& residual) {
  if (part.n_on_line == 0) return 0;
  Eigen::VectorXd below = work_of(part.forces, part.left);
  if (residual.omega.size() > 0) {
    const Eigen::MatrixXd pushed =
        residual.omega.cwiseInverse().asDiagonal() * (residual.shapes.transpose() * part.forces);
    below -= pushed.colwise().squaredNorm().transpose();
  }
  return std::max(0.0, below.head(part.n_on_line).maxCoeff());
}

/// What the modes leave of the static deflections as modes.
Residual residual_modes(const Part& part, double tolerance) {
  const Chosen chosen = choose_forces(part, tolerance);
  if (chosen.forces.empty()) return {Eigen::VectorXd(0), Eigen::MatrixXd(part.shapes.rows(), 0)};
  // K-orthonormal: left' K left of the chosen forces is factor factor'.
  const Eigen::MatrixXd basis = chosen.factor.triangularView<Eigen::Lower>()
                                    .solve(part.left(Eigen::all, chosen.forces).transpose())
                                    .transpose();
  const Eigen::MatrixXd mass = basis.transpose() * (part.mass * basis);
  const Eigen::MatrixXd stiffness = basis.transpose() * (part.stiffness * basis);
  const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd> joint(mass, stiffness);
  const Eigen::VectorXd inverse = joint.eigenvalues().reverse();
  const Eigen::VectorXd square =
      inverse.cwiseMax(k_least_inverse_square * inverse.maxCoeff()).cwiseInverse();
  // Eigenvectors are normalised by K: times omega, by M.
  return {square.cwiseSqrt(),
          basis * joint.eigenvectors().rowwise().reverse() * square.cwiseSqrt().asDiagonal()};
}

/// True and residual modes of a part, in this order.
struct PartModes {
  Eigen::VectorXd omega;
  Eigen::MatrixXd shapes;
  Eigen::VectorXd damping_rate;  // from the damping matrix
  double damping_coupling = 0;   // sum of the squares of what couples modes
};

PartModes modes_of(const Part& part, const Residual& residual) {
  PartModes modes;
  modes.omega.resize(part.omega.size() + residual.omega.size());
  modes.omega << part.omega, residual.omega;
  modes.shapes.resize(part.shapes.rows(), modes.omega.size());
  modes.shapes << part.shapes, residual.shapes;
  if (part.damping.nonZeros() == 0) {
    modes.damping_rate = Eigen::VectorXd::Zero(modes.omega.size());
    return modes;
  }
  Eigen::MatrixXd damping = modes.shapes.transpose() * (part.damping * modes.shapes);
  modes.damping_rate = damping.diagonal();
  damping.diagonal().setZero();
  modes.damping_coupling = damping.squaredNorm();
  return modes;
}

struct ModePlace {
  bool is_residual;
  double omega;
  std::size_t part;
  Eigen::Index column;
};

/// True modes rising, then those of the residual vectors.
std::vector<ModePlace> in_order(const std::vector<Part>& parts,
                                const std::vector<PartModes>& modes) {
  std::vector<ModePlace> order;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    for (Eigen::Index i = 0; i < modes[p].omega.size(); ++i) {
      order.push_back({i >= parts[p].omega.size(), modes[p].omega(i), p, i});
    }
  }
  std::ranges::stable_sort(order, [](const ModePlace& a, const ModePlace& b) {
    return a.is_residual != b.is_residual ? b.is_residual : a.omega < b.omega;
  });
  return order;
}

/// Some rows of the shapes of all modes.
class ShapeRows {
 public:
  ShapeRows(const std::vector<Part>& parts, const std::vector<PartModes>& modes,
            const std::vector<ModePlace>& order, int n_dofs)
      : modes_(modes), order_(order), part_of_dof_(as_size(n_dofs)), row_of_dof_(as_size(n_dofs)) {
    for (std::size_t p = 0; p < parts.size(); ++p) {
      for (std::size_t i = 0; i < parts[p].dofs.size(); ++i) {
        part_of_dof_[as_size(parts[p].dofs[i])] = p;
        row_of_dof_[as_size(parts[p].dofs[i])] = static_cast<Eigen::Index>(i);
      }
    }
  }

  Eigen::MatrixXd of(const std::vector<int>& dofs) const {
    Eigen::MatrixXd rows = Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(dofs.size()),
                                                 static_cast<Eigen::Index>(order_.size()));
    for (Eigen::Index j = 0; j < rows.cols(); ++j) {
      const ModePlace& mode = order_[static_cast<std::size_t>(j)];
      const auto shape = modes_[mode.part].shapes.col(mode.column);
      for (Eigen::Index i = 0; i < rows.rows(); ++i) {
        const std::size_t dof = as_size(dofs[static_cast<std::size_t>(i)]);
        if (part_of_dof_[dof] == mode.part) rows(i, j) = shape(row_of_dof_[dof]);
      }
    }
    return rows;
  }

 private:
  const std::vector<PartModes>& modes_;
  const std::vector<ModePlace>& order_;
  std::vector<std::size_t> part_of_dof_;
  std::vector<Eigen::Index> row_of_dof_;
};

void set_damping(const std::vector<double>& ratios, const std::vector<PartModes>& parts,
                 const std::vector<ModePlace>& order, LineModes& modes) {
  const int n = modes.n_modes();
  modes.damping_rate.resize(n);
  if (!ratios.empty()) {
    for (int i = 0; i < n; ++i) {
      modes.damping_rate(i) = 2 * ratios[std::min(as_size(i), ratios.size() - 1)] * modes.omega(i);
    }
    return;
  }
  for (int i = 0; i < n; ++i) {
    const ModePlace& from = order[as_size(i)];
    modes.damping_rate(i) = parts[from.part].damping_rate(from.column);
  }
  double coupling = 0;
  for (const PartModes& part : parts) coupling += part.damping_coupling;
  const double on_diagonal = modes.damping_rate.norm();
  modes.damping_coupling = on_diagonal > 0 ? std::sqrt(coupling) / on_diagonal : 0;
}

void set_line(const ElasticStructure& structure, const ShapeRows& rows, LineModes& modes) {
  const std::vector<int> dofs = structure.line.dofs();
  modes.on_line = rows.of(dofs);
  std::vector<int> row_of(as_size(structure.n_dofs()), -1);
  for (std::size_t i = 0; i < dofs.size(); ++i) row_of[as_size(dofs[i])] = static_cast<int>(i);
  modes.line = structure.line.renumbered(row_of);
  modes.on_springs.resize(static_cast<Eigen::Index>(structure.springs.size()), modes.n_modes());
  for (std::size_t i = 0; i < structure.springs.size(); ++i) {
    const LawSpring& spring = structure.springs[i];
    const Eigen::Map<const Eigen::RowVectorXd> weights(
        spring.weights.data(), static_cast<Eigen::Index>(spring.weights.size()));
    modes.on_springs.row(static_cast<Eigen::Index>(i)) = weights * rows.of(spring.dofs);
  }
}

std::vector<int> all_dofs(int n_dofs) {
  std::vector<int> dofs(as_size(n_dofs));
  std::iota(dofs.begin(), dofs.end(), 0);
  return dofs;
}

}  // namespace

LineModes reduce(const ElasticStructure& structure, const ReductionOptions& options) {
  check(structure);
  check_reduction(structure, options);
  std::vector<Part> parts = parts_of(structure, forces_on(structure));
  const SparseFactor factor(structure.stiffness);
  deflect(factor, parts);
  const double largest = largest_deflection(parts);
  const SparseModes lowest = true_modes(structure, factor, options);

  LineModes modes;
  modes.n_true_modes = static_cast<int>(lowest.omega.size());
  modes.mode_residual = lowest.residual.maxCoeff();
  std::vector<PartModes> reduced;
  for (Part& part : parts) {
    scale_springs(largest, part);
    take_modes(lowest, part);
    const Part& like = parts[part.like];
    if (part.like < reduced.size() && part.omega.size() == like.omega.size()) {
      reduced.push_back(reduced[part.like]);
      continue;
    }
    part.left = freed_of_modes(part);
    Residual residual{Eigen::VectorXd(0), Eigen::MatrixXd(part.shapes.rows(), 0)};
    modes.missing_compliance =
        std::max(modes.missing_compliance, largest_left(part, residual) / largest);
    if (options.correction == StaticCorrection::residual_vectors) {
      residual = residual_modes(part, options.static_tolerance * largest);
    }
    modes.missing_after_correction =
        std::max(modes.missing_after_correction, largest_left(part, residual) / largest);
    reduced.push_back(modes_of(part, residual));
  }
  const std::vector<ModePlace> order = in_order(parts, reduced);
  modes.omega.resize(static_cast<Eigen::Index>(order.size()));
  for (std::size_t i = 0; i < order.size(); ++i) {
    modes.omega(static_cast<Eigen::Index>(i)) = order[i].omega;
  }
  set_damping(options.damping_ratios, reduced, order, modes);
  const ShapeRows rows(parts, reduced, order, structure.n_dofs());
  set_line(structure, rows, modes);
  if (options.shapes == ShapeOutput::everywhere)
    modes.shapes = rows.of(all_dofs(structure.n_dofs()));
  return modes;
}

}  // namespace tread::structure
